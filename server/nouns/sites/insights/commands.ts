import { sql } from "kysely";
import type { Write } from "../../../db/database.ts";
import type { SiteKey } from "../site/present.ts";

/** Pages that were read, each with how often. */
export interface CountedViews {
  readonly siteSpace: string;
  readonly page: string;
  readonly views: number;
}

const DAY = 24 * 3_600_000;

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Adds to what was counted today. */
export async function countViews(
  tx: Write,
  { organization_id, id: site_id }: SiteKey,
  counted: readonly CountedViews[],
  now: number,
): Promise<void> {
  const day = Math.floor(now / DAY) * DAY;
  // In one order, so that two don't wait for each other.
  const rows = counted
    .map(({ siteSpace, page, views }) => ({
      organization_id,
      site_id,
      day,
      site_space_id: siteSpace,
      page_id: page,
      views,
    }))
    .toSorted((a, b) => inOrder(a.site_space_id, b.site_space_id) || inOrder(a.page_id, b.page_id));
  await tx
    .insertInto("page_views")
    .values(rows)
    .onConflict((on) =>
      on
        .columns(["organization_id", "site_id", "day", "site_space_id", "page_id"])
        .doUpdateSet({ views: sql<number>`page_views.views + excluded.views` }),
    )
    .execute();
}
