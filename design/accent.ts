import { contrast, intoGamut, parseColour, printColour, type Oklch } from "./colour.ts";

const WHITE: Oklch = { lightness: 1, chroma: 0, hue: 0 };
const BLACK: Oklch = { lightness: 0, chroma: 0, hue: 0 };
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

/** A colour in both themes, as CSS chooses between them. */
const inThemes = (light: Oklch, dark: Oklch): string =>
  `light-dark(${printColour(light)},${printColour(dark)})`;

/**
 * The rules of a site's own colours. `--tint` leans the neutral ramp towards the accent, or further towards a colour
 * chosen for that; greys keep the ramp grey.
 */
export function accentCss(primary: string, primaryInDark = primary, tint?: string): string {
  const { light, dark } = accentPalettes(primary, primaryInDark);
  const { hue, chroma } = readPrimary(tint ?? primary);
  const lean = chroma < 0.02 ? 0 : tint === undefined ? 1 : 2.5;
  const names = { "": "text", "-fill": "fill", "-on": "onFill", "-soft": "soft" } as const;
  const colours = Object.entries(names).map(
    ([ending, name]) => `--accent${ending}:${inThemes(light[name], dark[name])}`,
  );
  return `:root{--tint:${hue.toFixed(1)};--lean:${lean};${colours.join(";")}}\n`;
}

/** The rules that give hints of one kind another hue. Their lightness stays: it is what makes them readable. */
export function signalCss(name: "info" | "success" | "warning" | "danger", colour: string): string {
  const { hue, chroma } = readPrimary(colour);
  return `:root{--${name}:${hue.toFixed(1)};--${name}-vivid:${chroma < 0.02 ? 0 : 1}}\n`;
}

/** The rules of a header on a ground of its own, with links that read well on it. */
export function barCss(
  ground: { readonly light: string; readonly dark: string },
  links?: { readonly light: string; readonly dark: string },
): string {
  const onGround = (theme: "light" | "dark"): readonly [Oklch, Oklch] => {
    const below = readPrimary(ground[theme]);
    const wanted = links === undefined ? lettersOn(below) : readPrimary(links[theme]);
    // On middling grounds ink is too pale already, and nothing but black will do.
    const end = contrast(WHITE, below) >= contrast(BLACK, below) ? 1 : 0;
    return [below, reach(wanted, end, [below], TEXT_CONTRAST)];
  };
  const [[light, lightLinks], [dark, darkLinks]] = [onGround("light"), onGround("dark")];
  return `:root{--bar-ground:${inThemes(light, dark)};--bar-text:${inThemes(lightLinks, darkLinks)}}\n`;
}
