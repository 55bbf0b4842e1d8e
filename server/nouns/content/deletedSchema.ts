import { Type } from "typebox";
import { named } from "../../http/named.ts";
import { Timestamp } from "../../http/shapes.ts";

export const DeletedPage = named(
  "DeletedPage",
  Type.Object(
    {
      id: Type.String(),
      type: Type.Enum(["document", "group", "link", "computed"]),
      title: Type.String(),
      emoji: Type.Optional(Type.String()),
      icon: Type.Optional(Type.String()),
      pages: Type.Integer({ description: "How many below it went with it." }),
      revision: Type.String({ description: "The last one that has it." }),
      deletedAt: Timestamp,
      deletedBy: Type.Optional(Type.String({ description: "The user's id." })),
    },
    { description: "A page that the space has no more." },
  ),
);

export const DeletedPages = Type.Object({ items: Type.Array(DeletedPage) });
