import { Type } from "typebox";
import { Id, PublishedUrls, Url } from "../../../http/shapes.ts";
import { closed, named } from "../../../http/named.ts";
import { ShareKeyQuery } from "../site/schema.ts";
import { Space } from "../../spaces/schema.ts";

/** Parts of a site are live as soon as they are there. */
const Draft = Type.Literal(false);

export const SiteSpace = named(
  "SiteSpace",
  Type.Object({
    object: Type.Literal("site-space"),
    id: Type.String(),
    path: Type.String(),
    section: Type.Optional(Type.String()),
    space: Space,
    title: Type.String(),
    default: Type.Boolean({
      description: "Whether it is the default in its place, and so has no path of its own.",
    }),
    draft: Draft,
    condition: Type.Optional(Type.String()),
    hasAdvancedCustomizationFeature: Type.Boolean(),
    urls: PublishedUrls,
  }),
);

export const SiteSection = named(
  "SiteSection",
  Type.Object(
    {
      object: Type.Literal("site-section"),
      id: Type.String(),
      title: Type.String(),
      description: Type.Optional(Type.String()),
      default: Type.Boolean({ description: "Whether it is the default, and so has no path of its own." }),
      draft: Draft,
      path: Type.String(),
      condition: Type.Optional(Type.String()),
      sectionGroup: Type.Optional(Type.String()),
      icon: Type.Optional(Type.String()),
      siteSpaces: Type.Array(SiteSpace),
      urls: PublishedUrls,
    },
    { description: "A part of a site with its own tab." },
  ),
);

export const SiteExternalLink = named(
  "SiteExternalLink",
  Type.Object(
    {
      object: Type.Literal("site-external-link"),
      id: Type.String(),
      title: Type.String(),
      description: Type.Optional(Type.String()),
      icon: Type.Optional(Type.String()),
      url: Url,
      sectionGroup: Type.Optional(Type.String()),
      draft: Type.Boolean({ description: "Whether readers don't see it yet." }),
      condition: Type.Optional(Type.String()),
    },
    { description: "A link of the navigation of a site that leads elsewhere." },
  ),
);

export const SiteSectionGroup = named(
  "SiteSectionGroup",
  Type.Object(
    {
      object: Type.Literal("site-section-group"),
      id: Type.String(),
      title: Type.String(),
      icon: Type.Optional(Type.String()),
      draft: Draft,
      sections: Type.Array(SiteSection),
      children: Type.Array(Type.Union([SiteSection, SiteExternalLink]), {
        description: "The same sections, and the external links among them, in order.",
      }),
    },
    { description: "A group of sections and external links under one tab." },
  ),
);

export const SiteStructure = named(
  "SiteStructure",
  Type.Union([
    Type.Object({
      type: Type.Literal("sections"),
      structure: Type.Array(Type.Union([SiteSection, SiteSectionGroup, SiteExternalLink])),
    }),
    Type.Object({ type: Type.Literal("siteSpaces"), structure: Type.Array(SiteSpace) }),
  ]),
);

/** The last segment of an address; endings of files that machines read are none. */
export const PathSegment = named(
  "PathSegment",
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: "^(?!.*\\.(?:md|txt|xml)$)[a-z0-9]+(?:[-._][a-z0-9]+)*$",
    description:
      "Lower-case letters and digits, with single hyphens, dots or underscores between them; not .md, .txt or .xml at the end.",
  }),
);

export const Condition = named(
  "Condition",
  Type.Union([Type.String({ minLength: 1, maxLength: 1024 }), Type.Null()], {
    description:
      "An expression over the visitor's claims. Only visitors for whom it is true see this. null: everybody.",
  }),
);

export const Icon = named(
  "Icon",
  Type.Union([Type.String({ maxLength: 50 }), Type.Null()], {
    description: "The name of an icon.",
  }),
);

export const StructureQuery = closed(ShareKeyQuery);

const Pointer = named(
  "SiteStructureItemPointer",
  closed({
    type: Type.Enum(["site-space", "site-section", "site-section-group", "site-external-link"]),
    id: Id,
  }),
);

export const SortStructure = named(
  "SortSiteStructure",
  closed({
    item: Pointer,
    position: Type.Optional(
      closed(
        { before: Type.Optional(Pointer), after: Type.Optional(Pointer) },
        {
          description: "The sibling next to which to put it. The default is the end.",
        },
      ),
    ),
  }),
);
