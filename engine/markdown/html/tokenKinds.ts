/** Which scopes of a grammar are which kind of token, written as a theme whose colours stand for kinds. */

/** Kinds of tokens; their class is `tok-<kind>`. */
export const KINDS = [
  "comment",
  "keyword",
  "string",
  "number",
  "function",
  "type",
  "variable",
  "constant",
  "punctuation",
  "tag",
  "attr",
  "regexp",
  "heading",
  "inserted",
  "deleted",
] as const;
export type TokenKind = (typeof KINDS)[number];

// More specific scopes win over general ones, whatever their order here.
const SCOPES: Readonly<Record<TokenKind, readonly string[]>> = {
  comment: ["comment", "punctuation.definition.comment", "string.quoted.docstring", "string.comment"],
  keyword: [
    "keyword",
    "storage",
    "storage.type",
    "storage.modifier",
    "keyword.operator.new",
    "keyword.operator.expression",
    "keyword.operator.logical.python",
    "keyword.operator.word",
    "variable.language.this",
    "variable.language.self",
    "variable.language.super",
    "entity.name.tag.directive",
    "keyword.control.at-rule",
    "punctuation.definition.keyword",
  ],
  string: [
    "string",
    "punctuation.definition.string",
    "constant.other.symbol",
    "markup.inline.raw",
    "markup.raw",
    "string.unquoted",
    "entity.name.filename",
    "markup.underline.link",
  ],
  number: ["constant.numeric", "keyword.other.unit", "constant.other.color"],
  function: [
    "entity.name.function",
    "support.function",
    "meta.function-call entity.name",
    "variable.function",
    "entity.name.command",
    "support.function.any-method",
  ],
  type: [
    "entity.name.type",
    "entity.name.class",
    "entity.name.namespace",
    "entity.name.module",
    "support.type",
    "support.class",
    "entity.other.inherited-class",
    "storage.type.primitive",
    "support.type.primitive",
    "meta.type.annotation entity.name",
  ],
  variable: [
    "variable.parameter",
    "variable.other.readwrite.shell",
    "variable.other.normal.shell",
    "variable.other.php",
  ],
  constant: [
    "constant.language",
    "constant.other",
    "constant.character",
    "support.constant",
    "variable.other.enummember",
    "entity.name.constant",
    "constant.character.escape",
  ],
  punctuation: [
    "keyword.operator",
    "punctuation",
    "meta.brace",
    "punctuation.section.embedded",
    "storage.type.function.arrow",
  ],
  tag: ["entity.name.tag", "punctuation.definition.tag", "entity.name.tag.css", "entity.name.selector"],
  attr: [
    "entity.other.attribute-name",
    "support.type.property-name",
    "meta.object-literal.key",
    "variable.other.property.key",
    "entity.name.tag.yaml",
    "support.type.property-name.json",
    "support.type.property-name.css",
    "keyword.key",
    "keyword.other.definition.ini",
    "variable.other.key",
    "entity.other.attribute-name.class.css",
  ],
  regexp: ["string.regexp"],
  heading: ["markup.heading", "entity.name.section", "markup.bold"],
  inserted: ["markup.inserted", "meta.diff.header.to-file", "punctuation.definition.inserted"],
  deleted: ["markup.deleted", "meta.diff.header.from-file", "punctuation.definition.deleted"],
};

function colorOf(kind: TokenKind): string {
  return `#0000${(KINDS.indexOf(kind) + 0x10).toString(16)}`;
}

/** Finds the kind a colour of the theme stands for. */
export function kindOfColor(color: string): TokenKind | undefined {
  return KINDS.find((kind) => colorOf(kind) === color.toLowerCase());
}

/** The theme: one setting a kind. */
export const kindTheme = {
  name: "lectern-kinds",
  type: "light" as const,
  fg: "#000001",
  bg: "#ffffff",
  settings: KINDS.map((kind) => ({ scope: [...SCOPES[kind]], settings: { foreground: colorOf(kind) } })),
};
