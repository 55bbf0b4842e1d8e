/** The content sources that computed pages name: what was made of them, and when they are looked at next. */
import { contentSourceKey, contentSourceOf, SOURCE, writtenSource } from "../../../engine/contentSource.ts";
import { contentHash } from "../../../engine/hash.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { betweenInMap, lastKeyPart } from "../../../engine/mapRead.ts";
import type { NodeReader, RevisionRoot } from "../../../engine/node.ts";
import { MADE } from "../../../engine/openapi/reference/pages.ts";
import { type Page, targetOf } from "../../../engine/page.ts";
import { readPages } from "../../../engine/tree.ts";
import { type RawBuilder, sql } from "kysely";
import { type Params, prepared, preparedWrite, type Read, type Write } from "../../db/database.ts";
import { enqueue } from "../../db/jobs.ts";
import type { SpaceKey } from "../../db/schema.ts";
import { holdsWord, wordList } from "../../db/wordList.ts";

/**
 * Sources that are kept for one space, those that nobody names any more included until their job has run: twice as many
 * as insertion takes, for what Git, imports and copies bring.
 */
export const MOST_KEPT = 200;

/** A page of what a script made, with its text. */
export interface SourcePage {
  readonly id: string;
  readonly type: "document" | "group" | "link";
  readonly title: string;
  readonly slug: string;
  readonly description?: string;
  readonly emoji?: string;
  readonly icon?: string;
  /** What its text is made of, as the API says it. */
  readonly computed?: JsonObject;
  /** Where a link leads. */
  readonly target?: JsonObject;
  /** In the dialect. */
  readonly body: string;
  readonly pages: readonly SourcePage[];
}

/** What the seed of a computed page's ids is. */
export const seedOf = ({ id, computedSeed }: Pick<Page, "id" | "computedSeed">): string => computedSeed ?? id;

/** The key of the source of a page; undefined where it names none. */
export function sourceKeyOf(page: Pick<Page, "id" | "computed" | "computedSeed">): string | undefined {
  const source = contentSourceOf(page.computed);
  return source && contentSourceKey(source, seedOf(page));
}

/** The computed pages of a revision that name a source, found by what they link to. */
export async function pagesOfSources(nodes: NodeReader, root: RevisionRoot): Promise<Page[]> {
  const links = await betweenInMap<number>(nodes, root.backlinks, SOURCE, `${SOURCE.slice(0, -1)};`);
  if (links.length === 0) return [];
  const ids = links.map(([key]) => lastKeyPart(key));
  const pages = await readPages(nodes, root, ids);
  return [...pages.values()].filter(({ type }) => type === "computed");
}

interface Keys extends SpaceKey {
  readonly keys: readonly string[];
}

/** What was made of a source, as far as content depends on it. */
export interface SourceResult {
  readonly key: string;
  /** Another where what was made is another. */
  readonly id: string;
  readonly madeAt: number;
}

const resultIds = prepared((read, p: Params<Keys>) =>
  read
    .selectFrom("content_sources")
    .select(["key", "result_id", "made_at"])
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .where("key", "in", p.list("keys"))
    .where("result_id", "is not", null),
);

/** What was made of sources, by their keys; those of which nothing was made are left out. */
export async function sourceResults(
  read: Read,
  space: SpaceKey,
  keys: readonly string[],
): Promise<Map<string, SourceResult>> {
  if (keys.length === 0) return new Map();
  const { organization_id, id } = space;
  const rows = await resultIds.all(read, { organization_id, id, keys });
  return new Map(
    rows.map(({ key, result_id, made_at }) => [key, { key, id: result_id ?? "", madeAt: made_at ?? 0 }]),
  );
}

const resultText = prepared((read, p: Params<SpaceKey & { key: string; result: string }>) =>
  read
    .selectFrom("content_source_results")
    .select("made")
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .where("key", "=", p("key"))
    .where("result_id", "=", p("result")),
);

/** What was made of a source when somebody looked is no longer there: look again. */
export class StaleResult extends Error {
  override readonly name = "StaleResult";
}

/** The pages that were made of a source. @throws StaleResult when others were made meanwhile */
export async function sourcePages(
  read: Read,
  { organization_id, id }: SpaceKey,
  { key, id: result }: SourceResult,
): Promise<readonly SourcePage[]> {
  const row = await resultText.first(read, { organization_id, id, key, result });
  if (row === undefined) throw new StaleResult(key);
  return JSON.parse(row.made) as readonly SourcePage[];
}

/** Times that one reading looks for a result that is made anew meanwhile: each takes a script's run. */
const MOST_LOOKS = 10;

/** Reads what was made, again where it was made anew meanwhile. */
export async function whileFresh<T>(look: () => Promise<T>): Promise<T> {
  for (let looks = 1; ; looks++) {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof StaleResult) || looks === MOST_LOOKS) throw error;
    }
  }
}

const countOf = prepared((read, p: Params<SpaceKey>) =>
  read
    .selectFrom("content_sources")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id")),
);

