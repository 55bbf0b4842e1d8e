import { type Params, prepared, type Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { notFound } from "../../../http/errors.ts";
import type { LoadCall } from "../../../http/operation.ts";
import type { SiteKey } from "../site/present.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";

export type AdaptiveSchemaRow = Row<"site_adaptive_schemas">;

interface AdaptiveThing extends SiteThing {
  /** undefined until one was put. */
  readonly schema: AdaptiveSchemaRow | undefined;
}

const bySite = prepared((read, p: Params<{ organization: string; site: string }>) =>
  read
    .selectFrom("site_adaptive_schemas")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("site_id", "=", p("site")),
);

/** The claims that a site's visitors may have; undefined: nobody has said. */
export function findSchema(
  read: Read,
  { organization_id: organization, id: site }: SiteKey,
): Promise<AdaptiveSchemaRow | undefined> {
  return bySite.first(read, { organization, site });
}

/** The site that the path names with its schema; its version is that of the latter. */
export async function loadAdaptive(call: LoadCall): Promise<AdaptiveThing | undefined> {
  const thing = await loadSite(call);
  if (thing === undefined) return undefined;
  const schema = await findSchema(call.deps.db.read, thing.site);
  return { ...thing, schema, version: schema?.version };
}

/** @throws 404 while no schema was put */
export function present({ schema }: AdaptiveThing): AdaptiveSchemaRow {
  if (schema === undefined) throw notFound("The adaptive schema");
  return schema;
}
