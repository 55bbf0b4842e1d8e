/**
 * Tags in raw HTML, found without judging them: enough to read figures, tables and destinations.
 * What is safe to show is decided where HTML is made, never here.
 */

import { decodeHTMLAttribute } from "entities";

interface HtmlAttribute {
  /** Lower case. */
  readonly name: string;
  /** Decoded. */
  readonly value: string;
  /** Where the value is written, without its quotes; empty range when there is no value. */
  readonly start: number;
  readonly end: number;
  readonly quote: '"' | "'" | "";
}

export interface HtmlTag {
  readonly kind: "open" | "close" | "comment";
  /** Lower case; "" for a comment. */
  readonly name: string;
  readonly attributes: readonly HtmlAttribute[];
  readonly start: number;
  readonly end: number;
}

const tagName = /<(\/?)([A-Za-z][A-Za-z0-9-]*)/y;
const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;
const tagEnd = /[\s/]*>/y;

/** The tags of a piece of HTML in order; everything between them is text. */
export function htmlTags(html: string): HtmlTag[] {
  const tags: HtmlTag[] = [];
  const last = html.lastIndexOf(">");
  const lastComment = html.lastIndexOf("-->");
  let at = html.indexOf("<");
  while (at !== -1 && at < last) {
    // The end of a comment is looked for only where there is one: not again and again in vain.
    const endless = at + 4 > lastComment && html.startsWith("<!--", at);
    const tag = endless ? undefined : readHtmlTag(html, at);
    if (tag !== undefined) tags.push(tag);
    at = html.indexOf("<", tag?.end ?? at + 1);
  }
  return tags;
}

/** The tag or comment at `start`, or undefined. */
export function readHtmlTag(html: string, start: number): HtmlTag | undefined {
  if (html.startsWith("<!--", start)) {
    const end = html.indexOf("-->", start + 4);
    if (end === -1) return undefined;
    return { kind: "comment", name: "", attributes: [], start, end: end + 3 };
  }
  tagName.lastIndex = start;
  const match = tagName.exec(html);
  if (match === null) return undefined;
  const attributes: HtmlAttribute[] = [];
  let at = tagName.lastIndex;
  for (;;) {
    tagEnd.lastIndex = at;
    if (tagEnd.test(html)) break;
    attribute.lastIndex = at;
    const found = attribute.exec(html);
    if (found === null) return undefined;
    at = attribute.lastIndex;
    attributes.push(attributeOf(found, at));
  }
  const kind = match[1] === "/" ? "close" : "open";
  return { kind, name: match[2]!.toLowerCase(), attributes, start, end: tagEnd.lastIndex };
}

function attributeOf(match: RegExpExecArray, end: number): HtmlAttribute {
  const name = match[1]!.toLowerCase();
  const raw = match[2] ?? match[3] ?? match[4];
  if (raw === undefined) return { name, value: "", start: end, end, quote: "" };
  const quote = match[2] !== undefined ? '"' : match[3] !== undefined ? "'" : "";
  const stop = quote === "" ? end : end - 1;
  return { name, value: decodeHTMLAttribute(raw), start: stop - raw.length, end: stop, quote };
}

/** The decoded value of an attribute; "" when it has none, undefined when it is absent. */
export function htmlValue(tag: HtmlTag, name: string): string | undefined {
  return tag.attributes.find((one) => one.name === name)?.value;
}
