/** Text and inlines of the format, as a reader sent them, as inline nodes of a page. */
import type { Destination, Inline } from "../markdown/document.ts";
import { characterOfEmoji, codeOfEmoji, nameOfEmoji } from "./emojiCodes.ts";
import { isMark, nodeOf, UNDERLINE } from "./marks.ts";
import { type JsonRecord, own, type Reader } from "./reader.ts";
import { readHtmlTag } from "../markdown/htmlTags.ts";
import { type InlineType, type JsonMark, MARK_COLORS } from "./shapes.ts";

/** What reading inlines needs of the rest of the document. */
interface InlineReading {
  readonly reader: Reader;
  readonly depth: number;
  /** Takes the body of an annotation, and gives its label. */
  readonly footnote: (node: JsonRecord, path: string) => string;
}

/** An inline with the marks around it, outermost first. */
interface MarkedInline {
  readonly marks: readonly JsonMark[];
  readonly node: Inline;
}

const MAX_MARKS = 12;

/** The inlines in `nodes` of something. */
export function readInlines(parent: JsonRecord, path: string, reading: InlineReading): Inline[] {
  return nest(readMarked(parent, path, reading), 0);
}

function readMarked(parent: JsonRecord, path: string, reading: InlineReading): MarkedInline[] {
  const { reader, depth } = reading;
  return reader.records(parent, "nodes", path).flatMap(({ record, path: at }) => {
    if (!reader.enters(at, depth)) return [];
    if (own(record, "object") === "text") return readText(record, at, reading);
    const type = own(record, "type");
    const read = typeof type === "string" && isInline(type) ? INLINES[type] : undefined;
    if (read !== undefined) return read(record, at, { ...reading, depth: depth + 1 });
    reader.problem(`${at}/type`, `must be one of ${Object.keys(INLINES).join(", ")}, or the object a text.`);
    return [];
  });
}

function readText(node: JsonRecord, path: string, { reader, depth }: InlineReading): MarkedInline[] {
  return reader.records(node, "leaves", path).flatMap(({ record, path: at }) => {
    if (!reader.enters(at, depth)) return [];
    const under = own(record, "underline") === true;
    const read = readMarks(record, at, reader);
    const marks = under ? [...read, UNDERLINE] : read;
    const html = own(record, "html");
    if (typeof html === "string" && isOneTag(html))
      return [{ marks, node: { type: "html", raw: html, destinations: [] } }];
    const text = reader.text(record, "text", at) ?? "";
    if (own(record, "soft") === true && text === " ")
      return [{ marks, node: { type: "break", hard: false } }];
    return lines(text, marks);
  });
}

/** Raw HTML is taken as long as it is what it says: one tag or comment. */
function isOneTag(html: string): boolean {
  const tag = html.length <= 2000 && !/\n\s*\n/.test(html) ? readHtmlTag(html, 0) : undefined;
  return tag !== undefined && (tag.end === html.length || html.slice(tag.end) === `</${tag.name}>`);
}

/** Text whose line ends are breaks; code is text in itself. */
function lines(text: string, marks: readonly JsonMark[]): MarkedInline[] {
  const others = marks.filter((mark) => mark.type !== "code");
  const isCode = others.length < marks.length;
  return text.split("\n").flatMap((line, index) => {
    const parts: MarkedInline[] = index === 0 ? [] : [{ marks: others, node: { type: "break", hard: true } }];
    if (line !== "") parts.push({ marks: others, node: { type: isCode ? "code" : "text", text: line } });
    return parts;
  });
}

function readMarks(record: JsonRecord, path: string, reader: Reader): JsonMark[] {
  const marks: JsonMark[] = [];
  for (const { record: mark, path: at } of reader.records(record, "marks", path).slice(0, MAX_MARKS)) {
    const type = own(mark, "type");
    if (typeof type !== "string" || !isMark(type)) reader.problem(`${at}/type`, "is no mark.");
    else if (!marks.some((one) => one.type === type)) marks.push(readMark(type, mark, at, reader));
  }
  return marks;
}

function readMark(type: JsonMark["type"], mark: JsonRecord, path: string, reader: Reader): JsonMark {
  if (type !== "color") return { object: "mark", type };
  const data = reader.data(mark, path);
  const text = reader.oneOf(data, "text", `${path}/data`, MARK_COLORS) ?? "default";
  const background = reader.oneOf(data, "background", `${path}/data`, MARK_COLORS) ?? "default";
  const written = own(data, "css");
  const sent = typeof written === "object" && written !== null ? (written as JsonRecord) : {};
  const css = { ...cssColor(sent, "color"), ...cssColor(sent, "background") };
  const other = Object.keys(css).length === 0 ? {} : { css };
  return { object: "mark", type, data: { text, background, ...other } };
}

function cssColor<const K extends "color" | "background">(css: JsonRecord, name: K) {
  const value = own(css, name);
  const isColor = typeof value === "string" && /^[\w#(),.%$ -]{1,60}$/.test(value);
  return optional(name, isColor ? value : undefined);
}

/** Puts marks around what they have in common. */
function nest(items: readonly MarkedInline[], depth: number): Inline[] {
  const nodes: Inline[] = [];
  for (let at = 0; at < items.length;) {
    const mark = items[at]!.marks[depth];
    let end = at + 1;
    if (mark === undefined) nodes.push(items[at]!.node);
    else {
      const same = JSON.stringify(mark);
      while (end < items.length && JSON.stringify(items[end]!.marks[depth]) === same) end++;
      const inside = nest(items.slice(at, end), depth + 1);
      nodes.push(...(inside.length === 0 ? [] : [nodeOf(mark, inside)!]));
    }
    at = end;
  }
  return joinText(nodes);
}

function joinText(nodes: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === "text" && last?.type === "text") {
      joined[joined.length - 1] = { type: "text", text: last.text + node.text };
    } else joined.push(node);
  }
  return joined;
}

