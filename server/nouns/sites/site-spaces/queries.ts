import { type Params, prepared } from "../../../db/database.ts";
import type { LoadCall } from "../../../http/operation.ts";
import { versioned } from "../../../http/versioned.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";
import { loadSpace } from "../../spaces/queries.ts";
import type { SiteSpacePlace } from "../structure/parts.ts";

export interface SiteSpaceThing extends SiteThing {
  readonly place: SiteSpacePlace;
}

const byId = prepared((read, p: Params<{ organization: string; id: string; site: string }>) =>
  read
    .selectFrom("site_spaces")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id"))
    .where("site_id", "=", p("site")),
);

/** The site-space that the path names, with the caller's rights on its site, if they may see its space. */
export async function loadSiteSpace(call: LoadCall): Promise<SiteSpaceThing | undefined> {
  const thing = await loadSite(call);
  if (thing === undefined) return undefined;
  const id = call.params["siteSpaceId"] ?? "";
  const place = await byId.first(call.deps.db.read, {
    organization: thing.site.organization_id,
    id,
    site: thing.site.id,
  });
  if (place === undefined) return undefined;
  const space = await loadSpace({ ...call, params: { spaceId: place.space_id } });
  return space?.rights.view ? { ...thing, place, version: versioned("site_spaces", place) } : undefined;
}
