/** Which way a text is written. */

const LANGUAGES = new Set(["ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"]);

/** Letters that are written from the right. */
const FROM_THE_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;

export type Direction = "ltr" | "rtl";

/** The writing direction of a locale, as the `dir` attribute wants it. */
export function directionOf(locale: string): Direction {
  return LANGUAGES.has(locale.toLowerCase().split("-")[0] ?? "") ? "rtl" : "ltr";
}

/** Whether a text has letters that are written from the right. */
export function hasRightToLeft(text: string): boolean {
  return FROM_THE_RIGHT.test(text);
}

/** The direction of a text, as its first letter tells it. */
export function directionOfText(text: string): Direction {
  return FROM_THE_RIGHT.test(LETTER.exec(text)?.[0] ?? "") ? "rtl" : "ltr";
}
