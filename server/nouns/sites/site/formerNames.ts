/** The names that sites and organizations had: their addresses lead to where the sites are now. */
import { type Params, prepared, type Read, type Write } from "../../../db/database.ts";

const current = prepared((read, p: Params<{ organization: string; basename: string }>) =>
  read
    .selectFrom("sites")
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .select(["sites.basename", "sites.hostname", "sites.proxy", "organizations.hostname as organization"])
    .where("sites.published", "=", 1)
    .where("sites.organization_id", "=", p("organization"))
    .where((eb) =>
      eb.or([
        eb("sites.basename", "=", p("basename")),
        eb(
          "sites.id",
          "in",
          eb
            .selectFrom("former_basenames")
            .select("former_basenames.site_id")
            .where("former_basenames.organization_id", "=", p("organization"))
            .where("former_basenames.basename", "=", p("basename")),
        ),
      ]),
    )
    // A site that has the name now comes before one that had it.
    .orderBy((eb) => eb.case().when("sites.basename", "=", p("basename")).then(0).else(1).end()),
);

const organizationByHostname = prepared((read, p: Params<{ hostname: string }>) =>
  read.selectFrom("organizations").select("id").where("hostname", "=", p("hostname")),
);
const organizationByFormer = prepared((read, p: Params<{ hostname: string }>) =>
  read.selectFrom("former_hostnames").select("organization_id as id").where("hostname", "=", p("hostname")),
);

/** What the address of a site is made of now. */
interface MovedSite {
  readonly organization: string;
  readonly basename: string;
  readonly hostname: string | null;
  readonly proxy: string | null;
}

/** The published site that had these names, where no site has them now; undefined for all others. */
export async function movedSite(
  read: Read,
  organization: string,
  basename: string,
): Promise<MovedSite | undefined> {
  const hostname = organization;
  const owner =
    (await organizationByHostname.first(read, { hostname })) ??
    (await organizationByFormer.first(read, { hostname }));
  if (owner === undefined) return undefined;
  const found = await current.first(read, { organization: owner.id, basename });
  // The same names again would lead in a circle.
  const isSame = found?.organization === organization && found.basename === basename;
  return found === undefined || isSame ? undefined : found;
}

/** Lets the address that a site has under a basename lead to it after it has taken another. */
export async function keepFormerBasename(
  tx: Write,
  site: { readonly id: string; readonly organization_id: string; readonly basename: string },
): Promise<void> {
  const { id, organization_id, basename } = site;
  await tx
    .insertInto("former_basenames")
    .values({ organization_id, basename, site_id: id })
    .onConflict((on) =>
      on
        .columns(["organization_id", "basename"])
        .doUpdateSet((set) => ({ site_id: set.ref("excluded.site_id") })),
    )
    .execute();
}
