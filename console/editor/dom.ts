/** How nodes and marks of the editor are elements, on the page and when something is pasted. */
import type { DOMOutputSpec, Mark, Node, TagParseRule } from "prosemirror-model";
import { isHostile } from "../../engine/document/hostile.ts";

interface NodeDom {
  readonly toDOM: (node: Node) => DOMOutputSpec;
  readonly parseDOM?: readonly TagParseRule[];
}

interface MarkDom {
  readonly toDOM: (mark: Mark) => DOMOutputSpec;
  readonly parseDOM?: readonly TagParseRule[];
}

/** A block around its content, by its own class. */
const boxed = (name: string): NodeDom => ({ toDOM: () => ["div", { class: `block-${name}` }, 0] });

/** A block without content, told by what it stands for. */
const card = (name: string, attribute: string): NodeDom => ({
  toDOM: (node) => ["div", { class: `block-${name}` }, String(node.attrs[attribute] ?? "")],
});

/** An inline without content, as a word. */
const word = (name: string, told: (node: Node) => string): NodeDom => ({
  toDOM: (node) => ["span", { class: `word word-${name}` }, told(node)],
});

const attribute = (element: HTMLElement, name: string): string | null => element.getAttribute(name);

/** The language that an element of code names, as the programs of the web do. */
function languageOf(element: HTMLElement): string {
  const named = [element, element.querySelector("code")].map((one) => one?.className ?? "").join(" ");
  return /(?:language-|lang-|highlight-source-)([\w+#-]+)/.exec(named)?.[1] ?? "";
}

const HEADINGS = [1, 2, 3, 4, 5, 6].map((level): TagParseRule => ({ tag: `h${level}`, attrs: { level } }));

const checkedOf = (element: HTMLElement): boolean | null => {
  const told = attribute(element, "data-checked");
  const box = element.querySelector<HTMLInputElement>("input[type=checkbox]");
  if (told !== null) return told === "true";
  return box === null ? null : box.checked || box.hasAttribute("checked");
};

export const NODE_DOM: Readonly<Record<string, NodeDom>> = {
  paragraph: { toDOM: () => ["p", 0], parseDOM: [{ tag: "p" }] },
  heading: { toDOM: (node) => [`h${node.attrs["level"]}`, 0], parseDOM: HEADINGS },
  list: {
    toDOM: ({ attrs }) => (attrs["ordered"] ? ["ol", { start: String(attrs["first"]) }, 0] : ["ul", 0]),
    parseDOM: [
      { tag: "ul", attrs: { ordered: false } },
      {
        tag: "ol",
        getAttrs: (element) => ({ ordered: true, first: Number(attribute(element, "start") ?? 1) || 1 }),
      },
    ],
  },
  listItem: {
    toDOM: ({ attrs }) => [
      "li",
      attrs["checked"] === null ? {} : { "data-checked": String(attrs["checked"]) },
      0,
    ],
    parseDOM: [{ tag: "li", getAttrs: (element) => ({ checked: checkedOf(element) }) }],
  },
  blockquote: { toDOM: () => ["blockquote", 0], parseDOM: [{ tag: "blockquote" }] },
  hint: { toDOM: ({ attrs }) => ["div", { class: "hint", "data-style": attrs["style"], role: "note" }, 0] },
  tabs: boxed("tabs"),
  tab: boxed("tab"),
  stepper: boxed("stepper"),
  step: boxed("step"),
  columns: boxed("columns"),
  column: boxed("column"),
  details: { toDOM: () => ["div", { class: "block-details" }, 0], parseDOM: [{ tag: "details" }] },
  summary: { toDOM: () => ["p", { class: "block-summary" }, 0], parseDOM: [{ tag: "summary" }] },
  if: boxed("if"),
  code: {
    toDOM: () => ["pre", ["code", 0]],
    parseDOM: [
      { tag: "pre", preserveWhitespace: "full", getAttrs: (element) => ({ lang: languageOf(element) }) },
    ],
  },
  math: { toDOM: () => ["pre", { class: "math" }, ["code", 0]] },
  table: { toDOM: () => ["table", ["tbody", 0]], parseDOM: [{ tag: "table" }] },
  row: { toDOM: () => ["tr", 0], parseDOM: [{ tag: "tr" }] },
  cell: {
    toDOM: ({ attrs }) => [attrs["header"] ? "th" : "td", 0],
    parseDOM: [{ tag: "td" }, { tag: "th", attrs: { header: true } }],
  },
  figure: { toDOM: () => ["figure", ["figcaption", 0]] },
  embed: boxed("embed"),
  file: boxed("file"),
  contentRef: card("contentRef", "url"),
  include: card("include", "path"),
  thematicBreak: { toDOM: () => ["hr"], parseDOM: [{ tag: "hr" }] },
  raw: { toDOM: (node) => ["pre", { class: "raw" }, String(node.attrs["source"])] },
  break: { toDOM: () => ["br"], parseDOM: [{ tag: "br" }] },
  expression: word("expression", ({ attrs }) => `{{${attrs["expression"]}}}`),
  formula: word("formula", ({ attrs }) => String(attrs["text"])),
  emoji: word("emoji", ({ attrs }) => `:${attrs["name"]}:`),
  icon: word("icon", ({ attrs }) => `:${attrs["name"]}:`),
  footnoteRef: word("footnote", ({ attrs }) => `[^${attrs["label"]}]`),
  image: {
    toDOM: ({ attrs }) => ["img", { src: attrs["src"], alt: attrs["alt"] }],
    parseDOM: [
      {
        tag: "img[src]",
        getAttrs: (element) => {
          const src = attribute(element, "src") ?? "";
          // Pictures as text, of pages and mail, are files that nobody uploaded.
          return /^(?:https?:|\/)/i.test(src) ? { src, alt: attribute(element, "alt") ?? "" } : false;
        },
      },
    ],
  },
  rawInline: word("raw", ({ attrs }) => {
    const { inline } = attrs as { readonly inline: { readonly type: string; readonly raw?: string } };
    return inline.raw ?? inline.type;
  }),
};

const element = (name: string, ...tags: readonly string[]): MarkDom => ({
  toDOM: () => [name, 0],
  parseDOM: tags.map((tag) => ({ tag })),
});

/** What is pasted has its styles in `data-style`, see paste.ts. */
const isBold = (element: HTMLElement): false | null =>
  // Google Docs has all of it in a <b> that isn't bold.
  /font-weight:\s*(?:normal|400)/.test(attribute(element, "data-style") ?? "") ? false : null;

const styled = (pattern: RegExp): TagParseRule => ({
  tag: "span[data-style]",
  consuming: false,
  getAttrs: (element) => (pattern.test(attribute(element, "data-style") ?? "") ? null : false),
});

export const MARK_DOM: Readonly<Record<string, MarkDom>> = {
  link: {
    toDOM: ({ attrs }) => [
      "a",
      {
        href: isHostile(attrs["url"] as string) ? null : attrs["url"],
        title: attrs["title"],
        rel: "noopener nofollow",
      },
      0,
    ],
    parseDOM: [
      {
        tag: "a[href]",
        getAttrs: (element) => {
          const url = attribute(element, "href") ?? "";
          return isHostile(url) ? false : { url, title: attribute(element, "title") };
        },
      },
    ],
  },
  annotation: { toDOM: ({ attrs }) => ["span", { class: "annotation", title: `[^${attrs["label"]}]` }, 0] },
  emphasis: {
    toDOM: () => ["em", 0],
    parseDOM: [{ tag: "em" }, { tag: "i" }, styled(/font-style:\s*italic/)],
  },
  strong: {
    toDOM: () => ["strong", 0],
    parseDOM: [{ tag: "strong" }, { tag: "b", getAttrs: isBold }, styled(/font-weight:\s*(?:bold|[6-9]00)/)],
  },
  strikethrough: {
    toDOM: () => ["s", 0],
    parseDOM: [{ tag: "s" }, { tag: "del" }, { tag: "strike" }, styled(/text-decoration[^;]*line-through/)],
  },
  underline: element("u", "u"),
  mark: {
    toDOM: ({ attrs }) => [
      "mark",
      { "data-color": attrs["color"], "data-background": attrs["background"] },
      0,
    ],
    parseDOM: [{ tag: "mark" }],
  },
  kbd: element("kbd", "kbd"),
  sub: element("sub", "sub"),
  sup: element("sup", "sup"),
  monospace: { toDOM: () => ["code", 0], parseDOM: [{ tag: "code" }, { tag: "tt" }] },
  wrap: { toDOM: () => ["span", { class: "wrap" }, 0] },
};
