import { contrast, intoGamut, parseColour, printColour, type Oklch } from "./colour.ts";

const WHITE: Oklch = { lightness: 1, chroma: 0, hue: 0 };
const INK: Oklch = { lightness: 0.16, chroma: 0, hue: 0 };

/** Lectern's own accent, used where a site has chosen none. */
export const DEFAULT_PRIMARY = "#3d5ccc";

/** Contrast asked of text, and of large text and the edges of controls. WCAG 2, level AA, with a hair to spare. */
const TEXT_CONTRAST = 4.6;
const CONTROL_CONTRAST = 3.1;

interface Palette {
  /** Text and icons in the accent on the page and on the soft ground. */
  readonly text: Oklch;
  /** The ground of buttons. */
  readonly fill: Oklch;
  /** Text on that ground. */
  readonly onFill: Oklch;
  /** A tint of the page's ground, under marked entries. */
  readonly soft: Oklch;
}

/** The nearest colour to `start`, going towards `end` in lightness, that reaches the ratio on every ground. */
function reach(start: Oklch, end: 0 | 1, grounds: readonly Oklch[], ratio: number): Oklch {
  for (let step = 0; step <= 100; step += 1) {
    const lightness = start.lightness + (end - start.lightness) * (step / 100);
    const candidate = intoGamut({ ...start, lightness });
    if (grounds.every((ground) => contrast(candidate, ground) >= ratio)) return candidate;
  }
  return { lightness: end, chroma: 0, hue: start.hue };
}

function lettersOn(fill: Oklch): Oklch {
  return contrast(WHITE, fill) >= contrast(INK, fill) ? WHITE : INK;
}

function lightPalette(primary: Oklch): Palette {
  const soft = intoGamut({ lightness: 0.962, chroma: Math.min(primary.chroma, 0.025), hue: primary.hue });
  const text = reach(primary, 0, [WHITE, soft], TEXT_CONTRAST);
  const shown = reach(primary, 0, [WHITE], CONTROL_CONTRAST);
  const onFill = lettersOn(shown);
  const fill = reach(shown, onFill === WHITE ? 0 : 1, [onFill], TEXT_CONTRAST);
  return { text, fill, onFill, soft };
}

function darkPalette(primary: Oklch): Palette {
  const ground: Oklch = { lightness: 0.17, chroma: 0, hue: 0 };
  const soft = intoGamut({ lightness: 0.255, chroma: Math.min(primary.chroma, 0.04), hue: primary.hue });
  // A touch less chroma: saturated colours glare on a dark ground.
  const calm = { ...primary, chroma: primary.chroma * 0.85, lightness: Math.max(primary.lightness, 0.72) };
  const text = reach(calm, 1, [ground, soft], TEXT_CONTRAST);
  const shown = reach(primary, 1, [ground], CONTROL_CONTRAST);
  const onFill = lettersOn(shown);
  const fill = reach(shown, onFill === WHITE ? 0 : 1, [onFill], TEXT_CONTRAST);
  return { text, fill, onFill, soft };
}

function readPrimary(primary: string): Oklch {
  return parseColour(primary) ?? parseColour(DEFAULT_PRIMARY) ?? INK;
}

/** The colours of an accent for both themes. A text that is no hexadecimal colour gives Lectern's own. */
export function accentPalettes(
  primary: string,
  primaryInDark = primary,
): { readonly light: Palette; readonly dark: Palette } {
  return { light: lightPalette(readPrimary(primary)), dark: darkPalette(readPrimary(primaryInDark)) };
}

/**
 * The style sheet of a site's own colours. `--tint` leans the neutral ramp towards the accent;
 * greys keep the ramp grey.
 */
export function accentCss(primary: string, primaryInDark = primary): string {
  const { light, dark } = accentPalettes(primary, primaryInDark);
  const colour = readPrimary(primary);
  const pair = (name: keyof Palette): string =>
    `light-dark(${printColour(light[name])},${printColour(dark[name])})`;
  const lean = colour.chroma < 0.02 ? 0 : 1;
  return `:root{--tint:${colour.hue.toFixed(1)};--lean:${lean};--accent:${pair("text")};--accent-fill:${pair("fill")};--accent-on:${pair("onFill")};--accent-soft:${pair("soft")}}\n`;
}
