/** The tables there are, and what follows of a row's end. */
import { firstTables } from "./migrations/001-first-release.ts";
import { ledger } from "./migrations/list.ts";
import type { TableDescription } from "./migrations/table.ts";

const all: readonly TableDescription[] = [...firstTables, ledger];
const byName = new Map(all.map((table) => [table.name, table]));

/** By a table: those whose rows name its rows, and whether they are of the same organization. */
const naming = new Map<string, Map<string, boolean>>();
for (const { name, of, refers = {} } of all) {
  const targets = Object.values(refers).map((reference) => reference.slice(0, reference.indexOf(" ")));
  if (of === "organization") targets.push("organizations");
  for (const target of targets) {
    const isOfSame = of !== undefined && (target === "organizations" || byName.get(target)?.of !== undefined);
    let from = naming.get(target);
    if (from === undefined) naming.set(target, (from = new Map()));
    from.set(name, isOfSame && from.get(name) !== false);
  }
}

const followers = new Map<string, ReadonlyMap<string, boolean>>();

export const tables = {
  has: (name: string): boolean => byName.has(name),
  /**
   * The tables from which rows go, or in which they are cleared, when rows of a table are deleted; and whether all of
   * these are of the same organization.
   */
  following(name: string): ReadonlyMap<string, boolean> {
    let found = followers.get(name);
    if (found === undefined) followers.set(name, (found = follow(name)));
    return found;
  },
};

function follow(name: string): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const waiting: [string, boolean][] = [[name, true]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [at, isOfSame] = next;
    for (const [from, isShared] of naming.get(at) ?? []) {
      const before = found.get(from);
      const now = isOfSame && isShared;
      // Again where it is worse than it was known to be: there is an end to that.
      if (before !== undefined && (before === now || !before)) continue;
      found.set(from, now);
      waiting.push([from, now]);
    }
  }
  return found;
}
