import { type Params, prepared } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { LoadCall } from "../../../http/operation.ts";
import { versioned } from "../../../http/versioned.ts";
import { loadSite, type SiteThing } from "./queries.ts";

/** Tables whose rows belong to one site each. */
type PartTable =
  | "share_links"
  | "site_external_links"
  | "site_redirects"
  | "site_section_groups"
  | "site_sections"
  | "site_spaces";

/** A part of a site under its name, with the caller's rights on the site. */
export type SitePart<Name extends string, Table extends PartTable> = SiteThing & {
  readonly [N in Name]: Row<Table>;
};

/**
 * Makes what loads a part of a site that the path names.
 * @param parameter of the path, with the part's id
 */
export function partOfSite<Name extends string, Table extends PartTable>(
  name: Name,
  table: Table,
  parameter: string,
) {
  const byId = prepared((read, p: Params<{ organization: string; id: string; site: string }>) =>
    read
      .selectFrom<PartTable>(table)
      .selectAll()
      .where("organization_id", "=", p("organization"))
      .where("id", "=", p("id"))
      .where("site_id", "=", p("site")),
  );
  return async (call: LoadCall): Promise<SitePart<Name, Table> | undefined> => {
    const thing = await loadSite(call);
    if (thing === undefined) return undefined;
    const { organization_id: organization, id: site } = thing.site;
    const id = call.params[parameter] ?? "";
    const row = await byId.first(call.deps.db.read, { organization, id, site });
    return (
      row &&
      ({ ...thing, [name]: row, version: versioned(table, row as Row<Table>) } as SitePart<Name, Table>)
    );
  };
}
