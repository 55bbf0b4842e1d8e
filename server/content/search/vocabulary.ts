import type { SpaceKey } from "../../db/schema.ts";
import { sql } from "kysely";
import type { Write } from "../../db/database.ts";
import { isVocabulary } from "../../../engine/search/entry.ts";
import { backwards } from "../../../engine/search/oneEdit.ts";
import { rowsOf } from "./rowsOf.ts";

/**
 * Notes the words that a space has, for typos to be corrected to. They stay when their last page goes, until the
 * space is forgotten: counting pages would rewrite every common word with every page, and a word that no page has
 * any more only makes a correction that finds nothing.
 */
export async function noteWords(tx: Write, space: SpaceKey, terms: Iterable<string>): Promise<void> {
  const words = [...new Set(terms)].filter(isVocabulary).toSorted();
  const unknown = await unknownWords(tx, space, words);
  if (unknown.length === 0) return;
  const rows = unknown.map((term) => ({ term, backwards: backwards(term) }));
  const given = rowsOf(tx, "given", { term: "text", backwards: "text" }, rows);
  await tx
    .insertInto("search_vocabulary")
    .columns(["organization_id", "space_id", "term", "backwards"])
    .expression(sql`select ${space.organization_id}, ${space.id}, term, backwards from ${given} where true`)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Most words are known; asking for the others first costs a third of offering all. */
async function unknownWords(tx: Write, space: SpaceKey, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const given =
    tx.link.dialect === "sqlite"
      ? sql<{ term: string }>`(select value as term from json_each(${JSON.stringify(words)}))`
      : sql<{ term: string }>`(select unnest(${words}::text[]) as term)`;
  const rows = await tx
    .selectFrom(given.as("given"))
    .select("term")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("search_vocabulary")
            .select("search_vocabulary.term")
            .where("organization_id", "=", space.organization_id)
            .where("space_id", "=", space.id)
            .whereRef("search_vocabulary.term", "=", "given.term"),
        ),
      ),
    )
    .execute();
  return rows.map(({ term }) => term);
}
