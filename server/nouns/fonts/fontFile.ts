/** What a file is that somebody sends as a font: read from its header, so that who chose the wrong one is told which it is. */
import { sniffType } from "../../ports/files.ts";

/** What is in a file: its type, or a sentence on why it is no font for sites. */
export type FontFile =
  | { readonly type: "font/woff2" | "font/woff"; readonly problem?: undefined }
  | { readonly problem: string };

const BROKEN = "The file is cut off or broken: export the font again.";
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const WOFF2_HEADER = 48;
/** Tables without which nothing can be drawn: which letters there are, and their outlines. */
const LETTERS = "cmap";
const OUTLINES: readonly string[] = ["glyf", "CFF ", "CFF2"];
/** The tables that WOFF2 has numbers for, as far as they are asked for here. */
const NUMBERED: ReadonlyMap<number, string> = new Map([
  [0, "cmap"],
  [10, "glyf"],
  [11, "loca"],
  [13, "CFF "],
]);

/** Reads the header of a file and the list of its tables. */
export function readFontFile(data: Buffer): FontFile {
  const signature = data.toString("latin1", 0, 4);
  const problem = otherThanWoff(data, signature);
  if (problem !== undefined) return { problem };
  const isSecond = signature === "wOF2";
  const header = isSecond ? WOFF2_HEADER : WOFF_HEADER;
  // Both say at the same places which outlines they have, how long they are, and how many tables.
  if (data.length < header || data.readUInt32BE(8) !== data.length) return { problem: BROKEN };
  if (data.toString("latin1", 4, 8) === "ttcf")
    return { problem: "The file is a collection of several fonts: export the one that you want." };
  const tables = (isSecond ? tablesOfWoff2 : tablesOfWoff)(data, data.readUInt16BE(12));
  if (tables === undefined) return { problem: BROKEN };
  if (!tables.includes(LETTERS) || !OUTLINES.some((name) => tables.includes(name)))
    return { problem: "The font has no letters to draw: export it with its outlines." };
  return { type: isSecond ? "font/woff2" : "font/woff" };
}

function otherThanWoff(data: Buffer, signature: string): string | undefined {
  if (signature === "wOF2" || signature === "wOFF") return undefined;
  if (["\0\u0001\0\0", "true", "OTTO", "ttcf"].includes(signature))
    return "The file is a TrueType or OpenType font: export it as WOFF2, which browsers load faster.";
  const type = sniffType(data);
  return `The file is no font in WOFF2 or WOFF${type === undefined ? "" : `, but ${type}`}.`;
}

/** The names of its tables; undefined where one is not within the file. */
function tablesOfWoff(data: Buffer, count: number): string[] | undefined {
  const end = WOFF_HEADER + count * WOFF_ENTRY;
  if (end > data.length) return undefined;
  const names: string[] = [];
  for (let at = WOFF_HEADER; at < end; at += WOFF_ENTRY) {
    const [start, packed] = [data.readUInt32BE(at + 4), data.readUInt32BE(at + 8)];
    if (start < end || start + packed > data.length) return undefined;
    names.push(data.toString("latin1", at, at + 4));
  }
  return names;
}

/** The same of WOFF2, whose list is packed and followed by all tables in one. */
function tablesOfWoff2(data: Buffer, count: number): string[] | undefined {
  let at = WOFF2_HEADER;
  const names: string[] = [];
  for (let table = 0; table < count; table++) {
    const flags = data[at++];
    if (flags === undefined) return undefined;
    const number = flags & 0x3f;
    const isNamed = number === 0x3f;
    const name = isNamed ? data.toString("latin1", at, at + 4) : (NUMBERED.get(number) ?? "");
    if (isNamed) at += 4;
    // Outlines are transformed unless they say otherwise, all else only where it says so; then a second length follows.
    const version = flags >> 6;
    const isTransformed = name === "glyf" || name === "loca" ? version !== 3 : version !== 0;
    for (let lengths = isTransformed ? 2 : 1; lengths > 0; lengths--) {
      const next = afterNumber(data, at);
      if (next === undefined) return undefined;
      at = next;
    }
    names.push(name);
  }
  return at + data.readUInt32BE(20) > data.length ? undefined : names;
}

/** Where a number of at most five bytes ends, each but the last with its highest bit set. */
function afterNumber(data: Buffer, from: number): number | undefined {
  for (let at = from; at < from + 5; at++) {
    const byte = data[at];
    if (byte === undefined) return undefined;
    if (byte < 0x80) return at + 1;
  }
  return undefined;
}
