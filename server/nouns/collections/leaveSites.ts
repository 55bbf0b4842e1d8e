import { type Params, preparedWrite, type Write } from "../../db/database.ts";

type Spaces = Params<{ organization: string; spaces: readonly string[] }>;

/** A site whose default leaves gets the next of those that stay as its default. */
const passDefaults = preparedWrite((tx, p: Spaces) =>
  tx
    .updateTable("sites")
    .set((eb) => ({
      default_site_space_id: eb
        .selectFrom("site_spaces as staying")
        .select("staying.id")
        .whereRef("staying.organization_id", "=", "sites.organization_id")
        .whereRef("staying.site_id", "=", "sites.id")
        .where("staying.space_id", "not in", p.list("spaces"))
        .orderBy("staying.position")
        .orderBy("staying.id")
        .limit(1),
    }))
    .where("organization_id", "=", p("organization"))
    .where("default_site_space_id", "in", (eb) =>
      eb
        .selectFrom("site_spaces as leaving")
        .select("leaving.id")
        .where("leaving.organization_id", "=", p("organization"))
        .where("leaving.space_id", "in", p.list("spaces")),
    ),
);
const remove = preparedWrite((tx, p: Spaces) =>
  tx
    .deleteFrom("site_spaces")
    .where("organization_id", "=", p("organization"))
    .where("space_id", "in", p.list("spaces")),
);

/** Takes spaces of an organization out of its sites for good. */
export async function leaveSites(tx: Write, organization: string, spaces: readonly string[]): Promise<void> {
  if (spaces.length === 0) return;
  await passDefaults.run(tx, { organization, spaces });
  await remove.run(tx, { organization, spaces });
}
