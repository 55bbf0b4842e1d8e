import { sql } from "kysely";
import type { SpaceKey } from "../../db/schema.ts";
import { type Params, prepared, preparedWrite, type Write } from "../../db/database.ts";
import { indexedTerms, type SearchEntry } from "../../../engine/search/entry.ts";
import { tokenizerOf } from "../../../engine/search/tokenize.ts";
import { inNumbers } from "./inNumbers.ts";
import { insertPages, type NumberedEntry } from "./insertPages.ts";
import { pageNumber } from "./pageNumber.ts";
import { noteWords } from "./vocabulary.ts";

interface SearchChange {
  /** The code of the language of the space, by which the entries were made. */
  readonly language?: string | null | undefined;
  readonly upserts: readonly SearchEntry[];
  /** Page ids; those that the index lacks are no error. */
  readonly removals: readonly string[];
  /**
   * The root that the index stands for after this change. Undefined while more slices of the same change follow:
   * the state then keeps the old root, and an interrupted change is begun anew from there at no harm. Empty: it stands
   * for none, and other pages may still be as whatever has indexed the space before made them.
   */
  readonly root?: string | undefined;
  /** Milliseconds. */
  readonly at: number;
}

interface IndexedPage {
  readonly number: number;
  readonly page_id: string;
  readonly hash: string;
}

/**
 * Brings pages of one space up to date in the index, and tells how many rows of pages it wrote and removed. Costs
 * what the changed pages hold; a page whose indexed text is the same is left alone. Indexers of one space wait for
 * one another. The caller divides many pages into transactions of a few: one of 2 kB takes about two milliseconds.
 */
export async function indexPages(
  tx: Write,
  space: SpaceKey,
  change: SearchChange,
): Promise<{ written: number; removed: number }> {
  const { language, at } = change;
  await lockIndex(tx, { ...space, tokenizer: tokenizerOf(language), at });
  const entries = new Map(change.upserts.map((entry) => [entry.page, entry]));
  const ids = [...new Set([...entries.keys(), ...change.removals])];
  const known = await indexedPages(tx, space, ids);
  const stale = known.filter(({ page_id, hash }) => entries.get(page_id)?.hash !== hash);
  for (const { page_id, hash } of known) {
    if (entries.get(page_id)?.hash === hash) entries.delete(page_id);
  }
  if (stale.length > 0)
    await removePages(
      tx,
      space.organization_id,
      stale.map(({ number }) => number),
    );
  const numbered = await numberEntries(tx, space, [...entries.values()]);
  if (numbered.length > 0) await insertPages(tx, space, numbered);
  await noteWords(
    tx,
    space,
    numbered.flatMap(({ terms }) => [...terms]),
  );
  if (change.root === "") await dropRoot.run(tx, { organization_id: space.organization_id, id: space.id });
  else if (change.root !== undefined)
    await noteRoot(tx, { ...space, root: change.root, tokenizer: tokenizerOf(language) });
  const written = numbered.length;
  return { written, removed: stale.filter(({ page_id }) => !entries.has(page_id)).length };
}

/** Takes up to `limit` pages of a space out of the index; tells whether the space is forgotten or more are left. */
export async function forgetSpace(tx: Write, space: SpaceKey, limit = 100): Promise<boolean> {
  const rows = await tx
    .selectFrom("search_pages")
    .select("number")
    .where("organization_id", "=", space.organization_id)
    .where("space_id", "=", space.id)
    .limit(limit + 1)
    .execute();
  const numbers = rows.slice(0, limit).map(({ number }) => number);
  if (numbers.length > 0) await removePages(tx, space.organization_id, numbers);
  if (rows.length > limit) return false;
  for (const table of ["search_vocabulary", "search_state"] as const) {
    await tx
      .deleteFrom(table)
      .where("organization_id", "=", space.organization_id)
      .where("space_id", "=", space.id)
      .execute();
  }
  return true;
}

