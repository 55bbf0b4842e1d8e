/** Texts that take longest to read for their length, each in its own way. */

const repeated = (part: string, length: number): string => part.repeat(Math.floor(length / part.length));

/** A table of one-letter cells. */
export function denseTable(length: number): string {
  const row = "|a|a|a|a|a|a|a|a|a|a|\n";
  return `${row}|-|-|-|-|-|-|-|-|-|-|\n${repeated(row, length)}`;
}

function nestedList(length: number): string {
  const lines: string[] = [];
  for (let left = length, depth = 0; left > 0; depth = (depth + 1) % 40) {
    const line = `${"  ".repeat(depth)}- a`;
    lines.push(line);
    left -= line.length + 1;
  }
  return lines.join("\n");
}

/** Words of which none is another. */
function distinctWords(length: number): string {
  const words: string[] = [];
  for (let left = length, index = 0; left > 0; index++) {
    const word = `w${index.toString(36)}`;
    words.push(word);
    left -= word.length + 1;
  }
  return words.join(" ");
}

/** By what is much in them, texts of a length in UTF-16 code units. */
export const DENSE_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  cells: denseTable,
  "nested items": nestedList,
  "nested quotes": (length) => repeated(`${"> ".repeat(50)}a\n\n`, length),
  "nested tags": (length) =>
    repeated(`${'{% hint style="info" %}\n'.repeat(8)}a\n${"{% endhint %}\n".repeat(8)}\n`, length),
  "words in one line": distinctWords,
  "links in one line": (length) => repeated("[a](https://example.com/b) ", length),
  "open brackets": (length) => repeated("[", length),
  "open emphasis": (length) => repeated("*a **b _c ", length),
  headings: (length) => repeated("# a\n", length),
  code: (length) => repeated("```js\nconst a = `${1}`;\n```\n\n", length),
};
