import type { Write } from "../../../db/database.ts";
import type { SiteKey } from "../site/present.ts";
import type { AdaptiveSchemaRow } from "./queries.ts";

/** Replaces a site's schema, or gives it its first. undefined: it is no longer at `expected`. */
export async function putSchema(
  tx: Write,
  { site, json, now }: { readonly site: SiteKey; readonly json: string; readonly now: number },
  expected: number | undefined,
): Promise<AdaptiveSchemaRow | undefined> {
  const insert = tx
    .insertInto("site_adaptive_schemas")
    .values({ organization_id: site.organization_id, site_id: site.id, json, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "site_id"])
        .doUpdateSet((eb) => ({
          json: eb.ref("excluded.json"),
          updated_at: eb.ref("excluded.updated_at"),
          version: eb("site_adaptive_schemas.version", "+", 1),
        }))
        .where((eb) =>
          expected === undefined ? eb.lit(true) : eb("site_adaptive_schemas.version", "=", expected),
        ),
    );
  return insert.returningAll().executeTakeFirst();
}
