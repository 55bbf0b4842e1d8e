/**
 * The `{% name argument key="value" %}` tags of the dialect, read from raw text.
 * A tag may span lines and quote its values with either quote, escaping by backslash.
 */

export interface TagAttribute {
  /** "" for a value standing alone, as in `{% include "x.md" %}`. */
  readonly name: string;
  /** Decoded. */
  readonly value: string;
  /** Where the value is written, without its quotes. */
  readonly start: number;
  readonly end: number;
  readonly quote: '"' | "'" | "";
}

export interface Tag {
  /** `hint`, `endhint`, `@integration/block` … */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Everything between the name and the closing brace, trimmed: an `if`'s expression. */
  readonly rest: string;
  readonly attributes: readonly TagAttribute[];
}

/** A tag longer than this is not one: keeps looking for its end cheap on hostile input. */
const maxTagLength = 4096;

const opening = /\{%-?[ \t]*((?:end)?@?[A-Za-z][\w./-]*)/y;
const quoted = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/y;
const attribute = /(?:([\w:@.-]+)\s*=\s*)?(?:"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|([^\s"'=%]+))/y;

/**
 * Reads the tag starting at `start`.
 * @returns undefined when there is no tag, or no end of it within `maxTagLength` characters.
 */
export function readTag(source: string, start: number): Tag | undefined {
  opening.lastIndex = start;
  const match = opening.exec(source);
  if (match === null) return undefined;
  const from = opening.lastIndex;
  const close = closingBrace(source, from, start + maxTagLength);
  if (close === -1) return undefined;
  const to = source[close - 1] === "-" && close - 1 > from ? close - 1 : close;
  return {
    name: match[1]!,
    start,
    end: close + 2,
    rest: source.slice(from, to).trim(),
    attributes: readAttributes(source, from, to),
  };
}

/** Position of the `%}` that is outside quotes, or -1. A quote without its pair is an ordinary character. */
function closingBrace(source: string, from: number, max: number): number {
  const within = source.slice(from, max);
  const next = within.indexOf("\n{%");
  // No tag holds the line that starts another one: so an unclosed one is given up at once.
  const text = next === -1 ? within : within.slice(0, next);
  let unpaired = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "%" && text[at + 1] === "}") return from + at;
    if ((char !== '"' && char !== "'") || unpaired.includes(char)) continue;
    quoted.lastIndex = at;
    if (quoted.test(text)) at = quoted.lastIndex - 1;
    else unpaired += char;
  }
  return -1;
}

function readAttributes(source: string, from: number, to: number): TagAttribute[] {
  const attributes: TagAttribute[] = [];
  const text = source.slice(from, to);
  let at = 0;
  while (at < text.length) {
    attribute.lastIndex = at;
    const match = attribute.exec(text);
    if (match === null) {
      at += 1;
      continue;
    }
    attributes.push(attributeOf(match, from + attribute.lastIndex));
    at = attribute.lastIndex;
  }
  return attributes;
}

function attributeOf(match: RegExpExecArray, end: number): TagAttribute {
  const name = match[1] ?? "";
  if (match[4] !== undefined) return { name, value: match[4], start: end - match[4].length, end, quote: "" };
  const quote = match[2] === undefined ? "'" : '"';
  const raw = match[2] ?? match[3] ?? "";
  return { name, value: unescape(raw), start: end - 1 - raw.length, end: end - 1, quote };
}

function unescape(raw: string): string {
  return raw.includes("\\") ? raw.replace(/\\(["'\\])/g, "$1") : raw;
}

/** The value of a named attribute, or undefined. */
export function tagValue(tag: Tag, name: string): string | undefined {
  return tag.attributes.find((one) => one.name === name)?.value;
}

/** `"true"` and a bare name are true, `"false"` is false, absent is undefined. */
export function tagFlag(tag: Tag, name: string): boolean | undefined {
  const value = tagValue(tag, name);
  if (value !== undefined) return value !== "false";
  return tag.attributes.some((one) => one.name === "" && one.quote === "" && one.value === name) || undefined;
}
