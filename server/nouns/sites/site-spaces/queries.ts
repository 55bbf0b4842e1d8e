import type { LoadCall } from "../../../http/operation.ts";
import { loadSpace } from "../../spaces/queries.ts";
import { partOfSite } from "../site/partOfSite.ts";

const loadPlace = partOfSite("place", "site_spaces", "siteSpaceId");

/** The site-space that the path names, with the caller's rights on its site, if they may see its space. */
export async function loadSiteSpace(call: LoadCall) {
  const thing = await loadPlace(call);
  if (thing === undefined) return undefined;
  const space = await loadSpace({ ...call, params: { spaceId: thing.place.space_id } });
  return space?.rights.view ? thing : undefined;
}
