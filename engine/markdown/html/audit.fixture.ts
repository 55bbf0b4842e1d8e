/**
 * Reads rendered HTML strictly and says everything that is wrong with it. Written apart from the renderer and
 * the sanitiser, with its own lists, so that a hole in theirs is found here.
 */
import { CLASSES } from "./classes.ts";

/** Origins that frames of embedded content come from. */
export const FRAME_ORIGINS: readonly string[] = [
  "https://www.youtube-nocookie.com",
  "https://player.vimeo.com",
  "https://www.loom.com",
  "https://codepen.io",
  "https://codesandbox.io",
  "https://stackblitz.com",
  "https://www.figma.com",
  "https://open.spotify.com",
  "https://w.soundcloud.com",
  "https://fast.wistia.net",
];

const VOID = new Set(["br", "col", "hr", "img", "input", "wbr"]);
const COMMON = new Set([
  "id",
  "class",
  "title",
  "lang",
  "dir",
  "translate",
  "role",
  "tabindex",
  "aria-label",
  "aria-hidden",
]);
const MATH =
  "math semantics annotation mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle msub msup msubsup munder mover munderover mmultiscripts mtable mtr mtd mlabeledtr mpadded mphantom menclose merror mglyph none";
const MATH_ATTRIBUTES =
  "xmlns display encoding mathvariant mathcolor mathbackground mathsize displaystyle scriptlevel stretchy fence separator lspace rspace minsize maxsize movablelimits accent accentunder linethickness width height depth voffset columnalign columnspacing columnlines rowspacing rowlines rowalign notation largeop symmetric form alttext".split(
    " ",
  );

const DRAWN =
  "circle clipPath defs ellipse g line linearGradient marker path polygon polyline radialGradient rect stop text tspan";
const DRAWN_ATTRIBUTES =
  "xmlns font-family x y x1 y1 x2 y2 cx cy r rx ry dx dy width height offset font-size stroke-width stroke-miterlimit stroke-dashoffset opacity fill-opacity stroke-opacity stop-opacity markerWidth markerHeight refX refY rotate text-anchor dominant-baseline alignment-baseline font-weight font-style stroke-linecap stroke-linejoin fill-rule clip-rule orient markerUnits gradientUnits clipPathUnits spreadMethod lengthAdjust d points transform gradientTransform viewBox stroke-dasharray preserveAspectRatio fill stroke color stop-color marker-start marker-mid marker-end clip-path".split(
    " ",
  );

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ["href", "rel", "download"],
  abbr: [],
  address: [],
  article: [],
  aside: [],
  b: [],
  bdi: [],
  bdo: [],
  blockquote: [],
  br: [],
  caption: [],
  cite: [],
  button: [
    "type",
    "data-copy",
    "data-copied",
    "data-expand",
    "aria-expanded",
    "data-action",
    "data-query",
    "aria-controls",
    "aria-selected",
    "data-tab-title",
  ],
  code: [],
  col: ["width", "span"],
  colgroup: ["span"],
  data: ["value"],
  dd: [],
  del: ["datetime"],
  details: ["open", "data-copy-root"],
  dfn: [],
  div: ["data-tabs", "data-selected", "aria-labelledby"],
  dl: [],
  dt: [],
  em: [],
  figcaption: [],
  figure: ["data-copy-root", "data-wrap", "data-line-numbers", "data-expandable", "data-diagram"],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  header: [],
  hr: [],
  i: [],
  iframe: ["src", "loading", "sandbox", "allow", "allowfullscreen", "referrerpolicy"],
  img: ["src", "alt", "width", "height", "loading", "decoding", "data-zoom"],
  input: ["type", "disabled", "checked"],
  ins: ["datetime"],
  kbd: [],
  label: [],
  li: ["value"],
  mark: [],
  ol: ["start", "type", "reversed"],
  p: [],
  pre: [],
  q: [],
  rp: [],
  rt: [],
  ruby: [],
  s: [],
  samp: [],
  section: [],
  small: [],
  span: [],
  strong: [],
  sub: [],
  summary: [],
  sup: [],
  svg: ["width", "height", "data-zoom", ...DRAWN_ATTRIBUTES],
  table: [],
  tbody: [],
  td: ["colspan", "rowspan", "headers"],
  tfoot: [],
  th: ["colspan", "rowspan", "headers", "scope", "abbr"],
  thead: [],
  time: ["datetime"],
  tr: [],
  u: [],
  ul: [],
  use: ["href"],
  var: [],
  wbr: [],
  ...Object.fromEntries(DRAWN.split(" ").map((tag) => [tag, DRAWN_ATTRIBUTES])),
  ...Object.fromEntries(MATH.split(" ").map((tag) => [tag, MATH_ATTRIBUTES])),
};

