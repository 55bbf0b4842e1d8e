/** The way back for a page that was deleted. */
import {
  type DeletedPage,
  listPages,
  listPagesInChangeRequest,
  listPagesInRevisionById,
  type Page,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { type ContentPlace, writeContent } from "../../api/content.ts";

/** Changes of one request. */
const MOST_CHANGES = 50;

/**
 * A page with those below it, from above down, as the last revision that had them. Those that are there again stay as
 * they are: somebody may have written in them since.
 */
export async function bringBack(place: ContentPlace, { id, revision }: DeletedPage): Promise<void> {
  const { space, number } = place;
  const query = { metadata: false, computed: false };
  const [was, now] = await Promise.all([
    listPagesInRevisionById(client, space, revision, query),
    number === undefined
      ? listPages(client, space, query)
      : listPagesInChangeRequest(client, space, number, query),
  ]);
  const there = new Set(allOf(now.pages));
  const ids = idsFrom(was.pages, id, false).filter((page) => !there.has(page));
  for (let from = 0; from < ids.length; from += MOST_CHANGES)
    await writeContent(
      place,
      ids.slice(from, from + MOST_CHANGES).map((page) => ({ operation: "revert_page", page, revision })),
    );
}

function allOf(pages: readonly Page[]): readonly string[] {
  return pages.flatMap(({ id, pages: below = [] }) => [id, ...allOf(below)]);
}

function idsFrom(pages: readonly Page[], id: string, isBelow: boolean): readonly string[] {
  return pages.flatMap((page) => {
    const isIn = isBelow || page.id === id;
    return [...(isIn ? [page.id] : []), ...idsFrom(page.pages ?? [], id, isIn)];
  });
}
