/** Inline nodes of a page as text with marks and inlines of the format. */
import type { Annotation, Button, Image, Inline, Link } from "../markdown/document.ts";
import { plainText } from "../markdown/plainText.ts";
import { codeOfEmoji } from "./emojiCodes.ts";
import { CODE, markOf, UNDERLINE } from "./marks.ts";
import { isHostile } from "./hostile.ts";
import { fileRefOfUrl, refOfUrl } from "./refs.ts";
import type { JsonBlock, JsonInline, JsonLeaf, JsonMark, JsonText } from "./shapes.ts";

/** How the rest of the document is written. */
export interface InlineWriting {
  /** The blocks of a footnote; none when it was told already, or is unknown. */
  readonly footnote: (label: string) => readonly JsonBlock[];
  /** In headings and cells a line end is a space, as it can't be written again. */
  readonly oneLine?: boolean;
}

type Words = JsonText | JsonInline;

/** Text and inlines. Equal marks side by side are joined, empty ones vanish; addresses that run code are left out. */
export function inlineNodes(inlines: readonly Inline[], writing: InlineWriting): Words[] {
  const writer = new InlineWriter(writing);
  writer.addAll(inlines, []);
  return writer.nodes;
}

class InlineWriter {
  readonly nodes: Words[] = [];
  /** Those of the text node that is last. */
  private leaves: JsonLeaf[] | undefined;
  private readonly writing: InlineWriting;

  constructor(writing: InlineWriting) {
    this.writing = writing;
  }

  addAll(inlines: readonly Inline[], marks: readonly JsonMark[]): void {
    for (const inline of inlines) this.add(inline, marks);
  }

  private add(inline: Inline, marks: readonly JsonMark[]): void {
    switch (inline.type) {
      case "text":
        return this.lines(inline.text, marks);
      case "code":
        return this.leaf(inline.text, [...marks, CODE]);
      case "break":
        return this.lineEnd(inline.hard, marks);
      case "html":
        return isHostileHtml(inline) ? undefined : this.leaf("", marks, { html: inline.raw });
      case "emphasis":
      case "strong":
      case "strikethrough":
      case "underline":
      case "kbd":
      case "sub":
      case "sup":
      case "mark":
        return this.addAll(inline.children, withMark(marks, markOf(inline)));
      case "link":
        return isHostile(inline.url)
          ? this.addAll(inline.children, marks)
          : this.inline(this.link(inline, marks), marks);
      case "annotation":
      case "footnoteRef":
        return this.inline(this.annotation(inline, marks), marks);
      case "image":
        return isHostile(inline.src) ? this.leaf(inline.alt, marks) : this.inline(imageOf(inline), marks);
      default:
        return this.inline(voidOf(inline), marks);
    }
  }

  /** Text that was no markup after all may go on over lines. */
  private lines(text: string, marks: readonly JsonMark[]): void {
    for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
      if (index > 0) this.lineEnd(false, marks);
      this.leaf(line, marks);
    }
  }

  private lineEnd(hard: boolean, marks: readonly JsonMark[]): void {
    if (hard) this.leaf("\n", marks);
    else this.leaf(" ", marks, this.writing.oneLine === true ? {} : { soft: true });
  }

  private leaf(text: string, marks: readonly JsonMark[], more: Partial<JsonLeaf> = {}): void {
    if (text === "" && more.html === undefined) return;
    const shown = marks.filter((mark) => mark.type !== "underline");
    const under: Partial<JsonLeaf> = shown.length === marks.length ? {} : { underline: true };
    const leaf: JsonLeaf = { object: "leaf", text, marks: shown, ...under, ...more };
    const before = this.leaves?.at(-1);
    if (this.leaves === undefined) {
      this.leaves = [leaf];
      this.nodes.push({ object: "text", leaves: this.leaves });
    } else if (before !== undefined && sameStyle(before, leaf)) {
      this.leaves[this.leaves.length - 1] = { ...before, text: before.text + text };
    } else this.leaves.push(leaf);
  }

  private inline(node: JsonInline, marks: readonly JsonMark[]): void {
    this.leaves = undefined;
    this.nodes.push(marks.length === 0 ? node : { ...node, marks });
  }

  private link(link: Link, marks: readonly JsonMark[]): JsonInline<"link" | "mention"> {
    const ref = refOfUrl(link.url);
    if (link.mention) {
      const data = { ref, text: plainText(link.children) };
      return { object: "inline", type: "mention", isVoid: true, data };
    }
    const data = { ref, ...(link.title === undefined ? {} : { title: link.title }) };
    return { object: "inline", type: "link", isVoid: false, data, nodes: this.inside(link.children, marks) };
  }

  private annotation(
    node: Annotation | { readonly type: "footnoteRef"; readonly label: string },
    marks: readonly JsonMark[],
  ): JsonInline<"annotation"> {
    const body = this.writing.footnote(node.label);
    return {
      object: "inline",
      type: "annotation",
      isVoid: false,
      label: node.label,
      nodes: node.type === "annotation" ? this.inside(node.children, marks) : [],
      fragments:
        body.length === 0
          ? []
          : [{ object: "fragment", fragment: "annotation-body", type: "annotation-body", nodes: body }],
    };
  }

  private inside(children: readonly Inline[], marks: readonly JsonMark[]): readonly Words[] {
    const writer = new InlineWriter(this.writing);
    writer.addAll(children, marks);
    return writer.nodes;
  }
}

