/** Inline nodes as one line of HTML that the dialect reads back: for captions, summaries and the cells of HTML tables. */
import type { Button, Icon, Image, Inline, Link, Mark } from "../markdown/document.ts";

/**
 * One line of HTML. Everything that Markdown might take for markup is written as an entity.
 * @param soft what stands for a soft line end: a line end in a paragraph
 */
export function htmlOf(inlines: readonly Inline[], soft: " " | "\n" = " "): string {
  // A run is begun at its first space alone: begun at each of many, none of them the last of a line, it took a minute.
  return inside(inlines, soft).replace(/^ +|(?<! ) +$/gm, (spaces) => "&#32;".repeat(spaces.length));
}

function inside(inlines: readonly Inline[], soft: string): string {
  let written = "";
  let sinceEmoji = "";
  for (const node of inlines) {
    if (node.type !== "emoji") {
      sinceEmoji += one(node, soft);
      continue;
    }
    // A colon after a digit begins no emoji, as in 10:30:45; one before the name of another would begin that.
    written +=
      sinceEmoji.replace(/:(?=[\w+-]*$)|\d$/g, (char) => `&#${char.charCodeAt(0)};`) + one(node, soft);
    sinceEmoji = "";
  }
  return written + sinceEmoji;
}

const TAGS: Readonly<Record<string, string>> = {
  strong: "strong",
  emphasis: "em",
  strikethrough: "del",
  underline: "u",
  kbd: "kbd",
  sub: "sub",
  sup: "sup",
};

function one(node: Inline, soft: string): string {
  switch (node.type) {
    case "text":
      return htmlText(node.text);
    case "code":
      return `<code>${htmlText(node.text)}</code>`;
    case "break":
      return node.hard ? "<br>" : soft;
    case "expression":
      return `<code class="expression">${node.expression}</code>`;
    case "math":
      // No entity is read in a formula, and a tag would be.
      return `$$${node.text.replace(/<(?=[a-z/!?])/gi, "\\lt ")}$$`;
    case "emoji":
      return `:${node.name}:`;
    case "html":
      return node.raw.replace(/\s*\n\s*/g, " ");
    case "footnoteRef":
      return `[^${node.label}]`;
    case "annotation":
      return `<a href="#user-content-fn-${node.label}">${inside(node.children, soft)}</a>[^${node.label}]`;
    case "link":
      return htmlLink(node, soft);
    case "image":
      return htmlImage(node);
    case "icon":
      return htmlIcon(node);
    case "button":
      return htmlButton(node);
    case "mark":
      return `${markTag(node)}${inside(node.children, soft)}</mark>`;
    default:
      return `<${TAGS[node.type]}>${inside(node.children, soft)}</${TAGS[node.type]}>`;
  }
}

function htmlLink({ url, title, mention, children }: Link, soft: string): string {
  const named = mention ? "mention" : title;
  return `<a href="${attribute(url)}"${given("title", named)}>${inside(children, soft)}</a>`;
}

/** An image as a tag, with its variant for dark mode around it. */
export function htmlImage({ src, alt, title, width, height, size, dark }: Image): string {
  const more = given("title", title) + given("width", width) + given("height", height);
  const image = `<img src="${attribute(src)}" alt="${attribute(alt)}"${more}${given("data-size", size)}>`;
  return dark === undefined ? image : `<picture>${darkSource(dark.url)}${image}</picture>`;
}

/** The source of a picture for dark mode. */
export function darkSource(url: string): string {
  return `<source srcset="${attribute(url)}" media="(prefers-color-scheme: dark)">`;
}

/** An icon: its name is repeated for programs that draw no icons. */
export function htmlIcon({ name }: Icon): string {
  return `<i class="fa-${name}">:${name}:</i>`;
}

/** A button: a link that looks like one, or one that makes the site do something. */
export function htmlButton({ style, icon, url, action, query, children }: Button): string {
  const more = given("data-action", action) + given("data-query", query) + given("data-icon", icon);
  const look = ` class="button ${style}"${more}`;
  if (url !== undefined) return `<a href="${attribute(url)}"${look}>${inside(children, " ")}</a>`;
  return `<button type="button"${look}>${inside(children, " ")}</button>`;
}

/** The tag that opens marked text. */
export function markTag({ color, background }: Mark): string {
  const style =
    (color === undefined ? "" : `color:${color};`) +
    (background === undefined ? "" : `background-color:${background};`);
  return style === "" ? "<mark>" : `<mark style="${attribute(style)}">`;
}

/** An attribute with a space before it; nothing when it has no value. */
export function given(name: string, value: string | undefined): string {
  return value === undefined ? "" : ` ${name}="${attribute(value)}"`;
}

/** The value of an attribute between double quotes. */
export function attribute(value: string): string {
  return value.replace(/[&"<>\n\t]/g, (char) => `&#${char.charCodeAt(0)};`);
}

const SPECIAL = /[&<>*`[\]\\~{}|!@$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=[\w+-]*:|\/\/)|[^\S ]/gu;

/** Text in which nothing is markup. */
function htmlText(text: string): string {
  return text.replace(SPECIAL, (found) =>
    [...found]
      .map((char) =>
        char === "&" ? "&amp;" : char === "<" ? "&lt;" : char === ">" ? "&gt;" : `&#${char.codePointAt(0)};`,
      )
      .join(""),
  );
}
