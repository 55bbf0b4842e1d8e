import { Type } from "typebox";
import { pageQuery } from "../../../http/list.ts";
import { Id } from "../../../http/shapes.ts";
import { closed, named } from "../../../http/named.ts";
import { Icon } from "../structure/schema.ts";

const title = Type.String({ minLength: 1, maxLength: 100 });

export const GroupParams = Type.Object({
  organizationId: Id,
  siteId: Id,
  siteSectionGroupId: Id,
});

export const GroupSectionParams = Type.Object({
  organizationId: Id,
  siteId: Id,
  siteSectionGroupId: Id,
  siteSectionId: Id,
});

export const ListGroupsQuery = closed(pageQuery);

export const CreateGroup = named(
  "AddSiteSectionGroup",
  closed({
    title,
    icon: Type.Optional(Icon),
    sections: Type.Optional(
      Type.Array(Id, {
        maxItems: 200,
        uniqueItems: true,
        description: "The ids of its sections, in order.",
      }),
    ),
  }),
);

export const UpdateGroup = named(
  "UpdateSiteSectionGroup",
  closed({ title: Type.Optional(title), icon: Type.Optional(Icon) }),
);

export const AddSectionToGroup = named("AddSectionToSiteSectionGroup", closed({ sectionId: Id }));

const Pointer = named(
  "SiteSectionGroupPointer",
  closed({ type: Type.Enum(["site-section", "site-section-group"]), id: Id }),
);

export const MoveGroup = named(
  "MoveSiteSectionGroup",
  closed({
    position: Type.Optional(closed({ before: Type.Optional(Pointer), after: Type.Optional(Pointer) })),
  }),
);
