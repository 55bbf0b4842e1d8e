/** The longest slug, in Unicode code points. */
export const SLUG_MAX = 100;

const SLUG = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u;
const RESERVED_ENDING = /\.(?:md|html)$/u;

/** The form under which slugs are compared and looked up: NFC, lower case. */
export function foldSlug(text: string): string {
  return text.normalize("NFC").toLowerCase().normalize("NFC");
}

/**
 * Checks a slug that somebody chose. Gives it folded, or says what is wrong with it.
 * A slug starts with a letter or a digit and goes on with letters, digits, ".", "_" and "-": so it is never ".",
 * "../server", empty, or one of the reserved paths that start with "~".
 */
export function checkSlug(text: string): { readonly slug: string } | { readonly problem: string } {
  const slug = foldSlug(text);
  if (slug === "") return { problem: "a slug can't be empty" };
  if ([...slug].length > SLUG_MAX) return { problem: `a slug has at most ${SLUG_MAX} characters` };
  if (!SLUG.test(slug)) {
    return {
      problem: 'a slug starts with a letter or digit and holds only letters, digits, ".", "_" and "-"',
    };
  }
  if (RESERVED_ENDING.test(slug)) return { problem: "a slug can't end in .md or .html" };
  return { slug };
}

/** Makes a slug from a title; "page" when the title has neither letter nor digit. */
export function slugFromTitle(title: string): string {
  const words = foldSlug(title)
    .replace(/['’\u200b-\u200d\u2060\ufeff]/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, "-")
    .replace(/\.(?=-|$)|(?<=^|-)\./gu, "");
  return trimSlug(foldSlug(words), SLUG_MAX) || "page";
}

/** The n-th alternative of a slug that is taken: "guide-1", "guide-2" …, never longer than {@link SLUG_MAX}. */
export function numberedSlug(slug: string, number: number): string {
  const ending = `-${number}`;
  return `${trimSlug(slug, SLUG_MAX - ending.length)}${ending}`;
}

/** Cuts to a length and drops what a slug can't begin or end with. */
function trimSlug(text: string, length: number): string {
  const cut = [...text.replace(/^[\p{M}._-]+/u, "")].slice(0, length).join("");
  return cut.replace(/(?:\.(?:md|html)|[._-])+$/u, "");
}
