import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectModestGrowth } from "../test/cost.ts";
import { dimensions } from "./image-dimensions.ts";

const runs = process.env["LECTERN_TEST_TIER"] === "full" ? 20_000 : 1000;

const u16 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
const le16 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value & 255, value >> 8])));
const u32 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(8, "0"), "hex")));
const bytes = (...parts: (string | Buffer)[]) => {
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
};
const box = (type: string, ...parts: (string | Buffer)[]) => {
  const content = bytes(...parts);
  return bytes(u32(content.length + 8), type, content);
};

const PNG = bytes("\x89PNG\r\n\x1a\n", u32(13), "IHDR", u32(640, 480), "\x08\x06\0\0\0", u32(0));
const GIF = bytes("GIF89a", le16(12, 34), "\0\0\0");
const FRAME = bytes("\xff\xc0", u16(17), "\x08", u16(200, 300), "\x03\x01\x11\0\x02\x11\0\x03\x11\0\xff\xd9");
const JPEG = bytes("\xff\xd8\xff\xe0", u16(16), "JFIF\0\x01\x01\0\0\x01\0\x01\0\0", FRAME);
const exif = (orientation: number) =>
  bytes("Exif\0\0MM\0*", u32(8), u16(1), u16(0x0112, 3), u32(1), u16(orientation, 0), u32(0));
const lying = (orientation: number) => {
  return bytes("\xff\xd8\xff\xe1", u16(exif(orientation).length + 2), exif(orientation), FRAME);
};
const WEBP = bytes("RIFF", "\x1e\0\0\0", "WEBPVP8X", "\x0a\0\0\0", "\0\0\0\0", "\x3f\x01\0", "\xef\0\0");
const AVIF = bytes(
  box("ftyp", "avif", u32(0), "avifmif1"),
  box("meta", u32(0), box("iprp", box("ipco", box("ispe", u32(0, 77, 55))))),
);
const svg = (attributes: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}></svg>`);

describe("the size of an image", () => {
  test.each([
    ["PNG", PNG, { width: 640, height: 480 }],
    ["GIF", GIF, { width: 12, height: 34 }],
    ["JPEG", JPEG, { width: 300, height: 200 }],
    ["JPEG that stands", lying(1), { width: 300, height: 200 }],
    ["JPEG that lies on its side", lying(6), { width: 200, height: 300 }],
    ["WebP", WEBP, { width: 320, height: 240 }],
    ["AVIF", AVIF, { width: 77, height: 55 }],
    ["SVG with a size", svg('width="30" height="20"'), { width: 30, height: 20 }],
    ["SVG with a box", svg('viewBox="0 0 300 200"'), { width: 300, height: 200 }],
    ["SVG with neither", svg(""), undefined],
    ["SVG without end", Buffer.from("<svg width='1' height='1'"), undefined],
    ["PNG of no width", bytes(PNG.subarray(0, 16), u32(0, 480)), undefined],
    ["PNG of absurd width", bytes(PNG.subarray(0, 16), u32(4_000_000_000, 480)), undefined],
    ["a PDF", bytes("%PDF-1.7"), undefined],
    ["text", Buffer.from("hello"), undefined],
    ["nothing", Buffer.alloc(0), undefined],
  ])("%s", (_, image, size) => {
    expect(dimensions(image)).toEqual(size);
  });

  test("of a broken image is a size or nothing, without an error", () => {
    const images = [PNG, GIF, JPEG, lying(6), WEBP, AVIF, svg('viewBox="0 0 300 200"')];
    const change = fc.record({
      image: fc.constantFrom(...images),
      cut: fc.nat(400),
      at: fc.array(fc.tuple(fc.nat(200), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(change, ({ image, cut, at }) => {
        const broken = Buffer.concat([image, Buffer.alloc(200)]).subarray(0, cut);
        for (const [place, value] of at) if (place < broken.length) broken[place] = value;
        const found = dimensions(broken);
        if (found !== undefined) expect(found.width > 0 && found.height > 0).toBe(true);
      }),
      { numRuns: runs },
    );
  });

  test.each([
    [
      "a hundred thousand JPEG segments",
      bytes("\xff\xd8", bytes("\xff\xe0", u16(2)).toString("latin1").repeat(200_000)),
    ],
    ["JPEG padding", bytes("\xff\xd8", "\xff".repeat(2_000_000))],
    ["AVIF boxes of no length", bytes(box("ftyp", "avif", u32(0)), "\0\0\0\0meta".repeat(100_000))],
    ["AVIF boxes in boxes", bytes(box("ftyp", "avif", u32(0)), "\0\0\xff\xffmeta\0\0\0\0".repeat(40_000))],
    ["SVG of spaces", Buffer.from(`<svg ${" ".repeat(2_000_000)}>`)],
    ["SVG of quotes", Buffer.from(`<svg ${"a='".repeat(700_000)}>`)],
    ["SVG of attributes", Buffer.from(`<svg ${'width="'.repeat(300_000)}>`)],
    ["SVG of svgs", Buffer.from("<svg ".repeat(400_000))],
  ])("%s cost no more than in proportion", async (_, image) => {
    const plain = Uint8Array.from(image);
    await expectModestGrowth((share) => dimensions(plain.subarray(0, share * plain.length)));
  });
});
