/**
 * Drawings that programs made of what strangers wrote, reduced to shapes and text: no links, no pictures, no styles, and
 * no names but their own. What stands in the colour of ink follows the text around it.
 */
import { type Attributes, escapeHtml, openTag, type SafeHtml, trusted } from "./element.ts";
import { tokenizeHtml } from "./tokenize.ts";

/** Longer drawings are not shown, in characters. */
const LONGEST = 1_000_000;
const DEEPEST = 100;

/** Tags as SVG writes them, by how they are read. */
const TAGS = byLowerCase(
  "circle clipPath defs ellipse g line linearGradient marker path polygon polyline radialGradient rect stop svg text tspan",
);
/** What is left out with all that is in it. */
const OPAQUE = new Set(
  "script style title desc metadata foreignobject iframe image audio video animate set".split(" "),
);

const NUMBERS =
  "x y x1 y1 x2 y2 cx cy r rx ry dx dy width height offset font-size stroke-width stroke-miterlimit stroke-dashoffset opacity fill-opacity stroke-opacity stop-opacity markerWidth markerHeight refX refY rotate";
const WORDS =
  "text-anchor dominant-baseline alignment-baseline font-weight font-style stroke-linecap stroke-linejoin fill-rule clip-rule orient markerUnits gradientUnits clipPathUnits spreadMethod lengthAdjust";
const LISTS = "d points transform gradientTransform viewBox stroke-dasharray preserveAspectRatio";
const PAINTS = "fill stroke color stop-color";
const REFERENCES = "marker-start marker-mid marker-end clip-path";

const VALUE: Readonly<Record<string, RegExp>> = {
  ...each(NUMBERS, /^[-+\d.eE\s,]{1,4000}(?:px|pt|em|%)?$/),
  ...each(WORDS, /^[\w.-]{1,40}$/),
  ...each(LISTS, /^[-+\w\s.,()]{0,200000}$/),
  ...each(
    PAINTS,
    /^(?:#[\da-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl)a?\([\d\s.,%/]{3,60}\)|url\(#[\w.:-]{1,200}\))$/i,
  ),
  ...each(REFERENCES, /^url\(#[\w.:-]{1,200}\)$/),
};
const NAMES = byLowerCase([NUMBERS, WORDS, LISTS, PAINTS, REFERENCES].join(" "));

/** Elements that end where they begin, which HTML has not. */
const CLOSED = /<(([a-z]+)\b[^<>]*)\/>/gi;

/** How the colour of ink is written, and none. */
const INK = /^(?:black|#0{3,4}|#0{6}(?:ff)?|currentcolor)$/i;
const NOTHING = /^(?:none|transparent)$/i;

/**
 * Keeps of a drawing what may stand in a page. Colours beside that of ink are made for a light ground, so a drawing that
 * has some is marked, and its ink stays black.
 * @param label what it is called for those who don't see it
 * @param number its own on the page, which sets its names apart
 * @returns undefined for what is no drawing, or too much of one
 */
export function keepDrawing(markup: string, label: string, number: number): SafeHtml | undefined {
  if (markup.length > LONGEST) return undefined;
  const hasOwnColours = [...markup.matchAll(/\s(?:fill|stroke|color|stop-color)="([^"]*)"/g)].some(
    ([, paint = ""]) => !INK.test(paint) && !NOTHING.test(paint),
  );
  const writer = new DrawingWriter(label, `drawing-${number}-`, !hasOwnColours);
  for (const token of tokenizeHtml(markup.replace(CLOSED, "<$1></$2>"), OPAQUE)) {
    if (token.type === "text") writer.text(token.text);
    else if (token.type === "open") writer.open(token.name, token.attributes);
    else writer.close(token.name);
  }
  return writer.finish();
}

class DrawingWriter {
  readonly #label: string;
  readonly #prefix: string;
  readonly #inks: boolean;
  readonly #open: string[] = [];
  #out = "";
  #isWhole = false;

  constructor(label: string, prefix: string, inks: boolean) {
    this.#label = label;
    this.#prefix = prefix;
    this.#inks = inks;
  }

  text(text: string): void {
    if (this.#open.at(-1) === "text" || this.#open.at(-1) === "tspan") this.#out += escapeHtml(text);
  }

  open(written: string, attributes: ReadonlyMap<string, string>): void {
    const tag = TAGS.get(written);
    if (tag === undefined || this.#isWhole || this.#open.length >= DEEPEST) return;
    if ((tag === "svg") !== (this.#open.length === 0)) return;
    const kept = this.#attributesOf(attributes);
    this.#out += openTag(tag, tag === "svg" ? { ...kept, ...this.#frameOf(attributes) } : kept);
    this.#open.push(tag);
  }

  close(written: string): void {
    const tag = TAGS.get(written);
    if (tag === undefined || !this.#open.includes(tag)) return;
    let closed: string | undefined;
    do {
      closed = this.#open.pop();
      // Texts are words of their own for those who copy them or have them read.
      this.#out += closed === "text" ? "</text>\n" : `</${closed}>`;
    } while (closed !== tag);
    this.#isWhole = this.#open.length === 0;
  }

  finish(): SafeHtml | undefined {
    if (this.#out === "") return undefined;
    while (this.#open.length > 0) this.#out += `</${this.#open.pop()}>`;
    // Names and values of the lists above alone, written by openTag, balanced, text escaped.
    return trusted(this.#out);
  }

  /** The size in pixels, which the page keeps free for it. */
  #frameOf(attributes: ReadonlyMap<string, string>): Attributes {
    const box = (attributes.get("viewbox") ?? "")
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const [width, height] =
      box.length === 4
        ? box.slice(2)
        : ["width", "height"].map((name) => Number.parseFloat(attributes.get(name) ?? ""));
    const side = (length: number | undefined) =>
      length !== undefined && length > 0 && length < 100_000 ? Math.ceil(length) : 300;
    return {
      xmlns: "http://www.w3.org/2000/svg",
      class: this.#inks ? "drawing" : "drawing drawing-coloured",
      width: side(width),
      height: side(height),
      role: "group",
      "aria-label": this.#label,
      "data-zoom": "",
    };
  }

  #attributesOf(written: ReadonlyMap<string, string>): Attributes {
    const kept: Record<string, string> = {};
    for (const [name, value] of written) {
      const known = NAMES.get(name);
      if (known === undefined || VALUE[known]?.test(value.trim()) !== true) continue;
      kept[known] = this.#inks && INK.test(value) ? "currentColor" : this.#ours(value.trim());
    }
    const id = written.get("id");
    if (id !== undefined && /^[\w.:-]{1,200}$/.test(id)) kept["id"] = this.#prefix + id;
    if (/mono|courier/i.test(written.get("font-family") ?? "")) kept["font-family"] = "monospace";
    return kept;
  }

  /** A name means one of this drawing. */
  #ours(value: string): string {
    return value.startsWith("url(#") ? `url(#${this.#prefix}${value.slice(5)}` : value;
  }
}

function byLowerCase(names: string): ReadonlyMap<string, string> {
  return new Map(names.split(" ").map((name) => [name.toLowerCase(), name]));
}

function each(names: string, pattern: RegExp): Record<string, RegExp> {
  return Object.fromEntries(names.split(" ").map((name) => [name, pattern]));
}
