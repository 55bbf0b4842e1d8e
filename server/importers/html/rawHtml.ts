/** Text within the HTML and the tags that Markdown of the dialect may hold. */
import type { Element, ElementContent } from "hast";
import { attribute, textOf } from "./hast.ts";

/** A text in the place of an attribute's value, whatever it says. */
export function quoted(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

function textHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const KEPT: Readonly<Record<string, string>> = {
  strong: "strong", b: "strong", em: "em", i: "em", code: "code", kbd: "code", tt: "code",
}; // prettier-ignore
const LONGEST = 1_000;

/** What an element says, on one line: its links where `destination` knows them, weight, slant and code; the rest as text. */
export function inlineHtml(
  one: Element,
  destination: (url: string, kind: "link") => string | undefined,
): string {
  const words = textOf(one);
  // Long ones are cut as text alone.
  if (words.length > LONGEST) return textHtml(words.slice(0, LONGEST));
  const inside = (parent: Element, depth: number): string =>
    parent.children.map((child) => (child.type === "comment" ? "" : piece(child, depth))).join("");
  const piece = (child: ElementContent, depth: number): string => {
    if (child.type === "text") return textHtml(child.value.replace(/\s+/g, " "));
    if (child.type !== "element") return "";
    if (depth > 5) return textHtml(textOf(child));
    const href = child.tagName === "a" ? attribute(child, "href") : undefined;
    const url = href === undefined ? undefined : destination(href, "link");
    const html = inside(child, depth + 1);
    if (url !== undefined && html !== "") return `<a href="${quoted(url)}">${html}</a>`;
    const tag = KEPT[child.tagName];
    if (tag === undefined || html === "") return child.tagName === "br" ? " " : html;
    return tag === "code" ? `<code>${textHtml(textOf(child))}</code>` : `<${tag}>${html}</${tag}>`;
  };
  return words === "" ? "" : inside(one, 0).replace(/ +/g, " ").trim();
}

export function imageHtml({ src, alt }: { readonly src: string; readonly alt: string }): string {
  return `<img src="${quoted(src)}" alt="${quoted(alt)}">`;
}
