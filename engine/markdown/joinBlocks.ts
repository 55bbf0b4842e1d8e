/** Putting blocks of several versions of a page one behind the other. */

/**
 * Joins texts of blocks, each with the white space behind it. Those that stand one behind the other in a version that
 * was learned stay exactly as they stand there; between others there is at least an empty line. Costs what the texts are
 * long, however many they are.
 */
export class BlockJoin {
  readonly #neighbours = new Set<string>();

  /** Learns what stands behind what in one version. */
  learn(texts: readonly string[]): void {
    for (const [index, text] of texts.entries()) {
      if (index > 0) this.#neighbours.add(pairOf(texts[index - 1] as string, text));
    }
  }

  /** One text of all of them, in their order. */
  join(texts: readonly string[]): string {
    const joined: string[] = [];
    for (const text of texts) {
      if (text === "") continue;
      let before = joined.pop() ?? "";
      // White space alone doesn't say how the text before it ends.
      while (joined.length > 0 && before.trim() === "") before = `${joined.pop()}${before}`;
      joined.push(...this.#apart(before, text));
    }
    return joined.join("");
  }

  #apart(before: string, after: string): [string, string] {
    if (before === "" || this.#neighbours.has(pairOf(before, after))) return [before, after];
    if (/\n[ \t]*\r?\n[ \t]*$/.test(before) || /^[ \t]*\r?\n[ \t]*\r?\n/.test(after)) return [before, after];
    if (isOneLineApart(before, after)) return [before, after];
    return [`${withoutLineEnd(before)}\n\n`, after.replace(/^\r?\n/, "")];
  }
}

const pairOf = (before: string, after: string): string => `${before.length} ${before}${after}`;

/** Blocks may stand on neighbouring lines (a heading, a tag that opens or closes): then nothing is added. */
function isOneLineApart(before: string, after: string): boolean {
  if (!/\n[ \t]*$/.test(before) && !/^[ \t]*\r?\n/.test(after)) return false;
  return /^\s*(\{%|<\/|#|```|~~~)/.test(after) || /(%\}|>)\s*$/.test(before);
}

/** Without one line end and the spaces before it. No pattern: it would look for them in every run of spaces. */
function withoutLineEnd(text: string): string {
  let end = text.length;
  if (text[end - 1] === "\n") end--;
  if (text[end - 1] === "\r") end--;
  while (text[end - 1] === " " || text[end - 1] === "\t") end--;
  return text.slice(0, end);
}
