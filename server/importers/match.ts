import type { PageType } from "../../engine/page.ts";
import { foldSlug } from "../../engine/slug.ts";
import type { PlannedPage } from "./planned.ts";

/** A page that a space has already. */
export interface ExistingPage {
  readonly id: string;
  readonly type: PageType;
  readonly slug: string;
  readonly title: string;
  /** The page above, null at the top. */
  readonly parent: string | null;
}

/** The id that a planned page gets, and why. `title` means that its address in the space is another one. */
interface PageMatch {
  readonly id: string;
  readonly by: "known" | "path" | "title" | "new";
}

/**
 * Gives each planned page its id, by key: that of the page at the same address, else that of an unmatched sibling
 * with the same title, else a new one. Pages of another type never match. Level by level, so that what lies
 * below a page renamed in the space still finds its own.
 * @param known ids that are certain, by key: they match nothing else, and what lies below them matches there
 */
export function matchPages(
  pages: readonly PlannedPage[],
  existing: readonly ExistingPage[],
  newId: () => string,
  known: ReadonlyMap<string, string> = new Map(),
): Map<string, PageMatch> {
  const certain = new Set(known.values());
  const children = groupByParent(existing.filter(({ id }) => !certain.has(id)));
  const matches = new Map<string, PageMatch>([...known].map(([key, id]) => [key, { id, by: "known" }]));
  const left: { pages: readonly PlannedPage[]; parent: string | null | undefined }[] = [
    { pages, parent: null },
  ];
  for (let level = left.pop(); level !== undefined; level = left.pop()) {
    const siblings = level.parent === undefined ? [] : (children.get(level.parent) ?? []);
    matchSiblings(level.pages, siblings, newId, matches);
    for (const page of level.pages) {
      const match = matches.get(page.key);
      left.push({ pages: page.children, parent: match?.by === "new" ? undefined : match?.id });
    }
  }
  return matches;
}

function groupByParent(pages: readonly ExistingPage[]): Map<string | null, ExistingPage[]> {
  const groups = new Map<string | null, ExistingPage[]>();
  for (const page of pages) {
    const group = groups.get(page.parent);
    if (group === undefined) groups.set(page.parent, [page]);
    else group.push(page);
  }
  return groups;
}

function matchSiblings(
  pages: readonly PlannedPage[],
  existing: readonly ExistingPage[],
  newId: () => string,
  matches: Map<string, PageMatch>,
): void {
  const free = new Set(existing);
  const match = (by: "path" | "title", keyOf: (page: PlannedPage | ExistingPage) => string): void => {
    const candidates = queuesBy([...free], keyOf);
    for (const page of pages) {
      if (matches.has(page.key)) continue;
      const found = candidates.get(keyOf(page))?.pop();
      if (found === undefined) continue;
      free.delete(found);
      matches.set(page.key, { id: found.id, by });
    }
  };
  match("path", ({ type, slug }) => `${type} ${foldSlug(slug)}`);
  match("title", ({ type, title }) => `${type} ${title}`);
  for (const page of pages) if (!matches.has(page.key)) matches.set(page.key, { id: newId(), by: "new" });
}

/** Groups values; the first of each group is its last element, ready to be popped. */
function queuesBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const queues = new Map<string, Value[]>();
  for (const value of values.toReversed()) {
    const key = keyOf(value);
    const queue = queues.get(key);
    if (queue === undefined) queues.set(key, [value]);
    else queue.push(value);
  }
  return queues;
}

/** Something known by a name, and by its content where names repeat: a file, or a reusable content by its title. */
interface NamedThing {
  readonly name: string;
  /** The hash of its content; two of one name are told apart by it. */
  readonly hash?: string;
}

/**
 * Gives each planned file (or reusable content) the id of the existing one of the same name, equal content first,
 * else a new id. Among equal ones the order of both lists decides. The result is in the order of `planned`.
 */
export function matchNamed(
  planned: readonly NamedThing[],
  existing: readonly (NamedThing & { readonly id: string })[],
  newId: () => string,
): string[] {
  const ids: (string | undefined)[] = planned.map(() => undefined);
  const free = new Set(existing);
  const match = (keyOf: (value: NamedThing) => string): void => {
    const candidates = queuesBy([...free], keyOf);
    for (const [index, value] of planned.entries()) {
      if (ids[index] !== undefined) continue;
      const found = candidates.get(keyOf(value))?.pop();
      if (found === undefined) continue;
      free.delete(found);
      ids[index] = found.id;
    }
  };
  match(({ name, hash }) => `${hash ?? ""} ${name}`);
  match(({ name }) => name);
  return ids.map((id) => id ?? newId());
}
