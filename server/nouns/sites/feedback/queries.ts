import type { Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { newestFirst } from "../../../http/byAge.ts";
import type { Paging } from "../../../http/operation.ts";

interface FeedbackFilters {
  readonly rating?: Row<"page_feedback">["rating"] | undefined;
  readonly pageId?: string | undefined;
}

/** What readers said of a site's pages, the newest first. */
export async function listFeedback(
  read: Read,
  site: string,
  { rating, pageId }: FeedbackFilters,
  paging: Paging,
): Promise<{ rows: Row<"page_feedback">[]; count: number }> {
  let query = read.selectFrom("page_feedback").where("site_id", "=", site);
  if (rating !== undefined) query = query.where("rating", "=", rating);
  if (pageId !== undefined) query = query.where("page_id", "=", pageId);
  return newestFirst(query, paging);
}
