/** Lines of a block with and without what stands before them because of what the block is in. */

const FRAMES = /^[\s>]*$/;

/** Whether a text is only white space and the marks of quotes, as stands between blocks. */
export const isFrame = (text: string): boolean => FRAMES.test(text);

/** What stands before the lines of what begins at an offset, after its first line: `>` and blanks. */
export function prefixAt(text: string, offset: number): string {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  return text.slice(from, offset).replaceAll(/[^\s>]/g, " ");
}

/** The line end that a text is written with. */
export const lineEndOf = (text: string): string => (text[text.indexOf("\n") - 1] === "\r" ? "\r\n" : "\n");

/** A text that stood behind a prefix by itself, with \n as its line ends. Lines that had less before them lose that. */
export function unprefixed(text: string, prefix: string): string {
  const [first = "", ...others] = text.split(/\r\n|\r|\n/);
  return [first, ...others.map((line) => line.slice(frameLength(line, prefix)))].join("\n");
}

function frameLength(line: string, prefix: string): number {
  let at = 0;
  for (const mark of prefix) {
    const char = line[at];
    if (mark === ">") {
      // Fewer blanks may stand before it.
      const to = line.indexOf(">", at);
      if (to === -1 || line.slice(at, to).trim() !== "") break;
      at = to + 1;
    } else if (char === " " || char === "\t") at++;
    else if (prefix.includes(">")) continue;
    else break;
  }
  return at;
}

/** A text by itself as it stands behind a prefix. */
export function prefixed(text: string, prefix: string, lineEnd: string): string {
  const blank = prefix.trimEnd();
  return text.replaceAll(/\n(?=(\n|$)?)/g, (_, end: string | undefined) =>
    end === undefined ? lineEnd + prefix : lineEnd + blank,
  );
}

/** A text moved from behind one prefix to behind another. */
export function moved(text: string, from: string, to: string, lineEnd: string): string {
  return from === to ? text : prefixed(unprefixed(text, from), to, lineEnd);
}