const PIECE = /([^<>]+)|<\/([a-z][a-zA-Z0-9]*)>|<([a-z][a-zA-Z0-9]*)((?: [a-zA-Z][\w-]*(?:="[^"<>]*")?)*)>/y;
const ATTRIBUTE = / ([a-zA-Z][\w-]*)(?:="([^"]*)")?/g;
const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);
const BASE = "https://base.example/page";

/** Takes HTML; gives what is wrong with it, nothing when all is well. */
export function auditHtml(html: string): string[] {
  const wrong: string[] = [];
  const open: string[] = [];
  const ids = new Set<string>();
  PIECE.lastIndex = 0;
  let at = 0;
  while (at < html.length) {
    PIECE.lastIndex = at;
    const found = PIECE.exec(html);
    if (found === null) return [...wrong, `not HTML at: ${html.slice(at, at + 80)}`];
    at = PIECE.lastIndex;
    const [, , closed, opened, attributes] = found;
    if (closed !== undefined) {
      const expected = open.pop();
      if (expected !== closed) wrong.push(`</${closed}> closes <${expected}>`);
    } else if (opened !== undefined) {
      if (!VOID.has(opened)) open.push(opened);
      wrong.push(...auditTag(opened, attributes ?? "", ids));
    }
  }
  if (open.length > 0) wrong.push(`left open: ${open.join(" ")}`);
  return wrong;
}

function auditTag(tag: string, written: string, ids: Set<string>): string[] {
  if (!Object.hasOwn(ATTRIBUTES, tag)) return [`tag <${tag}>`];
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const [, name = "", raw = ""] of written.matchAll(ATTRIBUTE)) {
    const value = decode(raw);
    if (seen.has(name)) wrong.push(`${name} twice on <${tag}>`);
    seen.add(name);
    if (!COMMON.has(name) && !ATTRIBUTES[tag]?.includes(name)) wrong.push(`attribute ${name} on <${tag}>`);
    if (name === "href" || name === "src" || name === "data-zoom") wrong.push(...auditUrl(tag, value));
    if (DRAWN_ATTRIBUTES.includes(name) && /url\((?!#drawing-\d+-[\w.:-]+\)$)|script|@|[<>\\]/i.test(value))
      wrong.push(`${name}=${value}`);
    if (name === "class")
      wrong.push(
        ...value
          .split(" ")
          .filter((one) => !Object.hasOwn(CLASSES, one))
          .map((one) => `class ${one}`),
      );
    if (name === "id" && ids.has(value)) wrong.push(`id ${value} twice`);
    if (name === "id" && /\s/.test(value)) wrong.push(`id with spaces: ${value}`);
    if (name === "id") ids.add(value);
  }
  if (tag === "img" && !seen.has("alt")) wrong.push("<img> without alt");
  if (tag === "iframe" && !seen.has("sandbox")) wrong.push("<iframe> without sandbox");
  return wrong;
}

function auditUrl(tag: string, url: string): string[] {
  if (!URL.canParse(url, BASE)) return [];
  const { protocol, origin } = new URL(url, BASE);
  if (tag === "use") return /^\/~\/icons\/[a-z\d-]+\.svg#i$/.test(url) ? [] : [`drawing ${url}`];
  if (tag === "iframe") return FRAME_ORIGINS.includes(origin) ? [] : [`frame ${url}`];
  if (SCHEMES.has(protocol)) return [];
  const picture = tag === "img" && /^data:image\/(?:png|jpeg|jpg|gif|webp|avif);base64,/i.test(url);
  return picture ? [] : [`address ${url} on <${tag}>`];
}

function decode(text: string): string {
  const known: Record<string, string> = {
    "&amp;": "&",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
  };
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => known[entity] ?? entity);
}
