import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectModestGrowth } from "../test/cost.ts";
import { contentTypeOf, SNIFFED_BYTES, sniffType } from "./file-type.ts";

const latin = (text: string) => Buffer.from(text, "latin1");
const PNG = latin("\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
const ZIP = latin("PK\x03\x04\x14\0\0\0");
const SVG = latin('<svg xmlns="http://www.w3.org/2000/svg"/>');
const HTML = latin("<!doctype html><title>x</title>");

describe("what the bytes prove", () => {
  test.each([
    ["\x89PNG\r\n\x1a\n", "image/png"],
    ["\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"],
    ["GIF89a\x01\0", "image/gif"],
    ["RIFF\x10\0\0\0WEBPVP8 ", "image/webp"],
    ["RIFF\x10\0\0\0WAVEfmt ", "audio/wav"],
    ["\0\0\0\x20ftypavif\0", "image/avif"],
    ["\0\0\0\x20ftypheic\0", "image/heic"],
    ["\0\0\0\x20ftypisom\0", "video/mp4"],
    ["\0\0\0\x20ftypqt  \0", "video/quicktime"],
    ["\x1a\x45\xdf\xa3\x01", "video/webm"],
    ["ID3\x04\0\0", "audio/mpeg"],
    ["%PDF-1.7\n", "application/pdf"],
    ["PK\x03\x04", "application/zip"],
    ["\x1f\x8b\x08", "application/gzip"],
    ["BM\x46\0\0\0", "image/bmp"],
    ["MZ\x90\0\x03", "application/x-msdownload"],
    ["<svg>", "image/svg+xml"],
    ["\xef\xbb\xbf <svg/>", "image/svg+xml"],
    [
      '<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg PUBLIC "x">\n<!-- b --><svg width="1">',
      "image/svg+xml",
    ],
    // None of these proves anything.
    ["", undefined],
    ["plain text", undefined],
    ["MZ is how some names begin", undefined],
    ["BM and ID3 may begin a text", undefined],
    ["<svgx>", undefined],
    ["<!-- <svg>", undefined],
    ["<html><svg>", undefined],
    ["XXXX\x10\0\0\0WEBP", undefined],
    [" \x89PNG\r\n\x1a\n", undefined],
  ])("%j: %s", (bytes, type) => {
    expect(sniffType(latin(bytes))).toBe(type);
  });

  test("is decided in time that grows with the bytes, and without an error for any", async () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void sniffType(bytes)));
    for (const part of ["<!--", "<?", "<!--x-->", "<!DOCTYPE", " ", "<"]) {
      const bytes = latin(part.repeat(1_000_000));
      await expectModestGrowth((share) => sniffType(bytes.subarray(0, share * bytes.length)));
    }
  });
});

describe("the content type of a file", () => {
  test.each([
    ["a.png", PNG, "image/png"],
    ["a.PNG", PNG, "image/png"],
    ["photo", PNG, "image/png"],
    ["a.jpg", PNG, "image/png"],
    ["a.html", PNG, "image/png"],
    ["a.png", HTML, "application/octet-stream"],
    ["a.svg", HTML, "application/octet-stream"],
    ["a.pdf", latin("not a pdf"), "application/octet-stream"],
    ["a.svg", SVG, "image/svg+xml"],
    ["a.txt", SVG, "image/svg+xml"],
    ["a.html", HTML, "text/html"],
    ["a.zip", ZIP, "application/zip"],
    ["a.docx", ZIP, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["a.odt", ZIP, "application/vnd.oasis.opendocument.text"],
    ["a.html", ZIP, "application/zip"],
    ["a.mkv", latin("\x1a\x45\xdf\xa3\x01"), "video/x-matroska"],
    ["a.csv", latin("a,b\n"), "text/csv"],
    ["a.json", latin("{}"), "application/json"],
    ["a.md", latin("# Title"), "text/markdown"],
    ["a.yaml", latin("a: 1"), "text/yaml"],
    ["a.txt", latin("a\0b"), "application/octet-stream"],
    ["a.json", latin("a\0b"), "application/octet-stream"],
    ["LICENSE", Buffer.from("Free für alle"), "text/plain"],
    ["a.unheardof", Buffer.from("text"), "text/plain"],
    ["core", latin("\x80\x81\x82"), "application/octet-stream"],
    ["core", latin("a\0"), "application/octet-stream"],
    ["empty", latin(""), "application/octet-stream"],
    ["empty.txt", latin(""), "text/plain"],
  ])("%s that starts with %j is %s", (name, head, type) => {
    expect(contentTypeOf(name, head)).toBe(type);
  });

  test("a text whose start ends within a character is still text", () => {
    const head = Buffer.from("é".repeat(SNIFFED_BYTES)).subarray(0, SNIFFED_BYTES - 1);
    expect(contentTypeOf("notes", head)).toBe("text/plain");
  });
});
