/** From the parser's inline tokens to the inline nodes of the tree. */
import type { Destination, HtmlDestination, Inline, ParseProblem, Span } from "./document.ts";
import { readHtmlTag } from "./htmlTags.ts";
import { closeHtml, isVoid, opensFrame, rawHtml, voidNode } from "./inlineHtml.ts";
import { inlineTokens } from "./markdownIt.ts";
import type { OffsetMap, Source } from "./positions.ts";
import { notes, report, type Memory, type Token } from "./tokens.ts";
import type { HtmlTag } from "./htmlTags.ts";

export interface Context {
  readonly source: Source;
  readonly memory: Memory;
}

/** Text of one paragraph, heading or cell longer than this is not read for markup. */
export const maxInlineLength = 200_000;
const maxOpenHtml = 100;
const maxDepth = 200;

/** Something opened and not closed yet: a span of Markdown, or an HTML tag. */
interface Frame {
  readonly children: Inline[];
  readonly close: (children: readonly Inline[]) => readonly Inline[];
  readonly html?: { readonly tag: HtmlTag; readonly raw: string; readonly destinations: HtmlDestination[] };
}

/** The nodes of a piece of inline content, whose offsets `locate` maps to the source. */
export function inlinesOf(content: string, locate: OffsetMap, context: Context): Inline[] {
  if (content === "") return [];
  if (content.length > maxInlineLength) {
    const problem: ParseProblem = {
      message: `This text is longer than ${maxInlineLength} characters without a break: it is shown as written.`,
      start: locate(0),
      end: locate(content.length),
    };
    report(context.memory.problems, problem);
    return [{ type: "text", text: content }];
  }
  if (!MARKED.test(content)) return [{ type: "text", text: content }];
  return new InlineBuilder(locate).build(inlineTokens(content, context.memory));
}