function withMark(marks: readonly JsonMark[], mark: JsonMark): readonly JsonMark[] {
  if (marks.some((one) => one.type === mark.type)) return marks;
  // The format has no such mark: kept innermost, it can stand beside the others.
  const under = marks.at(-1)?.type === "underline";
  return under ? [...marks.slice(0, -1), mark, UNDERLINE] : [...marks, mark];
}

function sameStyle(a: JsonLeaf, b: JsonLeaf): boolean {
  const isPlain = (leaf: JsonLeaf): boolean => leaf.soft === undefined && leaf.html === undefined;
  if (!isPlain(a) || !isPlain(b) || a.underline !== b.underline) return false;
  return JSON.stringify(a.marks) === JSON.stringify(b.marks);
}

function isHostileHtml({ destinations }: Extract<Inline, { type: "html" }>): boolean {
  return destinations.some(({ url }) => isHostile(url));
}

const VOID = { object: "inline", isVoid: true } as const;

function imageOf({ src, alt, title, width, height, size, dark }: Image): JsonInline<"inline-image"> {
  const data: JsonInline<"inline-image">["data"] = {
    ref: fileRefOfUrl(src),
    ...(dark === undefined || isHostile(dark.url) ? {} : { refDark: fileRefOfUrl(dark.url) }),
    ...(alt === "" ? {} : { caption: alt }),
    ...(size === "original" || size === "line" ? { size } : {}),
    ...(title === undefined ? {} : { title }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  };
  return { ...VOID, type: "inline-image", data };
}

type Void = Extract<Inline, { type: "math" | "expression" | "emoji" | "icon" | "button" }>;

function voidOf(inline: Void): JsonInline {
  switch (inline.type) {
    case "math":
      return { ...VOID, type: "inline-math", data: { formula: inline.text } };
    case "expression":
      return { ...VOID, type: "expression", data: { expression: inline.expression } };
    case "emoji":
      return { ...VOID, type: "emoji", data: { code: codeOfEmoji(inline.name), name: inline.name } };
    case "icon":
      return { ...VOID, type: "icon", data: { icon: inline.name } };
    default:
      return buttonOf(inline);
  }
}

function buttonOf({ style, icon, url = "", action, query, children }: Button): JsonInline<"button"> {
  const data = {
    label: plainText(children),
    kind: style,
    // One that does something here may lead nowhere.
    ...(action !== undefined && url === "" ? {} : { ref: refOfUrl(isHostile(url) ? "" : url) }),
    ...(icon === undefined ? {} : { icon }),
    ...(action === undefined && query !== undefined ? { query } : {}),
    ...(action === undefined ? {} : { action: { action, ...(query === undefined ? {} : { query }) } }),
  };
  return { ...VOID, type: "button", data };
}
