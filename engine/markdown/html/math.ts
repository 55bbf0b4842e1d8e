/** Maths as MathML: no fonts, no style sheet, no script. The typesetter is loaded on first use. */
import { processorTime } from "#bounded";
import { type Attributes, escapeHtml, h, type SafeHtml, openTag, trusted } from "./element.ts";
import { tokenizeHtml } from "./tokenize.ts";

/** Gives the typeset formula, or undefined when it cannot be understood. */
export type MathTypesetter = (tex: string, display: boolean) => SafeHtml | undefined;

/** Longer formulas are shown as text, in characters. */
export const MATH_LIMIT = 4_000;
const OUTPUT_LIMIT = 400_000;

/** Formulas of one page that are not typeset in this much of the processor's time are shown as text; milliseconds. */
const PAGE_TIME = 5_000;

let loading: Promise<typeof import("katex").default> | undefined;

/** Loads the typesetter once; the function it gives is for one page and has a page's time to spend. */
export async function loadTypesetter(): Promise<MathTypesetter> {
  loading ??= import("katex").then((module) => module.default);
  const katex = await loading;
  let left = PAGE_TIME;
  return (tex, display) => {
    if (tex.length > MATH_LIMIT || left <= 0) return undefined;
    const start = processorTime();
    const formula = typesetFormula(katex, tex, display);
    left -= processorTime() - start;
    return formula;
  };
}

function typesetFormula(
  katex: Awaited<NonNullable<typeof loading>>,
  tex: string,
  display: boolean,
): SafeHtml | undefined {
  try {
    const markup = katex.renderToString(tex, { ...OPTIONS, displayMode: display, macros: {} });
    return markup.length > OUTPUT_LIMIT ? undefined : keepMathml(markup);
  } catch {
    return undefined; // Broken maths is the author's text, not a failure.
  }
}

const OPTIONS = {
  output: "mathml",
  trust: false,
  strict: "ignore",
  throwOnError: true,
  maxExpand: 1000,
  maxSize: 20,
} as const;

/** A formula as it stands in the page: typeset, or its source when that is not possible. */
export function renderMath(tex: string, display: boolean, typeset: MathTypesetter | undefined): SafeHtml {
  const formula = typeset?.(tex, display);
  if (formula === undefined) {
    const source = h("code", { class: "math-error" }, tex);
    return display ? h("div", { class: "math-block" }, source) : source;
  }
  return display
    ? h("div", { class: "math-block", tabindex: 0 }, formula)
    : h("span", { class: "math-inline" }, formula);
}

const TAGS = new Set(
  (
    "math semantics annotation mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle msub msup msubsup munder mover " +
    "munderover mmultiscripts mtable mtr mtd mlabeledtr mpadded mphantom menclose merror mglyph none"
  ).split(" "),
);
const ATTRIBUTES = new Set(
  (
    "xmlns display encoding mathvariant mathcolor mathbackground mathsize displaystyle scriptlevel stretchy fence " +
    "separator lspace rspace minsize maxsize movablelimits accent accentunder linethickness width height depth " +
    "voffset columnalign columnspacing columnlines rowspacing rowlines rowalign notation largeop symmetric form " +
    "alttext"
  ).split(" "),
);

/** Written closed in themselves (`\quad`) or with an end tag (`\rule`); browsers' HTML parsers know but the latter. */
const EMPTY = new Set(["mspace", "mglyph"]);

// The typesetter's own output, reduced to plain MathML: it writes `style` and `class` here and there.
function keepMathml(markup: string): SafeHtml | undefined {
  let out = "";
  const open: string[] = [];
  for (const token of tokenizeHtml(markup, new Set())) {
    if (token.type === "text") out += escapeHtml(token.text);
    else if (!TAGS.has(token.name)) continue;
    else if (EMPTY.has(token.name)) {
      if (token.type === "open")
        out += `${openTag(token.name, mathAttributes(token.attributes))}</${token.name}>`;
    } else if (token.type === "open") {
      out += openTag(token.name, mathAttributes(token.attributes));
      open.push(token.name);
    } else {
      if (open.pop() !== token.name) return undefined;
      out += `</${token.name}>`;
    }
  }
  // Allow-listed names and attributes only, balanced, text escaped.
  return open.length === 0 ? trusted(out) : undefined;
}

function mathAttributes(written: ReadonlyMap<string, string>): Attributes {
  return Object.fromEntries([...written].filter(([name]) => ATTRIBUTES.has(name)));
}
