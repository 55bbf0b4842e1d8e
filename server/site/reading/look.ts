/** How a variant of a site looks: what its settings come to for the templates. */
import { createHash } from "node:crypto";
import { type Copy, copyPath } from "../../nouns/sites/customization/copies.ts";
import { DEFAULT_CUSTOMIZATION } from "../../nouns/sites/customization/defaults.ts";
import type { SiteCustomization } from "../../nouns/sites/customization/settings.ts";
import type { IconView, PictureView } from "../../../design/icon.ts";
import { accentPalettes } from "../../../design/accent.ts";
import { printColour } from "../../../design/colour.ts";
import { firstFile } from "../../../design/families.ts";
import { sheetName, type SheetChoices } from "../../../design/sheet.ts";
import { LANGUAGES } from "../../../design/words.ts";

/** The look of one variant, worked out once and read by every page. */
export interface Look {
  readonly settings: SiteCustomization;
  /** BCP 47: of what the site says by itself, and of dates. */
  readonly locale: string;
  /** The name of the sheet of its colours. */
  readonly sheet: string;
  /** What differs from the usual, each a word that styles ask for. */
  readonly traits: readonly string[];
  /** A sheet of fonts of the site's own; undefined: it has none. */
  readonly fontsCss: string | undefined;
  /** The address of the font that every page needs. */
  readonly preload: string | undefined;
  readonly copies: ReadonlyMap<string, Copy>;
  /** Colours of the letter that stands for the site where it has no icon. */
  readonly badge: { readonly ground: string; readonly letter: string };
}

/**
 * @param isPut whether anybody has said how it shall look: until then text is in the reader's own fonts
 * @param language of what is read: the site's words follow it, where there are words in it
 */
export function openLook(
  settings: SiteCustomization,
  copies: ReadonlyMap<string, Copy>,
  isPut: boolean,
  language: string | null = null,
): Look {
  const choices = choicesOf(settings, isPut);
  const own = fontsOf(settings, copies);
  const bundled = choices.font && firstFile(choices.font);
  return {
    settings,
    copies,
    locale:
      language !== null && Object.hasOwn(LANGUAGES, language)
        ? language
        : settings.internationalization.locale,
    sheet: sheetName(choices),
    traits: traitsOf(settings),
    fontsCss: own?.css,
    preload: own?.preload ?? (bundled && `/~/assets/${bundled}`),
    badge: badgeOf(settings),
  };
}

function badgeOf({ styling }: SiteCustomization): Look["badge"] {
  const { fill, onFill } = accentPalettes(styling.primaryColor.light).light;
  return { ground: printColour(fill), letter: printColour(onFill) };
}

type Styling = SiteCustomization["styling"];
const USUAL: Styling = DEFAULT_CUSTOMIZATION.styling as unknown as Styling;

function choicesOf({ styling, header }: SiteCustomization, isPut: boolean): SheetChoices {
  const { tint, font, monospaceFont } = styling;
  const signals = (["info", "success", "warning", "danger"] as const).flatMap((name) => {
    const colour = styling[`${name}Color`];
    return colour.light === USUAL[`${name}Color`].light ? [] : [[name, colour] as const];
  });
  const bar = header.preset === "custom" ? header.backgroundColor : undefined;
  return {
    primary: styling.primaryColor,
    ...(tint === undefined ? {} : { tint: tint.color }),
    ...Object.fromEntries(signals),
    ...(bar === undefined ? {} : { bar }),
    ...(bar === undefined || header.linkColor === undefined ? {} : { barLinks: header.linkColor }),
    ...(typeof font === "string" && (isPut || font !== USUAL.font) ? { font } : {}),
    ...(typeof monospaceFont === "string" && (isPut || monospaceFont !== USUAL.monospaceFont)
      ? { monospaceFont }
      : {}),
  };
}

