import { Type } from "typebox";
import { pageQuery } from "../../../http/list.ts";
import { Id } from "../../../http/shapes.ts";
import { named } from "../../../http/named.ts";
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

export const ListGroupsQuery = Type.Object(pageQuery, { additionalProperties: false });

export const CreateGroup = named(
  "AddSiteSectionGroup",
  Type.Object(
    {
      title,
      icon: Type.Optional(Icon),
      sections: Type.Optional(
        Type.Array(Id, {
          maxItems: 200,
          uniqueItems: true,
          description: "Ids of the sections to put into it, in their order.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
);

export const UpdateGroup = named(
  "UpdateSiteSectionGroup",
  Type.Object({ title: Type.Optional(title), icon: Type.Optional(Icon) }, { additionalProperties: false }),
);

export const AddSectionToGroup = named(
  "AddSectionToSiteSectionGroup",
  Type.Object({ sectionId: Id }, { additionalProperties: false }),
);

const Pointer = named(
  "SiteSectionGroupPointer",
  Type.Object(
    { type: Type.Enum(["site-section", "site-section-group"]), id: Id },
    { additionalProperties: false },
  ),
);

export const MoveGroup = named(
  "MoveSiteSectionGroup",
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
