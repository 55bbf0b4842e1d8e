import type { Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { RowPage } from "../../../http/list.ts";
import { oldestFirst } from "../../../http/pageBy.ts";
import type { Paging } from "../../../http/operation.ts";
import type { SiteKey } from "../site/present.ts";
import { partOfSite } from "../site/partOfSite.ts";

/** The share link that the path names, with the caller's rights on its site. */
export const loadShareLink = partOfSite("link", "share_links", "shareLinkId");

/** The share links of a site, oldest first. */
export async function listShareLinks(
  read: Read,
  site: SiteKey,
  paging: Paging,
): Promise<RowPage<Row<"share_links">>> {
  const query = read
    .selectFrom("share_links")
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id);
  return oldestFirst(query, paging);
}
