import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";

/** What a reader says of a page. */
interface GivenFeedback {
  readonly site: Row<"sites">;
  readonly siteSpace: string;
  readonly space: string;
  readonly page: { readonly id: string; readonly title: string };
  /** The page's own address, without any key that opened the site. */
  readonly url: string;
  readonly rating: "bad" | "ok" | "good";
  readonly comment?: string | undefined;
}

/** Keeps what a reader says, and tells listeners. Readers are no actors of the audit log. */
export async function keepFeedback(
  tx: Write,
  { newId, now }: { readonly newId: () => string; readonly now: number },
  given: GivenFeedback,
): Promise<void> {
  const { site, siteSpace, space, page, url, rating, comment } = given;
  await tx
    .insertInto("page_feedback")
    .values({
      organization_id: site.organization_id,
      id: newId(),
      site_id: site.id,
      site_space_id: siteSpace,
      space_id: space,
      page_id: page.id,
      page_title: page.title,
      url,
      rating,
      comment: comment ?? null,
      created_at: now,
    })
    .execute();
  const feedback = { rating, ...(comment === undefined ? {} : { comment }) };
  const actor = { type: "system", id: "site" };
  await tx
    .insertInto("outbox")
    .values({
      id: newId(),
      kind: "page_feedback",
      organization_id: site.organization_id,
      space_id: space,
      payload: JSON.stringify({ siteId: site.id, spaceId: space, pageId: page.id, feedback, url, actor }),
      created_at: now,
    })
    .execute();
}
