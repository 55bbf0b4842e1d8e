import { Type } from "typebox";
import { named } from "../../http/named.ts";
import { PageType } from "../revisions/schema.ts";
import { Timestamp } from "../../http/shapes.ts";

export const DeletedPage = named(
  "DeletedPage",
  Type.Object(
    {
      id: Type.String(),
      type: PageType,
      title: Type.String(),
      emoji: Type.Optional(Type.String()),
      icon: Type.Optional(Type.String()),
      pages: Type.Integer({ description: "The number of pages below it." }),
      revision: Type.String({ description: "The last revision that has the page." }),
      deletedAt: Timestamp,
      deletedBy: Type.Optional(Type.String({ description: "The user's id." })),
    },
    { description: "A page that was deleted." },
  ),
);

export const DeletedPages = Type.Object({ items: Type.Array(DeletedPage) });
