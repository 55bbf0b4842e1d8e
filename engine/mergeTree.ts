import { lastKeyPart, prefixInMap, sliceOfMap } from "./mapRead.ts";
import type { PageConflict, Side } from "./mergePage.ts";
import type { NodeReader, RevisionRoot } from "./node.ts";
import type { Page } from "./page.ts";
import { childPrefix, slugKey } from "./revision.ts";
import { numberedSlug } from "./slug.ts";
import { pageIdBySlug, readPage } from "./tree.ts";

/** A page that had to give up its address, since another page of its parent has it. */
export interface RenamedPage {
  readonly page: string;
  readonly from: string;
  readonly to: string;
}

/** The pages of a merge in the making: those of `ours`, but for those that the merge replaces. */
export interface MergingTree {
  readonly nodes: NodeReader;
  readonly ours: RevisionRoot;
  readonly theirs: RevisionRoot;
  /** Pages that may differ from ours; `undefined`: no such page any more. */
  readonly replaced: Map<string, Page | undefined>;
  readonly conflicts: PageConflict[];
}

function current(tree: MergingTree, id: string): Promise<Page | undefined> | Page | undefined {
  return tree.replaced.has(id) ? tree.replaced.get(id) : readPage(tree.nodes, tree.ours, id);
}

/**
 * Brings back pages that one side removed while the other put or kept pages under them, with those above. Removing
 * a page means its subpages as they were, never what the other side has added.
 */
export async function restoreParents(tree: MergingTree): Promise<void> {
  for (const [id, page] of tree.replaced) {
    if (page === undefined) {
      if (await hasPagesLeft(tree, id)) await restore(tree, id);
    } else if (page.parent !== null) {
      await restore(tree, page.parent);
    }
  }
}

/** Whether pages of ours still stand under a page that is removed. */
async function hasPagesLeft(tree: MergingTree, id: string): Promise<boolean> {
  const { start, end } = await prefixInMap(tree.nodes, tree.ours.children, childPrefix(id));
  for (const [key] of await sliceOfMap(tree.nodes, tree.ours.children, start, end)) {
    if ((await current(tree, lastKeyPart(key)))?.parent === id) return true;
  }
  return false;
}

async function restore(tree: MergingTree, from: string): Promise<void> {
  for (let id: string | null = from; id !== null;) {
    const known: Page | undefined = await current(tree, id);
    if (known !== undefined) return;
    const ours: Page | undefined = await readPage(tree.nodes, tree.ours, id);
    const page: Page | undefined = ours ?? (await readPage(tree.nodes, tree.theirs, id));
    if (page === undefined) return;
    const removedBy: Side = ours === undefined ? "ours" : "theirs";
    tree.conflicts.push({ kind: "page-removed", page: id, removedBy });
    tree.replaced.set(id, page);
    id = page.parent;
  }
}

/** Undoes moves of theirs that, together with moves of ours, would put pages under themselves. */
export async function breakCycles(tree: MergingTree): Promise<void> {
  for (const [id, page] of tree.replaced) {
    const ours = await readPage(tree.nodes, tree.ours, id);
    if (page === undefined || ours === undefined || ours.parent === page.parent) continue;
    if (!(await isUnderItself(tree, id))) continue;
    tree.conflicts.push({ kind: "page-position", page: id, ours: ours.parent, theirs: page.parent });
    tree.replaced.set(id, { ...page, parent: ours.parent, order: ours.order });
  }
}

async function isUnderItself(tree: MergingTree, id: string): Promise<boolean> {
  const seen = new Set<string>();
  for (let above = (await current(tree, id))?.parent ?? null; above !== null;) {
    if (above === id) return true;
    if (seen.has(above)) return false;
    seen.add(above);
    above = (await current(tree, above))?.parent ?? null;
  }
  return false;
}

/** Gives a numbered slug to each page whose address another page has; pages keep the addresses they have in ours. */
export async function separateAddresses(tree: MergingTree): Promise<RenamedPage[]> {
  const renamed: RenamedPage[] = [];
  const newcomers: Page[] = [];
  const taken = new Map<string, string>();
  for (const [id, page] of tree.replaced) {
    if (page === undefined) continue;
    const ours = await readPage(tree.nodes, tree.ours, id);
    if (ours !== undefined && addressKey(ours) === addressKey(page)) taken.set(addressKey(page), id);
    else newcomers.push(page);
  }
  for (const page of newcomers) {
    let slug = page.slug;
    for (let number = 1; await isTaken(tree, taken, page, slug); number++)
      slug = numberedSlug(page.slug, number);
    taken.set(slugKey(page.parent, slug), page.id);
    if (slug === page.slug) continue;
    renamed.push({ page: page.id, from: page.slug, to: slug });
    tree.replaced.set(page.id, { ...page, slug });
  }
  return renamed;
}

async function isTaken(
  tree: MergingTree,
  taken: Map<string, string>,
  page: Page,
  slug: string,
): Promise<boolean> {
  const key = slugKey(page.parent, slug);
  if ((taken.get(key) ?? page.id) !== page.id) return true;
  const holder = await pageIdBySlug(tree.nodes, tree.ours, page.parent, slug);
  if (holder === undefined || holder === page.id) return false;
  const held = await current(tree, holder);
  return held !== undefined && addressKey(held) === key;
}

function addressKey(page: Page): string {
  return slugKey(page.parent, page.slug);
}
