import { SITE_READER } from "../../../access/scopes.ts";
import { type Static, Type } from "typebox";
import { invalidField } from "../../../http/errors.ts";
import { listOf, pageQuery } from "../../../http/list.ts";
import { chapter, holding, ok, op } from "../../../http/operation.ts";
import { Id } from "../../../http/shapes.ts";
import { named } from "../../../http/named.ts";
import { presentFoundSpace } from "../../search/present.ts";
import { searchInSpaces } from "../../search/queries.ts";
import { FoundSpace } from "../../search/schema.ts";
import type { SiteSpaceRow } from "../site/present.ts";
import { loadSite } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";
import { readStructure, type Structure } from "../structure/queries.ts";

const closed = { additionalProperties: false };
const query = Type.String({ minLength: 1, maxLength: 512 });
const Ids = Type.Array(Id, { minItems: 1, maxItems: 500 });

const Scope = named(
  "SiteSearchScope",
  Type.Union([
    Type.Object(
      {
        mode: Type.Literal("default"),
        includedSiteSpaces: Type.Optional(Type.Array(Id, { maxItems: 500 })),
        currentSiteSpace: Type.Optional({
          ...Id,
          description:
            "The site-space that the reader is in. It is searched too. In other sections, the site-space in its language is searched instead of the default one.",
        }),
        restrictTo: Type.Optional(
          Type.Enum(["currentSiteSpace", "otherSiteSpaces"], {
            description: "Only `currentSiteSpace`, or all others of this scope.",
          }),
        ),
      },
      { ...closed, description: "The default site-space of every section, and others that are named." },
    ),
    Type.Object(
      { mode: Type.Literal("specific"), siteSpaceIds: Ids },
      { ...closed, description: "Only these site-spaces." },
    ),
    Type.Object({ mode: Type.Literal("all") }, { ...closed, description: "Every site-space." }),
  ]),
);

const SearchSite = named(
  "SearchSite",
  Type.Object(
    {
      query,
      scope: Type.Optional({ ...Scope, description: "The part to search. The default is the whole site." }),
      mode: Type.Optional(
        Type.Enum(["specific", "current", "all"], { description: "Former way to say the scope." }),
      ),
      siteSpaceIds: Type.Optional(Ids),
      siteSpaceId: Type.Optional(Id),
    },
    closed,
  ),
);

type SiteSearch = Static<typeof SearchSite>;

/** What is searched, however it was said; the whole site when nothing is. @throws 400 when two things, or half of one, were said */
function scopeOf({ scope, mode, siteSpaceIds, siteSpaceId }: SiteSearch): Static<typeof Scope> {
  if (scope !== undefined) {
    if (mode !== undefined || siteSpaceIds !== undefined || siteSpaceId !== undefined)
      throw invalidField("/scope", "says the scope; leave out mode, siteSpaceIds and siteSpaceId.");
    if (scope.mode === "default" && scope.restrictTo !== undefined && scope.currentSiteSpace === undefined)
      throw invalidField("/scope/currentSiteSpace", "is required beside restrictTo.");
    return scope;
  }
  if (mode === "all") return { mode };
  if (mode === "current" && siteSpaceId !== undefined)
    return { mode: "default", includedSiteSpaces: [siteSpaceId] };
  if (mode !== "current" && siteSpaceIds !== undefined) return { mode: "specific", siteSpaceIds };
  if (mode === undefined && siteSpaceId === undefined) return { mode: "all" };
  throw invalidField("/scope", 'says which site-spaces; {"mode": "all"} searches the whole site.');
}

/** The titles of the spaces in a scope, by their ids. @throws 400 for site-spaces that the caller doesn't see there */
function spacesIn({ siteSpaces }: Structure, scope: Static<typeof Scope>): Map<string, string> {
  const rowOf = (id: string): SiteSpaceRow => {
    const found = siteSpaces.find((row) => row.id === id);
    if (found !== undefined) return found;
    throw invalidField("/scope", `names ${id}, which is no site-space of this site that you may see.`);
  };
  const meant = (): readonly SiteSpaceRow[] => {
    if (scope.mode === "all") return siteSpaces;
    if (scope.mode === "specific") return scope.siteSpaceIds.map(rowOf);
    const { includedSiteSpaces = [], currentSiteSpace, restrictTo } = scope;
    const current = currentSiteSpace === undefined ? undefined : rowOf(currentSiteSpace);
    const others = [...siteSpaces.filter(({ isDefault }) => isDefault), ...includedSiteSpaces.map(rowOf)];
    if (current === undefined) return others;
    if (restrictTo === "currentSiteSpace") return [current];
    const inLanguage = others.map((row) => inLanguageOf(current, row, siteSpaces));
    return restrictTo === "otherSiteSpaces"
      ? inLanguage.filter(({ id }) => id !== current.id)
      : [current, ...inLanguage];
  };
  const wanted = new Set(meant());
  const listed = siteSpaces.filter((row) => wanted.has(row));
  return new Map(listed.map(({ space, title }) => [space.id, title ?? space.title]));
}

/** The site-space of a section that is in somebody's language; its own where there is none. */
function inLanguageOf(
  current: SiteSpaceRow,
  row: SiteSpaceRow,
  siteSpaces: readonly SiteSpaceRow[],
): SiteSpaceRow {
  const { language } = current.space;
  if (language === null || row.space.language === language) return row;
  const beside = siteSpaces.find(
    ({ section_id, space }) => section_id === row.section_id && space.language === language,
  );
  return beside ?? row;
}

export const siteSearchOperations = chapter("Search", [
  op({
    method: "POST",
    url: "/orgs/:organizationId/sites/:siteId/search",
    operationId: "searchSiteContent",
    call: "sites.search",
    summary: "Search a site",
    description:
      "The spaces of the site that you can see and that have matching pages, the one with the best page first, each with its best ten pages and their sections. Conditions for visitors are applied only with a reader's token of the site.",
    scopes: ["site:read", SITE_READER],
    access: holding("The site", loadSite, "view"),
    shapes: { params: SiteParams, query: Type.Object(pageQuery, closed), body: SearchSite },
    answers: { 200: listOf(FoundSpace) },
    points: 20,
    perOrganization: { atOnce: 4, of: ({ site }) => site.organization_id },
    handler: async ({ deps, thing, body, paging }) => {
      const { site } = thing;
      const titles = spacesIn(await readStructure(deps, site, thing), scopeOf(body));
      const { spaces, count, next } = await searchInSpaces(
        deps,
        site.organization_id,
        titles,
        body.query,
        paging,
        thing.reader,
      );
      const items = spaces.map((space) => presentFoundSpace(space, deps.addresses));
      return ok({ items, count, ...(next && { nextKeys: next }) });
    },
  }),
]);
