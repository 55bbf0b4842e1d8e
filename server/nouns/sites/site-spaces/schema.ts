import { Type } from "typebox";
import { pageQuery } from "../../../http/list.ts";
import { Id } from "../../../http/shapes.ts";
import { named } from "../../../http/named.ts";
import { Condition, PathSegment } from "../structure/schema.ts";
import { ShareKeyQuery } from "../site/schema.ts";

export const SiteSpaceParams = Type.Object({
  organizationId: Id,
  siteId: Id,
  siteSpaceId: Id,
});

export const ListSiteSpacesQuery = Type.Object(
  {
    ...pageQuery,
    ...ShareKeyQuery,
    default: Type.Optional(
      Type.Boolean({ description: "Only those that are, or aren't, the default where they stand." }),
    ),
  },
  { additionalProperties: false },
);

export const AddSiteSpace = named(
  "AddSiteSpace",
  Type.Object(
    {
      spaceId: Id,
      sectionId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description:
            "The section to add it to; the default one unless said, the site itself when it has none.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
);

const Pointer = named(
  "SiteSpacePointer",
  Type.Object(
    { type: Type.Optional(Type.Literal("site-space")), siteSpace: Id },
    { additionalProperties: false },
  ),
);

export const MoveSiteSpace = named(
  "MoveSiteSpace",
  Type.Object(
    {
      position: Type.Optional(
        Type.Object(
          { before: Type.Optional(Pointer), after: Type.Optional(Pointer) },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
);

export const UpdateSiteSpace = named(
  "UpdateSiteSpace",
  Type.Object(
    {
      path: Type.Optional(PathSegment),
      condition: Type.Optional(Condition),
      spaceId: Type.Optional(Id),
    },
    { additionalProperties: false },
  ),
);
