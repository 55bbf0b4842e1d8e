import { type Expression, sql } from "kysely";

/** A text as it is compared: case and width folded in JavaScript, so that both databases agree. */
export function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Whether a folded column contains a text, whatever characters the text has. */
export function contains(column: Expression<string>, text: string): Expression<boolean> {
  const pattern = `%${folded(text).replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${column} like ${pattern} escape '\\'`;
}
