import { Type } from "typebox";
import { closed, named } from "../../../http/named.ts";
import { Id, Url } from "../../../http/shapes.ts";
import { Condition, Icon } from "../structure/schema.ts";

export const ExternalLinkParams = Type.Object({ organizationId: Id, siteId: Id, siteExternalLinkId: Id });

const title = Type.String({ minLength: 2, maxLength: 128 });

const fields = {
  description: Type.Optional(Type.Union([Type.String({ maxLength: 256 }), Type.Null()])),
  icon: Type.Optional(Icon),
  condition: Type.Optional(Condition),
  draft: Type.Optional(Type.Boolean({ description: "Whether readers don't see it yet." })),
};

export const AddExternalLink = named(
  "AddSiteExternalLink",
  closed({
    title,
    url: Url,
    parent: Type.Optional(
      Type.Union([Id, Type.Null()], {
        description: "The id of the section group to put it into. The default is the top level.",
      }),
    ),
    ...fields,
  }),
);

export const UpdateExternalLink = named(
  "UpdateSiteExternalLink",
  closed({
    title: Type.Optional(title),
    url: Type.Optional(Url),
    parent: Type.Optional(
      Type.Union([Id, Type.Null()], {
        description: "The id of the section group to move it into, as its last. null: the top level.",
      }),
    ),
    ...fields,
  }),
);
