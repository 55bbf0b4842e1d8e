import type { Write } from "../../db/database.ts";
import { indexedTerms, type SearchEntry } from "../../../engine/search/entry.ts";
import { tokenizerVersion } from "../../../engine/search/tokenize.ts";
import { inNumbers } from "./inNumbers.ts";
import { insertPages, type NumberedEntry } from "./insertPages.ts";
import { pageNumber } from "./pageNumber.ts";
import { rowsOf } from "./rowsOf.ts";
import { noteWords } from "./vocabulary.ts";

interface SearchChange {
  readonly upserts: readonly SearchEntry[];
  /** Page ids; those that the index lacks are no error. */
  readonly removals: readonly string[];
  /**
   * The root that the index stands for after this change. Undefined while more slices of the same change follow:
   * the state then keeps the old root, and an interrupted change is begun anew from there at no harm.
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
  spaceId: string,
  change: SearchChange,
): Promise<{ written: number; removed: number }> {
  await lockIndex(tx, spaceId, change.at);
  const entries = new Map(change.upserts.map((entry) => [entry.page, entry]));
  const ids = [...new Set([...entries.keys(), ...change.removals])];
  const known = await indexedPages(tx, spaceId, ids);
  const stale = known.filter(({ page_id, hash }) => entries.get(page_id)?.hash !== hash);
  for (const { page_id, hash } of known) {
    if (entries.get(page_id)?.hash === hash) entries.delete(page_id);
  }
  if (stale.length > 0)
    await removePages(
      tx,
      stale.map(({ number }) => number),
    );
  const numbered = await numberEntries(tx, spaceId, [...entries.values()]);
  if (numbered.length > 0) await insertPages(tx, spaceId, numbered);
  await noteWords(
    tx,
    spaceId,
    numbered.flatMap(({ terms }) => [...terms]),
  );
  if (change.root !== undefined) await noteRoot(tx, spaceId, change.root);
  const written = numbered.length;
  return { written, removed: stale.filter(({ page_id }) => !entries.has(page_id)).length };
}

/** Takes up to `limit` pages of a space out of the index; tells whether the space is forgotten or more are left. */
export async function forgetSpace(tx: Write, spaceId: string, limit = 100): Promise<boolean> {
  const rows = await tx
    .selectFrom("search_pages")
    .select("number")
    .where("space_id", "=", spaceId)
    .limit(limit + 1)
    .execute();
  const numbers = rows.slice(0, limit).map(({ number }) => number);
  if (numbers.length > 0) await removePages(tx, numbers);
  if (rows.length > limit) return false;
  await tx.deleteFrom("search_vocabulary").where("space_id", "=", spaceId).execute();
  await tx.deleteFrom("search_state").where("space_id", "=", spaceId).execute();
  return true;
}

/** Writing the state row makes every other indexer of the space wait for the end of this transaction. */
async function lockIndex(tx: Write, spaceId: string, at: number): Promise<void> {
  await tx
    .insertInto("search_state")
    .values({ space_id: spaceId, root: "", tokenizer: tokenizerVersion, indexed_at: at })
    .onConflict((conflict) => conflict.column("space_id").doUpdateSet({ indexed_at: at }))
    .execute();
}

async function noteRoot(tx: Write, spaceId: string, root: string): Promise<void> {
  await tx
    .updateTable("search_state")
    .set({ root, tokenizer: tokenizerVersion })
    .where("space_id", "=", spaceId)
    .execute();
}

function indexedPages(tx: Write, spaceId: string, ids: readonly string[]): Promise<IndexedPage[]> {
  return tx
    .selectFrom("search_pages")
    .innerJoin(
      rowsOf(
        tx,
        "wanted",
        { id: "text" },
        ids.map((id) => ({ id })),
      ),
      (join) => join.onRef("search_pages.page_id", "=", "wanted.id"),
    )
    .select(["number", "page_id", "hash"])
    .where("space_id", "=", spaceId)
    .orderBy("number")
    .execute();
}

/** Sections, and the row of the full-text index, leave with their page. */
async function removePages(tx: Write, numbers: readonly number[]): Promise<void> {
  await tx
    .deleteFrom("search_pages")
    .where(inNumbers(tx, "number", numbers.join(",")))
    .execute();
}

/** Gives each entry a number that no other page has. */
async function numberEntries(
  tx: Write,
  spaceId: string,
  entries: readonly SearchEntry[],
): Promise<NumberedEntry[]> {
  const numbered: NumberedEntry[] = [];
  const taken = new Set<number>();
  let rest = entries;
  for (let attempt = 0; rest.length > 0; attempt += 1) {
    const tried = rest.map((entry) => ({
      entry,
      number: pageNumber(spaceId, entry.page, entry.hash, attempt),
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
  const rows = await tx
    .selectFrom("search_pages")
    .select("number")
    .where(inNumbers(tx, "number", tried.map(({ number }) => number).join(",")))
    .execute();
  return rows.map(({ number }) => number);
}