type ReadInline = (node: JsonRecord, path: string, reading: InlineReading) => MarkedInline[];

/** What stands for itself, from its data. */
function standing(read: (data: JsonRecord, path: string, reader: Reader) => Inline | undefined): ReadInline {
  return (record, path, { reader }) => {
    const node = read(reader.data(record, path), `${path}/data`, reader);
    return node === undefined ? [] : [{ marks: readMarks(record, path, reader), node }];
  };
}

/** What has text inside: without the marks around it, when all of that text has them. */
function around(
  build: (
    children: readonly Inline[],
    record: JsonRecord,
    path: string,
    reading: InlineReading,
  ) => Inline | undefined,
): ReadInline {
  return (record, path, reading) => {
    const inside = readMarked(record, path, reading);
    const outer = readMarks(record, path, reading.reader);
    const shared = inside.every(({ marks }) => outer.every((mark, index) => same(mark, marks[index])));
    const children = nest(
      shared ? inside.map((one) => ({ ...one, marks: one.marks.slice(outer.length) })) : inside,
      0,
    );
    const node = build(children, record, path, reading);
    if (node === undefined) return inside;
    return [{ marks: shared ? outer : [], node }];
  };
}

const same = (a: JsonMark, b: JsonMark | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Where nothing is written yet. */
const unplaced = (url: string): Destination => ({ url, start: 0, end: 0, syntax: "html", quote: '"' });

const optional = <K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> =>
  value === undefined ? {} : ({ [key]: value } as Record<K, V>);

const isInline = (type: string): type is InlineType => Object.hasOwn(INLINES, type);

const INLINES: Readonly<Record<InlineType, ReadInline>> = {
  link: around((children, record, path, { reader }) => {
    const data = reader.data(record, path);
    const url = reader.refUrl(data, "ref", `${path}/data`);
    const title = reader.line(data, "title", `${path}/data`);
    if (url === undefined) return undefined;
    return { type: "link", url, ...optional("title", title), mention: false, children };
  }),
  annotation: around((children, record, path, { footnote }) => {
    const label = footnote(record, path);
    return children.length === 0 ? { type: "footnoteRef", label } : { type: "annotation", label, children };
  }),
  mention: standing((data, path, reader) => {
    const url = reader.refUrl(data, "ref", path);
    const text = reader.line(data, "text", path) ?? url;
    if (url === undefined || text === undefined) return undefined;
    return { type: "link", url, mention: true, children: text === "" ? [] : [{ type: "text", text }] };
  }),
  "inline-math": standing((data, path, reader) => {
    const text = reader.line(data, "formula", path)?.trim() ?? "";
    if (text.includes("$$")) reader.problem(`${path}/formula`, "must not have $$ in it.");
    return text === "" || text.includes("$$") ? undefined : { type: "math", text };
  }),
  expression: standing((data, path, reader) => {
    const expression = reader.line(data, "expression", path)?.trim() ?? "";
    const fits = expression.length <= 4000 && !expression.includes("</code>");
    if (!fits) reader.problem(`${path}/expression`, "must be at most 4000 characters, without </code>.");
    return fits && expression !== "" ? { type: "expression", expression } : undefined;
  }),
  emoji: standing((data, path, reader) => {
    const code = reader.line(data, "code", path) ?? "";
    const name = reader.line(data, "name", path);
    const known = name !== undefined && isName(name) && codeOfEmoji(name) === code ? name : nameOfEmoji(code);
    if (known !== undefined) return { type: "emoji", name: known };
    const character = characterOfEmoji(code);
    if (character === undefined)
      reader.problem(`${path}/code`, "must be the code points of an emoji in hex, such as 1f680.");
    return character === undefined ? undefined : { type: "text", text: character };
  }),
  icon: standing((data, path, reader) => {
    const name = reader.line(data, "icon", path) ?? "";
    if (/^[\w-]{1,50}$/.test(name)) return { type: "icon", name };
    reader.problem(`${path}/icon`, "must be the name of an icon.");
    return undefined;
  }),
  "inline-image": standing((data, path, reader) => {
    const src = reader.refUrl(data, "ref", path);
    const dark = reader.refUrl(data, "refDark", path);
    if (src === undefined) return undefined;
    return {
      type: "image",
      src,
      alt: reader.line(data, "caption", path) ?? "",
      ...optional("title", reader.line(data, "title", path)),
      ...optional("width", reader.line(data, "width", path)),
      ...optional("height", reader.line(data, "height", path)),
      ...optional("size", reader.oneOf(data, "size", path, ["original", "line"])),
      ...optional("dark", dark === undefined ? undefined : unplaced(dark)),
    };
  }),
  button: standing((data, path, reader) => {
    const label = reader.line(data, "label", path) ?? "";
    const url = own(data, "ref") === undefined ? "" : (reader.refUrl(data, "ref", path) ?? "");
    const done = own(data, "action");
    const action = typeof done === "object" && done !== null ? (done as JsonRecord) : {};
    return {
      type: "button",
      style: reader.oneOf(data, "kind", path, ["primary", "secondary"]) ?? "primary",
      ...optional("icon", reader.line(data, "icon", path)),
      ...optional("url", url === "" ? undefined : url),
      ...optional("action", reader.line(action, "action", `${path}/action`)),
      ...optional(
        "query",
        reader.line(action, "query", `${path}/action`) ?? reader.line(data, "query", path),
      ),
      children: label === "" ? [] : [{ type: "text", text: label }],
    };
  }),
};

const isName = (name: string): boolean => /^[a-z0-9_+-]{1,64}$/.test(name);
