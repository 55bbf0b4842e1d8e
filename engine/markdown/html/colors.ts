/** Colours as authors write them, reduced to the palette of the style sheet. */
import { type Color, COLORS } from "./classes.ts";

const OTHER_NAMES: Readonly<Record<string, Color>> = {
  grey: "gray",
  silver: "gray",
  black: "gray",
  white: "gray",
  darkred: "red",
  crimson: "red",
  tomato: "red",
  darkorange: "orange",
  gold: "yellow",
  lime: "green",
  teal: "green",
  darkgreen: "green",
  aqua: "blue",
  cyan: "blue",
  navy: "blue",
  royalblue: "blue",
  skyblue: "blue",
  violet: "purple",
  indigo: "purple",
  magenta: "pink",
  fuchsia: "pink",
  $primary: "blue",
  $info: "blue",
  $success: "green",
  $warning: "yellow",
  $danger: "red",
};

// Where the next colour begins on the wheel, in degrees.
const WHEEL: readonly (readonly [number, Color])[] = [
  [15, "red"],
  [42, "orange"],
  [70, "yellow"],
  [170, "green"],
  [255, "blue"],
  [310, "purple"],
  [340, "pink"],
  [361, "red"],
];

/** Takes a CSS colour (a name, #rgb, #rrggbb or rgb()); gives the nearest of the palette, or undefined. */
export function colorName(written: string): Color | undefined {
  const name = written.trim().toLowerCase();
  const known = COLORS.find((color) => color === name);
  if (known !== undefined) return known;
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name];
  const channels = readChannels(name);
  return channels === undefined ? undefined : nearest(channels);
}

function readChannels(text: string): readonly [number, number, number] | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
  if (short !== null) return triple(short.slice(1).map((digit) => Number.parseInt(digit + digit, 16)));
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/.exec(text);
  if (long !== null) return triple(long.slice(1).map((digits) => Number.parseInt(digits, 16)));
  const call = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/.exec(text);
  return call === null ? undefined : triple(call.slice(1).map(Number));
}

function triple(values: readonly number[]): readonly [number, number, number] {
  return [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0];
}

function nearest([red, green, blue]: readonly [number, number, number]): Color {
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread < 24) return "gray";
  const sixth =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread;
  const hue = (sixth * 60 + 360) % 360;
  return WHEEL.find(([end]) => hue < end)?.[1] ?? "red";
}
