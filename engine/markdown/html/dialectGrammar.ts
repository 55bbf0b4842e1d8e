/** What the dialect adds to Markdown, as a grammar that goes into that of Markdown: tags of blocks with what they say. */
import type { LanguageRegistration } from "@shikijs/primitive/types";

/** The scope of Markdown's own grammar. */
export const MARKDOWN = "text.html.markdown";

/** Code within the Markdown has no tags. */
export const DIALECT: LanguageRegistration = {
  name: "markdown-dialect",
  scopeName: "markdown.dialect",
  injectTo: [MARKDOWN],
  injectionSelector: `L:${MARKDOWN} - markup.fenced_code - markup.raw - markup.inline.raw - comment`,
  patterns: [
    {
      begin: String.raw`(\{%)\s*([\w@/-]*)`,
      beginCaptures: {
        1: { name: "punctuation.definition.tag" },
        2: { name: "entity.name.tag" },
      },
      end: String.raw`%\}`,
      endCaptures: { 0: { name: "punctuation.definition.tag" } },
      patterns: [
        { match: String.raw`[\w-]+(?==)`, name: "entity.other.attribute-name" },
        { match: "=", name: "punctuation.separator.key-value" },
        { match: '"[^"]*"', name: "string.quoted.double" },
      ],
    },
  ],
  repository: {},
};
