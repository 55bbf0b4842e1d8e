import { type Params, prepared } from "../../../db/database.ts";
import type { LoadCall } from "../../../http/operation.ts";
import { versioned } from "../../../http/versioned.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";
import type { Section } from "../structure/parts.ts";

interface SectionThing extends SiteThing {
  readonly section: Section;
}

const byId = prepared((read, p: Params<{ organization: string; id: string; site: string }>) =>
  read
    .selectFrom("site_sections")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id"))
    .where("site_id", "=", p("site")),
);

/** The section that the path names, with the caller's rights on its site. */
export async function loadSection(call: LoadCall): Promise<SectionThing | undefined> {
  const thing = await loadSite(call);
  if (thing === undefined) return undefined;
  const id = call.params["siteSectionId"] ?? "";
  const section = await byId.first(call.deps.db.read, {
    organization: thing.site.organization_id,
    id,
    site: thing.site.id,
  });
  return section && { ...thing, section, version: versioned("site_sections", section) };
}
