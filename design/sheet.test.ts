import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast, type Oklch } from "./colour.ts";
import { FONT_FILES } from "./families.ts";
import { DEFAULT_SHEET, sheetName, sheetOf } from "./sheet.ts";

const RUNS = process.env["LECTERN_TEST_TIER"] === "full" ? 20_000 : 300;
const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);
const themed = fc.record({ light: colour, dark: colour });
const choices = fc.record(
  {
    primary: themed,
    tint: themed,
    info: themed,
    success: themed,
    warning: themed,
    danger: themed,
    bar: themed,
    barLinks: themed,
    font: fc.constantFrom("Merriweather", "Inter"),
    monospaceFont: fc.constantFrom("FiraCode", "JetBrainsMono"),
  },
  { requiredKeys: ["primary"] },
);

/** The two values of a custom property that CSS chooses between. */
function pair(css: string, name: string): readonly [Oklch, Oklch] {
  const found = new RegExp(`${name}:light-dark\\(oklch\\(([^)]*)\\),oklch\\(([^)]*)\\)\\)`).exec(css);
  const read = (text = ""): Oklch => {
    const [lightness, chroma, hue] = text.split(" ").map(Number.parseFloat);
    return { lightness: (lightness ?? 0) / 100, chroma: chroma ?? 0, hue: hue ?? 0 };
  };
  return [read(found?.[1]), read(found?.[2])];
}

describe("sheetName and sheetOf", () => {
  test("whatever a site chooses has a name, and the name a sheet with links that read well in its header", () => {
    fc.assert(
      fc.property(choices, (chosen) => {
        const css = sheetOf(sheetName(chosen as Parameters<typeof sheetName>[0])) ?? "";
        expect(css).toMatch(/^(?::root\{(?:--[\w-]+:[^{}]+?;?)+\}\n)+(?:@font-face\{[^{}<]+\}\n)*$/);
        if (chosen.bar === undefined) return;
        const [ground, links] = [pair(css, "--bar-ground"), pair(css, "--bar-text")];
        expect(contrast(ground[0], links[0])).toBeGreaterThanOrEqual(4.5);
        expect(contrast(ground[1], links[1])).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: RUNS },
    );
  });

  test("short and long colours are the same", () => {
    expect(sheetName({ primary: { light: "#ABC", dark: "#aabbcc" } })).toBe("look4-paabbcc.css");
    expect(sheetOf(DEFAULT_SHEET)).toContain("--accent:");
  });

  test("every sheet has the font of formulas, which comes along, and readers' own before it", () => {
    const [, sources = ""] = /font-family:"Maths"[^}]*src:([^}]*)}/.exec(sheetOf(DEFAULT_SHEET) ?? "") ?? [];
    const [, file] = /^local\("STIX Two Math"\),.*,url\("([^"]+)"\) format\("woff2"\)$/.exec(sources) ?? [];
    expect(FONT_FILES).toContain(file);
  });

  test.each([
    "look4-.css",
    "look2-p3d5ccc.css",
    "look4-t3d5ccc.css",
    "look4-p3d5cc.css",
    "look4-p3d5ccc-x3d5ccc.css",
    "look4-p3d5ccc-fconstructor.css",
    "look4-p3d5ccc-fComicSans.css",
    "look4-pred;}body{.css",
    `look4-${"p3d5ccc-".repeat(40)}.css`,
  ])("%s is no sheet", (name) => {
    expect(sheetOf(name)).toBeUndefined();
  });
});
