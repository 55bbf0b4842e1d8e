/** The words of inline content as a reader will see them: emoji drawn, expressions evaluated. */
import type { Inline } from "../document.ts";
import { emojiOf } from "./emoji.ts";
import type { PageHtml } from "./page.ts";

/** Plain text for outlines, labels and titles. */
export function readText(page: PageHtml, inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => wordsOf(page, inline))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

function wordsOf(page: PageHtml, inline: Inline): string {
  switch (inline.type) {
    case "text":
    case "code":
    case "math":
      return inline.text;
    case "image":
      return inline.alt;
    case "break":
      return " ";
    case "emoji":
      return emojiOf(inline.name) ?? `:${inline.name}:`;
    case "expression":
      return String(page.evaluate(inline.expression, "value") ?? "");
    case "icon":
    case "footnoteRef":
    case "html":
      return "";
    default:
      return inline.children.map((child) => wordsOf(page, child)).join("");
  }
}
