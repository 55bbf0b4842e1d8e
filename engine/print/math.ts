/** Formulas: from the typesetter's MathML to the values that the template draws as mathematics. */
import { type PrintElement, elementsOf, textInside } from "./element.ts";
import { printable } from "./plain.ts";
import type { PrintedNode, PrintedThing } from "./printed.ts";

/** Deeper formulas are printed as their source. */
const DEEPEST = 18;

/** A formula as a value, or undefined when it is nested too deeply. */
export function printMath(math: PrintElement, isBlock: boolean): PrintedThing | undefined {
  if (depthOf(math) > DEEPEST) return undefined;
  return { k: "math", block: isBlock, c: row(math) };
}

/** What the author wrote. */
export function sourceOfMath(math: PrintElement): string {
  for (const child of elementsOf(math)) {
    if (child.name === "annotation") return printable(child.children.join(""));
    const found = sourceOfMath(child);
    if (found !== "") return found;
  }
  return "";
}

function depthOf(element: PrintElement): number {
  return 1 + Math.max(0, ...elementsOf(element).map(depthOf));
}

function row(element: PrintElement): PrintedNode[] {
  return elementsOf(element).map(one);
}

function one(element: PrintElement): PrintedThing {
  const parts = row(element);
  switch (element.name) {
    case "semantics":
      return { k: "m-row", c: parts.slice(0, 1) };
    case "annotation":
      return { k: "m-row", c: [] };
    case "mi":
      return letters(element);
    case "mo":
      return operator(element);
    case "mn":
      return { k: "m-text", t: said(element) };
    case "mtext":
    case "ms":
    case "merror":
      return { k: "m-text", t: printable(textInside(element)) };
    case "mspace":
      return { k: "m-space", em: lengthInEm(element.attributes.get("width")) };
    case "mfrac":
      return { k: element.attributes.get("linethickness") === "0px" ? "m-binom" : "m-frac", c: parts };
    case "msqrt":
      return { k: "m-sqrt", c: parts };
    case "mtable":
      return table(element);
    case "mphantom":
      return { k: "m-hide", c: parts };
    case "menclose":
      return { k: "m-row", c: parts };
    default:
      return attached(element, parts);
  }
}

function attached(element: PrintElement, parts: readonly PrintedNode[]): PrintedThing {
  const [base, first, second] = parts;
  const isAccent = element.attributes.get("accent") === "true";
  if (base === undefined || first === undefined) return group(element, parts);
  switch (element.name) {
    case "mroot":
      return { k: "m-root", c: parts };
    case "msub":
      return { k: "m-attach", b: first, c: [base] };
    case "msup":
      return { k: "m-attach", t: first, c: [base] };
    case "msubsup":
      return { k: "m-attach", b: first, t: second, c: [base] };
    case "munder":
      return { k: "m-limits", b: first, c: [base] };
    case "mover":
      return isAccent ? accent(element, base) : { k: "m-limits", t: first, c: [base] };
    case "munderover":
      return { k: "m-limits", b: first, t: second, c: [base] };
    default:
      return group(element, parts);
  }
}

const ACCENTS: Readonly<Record<string, string>> = {
  "^": "\u0302",
  ˉ: "\u0304",
  "¯": "\u0304",
  "‾": "\u0304",
  "~": "\u0303",
  "˙": "\u0307",
  "¨": "\u0308",
  "⃗": "\u20d7",
  "→": "\u20d7",
  "˘": "\u0306",
  ˇ: "\u030c",
  ˊ: "\u0301",
  ˋ: "\u0300",
};

function accent(element: PrintElement, base: PrintedNode): PrintedThing {
  const sign = ACCENTS[textInside(elementsOf(element)[1] ?? element).trim()];
  return sign === undefined ? { k: "m-over", c: [base] } : { k: "m-accent", a: sign, c: [base] };
}

/** Parentheses at both ends grow with what stands between them. */
function group(element: PrintElement, parts: readonly PrintedNode[]): PrintedThing {
  const kids = elementsOf(element);
  const isFenced = kids.length > 2 && isFence(kids[0]) && isFence(kids.at(-1));
  return { k: isFenced ? "m-lr" : "m-row", c: parts };
}

function isFence(element: PrintElement | undefined): boolean {
  return element?.name === "mo" && element.attributes.get("fence") === "true";
}

function table(element: PrintElement): PrintedThing {
  const rows = elementsOf(element).filter(({ name }) => name === "mtr");
  const cells = rows.map((line) =>
    elementsOf(line)
      .filter(({ name }) => name === "mtd")
      .map((cell): PrintedThing => ({ k: "m-row", c: row(cell) })),
  );
  const left = (element.attributes.get("columnalign") ?? "").startsWith("left");
  return { k: "m-mat", rows: cells, left };
}

/** One letter is a variable, several are the name of a function. */
function letters(element: PrintElement): PrintedThing {
  const text = said(element);
  const isUpright = element.attributes.get("mathvariant") === "normal";
  if ([...text].length !== 1) return { k: "m-op", t: text };
  return { k: isUpright ? "m-up" : "m-sym", t: text };
}

function operator(element: PrintElement): PrintedThing {
  // Invisible operators of MathML: application, multiplication, separator.
  const text = said(element).replace(/[\u2061-\u2064]/g, "");
  if (text === "") return { k: "m-row", c: [] };
  return [...text].length === 1 ? { k: "m-sym", t: text } : { k: "m-op", t: text };
}

function said(element: PrintElement): string {
  return printable(textInside(element)).trim();
}

function lengthInEm(width: string | undefined): number {
  const em = Number(/^(-?\d{1,2}(?:\.\d{1,6})?)em$/.exec(width ?? "")?.[1] ?? 0);
  return Math.max(-1, Math.min(10, em));
}
