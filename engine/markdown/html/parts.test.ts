import { describe, expect, test } from "vitest";
import { CLASSES } from "./classes.ts";
import { colorName } from "./colors.ts";
import { emojiOf } from "./emoji.ts";
import { renderIcon } from "./icons.ts";
import { grammarOf, languageTitle } from "./languages.ts";
import { formatDay, formatSize, knownLocale } from "./locale.ts";
import { imageAttributes, imageWidthClass } from "./targets.ts";
import { KINDS } from "./tokenKinds.ts";

describe("the small parts", () => {
  test.each([
    ["red", "red"],
    ["Grey", "gray"],
    ["#f00", "red"],
    ["#FFA500", "orange"],
    ["#ffff00", "yellow"],
    ["rgb(0, 128, 0)", "green"],
    ["#00f", "blue"],
    ["rgba(128,0,128,.5)", "purple"],
    ["#ff69b4", "pink"],
    ["#888", "gray"],
    ["expression(alert(1))", undefined],
    ["", undefined],
    ["constructor", undefined],
  ])("colour %s", (written, expected) => {
    expect(colorName(written)).toBe(expected);
  });

  test("icons are used from their files, whatever their names", () => {
    const bolt =
      '<svg class="icon" width="16" height="16" aria-hidden="true"><use href="/~/icons/bolt.svg#i"></use></svg>';
    for (const name of ["bolt", "fa-bolt", "fa-solid fa-bolt", "BOLT"]) {
      expect(renderIcon(name).toString()).toBe(bolt);
    }
    for (const name of ["../bolt", "bolt ", '"bolt"', "-bolt-"])
      expect(renderIcon(name).toString()).toBe(bolt);
    for (const [name, file] of [
      ['a"b', "a-b"],
      ["arrow_right", "arrow-right"],
      ["", "shapes"],
      ["日本", "shapes"],
      ["x".repeat(80), "x".repeat(50)],
    ]) {
      expect(renderIcon(name ?? "").toString()).toContain(`"/~/icons/${file}.svg#i"`);
    }
  });

  test("emoji by name", () => {
    const names = ["rocket", "+1", "u6709", "nope", "constructor"];
    expect(names.map(emojiOf)).toEqual(["🚀", "👍", "🈶", undefined, undefined]);
  });

  test("languages by name and alias", () => {
    expect(["ts", "TypeScript", "c++", "golang", "text", "", "nope", "constructor"].map(grammarOf)).toEqual([
      "ts",
      "typescript",
      "cpp",
      "go",
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(["ts", "text", "nope", "abap"].map(languageTitle)).toEqual([
      "TypeScript",
      undefined,
      undefined,
      "abap",
    ]);
  });

  test("sizes and days follow the locale; a broken locale is English", () => {
    expect([0, 1, 999, 1000, 1_234_567, 5e12].map((bytes) => formatSize(bytes, "en"))).toEqual([
      "0 byte",
      "1 byte",
      "999 byte",
      "1 kB",
      "1.2 MB",
      "5,000 GB",
    ]);
    expect([undefined, "de", "x y", "zz-ZZ"].map(knownLocale)).toEqual(["en", "de", "en", "en"]);
  });

  test("images keep their proportions at the width asked for", () => {
    const image = { src: "x", width: 1200, height: 800 };
    expect(imageAttributes(image, { width: "300" })).toMatchObject({ width: 300, height: 200 });
    expect(imageAttributes(image, { width: "50%" })).toMatchObject({ width: 1200, height: 800 });
    expect(imageAttributes({ src: "x" }, { width: "300px" })).toMatchObject({
      width: 300,
      height: undefined,
    });
    expect(["75%", "10%", "300", "x", undefined].map(imageWidthClass)).toEqual([
      "image-w-75",
      "image-w-25",
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("every kind of token has a class", () => {
    expect(KINDS.filter((kind) => !Object.hasOwn(CLASSES, `tok-${kind}`))).toEqual([]);
  });
});

test.each([
  ["en", "November 21, 2026"],
  ["ja", "2026年11月21日"],
  ["no such locale", "2026-11-21"],
])("a day in %s", (locale, day) => {
  expect(formatDay(Date.UTC(2026, 10, 21, 23, 59), locale)).toBe(day);
});
