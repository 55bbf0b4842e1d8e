/** A colour as people see it: lightness 0..1, chroma 0..about 0.4, hue in degrees. */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

type Triple = readonly [number, number, number];

function expand(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** Reads `#rgb` or `#rrggbb` (with or without `#`, an alpha is dropped) into linear light, or nothing. */
function readHex(text: string): Triple | undefined {
  const digits = text.trim().replace(/^#/, "");
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(digits)) return undefined;
  const wide = digits.length < 6 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const channel = (at: number): number => expand(Number.parseInt(wide.slice(at, at + 2), 16) / 255);
  return [channel(0), channel(2), channel(4)];
}

/** Reads a hexadecimal colour into OKLCH, or nothing where the text is no such colour. */
export function parseColour(text: string): Oklch | undefined {
  const linear = readHex(text);
  if (linear === undefined) return undefined;
  const [red, green, blue] = linear;
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return { lightness, chroma: Math.hypot(a, b), hue: hue < 0 ? hue + 360 : hue };
}

/** Linear red, green and blue; outside 0..1 where a screen cannot show the colour. */
function toLinear({ lightness, chroma, hue }: Oklch): Triple {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function isShown(linear: Triple): boolean {
  return linear.every((channel) => channel >= -0.0005 && channel <= 1.0005);
}

/** The same lightness and hue with as much of the chroma as an sRGB screen can show. */
export function intoGamut(colour: Oklch): Oklch {
  if (isShown(toLinear(colour))) return colour;
  let low = 0;
  let high = colour.chroma;
  for (let step = 0; step < 20; step += 1) {
    const chroma = (low + high) / 2;
    if (isShown(toLinear({ ...colour, chroma }))) low = chroma;
    else high = chroma;
  }
  return { ...colour, chroma: low };
}

function luminance(colour: Oklch): number {
  const [red, green, blue] = toLinear(colour).map((channel) => Math.min(1, Math.max(0, channel)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The contrast ratio of WCAG 2, 1..21, the same in both directions. */
export function contrast(one: Oklch, other: Oklch): number {
  const [high, low] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** The colour as CSS writes it. */
export function printColour({ lightness, chroma, hue }: Oklch): string {
  return `oklch(${(lightness * 100).toFixed(2)}% ${chroma.toFixed(4)} ${hue.toFixed(1)})`;
}