function traitsOf({ styling, header }: SiteCustomization): string[] {
  const named: readonly (readonly [name: string, value: string, usual: string])[] = [
    ["theme", styling.theme, "clean"],
    ["corners", styling.corners, "rounded"],
    ["depth", styling.depth, "subtle"],
    ["links", styling.links, "default"],
    ["icons", styling.icons, "regular"],
    ["search", styling.search, "prominent"],
    ["side", styling.sidebar.background, "default"],
    ["list", styling.sidebar.list, "default"],
    ["bar", barOf(styling, header), "plain"],
  ];
  return named.flatMap(([name, value, usual]) => (value === usual ? [] : [`${name}-${value}`]));
}

function barOf(styling: Styling, { preset, backgroundColor }: SiteCustomization["header"]): string {
  if (preset === "custom") return backgroundColor === undefined ? "plain" : "custom";
  if (preset === "bold" || preset === "contrast") return preset;
  return styling.theme === "bold" ? "bold" : "plain";
}

/** Files of our own spaces, and uploaded fonts, have addresses of this form on every host that serves sites. */
const OWN_FILE =
  /^(?:https?:\/\/[^/]+)?(\/~\/(?:files\/[\w-]+\/[\w-]+\/[\w-]+\/[^/?#\s"'()\\]+|fonts\/[\w-]+\/[\w-]+\.woff2?))$/;

/** Where a file that a look names is on our own origin; undefined while there is no copy of it. */
export function pathOfFile({ copies }: Pick<Look, "copies">, url: string): string | undefined {
  const copy = copies.get(url);
  if (copy !== undefined) return copyPath(copy);
  return OWN_FILE.exec(url)?.[1];
}

/** A picture for both themes; one that is missing is stood in for by the other. */
export function pictureOf(
  look: Look,
  pair: { readonly light: string; readonly dark: string } | undefined,
): PictureView | undefined {
  if (pair === undefined) return undefined;
  const [light, dark] = [pathOfFile(look, pair.light), pathOfFile(look, pair.dark)];
  const shown = light ?? dark;
  if (shown === undefined) return undefined;
  const copy = look.copies.get(light === undefined ? pair.dark : pair.light);
  const hasSize = typeof copy?.width === "number" && typeof copy.height === "number";
  return {
    light: shown,
    dark: dark ?? shown,
    ...(hasSize ? { width: copy.width as number, height: copy.height as number } : {}),
  };
}

/** The site's small picture. */
export function iconOf(look: Look): IconView | undefined {
  const { favicon } = look.settings;
  if ("emoji" in favicon) return { kind: "emoji", emoji: favicon.emoji };
  const picture = "icon" in favicon ? pictureOf(look, favicon.icon) : undefined;
  return picture && { kind: "image", light: picture.light, dark: picture.dark };
}

/** What a reader has dismissed is told by it: another message is another announcement. */
export function announcementId(message: string): string {
  return createHash("sha256").update(message).digest("base64url").slice(0, 10);
}

function fontsOf(
  { styling }: SiteCustomization,
  copies: ReadonlyMap<string, Copy>,
): { readonly css: string; readonly preload: string | undefined } | undefined {
  const faces: string[] = [];
  let preload: string | undefined;
  for (const [variable, font, rest] of [
    ["--font", styling.font, "system-ui, sans-serif"],
    ["--font-code", styling.monospaceFont, "ui-monospace, monospace"],
  ] as const) {
    if (typeof font === "string") continue;
    const family = `site${variable}`;
    const made = font.fontFaces.flatMap(({ weight, sources }) => {
      const files = sources.flatMap(({ url }) => pathOfFile({ copies }, url) ?? []);
      if (files.length === 0) return [];
      if (variable === "--font" && (preload === undefined || weight === 400)) preload = files[0];
      const from = files.map((file) => `url("${file}")`).join(",");
      // Optional: text that is there stays as it is, and nothing on the page moves.
      return `@font-face{font-family:"${family}";font-weight:${weight};font-display:optional;src:${from}}\n`;
    });
    if (made.length > 0) faces.push(...made, `:root{${variable}:"${family}", ${rest}}\n`);
  }
  return faces.length === 0 ? undefined : { css: faces.join(""), preload };
}
