import { contentHash } from "./hash.ts";
import { canonicalJson } from "./json.ts";
import type { Page, ReusableContent } from "./page.ts";

/** Characters of a version: 88 bits, for comparing what one page was with what it is. */
const LENGTH = 22;

/**
 * The version of a page or a reusable content: it changes with its fields, its place and its text, and with nothing
 * else. Times and what Git notes are none of them.
 */
export function versionOf(item: Page | ReusableContent): string {
  const { createdAt: _created, updatedAt: _updated, git: _git, ...rest } = item;
  return contentHash(canonicalJson(rest)).slice(0, LENGTH);
}
