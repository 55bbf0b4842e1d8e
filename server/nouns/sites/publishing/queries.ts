import { type Params, prepared, type Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { LoadCall } from "../../../http/operation.ts";
import type { SiteKey } from "../site/present.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";

interface SiteAuthThing extends SiteThing {
  /** undefined until somebody first asks for it. */
  readonly auth: Row<"site_auth"> | undefined;
}

const bySite = prepared((read, p: Params<{ organization: string; site: string }>) =>
  read
    .selectFrom("site_auth")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("site_id", "=", p("site")),
);

/** How a site signs visitors in; undefined: it has no key yet. */
export function findAuth(
  read: Read,
  { organization_id: organization, id: site }: SiteKey,
): Promise<Row<"site_auth"> | undefined> {
  return bySite.first(read, { organization, site });
}

/** The site that the path names with how it signs visitors in; its version is that of the latter. */
export async function loadAuth(call: LoadCall): Promise<SiteAuthThing | undefined> {
  const thing = await loadSite(call);
  if (thing === undefined) return undefined;
  const auth = await findAuth(call.deps.db.read, thing.site);
  return { ...thing, auth, version: auth?.version };
}
