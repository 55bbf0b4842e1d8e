import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { madeFont } from "./font.fixture.ts";
import { readFontFile } from "./fontFile.ts";

const BROKEN = { problem: "The file is cut off or broken: export the font again." };
const FONTS = path.join(import.meta.dirname, "../../../design/fonts");

/** The same with a number of two bytes at a place. */
function put(font: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(font);
  copy.writeUInt16BE(value, at);
  return copy;
}

describe("readFontFile", () => {
  test("takes the fonts that come with the program", () => {
    const files = readdirSync(FONTS).filter((name) => name.endsWith(".woff2"));
    expect(files.length).toBeGreaterThan(5);
    for (const name of files) {
      expect([name, readFontFile(readFileSync(path.join(FONTS, name)))]).toEqual([
        name,
        { type: "font/woff2" },
      ]);
    }
  });

  test.each([
    ["WOFF2", madeFont(), { type: "font/woff2" }],
    ["WOFF", madeFont("", "woff"), { type: "font/woff" }],
    ["PostScript outlines", madeFont("", "woff", ["cmap", "CFF "]), { type: "font/woff" }],
    ["more tables than there are", put(madeFont("", "woff"), 12, 9000), BROKEN],
    ["more tables than there are, packed", put(madeFont(), 12, 9000), BROKEN],
    ["another length", Buffer.concat([madeFont(), Buffer.from("x")]), BROKEN],
    ["a table beyond the end", put(madeFont("", "woff"), 48, 1), BROKEN],
    ["a table within the header", put(madeFont("", "woff"), 50, 3), BROKEN],
    ["nothing but its name", Buffer.from("wOF2"), BROKEN],
    [
      "no outlines",
      madeFont("", "woff2", ["cmap", "name"]),
      { problem: expect.stringContaining("no letters") },
    ],
    ["no letters", madeFont("", "woff", ["glyf"]), { problem: expect.stringContaining("no letters") }],
    [
      "TrueType",
      Buffer.from("\0\u0001\0\0 and more", "latin1"),
      { problem: expect.stringContaining("as WOFF2") },
    ],
    ["OpenType", Buffer.from("OTTO and more"), { problem: expect.stringContaining("as WOFF2") }],
    [
      "a picture",
      Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
      { problem: expect.stringContaining("image/png") },
    ],
    ["nothing", Buffer.alloc(0), { problem: "The file is no font in WOFF2 or WOFF." }],
  ])("%s", (_name, data, expected) => {
    expect(readFontFile(data)).toEqual(expected);
  });

  test("every beginning of a font is broken, and none is read beyond its end", () => {
    for (const font of [madeFont(), madeFont("", "woff")]) {
      for (let length = 4; length < font.length; length++) {
        const cut = Buffer.from(font.subarray(0, length));
        if (length >= 12) cut.writeUInt32BE(length, 8);
        expect([length, readFontFile(cut)]).toEqual([length, BROKEN]);
      }
    }
  });
});
