import { Type } from "typebox";
import { pageQuery } from "../../../http/list.ts";
import { Id } from "../../../http/shapes.ts";
import { named } from "../../../http/named.ts";
import { Condition, Icon, PathSegment } from "../structure/schema.ts";
import { ShareKeyQuery } from "../site/schema.ts";

const title = Type.String({ minLength: 2, maxLength: 128 });

export const SectionParams = Type.Object({
  organizationId: Id,
  siteId: Id,
  siteSectionId: Id,
});

export const ListSectionsQuery = Type.Object(
  { ...pageQuery, ...ShareKeyQuery },
  { additionalProperties: false },
);

export const CreateSection = named(
  "AddSiteSection",
  Type.Object(
    {
      spaceId: Id,
      title: Type.Optional(
        Type.Union([title, Type.Null()], { description: "The space's title unless said." }),
      ),
      icon: Type.Optional(Icon),
    },
    { additionalProperties: false },
  ),
);

export const UpdateSection = named(
  "UpdateSiteSection",
  Type.Object(
    {
      title: Type.Optional(title),
      path: Type.Optional(PathSegment),
      defaultSiteSpace: Type.Optional(Id),
      condition: Type.Optional(Condition),
      icon: Type.Optional(Icon),
      description: Type.Optional(Type.Union([Type.String({ maxLength: 256 }), Type.Null()])),
    },
    { additionalProperties: false },
  ),
);

const Pointer = named(
  "SiteSectionPointer",
  Type.Object({ type: Type.Literal("site-section"), siteSection: Id }, { additionalProperties: false }),
);

export const MoveSection = named(
  "MoveSiteSection",
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
