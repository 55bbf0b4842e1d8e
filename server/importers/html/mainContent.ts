/** Finds what a page is about, and takes away what its generator put around and into it. */
import type { Element, Parents, Root } from "hast";
import {
  attribute,
  childElements,
  classesOf,
  elementsIn,
  firstIn,
  hasClass,
  isNamed,
  replaceElements,
  textOf,
} from "./hast.ts";

/** Where known generators keep the text, the narrowest first. */
const PLACES: readonly ((element: Element) => boolean)[] = [
  (one) =>
    hasClass(one, "theme-doc-markdown", "wiki-content", "md-content__inner", "vp-doc", "sl-markdown-content"),
  (one) => isNamed(one, "article"),
  (one) => attribute(one, "itemProp") === "articleBody",
  (one) => hasClass(one, "markdown-body", "markdown-section", "documentwrapper"),
  (one) => isNamed(one, "main") || attribute(one, "role") === "main",
  (one) => ["main-content", "main", "content", "contents", "wiki-body"].includes(attribute(one, "id") ?? ""),
];
/** Text of a place below this is a teaser, not the page. */
const FEW_CHARACTERS = 40;

const NEVER = new Set([
  "script", "style", "noscript", "template", "nav", "footer", "form", "button", "select", "textarea", "dialog",
  "object", "embed", "canvas", "head", "link", "meta", "base", "title", "svg",
]); // prettier-ignore

/** Classes of what belongs to a generator: links to headings and to editors, crumbs, neighbours, buttons to copy. */
const NOT_CONTENT = new Set([
  "headerlink", "hash-link", "header-anchor", "heading-anchor", "anchor-link", "anchorjs-link", "sl-anchor-link",
  "theme-edit-this-page", "edit-this-page", "edit-link", "edit-page-link", "md-content__button", "md-source-file",
  "breadcrumbs", "breadcrumb", "theme-doc-breadcrumbs", "pagination-nav", "prev-next", "rst-footer-buttons",
  "page-nav", "page-metadata", "theme-doc-footer", "table-of-contents", "toc-mobile", "theme-doc-toc-mobile",
  "sphinxsidebar", "sidebar", "related", "navheader", "navfooter", "navbar", "copybtn", "copy-button", "clipboard",
  "linenos", "linenodiv", "gutter", "line-numbers-rows", "sr-only", "visually-hidden", "screen-reader-text",
  "skip-link", "navigation", "mw-editsection", "mw-jump-link", "footer-meta", "noprint", "viewcode-link",
]); // prettier-ignore

/** The element that holds the page's own text; the whole document when none stands out. */
export function mainContent(root: Root): Parents {
  for (const isPlace of PLACES) {
    const place = firstIn(root, isPlace);
    if (place === undefined) continue;
    // A list of posts is many articles: what holds them is the page.
    const isOne = !isNamed(place, "article") || elementsIn(root).filter(isPlace).length === 1;
    // Confluence says which text is the page's, however little it is.
    const isSaid = hasClass(place, "wiki-content");
    if (isOne && (isSaid || textOf(place).length >= FEW_CHARACTERS)) return place;
  }
  return firstIn(root, (one) => isNamed(one, "body")) ?? root;
}

/** Takes away what is no content. What is hidden until somebody clicks, such as a panel of tabs, has to be found before. */
export function stripPage(main: Parents): void {
  // Who said a quotation is named at its end, by an element that elsewhere ends a page.
  for (const one of elementsIn(main))
    if (isNamed(one, "blockquote"))
      for (const last of childElements(one)) if (isNamed(last, "footer")) last.tagName = "div";
  replaceElements(main, (one) => {
    if (isMarkOfHeading(one)) return [];
    return isContent(one) ? undefined : [];
  });
}

/** Whether an element is neither its generator's nor hidden. */
export function isContent(one: Element): boolean {
  const script = isNamed(one, "script") && (attribute(one, "type") ?? "").startsWith("math/tex");
  if (NEVER.has(one.tagName)) return script;
  if (classesOf(one).some((name) => NOT_CONTENT.has(name))) return false;
  if (isNamed(one, "div") && hasClass(one, "toc", "contents", "localtoc") && isOfLinks(one)) return false;
  const role = attribute(one, "role");
  if (role === "navigation" || role === "search" || role === "banner" || role === "contentinfo") return false;
  if (isNamed(one, "aside")) return role === "note" || hasClass(one, "footnote", "footnote-list");
  // MathML and icons are often hidden from screen readers: their place is taken by what is made of them.
  return attribute(one, "hidden") === undefined && !isHiddenByStyle(one);
}

/** The pilcrow or hash sign that leads to a heading. */
function isMarkOfHeading(one: Element): boolean {
  return (
    isNamed(one, "a") &&
    /^[#¶§🔗]?$/u.test(textOf(one)) &&
    (attribute(one, "href") ?? "").startsWith("#") &&
    isEmpty(one)
  );
}

function isEmpty(one: Element): boolean {
  return firstIn(one, (inner) => isNamed(inner, "img")) === undefined && attribute(one, "id") === undefined;
}

function isHiddenByStyle(one: Element): boolean {
  return /display:\s*none/i.test(attribute(one, "style") ?? "");
}

function isOfLinks(one: Element): boolean {
  return childElements(one).some((child) => isNamed(child, "ul", "ol"));
}
