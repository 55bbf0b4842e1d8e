/** HTML tags the dialect gives a meaning within text: buttons, icons, marks, keys, images and a few spans. */
import type { Button, Destination, HtmlDestination, Icon, Inline, Link, Mark, Span } from "./document.ts";
import { htmlValue, type HtmlTag } from "./htmlTags.ts";
import { plainText } from "./plainText.ts";

const spans: Readonly<Record<string, Span["type"]>> = {
  b: "strong",
  strong: "strong",
  em: "emphasis",
  i: "emphasis",
  s: "strikethrough",
  del: "strikethrough",
  strike: "strikethrough",
  u: "underline",
  kbd: "kbd",
  sub: "sub",
  sup: "sup",
};

/** Whether the tag stands alone and means something: a line break or an image. */
export function isVoid(tag: HtmlTag): boolean {
  return tag.name === "br" || tag.name === "img";
}

/** Whether the tag and its end tag make one node. */
export function opensFrame(tag: HtmlTag): boolean {
  return Object.hasOwn(spans, tag.name) || ["a", "button", "mark", "code", "picture"].includes(tag.name);
}

/** A tag without meaning of its own. */
export function rawHtml(raw: string, destinations: readonly HtmlDestination[]): Inline {
  return { type: "html", raw, destinations };
}

/** The node of a tag for which `isVoid` holds. */
export function voidNode(tag: HtmlTag, raw: string, destinations: readonly HtmlDestination[]): Inline {
  const destination = destinations.find((one) => one.attribute === "src");
  if (tag.name === "br") return { type: "break", hard: true };
  if (destination === undefined) return rawHtml(raw, destinations);
  return {
    type: "image",
    src: destination.url,
    alt: htmlValue(tag, "alt") ?? "",
    ...optional("title", htmlValue(tag, "title")),
    ...optional("width", htmlValue(tag, "width")),
    ...optional("height", htmlValue(tag, "height")),
    ...optional("size", htmlValue(tag, "data-size")),
    destination: plain(destination),
  };
}

/** An object with the entry when there is a value: absent fields are absent, not undefined. */
export function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

/** The destination without the tag and attribute it was found in. */
export function plain(destination: HtmlDestination): Destination {
  const { url, start, end, syntax, quote } = destination;
  return { url, start, end, syntax, quote };
}

/** The nodes of a tag for which `opensFrame` holds, with what stands between it and its end tag. */
export function closeHtml(
  tag: HtmlTag,
  raw: string,
  children: readonly Inline[],
  destinations: readonly HtmlDestination[],
): readonly Inline[] {
  const link = destinations.find((one) => one.attribute === "href");
  const asWritten = [rawHtml(raw, destinations), ...children, rawHtml(`</${tag.name}>`, [])];
  switch (tag.name) {
    case "a":
      return anchorOf(tag, raw, children, link) ?? asWritten;
    case "picture":
      return pictureOf(children) ?? asWritten;
    case "button":
      return [buttonOf(tag, children, link)];
    case "mark":
      return [markOf(tag, children)];
    case "code":
      // Code is plain text to us: around links and the like its tags stay what they are.
      if (children.some((child) => "children" in child || child.type === "image")) return asWritten;
      return [{ type: "code", text: plainText(children) }];
    case "i":
      return [iconOf(tag) ?? { type: "emphasis", children }];
    default:
      return [{ type: spans[tag.name]!, children }];
  }
}

/** The image of a `<picture>`, with the source for dark mode as its variant. */
function pictureOf(children: readonly Inline[]): readonly Inline[] | undefined {
  const image = children.find((node) => node.type === "image");
  if (image === undefined) return undefined;
  const sources = children.filter((node) => node.type === "html" && /^<source[^>]*dark/i.test(node.raw));
  const dark = sources.flatMap((node) => (node.type === "html" ? node.destinations : []))[0];
  return [dark === undefined ? image : { ...image, dark: plain(dark) }];
}

/** A link, a button, or an anchor: an empty tag with an id, kept whole. */
function anchorOf(
  tag: HtmlTag,
  raw: string,
  children: readonly Inline[],
  link: HtmlDestination | undefined,
): readonly Inline[] | undefined {
  if (children.length === 0 && htmlValue(tag, "id") !== undefined) return [rawHtml(`${raw}</a>`, [])];
  if (/(?:^|\s)button(?:\s|$)/.test(htmlValue(tag, "class") ?? "")) return [buttonOf(tag, children, link)];
  if (link === undefined) return undefined;
  const title = htmlValue(tag, "title");
  const mention = title === "mention" || htmlValue(tag, "data-mention") !== undefined;
  const node: Link = {
    type: "link",
    url: link.url,
    ...optional("title", mention ? undefined : title),
    mention,
    children,
    destination: plain(link),
  };
  return [node];
}

function buttonOf(tag: HtmlTag, children: readonly Inline[], link: HtmlDestination | undefined): Button {
  const classes = (htmlValue(tag, "class") ?? "").split(/\s+/);
  return {
    type: "button",
    style: classes.includes("secondary") ? "secondary" : "primary",
    ...optional("icon", htmlValue(tag, "data-icon")),
    ...optional("url", link?.url),
    ...optional("action", htmlValue(tag, "data-action")),
    ...optional("query", htmlValue(tag, "data-query")),
    children,
    ...optional("destination", link === undefined ? undefined : plain(link)),
  };
}

function markOf(tag: HtmlTag, children: readonly Inline[]): Mark {
  const style = htmlValue(tag, "style") ?? "";
  return {
    type: "mark",
    ...optional("color", styleValue(style, "color")),
    ...optional("background", styleValue(style, "background-color")),
    children,
  };
}

function styleValue(style: string, property: string): string | undefined {
  for (const declaration of style.split(";")) {
    const colon = declaration.indexOf(":");
    if (colon !== -1 && declaration.slice(0, colon).trim().toLowerCase() === property)
      return declaration.slice(colon + 1).trim();
  }
  return undefined;
}

/** `<i class="fa-solid fa-house">`: the name is the last class that names no style. */
function iconOf(tag: HtmlTag): Icon | undefined {
  const names = (htmlValue(tag, "class") ?? "")
    .split(/\s+/)
    .filter(
      (name) => /^fa-[\w-]+$/.test(name) && !/^fa-(?:solid|regular|light|thin|duotone|brands|fw)$/.test(name),
    );
  const last = names[names.length - 1];
  return last === undefined ? undefined : { type: "icon", name: last.slice(3) };
}
