/** Which tables a statement reads and writes, and of which organization alone: read off its text, once for each text. */
import { LRUCache } from "lru-cache";
import { parseBlocks } from "./statementBlocks.ts";
import type { StatementPart, TableUse } from "./statementParts.ts";
import { tables } from "./tables.ts";

/** A table, and the organization whose rows are meant; undefined: anybody's. */
export interface Touch {
  readonly table: string;
  readonly organization: string | undefined;
}

/** What a statement does with tables; `undefined` where its text doesn't tell: anything. */
export interface StatementTouches {
  readonly reads: readonly Touch[] | undefined;
  readonly writes: readonly Touch[] | undefined;
}

/** The same before the values are known: by the place of the value that names the organization. */
interface TableRule {
  readonly table: string;
  /** undefined: anybody's; several for an insert of several rows. */
  readonly at: readonly number[] | undefined;
}
interface StatementRules {
  readonly reads: readonly TableRule[] | undefined;
  readonly writes: readonly TableRule[] | undefined;
}

/** Characters of the texts that are remembered: lists of many lengths make many of them, and long ones. */
export const MOST_TEXT = 4_000_000;
/** What a rule of a text and its place among the others take beside it, and what each row of an insert does. */
const RULE = 200;
const ROW = 10;

const rulesByText = new LRUCache<string, StatementRules>({
  maxSize: MOST_TEXT,
  sizeCalculation: ({ reads = [], writes = [] }, text) =>
    [...reads, ...writes].reduce((size, { at = [] }) => size + RULE + ROW * at.length, RULE + text.length),
});

/** Characters that are remembered now. */
export const rememberedText = (): number => rulesByText.calculatedSize;

function rulesOf(sql: string): StatementRules {
  let rules = rulesByText.get(sql);
  if (rules === undefined) rulesByText.set(sql, (rules = readRules(sql)));
  return rules;
}

/** What a statement reads, run with these values. */
export function readBy(sql: string, values: readonly unknown[]): readonly Touch[] | undefined {
  return rulesOf(sql).reads?.flatMap((rule) => touchesOf(rule, values));
}

/** What a statement writes, run with these values, with all that follows of it by the rules of the schema. */
export function writtenBy(sql: string, values: readonly unknown[]): readonly Touch[] | undefined {
  return rulesOf(sql).writes?.flatMap((rule) => touchesOf(rule, values));
}

function touchesOf({ table, at }: TableRule, values: readonly unknown[]): Touch[] {
  const owners = at?.map((place) => values[place]);
  if (owners === undefined || !owners.every((owner) => typeof owner === "string"))
    return [{ table, organization: undefined }];
  return owners.map((organization) => ({ table, organization: organization as string }));
}

function readRules(sql: string): StatementRules {
  const parsed = parseBlocks(sql);
  if (parsed === undefined) return { reads: undefined, writes: undefined };
  const { blocks, inserts, isUnknown } = parsed;
  const uses = blocks.flatMap((block) => block.uses.map((use) => ({ block, use })));
  const written = uses.filter(({ use }) => use.written !== undefined);
  const reads = uses
    .filter(({ use }) => use.written === undefined)
    .map(({ block, use }) => ruleOf(block, use));
  if (isUnknown) return { reads: undefined, writes: parsed.isChange ? undefined : [] };
  // What is handed over to another organization takes along what belongs to it, on both sides.
  if (written.some(({ use }) => use.moves)) return { reads, writes: undefined };
  const changes = written.flatMap(({ block, use }) => {
    const rule = ruleOf(block, use);
    return use.written === "delete" ? [rule, ...following(rule)] : [rule];
  });
  const added = inserts.map(({ table, owners, overwrites }): TableRule => {
    const isOwn = overwrites === undefined || overwrites.includes(ownerOf(table));
    return { table, at: isOwn ? owners : undefined };
  });
  return { reads, writes: [...changes, ...added] };
}

/** What goes, or is cleared, with rows of a table. */
function following({ table, at }: TableRule): TableRule[] {
  return [...tables.following(table)].map(([name, isOfSame]) => ({
    table: name,
    at: isOfSame ? at : undefined,
  }));
}

const ownerOf = (table: string): string => (table === "organizations" ? "id" : "organization_id");

function ruleOf(block: StatementPart, use: TableUse): TableRule {
  const at = placeOf(block, use, new Set());
  return { table: use.table, at: at === undefined ? undefined : [at] };
}

/** Which value names the organization of all rows that are meant; undefined where none does. */
function placeOf(block: StatementPart, use: TableUse, seen: Set<TableUse>): number | undefined {
  if (seen.has(use)) return undefined;
  seen.add(use);
  for (const equality of block.equalities) {
    for (const [mine, theirs] of [
      [equality.left, equality.right],
      [equality.right, equality.left],
    ] as const) {
      if (mine.kind !== "column" || found(block, mine.of)?.use !== use || mine.name !== ownerOf(use.table))
        continue;
      // What is said in the condition of an outer join holds for the rows that are joined, not for those before them.
      if (equality.joined !== undefined && equality.joined !== use.alias) continue;
      if (theirs.kind === "value") return theirs.at;
      const other = found(block, theirs.of);
      if (other === undefined || theirs.name !== ownerOf(other.use.table)) continue;
      const place = placeOf(other.block, other.use, seen);
      if (place !== undefined) return place;
    }
  }
  return undefined;
}

/** The use that a column is of: in its own block, or in one around it. */
function found(
  block: StatementPart,
  of: string | undefined,
): { readonly block: StatementPart; readonly use: TableUse } | undefined {
  if (of === undefined) {
    const [only] = block.uses;
    return only !== undefined && block.sources === 1 ? { block, use: only } : undefined;
  }
  for (let at: StatementPart | undefined = block; at !== undefined; at = at.around) {
    const use = at.uses.find(({ alias }) => alias === of);
    if (use !== undefined) return { block: at, use };
    if (at.others.has(of)) return undefined;
  }
  return undefined;
}
