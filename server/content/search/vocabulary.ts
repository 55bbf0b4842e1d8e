import { sql } from "kysely";
import type { Write } from "../../db/database.ts";
import { isVocabulary } from "../../engine/search/entry.ts";
import { backwards } from "../../engine/search/oneEdit.ts";
import { rowsOf } from "./rowsOf.ts";

/** By how many pages each word grows or shrinks. */
export class VocabularyChange {
  readonly #pages = new Map<string, number>();

  add(terms: Iterable<string>): void {
    this.#count(terms, 1);
  }

  remove(terms: Iterable<string>): void {
    this.#count(terms, -1);
  }

  /** What is left once what came and what went have made up for each other. */
  get counts(): [term: string, pages: number][] {
    return [...this.#pages].filter(([, pages]) => pages !== 0);
  }

  #count(terms: Iterable<string>, by: number): void {
    for (const term of terms) {
      if (isVocabulary(term)) this.#pages.set(term, (this.#pages.get(term) ?? 0) + by);
    }
  }
}

/** Counts the words of a space anew where they changed; words of no page any more leave. */
export async function changeVocabulary(tx: Write, spaceId: string, change: VocabularyChange): Promise<void> {
  const rows = change.counts.map(([term, pages]) => ({ term, backwards: backwards(term), pages }));
  if (rows.length === 0) return;
  const given = rowsOf(tx, "given", { term: "text", backwards: "text", pages: "int" }, rows);
  await tx
    .insertInto("search_vocabulary")
    .columns(["space_id", "term", "backwards", "pages"])
    .expression(sql`select ${spaceId}, term, backwards, pages from ${given} where true`)
    .onConflict((conflict) =>
      conflict
        .columns(["space_id", "term"])
        .doUpdateSet({ pages: sql<number>`search_vocabulary.pages + excluded.pages` }),
    )
    .execute();
  const fewer = rows.filter(({ pages }) => pages < 0).map(({ term }) => ({ term }));
  if (fewer.length === 0) return;
  const gone = rowsOf(tx, "fewer", { term: "text" }, fewer);
  await tx
    .deleteFrom("search_vocabulary")
    .where("space_id", "=", spaceId)
    .where("pages", "<=", 0)
    .where("term", "in", sql<string>`(select term from ${gone})`)
    .execute();
}
