/** The words, names, values and signs of a statement. */

export interface SqlToken {
  readonly text: string;
  readonly kind: "name" | "word" | "value" | "sign" | "text";
  /** Of a value. */
  readonly at?: number;
}

const TOKEN = /"((?:[^"]|"")*)"|'(?:[^']|'')*'|\$(\d+)|(\?)|([a-z_]\w*)|\d[\w.]*|\|\||::|[<>!]=?|[^\s]/giu;

export function tokensOf(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let values = 0;
  for (const [whole, name, place, mark, word] of sql.matchAll(TOKEN)) {
    if (name !== undefined) tokens.push({ kind: "name", text: name.replaceAll('""', '"') });
    else if (place !== undefined) tokens.push({ kind: "value", text: whole, at: Number(place) - 1 });
    else if (mark !== undefined) tokens.push({ kind: "value", text: whole, at: values++ });
    else if (word !== undefined) tokens.push({ kind: "word", text: word.toLowerCase() });
    else tokens.push({ kind: whole.startsWith("'") ? "text" : "sign", text: whole });
  }
  return tokens;
}

export const isName = ({ kind }: SqlToken): boolean => kind === "name" || kind === "word";