/** The characters at which the parser's rules begin: a text without any is what it is. A test compares. */
const MARKED = /[\n!#$%&*+\-:<=>@[\\\]^_`{}~]/;

const spans: Readonly<Record<string, Span["type"]>> = {
  em_open: "emphasis",
  strong_open: "strong",
  s_open: "strikethrough",
};

class InlineBuilder {
  private readonly frames: Frame[] = [{ children: [], close: () => [] }];
  private readonly locate: OffsetMap;
  private openHtml = 0;
  /** Spans open beyond the limit on depth, which show as their content. */
  private skipped = 0;

  constructor(locate: OffsetMap) {
    this.locate = locate;
  }

  build(tokens: readonly Token[]): Inline[] {
    for (const token of tokens) this.add(token);
    while (this.frames.length > 1) this.flatten();
    return joinAnnotations(this.top().children);
  }

  private top(): Frame {
    return this.frames[this.frames.length - 1]!;
  }

  private push(node: Inline): void {
    this.top().children.push(node);
  }

  private pushAll(nodes: readonly Inline[]): void {
    for (const node of nodes) {
      if (node.type === "text") this.text(node.text);
      else this.push(node);
    }
  }

  private text(text: string): void {
    const { children } = this.top();
    const last = children[children.length - 1];
    if (text === "") return;
    if (last?.type === "text") children[children.length - 1] = { type: "text", text: last.text + text };
    else children.push({ type: "text", text });
  }

  private add(token: Token): void {
    const span = spans[token.type];
    if (span !== undefined) return this.open((children) => [{ type: span, children }]);
    if (token.type === "link_open") return this.open(linkOf(token, this.destination(token, "href")));
    if (token.nesting === -1) return this.close();
    switch (token.type) {
      case "text":
      case "text_special":
        return this.text(token.content);
      case "html_inline":
        return this.html(token);
      default:
        return this.push(leaf(token, this.destination(token, "src")));
    }
  }

  private open(close: Frame["close"]): void {
    if (this.frames.length >= maxDepth) this.skipped++;
    else this.frames.push({ children: [], close });
  }

  /** Closes the innermost span of Markdown; HTML left open inside it stays as raw tags. */
  private close(): void {
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    while (this.top().html !== undefined) this.flatten();
    const frame = this.frames.pop()!;
    this.pushAll(frame.close(joinAnnotations(frame.children)));
  }

  /** Gives up on the innermost open tag: it is raw HTML, and its content follows it. */
  private flatten(): void {
    const frame = this.frames.pop()!;
    if (frame.html !== undefined) {
      this.openHtml--;
      this.push({ type: "html", raw: frame.html.raw, destinations: frame.html.destinations });
    }
    this.pushAll(frame.children);
  }

  private html(token: Token): void {
    const raw = token.content;
    const tag = readHtmlTag(raw, 0);
    if (tag === undefined || tag.end !== raw.length)
      return this.push({ type: "html", raw, destinations: [] });
    const base = notes(token).start ?? 0;
    const destinations = htmlDestinations(tag, (offset) => this.locate(base + offset));
    if (tag.kind === "close") return this.closeTag(tag, raw);
    if (isVoid(tag)) return this.push(voidNode(tag, raw, destinations));
    if (!opensFrame(tag) || this.openHtml >= maxOpenHtml) return this.push(rawHtml(raw, destinations));
    this.openHtml++;
    const close = (children: readonly Inline[]): readonly Inline[] =>
      closeHtml(tag, raw, children, destinations);
    this.frames.push({ children: [], close, html: { tag, raw, destinations } });
  }

  private closeTag(tag: HtmlTag, raw: string): void {
    let depth = this.frames.length - 1;
    while (
      depth > 0 &&
      this.frames[depth]!.html !== undefined &&
      this.frames[depth]!.html!.tag.name !== tag.name
    ) {
      depth--;
    }
    if (this.frames[depth]!.html === undefined) return this.push(rawHtml(raw, []));
    while (this.frames.length - 1 > depth) this.flatten();
    const frame = this.frames.pop()!;
    this.openHtml--;
    this.pushAll(frame.close(joinAnnotations(frame.children)));
  }

  private destination(token: Token, attribute: "href" | "src"): Destination | undefined {
    const { start, end } = notes(token);
    const url = token.attrGet(attribute);
    if (start === undefined || end === undefined || url === null) return undefined;
    const syntax = token.info === "auto" ? "auto" : notes(token).angle === true ? "angle" : "bare";
    return { url: String(url), start: this.locate(start), end: this.locate(end), syntax, quote: "" };
  }
}

/** Attributes of HTML that hold an address. */
const addresses: ReadonlySet<string> = new Set(["href", "src", "srcset", "poster", "data"]);

/** The destinations in the attributes of one tag. */
export function htmlDestinations(tag: HtmlTag, locate: OffsetMap): HtmlDestination[] {
  return tag.attributes
    .filter((one) => addresses.has(one.name) && one.end > one.start)
    .map((one) => {
      const { name: attribute, quote } = one;
      const url = attribute === "srcset" ? firstCandidate(one.value) : one.value;
      const end = locate(url === one.value ? one.end : one.start + url.length);
      return { url, start: locate(one.start), end, syntax: "html", quote, tag: tag.name, attribute };
    });
}

/**
 * The first address of a srcset; what follows says for which screens it and others are. Where nothing says so it is
 * one address: people write blanks and commas in those.
 */
function firstCandidate(srcset: string): string {
  const descriptor = srcset.search(/\s\d+(?:\.\d+)?[wxh](?![^\s,])/);
  if (descriptor < 0) return srcset.trimEnd();
  const first = srcset.slice(0, descriptor).trimEnd();
  const comma = first.search(/,\s/);
  return comma < 0 ? first : first.slice(0, comma);
}

function linkOf(token: Token, destination: Destination | undefined): Frame["close"] {
  const url = String(token.attrGet("href") ?? "");
  const written = token.attrGet("title");
  const title = written === null ? undefined : String(written);
  const mention = title === "mention";
  return (children) => [
    {
      type: "link",
      url,
      ...(title === undefined || mention ? {} : { title }),
      mention,
      children,
      ...(destination === undefined ? {} : { destination }),
    },
  ];
}

function leaf(token: Token, destination: Destination | undefined): Inline {
  switch (token.type) {
    case "code_inline":
      return { type: "code", text: token.content };
    case "softbreak":
      return { type: "break", hard: false };
    case "hardbreak":
      return { type: "break", hard: true };
    case "math_inline":
      return { type: "math", text: token.content };
    case "expression":
      return { type: "expression", expression: token.content };
    case "emoji":
      return { type: "emoji", name: token.content };
    case "footnote_reference":
      return { type: "footnoteRef", label: token.content };
    case "image":
      return imageOf(token, destination);
    default:
      return { type: "text", text: token.content };
  }
}

function imageOf(token: Token, destination: Destination | undefined): Inline {
  const title = token.attrGet("title");
  return {
    type: "image",
    src: String(token.attrGet("src") ?? ""),
    alt: altOf(token.children ?? []),
    ...(title === null ? {} : { title: String(title) }),
    ...(destination === undefined ? {} : { destination }),
  };
}

/** The text of an image's label, without its markup. */
function altOf(tokens: readonly Token[]): string {
  let alt = "";
  for (const token of tokens) {
    if (token.type === "softbreak" || token.type === "hardbreak") alt += " ";
    else if (token.type === "image") alt += altOf(token.children ?? []);
    else if (token.type !== "html_inline") alt += token.content;
  }
  return alt;
}

/** `[text](#user-content-fn-1)[^1]` is one annotation. */
function joinAnnotations(children: Inline[]): Inline[] {
  if (!children.some((node) => node.type === "footnoteRef")) return children;
  const joined: Inline[] = [];
  for (const node of children) {
    const last = joined[joined.length - 1];
    if (node.type === "footnoteRef" && last?.type === "link" && last.url.startsWith("#user-content-fn-"))
      joined[joined.length - 1] = { type: "annotation", label: node.label, children: last.children };
    else joined.push(node);
  }
  return joined;
}
