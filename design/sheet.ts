/** The style sheet of a site's own colours and fonts; its name says all that it is made of. */
import { accentCss, barCss, DEFAULT_PRIMARY, signalCss } from "./accent.ts";
import { facesCss, familyList, isFamily, MATHS_CSS } from "./families.ts";

/** A colour in each theme, as `#rrggbb` or `#rgb`. */
interface ThemedColour {
  readonly light: string;
  readonly dark: string;
}

/** What a site chose; what is left out is as it is on every site. */
export interface SheetChoices {
  readonly primary: ThemedColour;
  /** What greys lean to. */
  readonly tint?: ThemedColour;
  readonly info?: ThemedColour;
  readonly success?: ThemedColour;
  readonly warning?: ThemedColour;
  readonly danger?: ThemedColour;
  /** The ground of the header, and its links. */
  readonly bar?: ThemedColour;
  readonly barLinks?: ThemedColour;
  /** Families by the names of the settings; those that come with Lectern are loaded. */
  readonly font?: string;
  readonly monospaceFont?: string;
}

type ColourName = Exclude<keyof SheetChoices, "font" | "monospaceFont">;

/** Names of sheets are kept for ever by browsers: another way of making them takes another number. */
const VERSION = 4;
const LETTERS: Readonly<Record<string, keyof SheetChoices>> = {
  p: "primary",
  t: "tint",
  i: "info",
  s: "success",
  w: "warning",
  d: "danger",
  b: "bar",
  l: "barLinks",
  f: "font",
  m: "monospaceFont",
};
/** `#abc` and `#AABBCC` as six lower-case digits. */
function digits(colour: string): string {
  const bare = colour.replace(/^#/, "").toLowerCase();
  return bare.length === 3 ? [...bare].map((digit) => digit + digit).join("") : bare;
}

/** The name of the sheet for what a site chose. The same choices have the same name. */
export function sheetName(choices: SheetChoices): string {
  const parts = Object.entries(LETTERS).flatMap(([letter, name]) => {
    const value = choices[name];
    if (value === undefined) return [];
    if (typeof value === "string") return [letter + value];
    const [light, dark] = [digits(value.light), digits(value.dark)];
    return [letter + light + (dark === light ? "" : dark)];
  });
  return `look${VERSION}-${parts.join("-")}.css`;
}

/** The sheet of pages that belong to no site. */
export const DEFAULT_SHEET: string = sheetName({
  primary: { light: DEFAULT_PRIMARY, dark: DEFAULT_PRIMARY },
});

const NAME = new RegExp(`^look${VERSION}-([A-Za-z0-9-]{7,200})\\.css$`);

/** The sheet that a name stands for, or nothing where it stands for none. */
export function sheetOf(name: string): string | undefined {
  const parts = NAME.exec(name)?.[1]?.split("-");
  if (parts === undefined) return undefined;
  const choices: Partial<Record<keyof SheetChoices, ThemedColour | string>> = {};
  for (const part of parts) {
    const field = LETTERS[part.charAt(0)];
    const value = readPart(field, part.slice(1));
    if (field === undefined || value === undefined) return undefined;
    choices[field] = value;
  }
  return choices.primary === undefined ? undefined : printSheet(choices as SheetChoices);
}

function readPart(field: keyof SheetChoices | undefined, text: string): ThemedColour | string | undefined {
  if (field === "font" || field === "monospaceFont") return isFamily(text) ? text : undefined;
  if (!/^[0-9a-f]{6}(?:[0-9a-f]{6})?$/.test(text)) return undefined;
  return { light: `#${text.slice(0, 6)}`, dark: `#${text.slice(-6)}` };
}

const SIGNALS = ["info", "success", "warning", "danger"] as const satisfies readonly ColourName[];

function printSheet(choices: SheetChoices): string {
  const { primary, tint, bar, barLinks, font, monospaceFont } = choices;
  const families = [
    font === undefined ? "" : `--font:${familyList(font)};`,
    monospaceFont === undefined ? "" : `--font-code:${familyList(monospaceFont)};`,
  ].join("");
  const faces = [font, monospaceFont].map((name) => (name === undefined ? "" : facesCss(name)));
  return [
    accentCss(primary.light, primary.dark, tint?.light),
    ...SIGNALS.map((name) => (choices[name] === undefined ? "" : signalCss(name, choices[name].light))),
    bar === undefined ? "" : barCss(bar, barLinks),
    families === "" ? "" : `:root{${families}}\n`,
    ...faces,
    MATHS_CSS,
  ].join("");
}
