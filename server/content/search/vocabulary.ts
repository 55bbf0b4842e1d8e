import type { SpaceKey } from "../../db/schema.ts";
import { sql } from "kysely";
import { type Params, prepared, preparedWrite, type Write } from "../../db/database.ts";
import { isVocabulary } from "../../../engine/search/entry.ts";
import { backwards } from "../../../engine/search/oneEdit.ts";
import { rowsOf } from "./rowsOf.ts";

/**
 * Notes the words that a space has, for typos to be corrected to. They stay when their last page goes, until the
 * space is forgotten: counting pages would rewrite every common word with every page, and a word that no page has
 * any more only makes a correction that finds nothing.
 */
export async function noteWords(
  tx: Write,
  { organization_id, id }: SpaceKey,
  terms: Iterable<string>,
): Promise<void> {
  const words = [...new Set(terms)].filter(isVocabulary).toSorted();
  if (words.length === 0) return;
  const unknown = await unknownWords.all(tx, { organization_id, id, words });
  if (unknown.length === 0) return;
  const rows = unknown.map(({ term }) => ({ term, backwards: backwards(term) }));
  await insertWords.run(tx, { organization_id, id, rows: JSON.stringify(rows) });
}

/** Most words are known; asking for the others first costs a third of offering all. */
const unknownWords = prepared((read, p: Params<SpaceKey & { words: readonly string[] }>) => {
  const known = read
    .selectFrom("search_vocabulary")
    .select("search_vocabulary.term")
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .whereRef("search_vocabulary.term", "=", sql.ref("given.term"));
  const unknown = sql<{ term: string }>`with given(term) as ${p.list("words")}
    select term from given where not exists ${known}`;
  return { compile: () => unknown.compile(read) };
});

const insertWords = preparedWrite((tx, p: Params<SpaceKey & { rows: string }>) => {
  const given = rowsOf(tx, "given", { term: "text", backwards: "text" }, p("rows"));
  return tx
    .insertInto("search_vocabulary")
    .columns(["organization_id", "space_id", "term", "backwards"])
    .expression(sql`select ${p("organization_id")}, ${p("id")}, term, backwards from ${given} where true`)
    .onConflict((conflict) => conflict.doNothing());
});
