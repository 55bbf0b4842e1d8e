/** What is up to date: said of a page by the hashes of what it says in both languages. */
import { contentHash } from "../../../engine/hash.ts";
import type { Page } from "../../../engine/page.ts";

/**
 * `missing`: nobody has translated it. `outdated`: its source has changed since. `current`: it is up to date. `extra`:
 * the source has no such page.
 */
export const PAGE_STATUSES = ["missing", "outdated", "current", "extra"] as const;

export type PageStatus = (typeof PAGE_STATUSES)[number];

/** The hash of what a page says to its readers: its title, its description and its text. */
export function textHash(page: Pick<Page, "title" | "description" | "body">): string {
  return contentHash(JSON.stringify([page.title, page.description ?? "", page.body ?? ""]));
}

/** What a page's status follows from; null: there is none. */
interface PageHashes {
  readonly source_hash: string | null;
  readonly target_hash: string | null;
  readonly from_hash: string | null;
}

/** The status of a page that is in the source, in the translation, or in both. */
export function statusOf({ source_hash, target_hash, from_hash }: PageHashes): PageStatus {
  if (source_hash === null) return "extra";
  if (target_hash === null || from_hash === null) return "missing";
  return from_hash === source_hash ? "current" : "outdated";
}
