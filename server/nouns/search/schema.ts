import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { AppUrls } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";

export const SearchQuery = closed({
  query: Type.String({
    minLength: 1,
    maxLength: 512,
    description:
      "Every word must occur; the last one can be the beginning of a word. Words in quotation marks must be next to each other. " +
      "If no page has all of them, likely typos are corrected, then words are left out.",
  }),
  ...pageQuery,
});

const app = AppUrls;

const Score = named(
  "SearchResultScore",
  Type.Number({ minimum: 0, description: "Higher is better. Compare scores only within one answer." }),
);

const FoundSection = named(
  "SearchSectionResult",
  Type.Object(
    {
      id: Type.String({ description: "The anchor of its heading; the page's id before the first heading." }),
      title: Type.String(),
      path: Type.String({ description: "The page's path with the anchor." }),
      score: Score,
      resultType: Type.Literal("section"),
      body: Type.String({ description: "The lines around what was found, as plain text." }),
      urls: app,
    },
    { description: "A heading with the text below it." },
  ),
);

export const FoundPage = named(
  "SearchPageResult",
  Type.Object(
    {
      id: Type.String(),
      title: Type.String(),
      description: Type.String(),
      path: Type.String(),
      score: Score,
      rank: Type.Integer({
        minimum: 1,
        description: "Its rank in the whole answer, across all its parts. The best is 1.",
      }),
      resultType: Type.Literal("page"),
      ancestors: Type.Array(Type.Object({ title: Type.String() }), {
        description: "The pages above it, from the top.",
      }),
      sections: Type.Array(FoundSection, {
        description: "The sections with a word of the query, best first.",
      }),
      urls: app,
    },
    { description: "A page that was found." },
  ),
);

export const FoundSpace = named(
  "SearchSpaceResult",
  Type.Object(
    {
      type: Type.Literal("space"),
      id: Type.String(),
      title: Type.String(),
      score: Score,
      pages: Type.Array(FoundPage),
    },
    { description: "A space in which pages were found, with the best of them." },
  ),
);

const FOUND_TYPES = [
  "page",
  "space",
  "collection",
  "site",
  "member",
  "team",
  "change-request",
  "spec",
] as const;
export type FoundType = (typeof FOUND_TYPES)[number];

export const FindQuery = closed({
  query: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "The title, or its beginning.",
  }),
  types: Type.Optional(
    Type.String({
      pattern: `^(?:${FOUND_TYPES.join("|")})(?:,(?:${FOUND_TYPES.join("|")})){0,7}$`,
      maxLength: 100,
      description: `Separated by commas. The default is all: ${FOUND_TYPES.join(", ")}.`,
    }),
  ),
});

/** The types that a query names, each once. */
export function typesOf(types: string | undefined): readonly FoundType[] {
  return types === undefined ? FOUND_TYPES : [...new Set(types.split(",") as FoundType[])];
}

export const FoundThing = named(
  "FoundThing",
  Type.Object(
    {
      type: Type.Enum(FOUND_TYPES),
      id: Type.String({
        description: "The id; for a change request its number, for a specification its slug.",
      }),
      title: Type.String(),
      where: Type.Optional(Type.String({ description: "The space that it is in, by its title." })),
      urls: app,
    },
    { description: "A resource with a matching title." },
  ),
);

export const FoundThings = Type.Object({ items: Type.Array(FoundThing) });
