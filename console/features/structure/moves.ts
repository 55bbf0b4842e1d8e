/** Moves of pages in a tree: what is sent, what takes it back, and how the tree looks meanwhile. */
import type { Page, UpdatePage } from "../../../sdk/src/index.ts";
import { above, type PageIndex } from "../../app/pageIndex.ts";

/** Where pages go: under which one (null: the top), before how many of those that stay there. */
export interface TreePlace {
  readonly into: string | null;
  readonly at: number;
}

interface Moves {
  readonly changes: readonly UpdatePage[];
  /** Takes them back. */
  readonly undo: readonly UpdatePage[];
}

/** Those of some pages that aren't below another of them, in the order of the tree. */
export function topmost(index: PageIndex, ids: readonly string[]): readonly string[] {
  const chosen = new Set(ids);
  const kept = ids.filter((id) => index.entries.has(id) && !above(index, id).some((one) => chosen.has(one)));
  const places = new Map([...index.entries.keys()].map((id, place) => [id, place]));
  return kept.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/** Whether pages may stand there. By themselves: groups are at the top alone, links hold none, and nothing is below itself. */
export function mayStand(index: PageIndex, ids: readonly string[], into: string | null): boolean {
  if (index.mayStand !== undefined) return index.mayStand(ids, into);
  if (into === null) return true;
  const parents = new Set([into, ...above(index, into)]);
  return (
    index.entries.get(into)?.page.type !== "link" &&
    ids.every((id) => !parents.has(id) && index.entries.get(id)?.page.type !== "group")
  );
}

/** The pages in a row under a page; null: at the top. */
function childrenOf(index: PageIndex, parent: string | null): readonly string[] {
  return parent === null ? index.top : (index.entries.get(parent)?.children ?? []);
}

/** Moves of topmost pages to one place, each as it is made after those before it. */
export function movesTo(index: PageIndex, ids: readonly string[], { into, at }: TreePlace): Moves {
  const rows = new Map<string | null, string[]>();
  const rowOf = (parent: string | null): string[] => {
    const row = rows.get(parent) ?? [...childrenOf(index, parent)];
    rows.set(parent, row);
    return row;
  };
  const staying = rowOf(into).filter((id) => !ids.includes(id));
  const wanted = [...staying.slice(0, at), ...ids, ...staying.slice(at)];
  const changes: UpdatePage[] = [];
  const undo: UpdatePage[] = [];
  for (const page of ids) {
    const from = index.entries.get(page)?.parent ?? null;
    const row = rowOf(from);
    const was = row.indexOf(page);
    row.splice(was, 1);
    const before = wanted[wanted.indexOf(page) - 1];
    const place = before === undefined ? 0 : rowOf(into).indexOf(before) + 1;
    rowOf(into).splice(place, 0, page);
    if (from === into && was === place) continue;
    changes.push({ operation: "update_page", page, into, at: place, was: { into: from } });
    undo.unshift({ operation: "update_page", page, into: from, at: was, was: { into } });
  }
  return { changes, undo };
}

/** Among the siblings, under the one before, or out from under the one above. */
export type TreeStep = "up" | "down" | "in" | "out";

/** Where a row of siblings goes by one key; undefined where it can't. */
export function stepTo(index: PageIndex, ids: readonly string[], step: TreeStep): TreePlace | undefined {
  const [first] = ids;
  if (first === undefined) return undefined;
  const parent = index.entries.get(first)?.parent ?? null;
  const row = childrenOf(index, parent);
  const before = row.slice(0, row.indexOf(first)).filter((id) => !ids.includes(id));
  const staying = row.filter((id) => !ids.includes(id));
  switch (step) {
    case "up":
      return before.length === 0 ? undefined : { into: parent, at: before.length - 1 };
    case "down":
      return before.length === staying.length ? undefined : { into: parent, at: before.length + 1 };
    case "in": {
      const into = before.at(-1);
      if (into === undefined || !mayStand(index, ids, into)) return undefined;
      return { into, at: childrenOf(index, into).length };
    }
    case "out": {
      if (parent === null) return undefined;
      const into = index.entries.get(parent)?.parent ?? null;
      return { into, at: childrenOf(index, into).indexOf(parent) + 1 };
    }
  }
}

/** The tree after changes of places and titles: what is shown while they are under way. */
export function changedTree(pages: readonly Page[], changes: readonly UpdatePage[]): readonly Page[] {
  let tree = pages;
  for (const { page: id, into, at, title } of changes) {
    const page = findPage(tree, id);
    if (page === undefined) continue;
    const changed = title === undefined ? page : { ...page, title };
    tree =
      into === undefined
        ? mapRows(tree, (row) => row.map((one) => (one.id === id ? changed : one)))
        : insertedInto(withoutPages(tree, [id]), into, at, changed);
  }
  return tree;
}

export function withoutPages(pages: readonly Page[], ids: readonly string[]): readonly Page[] {
  return mapRows(pages, (row) => row.filter(({ id }) => !ids.includes(id)));
}

function insertedInto(
  pages: readonly Page[],
  into: string | null,
  at = Number.MAX_SAFE_INTEGER,
  page: Page,
): readonly Page[] {
  if (into === null) return pages.toSpliced(at, 0, page);
  return mapRows(pages, (row) =>
    row.map((one) => (one.id === into ? { ...one, pages: (one.pages ?? []).toSpliced(at, 0, page) } : one)),
  );
}

function findPage(pages: readonly Page[], id: string): Page | undefined {
  for (const page of pages) {
    const found = page.id === id ? page : findPage(page.pages ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Changes each row of siblings, those below first. Rows that stay the same stay the same value. */
function mapRows(pages: readonly Page[], change: (row: readonly Page[]) => readonly Page[]): readonly Page[] {
  const below = pages.map((page) => {
    if (page.pages === undefined || page.pages.length === 0) return page;
    const rows = mapRows(page.pages, change);
    return rows === page.pages ? page : { ...page, pages: rows };
  });
  const row = change(below.every((page, place) => page === pages[place]) ? pages : below);
  return row.length === pages.length && row.every((page, place) => page === pages[place]) ? pages : row;
}
