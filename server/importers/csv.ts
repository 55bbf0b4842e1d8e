/** Rows of a table that are read: a page has to be looked at. */
export const MOST_ROWS = 2_000;

/** The rows of a file of comma-separated values (RFC 4180), up to a number. An empty line is none; what is broken is taken as it is. */
export function parseCsv(text: string, most = MOST_ROWS): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  const end = (): void => {
    if (field !== "" || row.length > 0) rows.push([...row, field]);
    [row, field] = [[], ""];
  };
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length && rows.length < most; at++) {
    const character = text[at] as string;
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') field += text[++at];
      else isQuoted = false;
    } else if (character === '"' && field === "") isQuoted = true;
    else if (character === ",") {
      row.push(field);
      field = "";
    } else if (character === "\n" || character === "\r") {
      if (character === "\r" && text[at + 1] === "\n") at++;
      end();
    } else field += character;
  }
  if (rows.length < most) end();
  return rows;
}
