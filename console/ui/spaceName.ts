import type { Space } from "../../sdk/src/index.ts";

const names = new Intl.DisplayNames("en", { type: "language" });

/** What a language is called. */
export const languageName = (code: string): string => names.of(code) ?? code;

/** What a space is called where translations stand beside their sources, whose title they often have. */
export function spaceName({ title, language }: Pick<Space, "title" | "language">): string {
  const name = language === undefined ? "" : languageName(language);
  return title.includes(name) ? title : `${title} (${name})`;
}
