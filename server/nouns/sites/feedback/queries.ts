import type { Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { RowPage } from "../../../http/list.ts";
import { newestFirst } from "../../../http/pageBy.ts";
import type { Paging } from "../../../http/operation.ts";
import type { SiteKey } from "../site/present.ts";

interface FeedbackFilters {
  readonly rating?: Row<"page_feedback">["rating"] | undefined;
  readonly pageId?: string | undefined;
}

/** What readers said of a site's pages, the newest first. */
export async function listFeedback(
  read: Read,
  site: SiteKey,
  { rating, pageId }: FeedbackFilters,
  paging: Paging,
): Promise<RowPage<Row<"page_feedback">>> {
  let query = read
    .selectFrom("page_feedback")
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id);
  if (rating !== undefined) query = query.where("rating", "=", rating);
  if (pageId !== undefined) query = query.where("page_id", "=", pageId);
  return newestFirst(query, paging);
}
