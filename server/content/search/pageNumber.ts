import { contentHash } from "../../engine/hash.ts";

/**
 * The number of a page in the index: 52 bits of a hash, so that it depends on the page alone and not on when it was
 * indexed, or on which database.
 * @param attempt counts up while the number turns out to be another page's
 */
export function pageNumber(spaceId: string, pageId: string, attempt: number): number {
  return Number.parseInt(contentHash(`${spaceId}/${pageId}/${attempt}`).slice(0, 13), 16);
}
