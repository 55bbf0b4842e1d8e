const names = new Intl.DisplayNames("en", { type: "language" });

/** What a language is called. */
export const languageName = (code: string): string => names.of(code) ?? code;
