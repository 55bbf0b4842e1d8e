/** The pages of a space by id, each with those below it: what a tree of thousands asks for. */
import type { Page } from "../../sdk/src/index.ts";
import type { LineIconName } from "../ui/Icon.tsx";

export interface IndexEntry {
  readonly page: Page;
  /** The id of the page above it; undefined at the top. */
  readonly parent: string | undefined;
  readonly children: readonly string[];
  /** What stands before its title where it has no icon; pages have theirs by what they are. Such are open at first. */
  readonly sign?: LineIconName;
}

export interface PageIndex {
  readonly entries: ReadonlyMap<string, IndexEntry>;
  /** Ids of those at the top. */
  readonly top: readonly string[];
  /** Whether some of them may stand there, null being the top; where it isn't said, as pages may. */
  readonly mayStand?: (ids: readonly string[], into: string | null) => boolean;
}

export function indexPages(pages: readonly Page[]): PageIndex {
  const entries = new Map<string, IndexEntry>();
  const add = (page: Page, parent: string | undefined): void => {
    const below = page.pages ?? [];
    entries.set(page.id, { page, parent, children: below.map(({ id }) => id) });
    for (const one of below) add(one, page.id);
  };
  for (const page of pages) add(page, undefined);
  return { entries, top: pages.map(({ id }) => id) };
}

/** Ids of the pages above one, the nearest first. */
export function above({ entries }: PageIndex, id: string | undefined): readonly string[] {
  const ids: string[] = [];
  let next = id === undefined ? undefined : entries.get(id)?.parent;
  while (next !== undefined) {
    ids.push(next);
    next = entries.get(next)?.parent;
  }
  return ids;
}

/** The first page that can be read, in the order of the navigation. */
export function firstReadable(index: PageIndex): string | undefined {
  for (const [id, { page }] of index.entries)
    if (page.type === "document" || page.type === "computed") return id;
  return undefined;
}

/** Pages whose title has a text, in the order of the navigation. @param most how many are given */
export function pagesCalled(index: PageIndex, text: string, most: number): readonly Page[] {
  const wanted = text.trim().toLowerCase();
  const found: Page[] = [];
  for (const { page } of index.entries.values()) {
    if (page.title.toLowerCase().includes(wanted)) found.push(page);
    if (found.length === most) break;
  }
  return found;
}
