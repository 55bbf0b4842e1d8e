import type { Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { Paging } from "../../../http/operation.ts";

export interface FeedbackFilters {
  readonly rating?: Row<"page_feedback">["rating"] | undefined;
  readonly pageId?: string | undefined;
}

/** What readers said of a site's pages, the newest first. */
export async function listFeedback(
  read: Read,
  site: string,
  { rating, pageId }: FeedbackFilters,
  { limit, after }: Paging,
): Promise<{ rows: Row<"page_feedback">[]; count: number }> {
  let query = read.selectFrom("page_feedback").where("site_id", "=", site);
  if (rating !== undefined) query = query.where("rating", "=", rating);
  if (pageId !== undefined) query = query.where("page_id", "=", pageId);
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  let sorted = query
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (after !== undefined) {
    const [at, id] = [Number(after[0]), String(after[1])];
    sorted = sorted.where((eb) => eb(eb.refTuple("created_at", "id"), "<", eb.tuple(at, id)));
  }
  return { rows: await sorted.execute(), count };
}
