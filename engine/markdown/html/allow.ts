/** What raw HTML in a page may use. Everything else is dropped and its content kept. */

/** Tags that may stand within a line. */
const PHRASING = [
  "a",
  "abbr",
  "b",
  "bdi",
  "bdo",
  "br",
  "cite",
  "code",
  "data",
  "del",
  "dfn",
  "em",
  "i",
  "img",
  "ins",
  "kbd",
  "mark",
  "q",
  "rp",
  "rt",
  "ruby",
  "s",
  "samp",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "time",
  "u",
  "var",
  "wbr",
];
const FLOW = [
  "address",
  "blockquote",
  "caption",
  "col",
  "colgroup",
  "dd",
  "details",
  "div",
  "dl",
  "dt",
  "figcaption",
  "figure",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "hr",
  "li",
  "ol",
  "p",
  "pre",
  "section",
  "summary",
  "table",
  "tbody",
  "td",
  "tfoot",
  "th",
  "thead",
  "tr",
  "ul",
];

export const PHRASING_TAGS: ReadonlySet<string> = new Set(PHRASING);
export const ALLOWED_TAGS: ReadonlySet<string> = new Set([...PHRASING, ...FLOW]);

/** Tags that become another: old ones, and landmarks, which belong to the page around the content. */
export const RENAMED_TAGS: ReadonlyMap<string, string> = new Map([
  ["h1", "h2"],
  ["strike", "s"],
  ["tt", "code"],
  ["acronym", "abbr"],
  ["big", "span"],
  ["font", "span"],
  ["center", "div"],
  ["article", "div"],
  ["aside", "div"],
  ["footer", "div"],
  ["header", "div"],
  ["main", "div"],
  ["nav", "div"],
  ["hgroup", "div"],
  ["dir", "ul"],
  ["menu", "ul"],
  ["listing", "pre"],
]);

export const VOID_TAGS: ReadonlySet<string> = new Set(["br", "col", "hr", "img", "wbr"]);

/** Where a tag may only stand: directly in one of these. */
export const REQUIRED_PARENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["li", ["ul", "ol"]],
  ["dt", ["dl", "div"]],
  ["dd", ["dl", "div"]],
  ["caption", ["table"]],
  ["colgroup", ["table"]],
  ["col", ["colgroup", "table"]],
  ["thead", ["table"]],
  ["tbody", ["table"]],
  ["tfoot", ["table"]],
  ["tr", ["table", "thead", "tbody", "tfoot"]],
  ["td", ["tr"]],
  ["th", ["tr"]],
  ["summary", ["details"]],
  ["figcaption", ["figure"]],
  ["rt", ["ruby"]],
  ["rp", ["ruby"]],
]);

/** Tags that hold nothing but their own parts. */
export const STRUCTURE_TAGS: ReadonlySet<string> = new Set([
  "table",
  "thead",
  "tbody",
  "tfoot",
  "tr",
  "colgroup",
]);

/** Opening one of these ends an open one of those, looking no further out than the stops. */
export const ENDS_OPEN: ReadonlyMap<
  string,
  { readonly ends: readonly string[]; readonly stops: readonly string[] }
> = new Map([
  ["li", { ends: ["li"], stops: ["ul", "ol"] }],
  ["dt", { ends: ["dt", "dd"], stops: ["dl"] }],
  ["dd", { ends: ["dt", "dd"], stops: ["dl"] }],
  ["td", { ends: ["td", "th"], stops: ["tr", "table"] }],
  ["th", { ends: ["td", "th"], stops: ["tr", "table"] }],
  ["tr", { ends: ["tr"], stops: ["table"] }],
  ["tbody", { ends: ["caption", "colgroup", "thead", "tbody", "tfoot"], stops: ["table"] }],
  ["thead", { ends: ["caption", "colgroup", "thead", "tbody", "tfoot"], stops: ["table"] }],
  ["tfoot", { ends: ["caption", "colgroup", "thead", "tbody", "tfoot"], stops: ["table"] }],
]);

const GLOBAL = ["title", "lang", "dir", "translate"];
const BY_TAG: Readonly<Record<string, readonly string[]>> = {
  img: ["alt"],
  ol: ["start", "type", "reversed"],
  li: ["value"],
  td: ["colspan", "rowspan", "headers"],
  th: ["colspan", "rowspan", "scope", "abbr", "headers"],
  col: ["span"],
  colgroup: ["span"],
  details: ["open"],
  time: ["datetime"],
  del: ["datetime"],
  ins: ["datetime"],
  data: ["value"],
};
const BARE = new Set(["open", "reversed"]);

/** How the value of each attribute must look. What is not here is free text. */
const VALUES: Readonly<Record<string, RegExp>> = {
  lang: /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/,
  dir: /^(?:ltr|rtl|auto)$/,
  translate: /^(?:yes|no)$/,
  start: /^-?\d{1,9}$/,
  type: /^[1aAiI]$/,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  span: /^\d{1,3}$/,
  scope: /^(?:col|row|colgroup|rowgroup)$/,
  datetime: /^[\w:.+ -]{1,40}$/,
};

/**
 * Takes a tag's written attributes; gives the plain ones that may stay. Addresses, ids and alignment are not
 * among them: they need to be resolved, made unique, or turned into a class.
 */
export function allowedAttributes(
  tag: string,
  written: ReadonlyMap<string, string>,
): Record<string, string | boolean> {
  const kept: Record<string, string | boolean> = {};
  for (const name of [...(BY_TAG[tag] ?? []), ...GLOBAL]) {
    const value = written.get(name);
    if (value === undefined) continue;
    if (BARE.has(name)) kept[name] = true;
    else if (VALUES[name]?.test(value.trim()) ?? true) kept[name] = value.trim();
  }
  return kept;
}
