import { describe, expect, test } from "vitest";
import { decodeText } from "./text.ts";

describe("decodeText", () => {
  test.each([
    ["plain UTF-8", Buffer.from("caf\u00e9 \u{1f4d8}"), "caf\u00e9 \u{1f4d8}", ""],
    ["a byte order mark", Buffer.from("\ufeff# Hi"), "# Hi", "\ufeff"],
    ["UTF-16 little-endian", Buffer.from("\ufeffhi \u{1f4d8}", "utf16le"), "hi \u{1f4d8}", undefined],
    ["UTF-16 big-endian", Buffer.from("\ufeffhi", "utf16le").swap16(), "hi", undefined],
    ["nothing", Buffer.from(""), "", ""],
    ["line ends as they are", Buffer.from("a\r\nb\rc"), "a\r\nb\rc", ""],
  ])("reads %s", (_name, bytes, text, mark) => {
    expect(decodeText(bytes)).toEqual({ text, mark });
  });

  test.each([
    ["broken UTF-8", [0x61, 0xff, 0x62]],
    ["overlong UTF-8", [0xc0, 0xae]],
    ["a lone surrogate in UTF-8", [0xed, 0xa0, 0x80]],
    ["a lone surrogate in UTF-16", [0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00]],
    ["half a UTF-16 unit", [0xff, 0xfe, 0x61]],
    ["NUL", [0x61, 0, 0x62]],
  ])("refuses %s", (_name, bytes) => {
    expect(decodeText(Uint8Array.from(bytes))).toHaveProperty("refused");
  });
});
