/** Inline nodes as the nodes of a Markdown tree. */
import type { Annotation, Inline, Link, Span } from "../markdown/document.ts";
import { plainText } from "../markdown/plainText.ts";
import { htmlButton, htmlIcon, htmlImage, htmlOf, markTag } from "./htmlInlines.ts";

/** A node of the library; `phrase` is markup of the dialect as it is written. */
export type Phrase =
  | { readonly type: "text" | "inlineCode" | "html" | "phrase"; readonly value: string }
  | { readonly type: "emphasis" | "strong"; readonly children: readonly Phrase[] }
  | { readonly type: "break" }
  | {
      readonly type: "link";
      readonly url: string;
      readonly title?: string;
      readonly children: readonly Phrase[];
    }
  | { readonly type: "image"; readonly url: string; readonly alt: string; readonly title?: string };

/** @param oneLine whether line ends are tags and spaces */
export function phrasesOf(inlines: readonly Inline[], oneLine = false): Phrase[] {
  const phrases: Phrase[] = [];
  for (const inline of inlines) {
    for (const phrase of phrasesOfOne(inline, oneLine)) {
      const last = phrases.at(-1);
      if (phrase.type === "text" && last?.type === "text") {
        phrases[phrases.length - 1] = { type: "text", value: last.value + phrase.value };
      } else phrases.push(phrase);
    }
  }
  return phrases;
}

const html = (value: string): Phrase => ({ type: "html", value });
const written = (value: string): Phrase => ({ type: "phrase", value });

function phrasesOfOne(node: Inline, oneLine: boolean): Phrase[] {
  switch (node.type) {
    case "text":
      return [{ type: "text", value: node.text }];
    case "code":
      return [{ type: "inlineCode", value: node.text }];
    case "break":
      if (node.hard) return [oneLine ? html("<br>") : { type: "break" }];
      return [{ type: "text", value: oneLine ? " " : "\n" }];
    case "html":
      return [html(oneLine ? node.raw.replace(/\s*\n\s*/g, " ") : node.raw)];
    case "expression":
      return [html(htmlOf([node]))];
    case "math":
      return [written(`$$${node.text}$$`)];
    case "emoji":
      return [written(`:${node.name}:`)];
    case "icon":
      return [html(htmlIcon(node))];
    case "button":
      return [html(htmlButton(node))];
    case "footnoteRef":
      return [written(`[^${node.label}]`)];
    case "annotation":
      return annotationOf(node, oneLine);
    case "link":
      return [linkOf(node, oneLine)];
    case "image":
      if (
        node.width !== undefined ||
        node.height !== undefined ||
        node.size !== undefined ||
        node.dark !== undefined
      )
        return [html(htmlImage(node))];
      return [
        {
          type: "image",
          url: node.src,
          alt: node.alt,
          ...(node.title === undefined ? {} : { title: node.title }),
        },
      ];
    case "mark":
      return [html(markTag(node)), ...phrasesOf(node.children, oneLine), html("</mark>")];
    default:
      return spanOf(node, oneLine);
  }
}

function annotationOf({ label, children }: Annotation, oneLine: boolean): Phrase[] {
  const url = `#user-content-fn-${label}`;
  return [{ type: "link", url, children: phrasesOf(children, oneLine) }, written(`[^${label}]`)];
}

function linkOf({ url, title, mention, children }: Link, oneLine: boolean): Phrase {
  const named = mention ? "mention" : title;
  return {
    type: "link",
    url,
    ...(named === undefined ? {} : { title: named }),
    children: phrasesOf(children, oneLine),
  };
}

const TAGS: Readonly<Partial<Record<Span["type"], string>>> = {
  underline: "u",
  kbd: "kbd",
  sub: "sub",
  sup: "sup",
};

function spanOf(span: Span, oneLine: boolean): Phrase[] {
  const { type, children } = span;
  const inside = phrasesOf(children, oneLine);
  if (type === "strong" || type === "emphasis") {
    const [only] = children;
    // Three asterisks are the other way round.
    if (type === "strong" && children.length === 1 && only?.type === "emphasis") {
      return [{ type, children: [html("<em>"), ...phrasesOf(only.children, oneLine), html("</em>")] }];
    }
    return [{ type, children: inside }];
  }
  if (type === "strikethrough") {
    const words = plainText(children);
    const isPlain =
      children.length > 0 && children.every((child) => child.type === "text" || child.type === "code");
    const mark = isPlain && /^[\p{L}\p{N}]/u.test(words) && /[\p{L}\p{N}]$/u.test(words) ? "~~" : undefined;
    return mark === undefined
      ? [html("<del>"), ...inside, html("</del>")]
      : [written(mark), ...inside, written(mark)];
  }
  const tag = TAGS[type]!;
  return [html(`<${tag}>`), ...inside, html(`</${tag}>`)];
}
