/** Reads what a PDF says, as far as ours are made: for tests, which ask for words, links and titles. */
import { inflateSync } from "node:zlib";

interface ReadPdf {
  /** The text of each sheet, in the order it is drawn. */
  readonly sheets: readonly string[];
  /** Addresses of links that lead out. */
  readonly addresses: readonly string[];
  /** How many links lead to places inside. */
  readonly inside: number;
  /** Names of the fonts that are in it. */
  readonly fonts: readonly string[];
  readonly bytes: Buffer;
}

/** Reads a whole document. */
export function readPdf(bytes: Buffer): ReadPdf {
  const objects = objectsOf(bytes.toString("latin1"));
  const pages = [...objects.values()].filter((text) => /\/Type\s*\/Page\b/.test(text));
  const ordered = kidsOf(objects).map((id) => objects.get(id) ?? "");
  const sheets = (ordered.length === pages.length ? ordered : pages).map((page) => textOf(page, objects));
  const all = [...objects.values()].map((text) => text.split("stream\n", 1)[0]).join("\n");
  return {
    sheets,
    addresses: [...all.matchAll(/\/URI\s*\(((?:\\.|[^\\)])*)\)/g)].map(([, address = ""]) =>
      address.replaceAll("\\", ""),
    ),
    inside: [...all.matchAll(/\/S\s*\/GoTo\b/g)].length,
    fonts: [...all.matchAll(/\/BaseFont\s*\/([^\s/>]+)/g)].map(([, name = ""]) => name),
    bytes,
  };
}

function objectsOf(raw: string): Map<number, string> {
  const objects = new Map<number, string>();
  for (const [, id, text = ""] of raw.matchAll(/(\d+) 0 obj\b([\s\S]*?)\bendobj/g))
    objects.set(Number(id), text);
  return objects;
}

function kidsOf(objects: ReadonlyMap<number, string>): number[] {
  const walk = (id: number): number[] => {
    const text = objects.get(id) ?? "";
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(text)?.[1];
    if (kids === undefined) return [id];
    return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => walk(Number(kid)));
  };
  const catalog = [...objects.values()].find((text) => /\/Type\s*\/Catalog\b/.test(text)) ?? "";
  const root = Number(/\/Pages (\d+) 0 R/.exec(catalog)?.[1]);
  return Number.isNaN(root) ? [] : walk(root);
}

function streamOf(text: string): string {
  const start = /stream\r?\n/.exec(text);
  if (start === null) return "";
  const data = Buffer.from(
    text.slice(start.index + start[0].length, text.lastIndexOf("endstream")),
    "latin1",
  );
  const isPacked = text.slice(0, start.index).includes("FlateDecode");
  return (isPacked ? inflateSync(data) : data).toString("latin1");
}

function textOf(page: string, objects: ReadonlyMap<number, string>): string {
  const resources = /\/Resources (\d+) 0 R/.exec(page);
  const around = resources === null ? page : (objects.get(Number(resources[1])) ?? "");
  const listed =
    /\/Font\s*<<([\s\S]*?)>>/.exec(around)?.[1] ??
    objects.get(Number(/\/Font (\d+) 0 R/.exec(around)?.[1])) ??
    "";
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const [, name = "", id] of listed.matchAll(/\/(\S+) (\d+) 0 R/g))
    fonts.set(name, glyphsOf(objects, Number(id)));
  const contents = /\/Contents\s*\[?((?:\s*\d+ 0 R)+)/.exec(page)?.[1] ?? "";
  let glyphs: ReadonlyMap<string, string> = new Map();
  let text = "";
  const drawn = [...contents.matchAll(/(\d+) 0 R/g)]
    .map(([, id]) => streamOf(objects.get(Number(id)) ?? ""))
    .join("\n");
  for (const [, font, hex, literal] of drawn.matchAll(
    /\/(\S+) [\d.]+ Tf|<([0-9a-fA-F\s]*)>|\(((?:\\[\s\S]|[^\\()])*)\)|ET\b/g,
  )) {
    if (font !== undefined) glyphs = fonts.get(font) ?? new Map();
    else if (hex !== undefined) text += said(hex.replaceAll(/\s/g, ""), glyphs);
    else if (literal !== undefined)
      text += said(Buffer.from(unescaped(literal), "latin1").toString("hex"), glyphs);
    else text += "\n";
  }
  return text;
}

function unescaped(literal: string): string {
  const names: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  return literal.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, one: string) =>
    /^[0-7]/.test(one) ? String.fromCharCode(Number.parseInt(one, 8)) : (names[one] ?? one),
  );
}

function said(hex: string, glyphs: ReadonlyMap<string, string>): string {
  return (hex.toLowerCase().match(/.{4}/g) ?? []).map((glyph) => glyphs.get(glyph) ?? "").join("");
}

function glyphsOf(objects: ReadonlyMap<number, string>, font: number): ReadonlyMap<string, string> {
  const map = streamOf(objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? "")?.[1])) ?? "");
  const glyphs = new Map<string, string>();
  for (const [, block = ""] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = "", text = ""] of block.matchAll(/<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]*)>/g)) {
      const bytes = Buffer.from(text, "hex");
      glyphs.set(glyph.toLowerCase(), bytes.swap16().toString("utf16le"));
    }
  }
  return glyphs;
}
