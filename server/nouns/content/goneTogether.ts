/** What of the pages that one revision took away is told as one: what went with the page above it comes back with that. */
import type { Page } from "../../../engine/page.ts";

/** A page that is gone, and how many of those below it are. */
interface GonePage {
  readonly page: Page;
  readonly pages: number;
}

/**
 * The topmost of the pages that are gone, in their order. Costs what is gone, however it lay: each is counted once.
 * @param gone all that a revision took away, by id
 * @param back which of them are there again: those below one of these are on their own
 */
export function* goneTogether(
  gone: ReadonlyMap<string, Page>,
  back: { has(id: string): boolean },
): Generator<GonePage> {
  const below = new Map<string, string[]>();
  const tops: Page[] = [];
  for (const page of gone.values()) {
    if (back.has(page.id)) continue;
    const { parent } = page;
    if (parent === null || !gone.has(parent) || back.has(parent)) tops.push(page);
    else if (below.get(parent)?.push(page.id) === undefined) below.set(parent, [page.id]);
  }
  for (const page of tops) {
    const found = [page.id];
    // Grows while it is gone through.
    for (const id of found) for (const child of below.get(id) ?? []) found.push(child);
    yield { page, pages: found.length - 1 };
  }
}
