import { Type } from "typebox";
import { pageQuery } from "../../../http/list.ts";
import { Id } from "../../../http/shapes.ts";
import { closed, named } from "../../../http/named.ts";
import { Condition, PathSegment } from "../structure/schema.ts";
import { ShareKeyQuery } from "../site/schema.ts";

export const SiteSpaceParams = Type.Object({
  organizationId: Id,
  siteId: Id,
  siteSpaceId: Id,
});

export const ListSiteSpacesQuery = closed({
  ...pageQuery,
  ...ShareKeyQuery,
  default: Type.Optional(
    Type.Boolean({ description: "Only those that are, or are not, the default in their place." }),
  ),
});

export const AddSiteSpace = named(
  "AddSiteSpace",
  closed({
    spaceId: Id,
    sectionId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description:
          "The section to add it to. The default is the default section; if there is none, the site itself.",
      }),
    ),
  }),
);

const Pointer = named(
  "SiteSpacePointer",
  closed({ type: Type.Optional(Type.Literal("site-space")), siteSpace: Id }),
);

export const MoveSiteSpace = named(
  "MoveSiteSpace",
  closed({
    position: Type.Optional(closed({ before: Type.Optional(Pointer), after: Type.Optional(Pointer) })),
  }),
);

export const UpdateSiteSpace = named(
  "UpdateSiteSpace",
  closed({
    path: Type.Optional(PathSegment),
    condition: Type.Optional(Condition),
    spaceId: Type.Optional(Id),
  }),
);