/** Writing the state row makes every other indexer of the space wait for the end of this transaction. */
async function lockIndex(tx: Write, state: IndexState & { readonly at: number }): Promise<void> {
  const { organization_id, id, tokenizer, at } = state;
  await lockState.run(tx, { organization_id, id, tokenizer, at });
}

type IndexState = SpaceKey & { readonly tokenizer: string };

const lockState = preparedWrite((tx, p: Params<IndexState & { at: number }>) =>
  tx
    .insertInto("search_state")
    .values({
      organization_id: p("organization_id"),
      space_id: p("id"),
      root: "",
      tokenizer: p("tokenizer"),
      indexed_at: p("at"),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "space_id"])
        .doUpdateSet((set) => ({ indexed_at: set.ref("excluded.indexed_at") })),
    ),
);

async function noteRoot(tx: Write, state: IndexState & { readonly root: string }): Promise<void> {
  const { organization_id, id, tokenizer, root } = state;
  await setRoot.run(tx, { organization_id, id, tokenizer, root });
}

const dropRoot = preparedWrite((tx, p: Params<SpaceKey>) =>
  tx
    .updateTable("search_state")
    .set({ root: "" })
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id")),
);

const setRoot = preparedWrite((tx, p: Params<IndexState & { root: string }>) =>
  tx
    .updateTable("search_state")
    .set({ root: p("root"), tokenizer: p("tokenizer") })
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id")),
);

function indexedPages(
  tx: Write,
  { organization_id, id }: SpaceKey,
  pages: readonly string[],
): Promise<IndexedPage[]> {
  return pagesById.all(tx, { organization_id, id, pages });
}

const pagesById = prepared((read, p: Params<SpaceKey & { pages: readonly string[] }>) =>
  read
    .selectFrom("search_pages")
    .select(["number", "page_id", "hash"])
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .where("page_id", "in", p.list("pages"))
    .orderBy("number"),
);

/** Sections, and the row of the full-text index, leave with their page. */
async function removePages(tx: Write, organization: string, numbers: readonly number[]): Promise<void> {
  await deletePages.run(tx, { organization, numbers: numbers.join(",") });
}

const deletePages = preparedWrite((tx, p: Params<{ organization: string; numbers: string }>) =>
  tx
    .deleteFrom("search_pages")
    .where("organization_id", "=", p("organization"))
    .where(inNumbers(tx, "number", p("numbers"))),
);

/** Gives each entry a number that no other page of the installation has. */
async function numberEntries(
  tx: Write,
  space: SpaceKey,
  entries: readonly SearchEntry[],
): Promise<NumberedEntry[]> {
  const numbered: NumberedEntry[] = [];
  const taken = new Set<number>();
  let rest = entries;
  for (let attempt = 0; rest.length > 0; attempt += 1) {
    const tried = rest.map((entry) => ({
      entry,
      number: pageNumber(space.id, entry.page, entry.hash, attempt),
    }));
    for (const number of await takenNumbers(tx, tried)) taken.add(number);
    const again: SearchEntry[] = [];
    for (const { entry, number } of tried) {
      if (taken.has(number)) again.push(entry);
      else numbered.push({ number, entry, terms: indexedTerms(entry) });
      taken.add(number);
    }
    rest = again;
  }
  return numbered;
}

async function takenNumbers(tx: Write, tried: readonly { readonly number: number }[]): Promise<number[]> {
  const rows = await indexedNumbers.all(tx, { numbers: tried.map(({ number }) => number).join(",") });
  return rows.map(({ number }) => number);
}

const indexedNumbers = prepared((read, p: Params<{ numbers: string }>) => {
  const column = read.link.dialect === "sqlite" ? "rowid" : "number";
  const found = sql<{ number: number }>`select ${sql.ref(column)} as number from search_index
    where ${inNumbers(read, column, p("numbers"))}`;
  return { compile: () => found.compile(read) };
});
