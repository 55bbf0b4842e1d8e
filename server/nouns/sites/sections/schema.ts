import { Type } from "typebox";
import { pageQuery } from "../../../http/list.ts";
import { Id } from "../../../http/shapes.ts";
import { closed, named } from "../../../http/named.ts";
import { Condition, Icon, PathSegment } from "../structure/schema.ts";
import { ShareKeyQuery } from "../site/schema.ts";

const title = Type.String({ minLength: 2, maxLength: 128 });

export const SectionParams = Type.Object({
  organizationId: Id,
  siteId: Id,
  siteSectionId: Id,
});

export const ListSectionsQuery = closed({ ...pageQuery, ...ShareKeyQuery });

export const CreateSection = named(
  "AddSiteSection",
  closed({
    spaceId: Id,
    title: Type.Optional(
      Type.Union([title, Type.Null()], { description: "The default is the title of the space." }),
    ),
    icon: Type.Optional(Icon),
  }),
);

export const UpdateSection = named(
  "UpdateSiteSection",
  closed({
    title: Type.Optional(title),
    path: Type.Optional(PathSegment),
    defaultSiteSpace: Type.Optional(Id),
    condition: Type.Optional(Condition),
    icon: Type.Optional(Icon),
    description: Type.Optional(Type.Union([Type.String({ maxLength: 256 }), Type.Null()])),
  }),
);

const Pointer = named("SiteSectionPointer", closed({ type: Type.Literal("site-section"), siteSection: Id }));

export const MoveSection = named(
  "MoveSiteSection",
  closed({
    position: Type.Optional(closed({ before: Type.Optional(Pointer), after: Type.Optional(Pointer) })),
  }),
);
