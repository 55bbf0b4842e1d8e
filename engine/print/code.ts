/** Code as lines that fit: the places where a line goes on are known here, so that they can be marked. */
import { type PrintElement, elementsOf, findInside, hasClass, type HtmlNode, textInside } from "./element.ts";
import { printable } from "./plain.ts";
import type { PrintedThing } from "./printed.ts";

/** A stretch of one colour: its text and its kind ("" when plain). */
type Token = readonly [text: string, kind: string];

const TAB = "    ";
/** The mark of a line that goes on takes two characters. */
const MARK_WIDTH = 2;
/** Longer code is broken where the sheet ends; shorter code goes to the next one as a whole. */
const KEPT_TOGETHER = 14;

/** A figure of code with its title. @param width characters that fit in a line */
export function printCode(figure: PrintElement, width: number): PrintedThing {
  const bar = findInside(figure, ({ name }) => name === "figcaption");
  const part = (name: string): string => {
    const found = bar && findInside(bar, (element) => hasClass(element, name));
    return found === undefined ? "" : printable(textInside(found));
  };
  const isNumbered = figure.attributes.has("data-line-numbers");
  const body = findInside(figure, ({ name }) => name === "code");
  const lines = body === undefined ? [] : elementsOf(body).filter((child) => hasClass(child, "line"));
  return codeBlock(
    lines.map((line) => ({ tokens: tokensOf(line), isMarked: hasClass(line, "line-marked") })),
    { title: part("code-title"), lang: part("code-lang"), isNumbered, width },
  );
}

/** Code without colours. */
export function printPlainCode(text: string, width: number): PrintedThing {
  const lines = printable(text)
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => ({ tokens: [[line, ""]] as Token[], isMarked: false }));
  return codeBlock(lines, { title: "", lang: "", isNumbered: false, width });
}

interface Line {
  readonly tokens: readonly Token[];
  readonly isMarked: boolean;
}

interface Look {
  readonly title: string;
  readonly lang: string;
  readonly isNumbered: boolean;
  readonly width: number;
}

function codeBlock(lines: readonly Line[], { title, lang, isNumbered, width }: Look): PrintedThing {
  const digits = isNumbered ? String(lines.length).length : 0;
  const room = Math.max(16, width - (digits === 0 ? 0 : digits + 2));
  const rows = lines.flatMap(({ tokens, isMarked }, index) =>
    wrap(tokens, room).map((row, part) => ({
      t: row,
      m: isMarked,
      ...(part > 0 ? { on: true } : {}),
      ...(digits > 0 ? { n: (part > 0 ? "" : String(index + 1)).padStart(digits, " ") } : {}),
    })),
  );
  return { k: "pre", title, lang, rows, whole: rows.length <= KEPT_TOGETHER };
}

function tokensOf(line: PrintElement): Token[] {
  return line.children.map((child): Token => [printable(textInside(child)), kindOf(child)]);
}

function kindOf(node: HtmlNode): string {
  if (typeof node === "string") return "";
  return /\btok-([a-z]+)/.exec(node.attributes.get("class") ?? "")?.[1] ?? "";
}

/** Cuts a line into rows; those after the first leave room for the mark. */
function wrap(tokens: readonly Token[], width: number): Token[][] {
  const rows: Token[][] = [[]];
  let left = width;
  for (const [text, kind] of tokens) {
    let piece = "";
    for (const character of text.replaceAll("\t", TAB)) {
      const takes = widthOf(character);
      if (takes > left) {
        if (piece !== "") rows.at(-1)?.push([piece, kind]);
        rows.push([]);
        piece = "";
        left = width - MARK_WIDTH;
      }
      piece += character;
      left -= takes;
    }
    if (piece !== "") rows.at(-1)?.push([piece, kind]);
  }
  return rows;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Letters of East Asia and pictures take the room of two. */
function widthOf(character: string): number {
  return WIDE.test(character) ? 2 : 1;
}
