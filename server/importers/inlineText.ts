/** What ends or begins markup inside a title; all of it is ASCII punctuation, which Markdown lets us escape. */
const NEEDS_ESCAPE = /[\\`*_[\]<>&#!~"]/g;
const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
]);

/** One line of text as Markdown that shows exactly it. White space is collapsed, as Markdown would. */
export function escapeInline(text: string): string {
  return collapse(text).replace(NEEDS_ESCAPE, "\\$&");
}

/** The text of a line of inline Markdown: escapes and entities undone, marks of emphasis and code left out. */
export function inlineText(markdown: string): string {
  const text = markdown.replace(
    /\\([!-/:-@[-`{-~])|&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-z]{2,4});|`+|\*+|__+/g,
    (match: string, escaped: string | undefined, entity: string | undefined) => {
      if (escaped !== undefined) return escaped;
      return entity === undefined ? "" : (decodeEntity(entity) ?? match);
    },
  );
  return collapse(text);
}

function decodeEntity(entity: string): string | undefined {
  if (!entity.startsWith("#")) return ENTITIES.get(entity);
  const hex = /^#[xX]/.test(entity);
  const point = Number.parseInt(entity.slice(hex ? 2 : 1), hex ? 16 : 10);
  const valid = point > 0x1f && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return valid ? String.fromCodePoint(point) : undefined;
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
