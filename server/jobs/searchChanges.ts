import type { NodeReader, RevisionRoot } from "../../engine/node.ts";
import { diffMaps } from "../../engine/mapDiff.ts";
import { sliceOfMap } from "../../engine/mapRead.ts";
import { byCodeUnit } from "../../engine/json.ts";
import type { Page } from "../../engine/page.ts";
import { readChildren, readPage } from "../../engine/tree.ts";
import { pagesIncludingChanged } from "./included.ts";

/** Tells whether search leaves a page of one revision out: it or a page above it says so. Remembers what it read. */
export type Exclusion = (page: Page) => Promise<boolean>;

export function exclusionIn(nodes: NodeReader, root: RevisionRoot): Exclusion {
  const known = new Map<string, Promise<boolean>>();
  const ofPage = (page: Page): Promise<boolean> | boolean =>
    page.noIndex === true || (page.parent !== null && below(page.parent));
  const below = (id: string): Promise<boolean> => {
    const answer =
      known.get(id) ?? readPage(nodes, root, id).then((page) => page !== undefined && ofPage(page));
    known.set(id, answer);
    return answer;
  };
  return async (page) => ofPage(page);
}

/**
 * Ids of the pages whose place in search may differ between two revisions, in order. Costs what differs; pages below
 * one that left search or came back count as different.
 */
export async function pagesToIndex(
  nodes: NodeReader,
  before: RevisionRoot,
  after: RevisionRoot,
): Promise<string[]> {
  const ids = new Set<string>();
  const wasExcluded = exclusionIn(nodes, before);
  const isExcluded = exclusionIn(nodes, after);
  for (const { key, before: was, after: is } of await diffMaps<Page>(nodes, before.pages, after.pages)) {
    if (was === undefined || is === undefined || !isSameText(was, is)) ids.add(key);
    if (was === undefined || is === undefined) continue;
    if (was.noIndex === is.noIndex && was.parent === is.parent) continue;
    if ((await wasExcluded(was)) !== (await isExcluded(is))) await addBranch(nodes, after, key, ids);
  }
  for (const id of await pagesIncludingChanged(nodes, before, after)) ids.add(id);
  return [...ids].toSorted(byCodeUnit);
}

/** Ids of all pages of a revision, in order. */
export async function allPages(nodes: NodeReader, root: RevisionRoot): Promise<string[]> {
  return (await sliceOfMap<Page>(nodes, root.pages)).map(([id]) => id);
}

function isSameText(a: Page, b: Page): boolean {
  return a.title === b.title && a.description === b.description && a.body === b.body && a.type === b.type;
}

async function addBranch(nodes: NodeReader, root: RevisionRoot, id: string, ids: Set<string>): Promise<void> {
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    ids.add(next);
    for (const child of await readChildren(nodes, root, next)) open.push(child.id);
  }
}
