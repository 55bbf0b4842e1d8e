/** Wide enough for what a page has beside its text to stand there; the sheet says the same. */
export const WIDE = "(width >= 69rem)";
