/** Short lists in one column, of which a query asks whether they hold a word: each word as JSON on a line of its own. */
import { type Expression, sql } from "kysely";

/** A list as it is stored. JSON writes a line break as an escape, so no word looks like two. */
export function wordList(words: readonly string[]): string {
  return words.length === 0 ? "" : `\n${words.map((word) => JSON.stringify(word)).join("\n")}\n`;
}

export function wordsOf(list: string): string[] {
  return list
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as string);
}

/** Whether a stored list holds exactly this word. Not LIKE: SQLite's takes small and capital letters for the same. */
export function holdsWord(column: Expression<string>, word: string): Expression<boolean> {
  const line = `\n${JSON.stringify(word)}\n`;
  return sql<boolean>`replace(${column}, ${line}, '') <> ${column}`;
}