/** How many sources are kept for a space, those that nobody names any more included. */
export async function countSources(read: Read, { organization_id, id }: SpaceKey): Promise<number> {
  return (await countOf.first(read, { organization_id, id }))?.count ?? 0;
}

const keysOf = preparedWrite((tx, p: Params<SpaceKey>) =>
  tx
    .selectFrom("content_sources")
    .select("key")
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id")),
);

const vouch = preparedWrite((tx, p: Params<Keys & { by: string }>) =>
  tx
    .updateTable("content_sources")
    .set({ vouched_by: p("by") })
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .where("key", "in", p.list("keys"))
    .where("vouched_by", "is", null),
);

/** Somebody who sees what new sources depend on has named them: without that a source gets to know of its own space alone. */
export async function vouchForSources(
  tx: Write,
  { organization_id, id }: SpaceKey,
  keys: readonly string[],
  by: string,
): Promise<void> {
  if (keys.length > 0) await vouch.run(tx, { organization_id, id, keys, by });
}

/** Has the sources of pages made, where they are new. @param now in milliseconds */
export async function noteSources(
  tx: Write,
  { organization_id, id }: SpaceKey,
  pages: readonly Page[],
  now: number,
): Promise<void> {
  const rows = pages.flatMap((page) => {
    const source = page.type === "computed" ? contentSourceOf(page.computed) : undefined;
    if (source === undefined) return [];
    const seed = seedOf(page);
    const reads = Object.values(source.dependencies).flatMap(({ ref }) => targetOf(ref) ?? []);
    return {
      organization_id,
      space_id: id,
      key: contentSourceKey(source, seed),
      seed,
      integration: source.integration,
      source: JSON.stringify(writtenSource(source)),
      reads: wordList([...new Set(reads)]),
      due_at: now,
      created_at: now,
    };
  });
  if (rows.length === 0) return;
  const kept = await keysOf.all(tx, { organization_id, id });
  const known = new Set(kept.map(({ key }) => key));
  const some = rows.filter(({ key }) => !known.has(key)).slice(0, Math.max(0, MOST_KEPT - known.size));
  if (some.length === 0) return;
  await tx
    .insertInto("content_sources")
    .values(some)
    .onConflict((on) => on.columns(["organization_id", "space_id", "key"]).doNothing())
    .execute();
}

/** Which sources something concerns. */
export type ConcernedSources =
  | { readonly integrationId: string; readonly organization: string }
  | {
      readonly organization: string;
      readonly spaces: readonly string[];
      /** What the ids of its pages are made from. */
      readonly seed?: string;
      /** Keys of those that it doesn't concern. */
      readonly but?: readonly string[];
    }
  /** What they depend on, as a target of links. */
  | { readonly organization: string; readonly target: string };

/**
 * When a source is due of which something has changed. A look under way ends only what is due as it was when it began: one
 * that is due already is due a millisecond earlier, which makes it another look.
 */
export const dueAnew = (now: number): RawBuilder<number> =>
  sql<number>`case when due_at is null or due_at > ${now} then cast(${now} as bigint) else due_at - 1 end`;

/**
 * Has sources looked at: those are made anew of which something has changed.
 * @param now in milliseconds
 * @param how `anew`: all of them are made anew
 * @returns how many they are
 */
export async function lookAtSources(
  tx: Write,
  concerned: ConcernedSources,
  now: number,
  how: { readonly anew?: true } = {},
): Promise<number> {
  let rows = tx
    .updateTable("content_sources")
    .set({ due_at: dueAnew(now), ...(how.anew === undefined ? {} : { basis: null }) });
  rows = rows.where("organization_id", "=", concerned.organization);
  if ("integrationId" in concerned)
    rows = rows.where("integration", "in", (eb) =>
      eb.selectFrom("integrations").select("name").where("id", "=", concerned.integrationId),
    );
  if ("spaces" in concerned) {
    rows = rows.where("space_id", "in", concerned.spaces);
    if (concerned.seed !== undefined) rows = rows.where("seed", "=", concerned.seed);
    if (concerned.but?.length) rows = rows.where("key", "not in", concerned.but);
  }
  if ("target" in concerned)
    rows = rows.where(holdsWord(sql.ref<string>("reads"), concerned.target) as never);
  const { numUpdatedRows } = await rows.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The job that has all organizations' sources of one integration looked at. */
export const LOOK_AT_SOURCES = "look-at-sources";

/**
 * Has the sources of an integration looked at wherever it is installed, in slices of their own: whoever publishes it
 * waits for none of them.
 */
export async function queueLook(
  tx: Write,
  integration: string,
  { now, newId }: { readonly now: number; readonly newId: () => string },
): Promise<void> {
  await enqueue(tx, {
    id: newId(),
    kind: LOOK_AT_SOURCES,
    key: `${LOOK_AT_SOURCES}:${integration}`,
    payload: { integration },
    // What it looks through is everybody's.
    organization: null,
    due: now,
    now,
  });
}

/** The id of a page of a source: the same for what has the same name in the source. */
export function sourcePageId(seed: string, name: string): string {
  return MADE + contentHash(JSON.stringify(["source", seed, name])).slice(0, 20);
}
