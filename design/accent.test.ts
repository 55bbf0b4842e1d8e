import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accentCss, accentPalettes, DEFAULT_PRIMARY } from "./accent.ts";
import { contrast, parseColour, type Oklch } from "./colour.ts";

const RUNS = process.env["LECTERN_TEST_TIER"] === "full" ? 20_000 : 500;
const WHITE: Oklch = { lightness: 1, chroma: 0, hue: 0 };
const BLACK: Oklch = { lightness: 0, chroma: 0, hue: 0 };
const DARK_GROUND: Oklch = { lightness: 0.17, chroma: 0, hue: 0 };

const hexColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("accentPalettes", () => {
  test("every colour a site may choose is readable in both themes", () => {
    fc.assert(
      fc.property(hexColour, (primary) => {
        const { light, dark } = accentPalettes(primary);
        for (const [palette, ground] of [
          [light, WHITE],
          [dark, DARK_GROUND],
        ] as const) {
          expect(contrast(palette.text, ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(palette.text, palette.soft)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(palette.onFill, palette.fill)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(palette.fill, ground)).toBeGreaterThanOrEqual(3);
        }
      }),
      {
        numRuns: RUNS,
        examples: [["#000000"], ["#ffffff"], ["#ffff00"], ["#00ff00"], ["#0000ff"], ["#777777"]],
      },
    );
  });

  test("a colour that already reads well stays as it is", () => {
    const chosen = parseColour("#1a4fd6");
    const { light } = accentPalettes("#1a4fd6");
    expect(light.text.lightness).toBeCloseTo(chosen?.lightness ?? 0, 3);
    expect(light.fill.hue).toBeCloseTo(chosen?.hue ?? 0, 3);
  });
});

describe("accentCss", () => {
  test("names the colours of both themes", () => {
    const css = accentCss("#e11d48");
    for (const name of ["--accent", "--accent-fill", "--accent-on", "--accent-soft"]) {
      expect(css).toMatch(new RegExp(`${name}:light-dark\\(oklch\\([^)]*\\),oklch\\([^)]*\\)\\)`));
    }
  });

  test("greys keep the neutral ramp grey", () => {
    expect(accentCss("#555555")).toContain("--lean:0");
    expect(accentCss("#0055ff")).toContain("--lean:1");
  });

  test("text that is no colour changes nothing and reaches nothing", () => {
    const hostile = "red;}body{background:url(https://evil.example)}";
    expect(accentCss(hostile)).toBe(accentCss(DEFAULT_PRIMARY));
  });
});

describe("colour", () => {
  test.each([
    ["#fff", "#ffffff"],
    ["0f8", "#00ff88"],
    ["#12345678", "#123456"],
  ])("%s reads as %s", (short, long) => {
    expect(parseColour(short)).toEqual(parseColour(long));
  });

  test.each(["", "#12", "#gggggg", "rgb(0,0,0)", "#1234567"])("%j is no colour", (text) => {
    expect(parseColour(text)).toBeUndefined();
  });

  test("contrast is 21 between black and white, 1 between equals", () => {
    expect(contrast(WHITE, BLACK)).toBeCloseTo(21, 1);
    expect(contrast(WHITE, WHITE)).toBe(1);
  });
});
