import { type Params, prepared } from "../../../db/database.ts";
import type { LoadCall } from "../../../http/operation.ts";
import { versioned } from "../../../http/versioned.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";
import type { SectionGroup } from "../structure/parts.ts";

export interface GroupThing extends SiteThing {
  readonly group: SectionGroup;
}

const byId = prepared((read, p: Params<{ organization: string; id: string; site: string }>) =>
  read
    .selectFrom("site_section_groups")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id"))
    .where("site_id", "=", p("site")),
);

/** The section group that the path names, with the caller's rights on its site. */
export async function loadGroup(call: LoadCall): Promise<GroupThing | undefined> {
  const thing = await loadSite(call);
  if (thing === undefined) return undefined;
  const id = call.params["siteSectionGroupId"] ?? "";
  const group = await byId.first(call.deps.db.read, {
    organization: thing.site.organization_id,
    id,
    site: thing.site.id,
  });
  return group && { ...thing, group, version: versioned("site_section_groups", group) };
}
