import { contentHash } from "../../../engine/hash.ts";

/**
 * The number under which a page is in the index: 52 bits of a hash. It depends on the page and on what is indexed of it
 * alone and not on when that was, or on which database; so what lies under a number never becomes something else.
 * @param hash of all that is indexed of the page
 * @param attempt counts up while the number turns out to be another page's
 */
export function pageNumber(spaceId: string, pageId: string, hash: string, attempt: number): number {
  return Number.parseInt(contentHash(`${spaceId}/${pageId}/${hash}/${attempt}`).slice(0, 13), 16);
}
