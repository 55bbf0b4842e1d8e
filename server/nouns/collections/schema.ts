import { type Static, Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id, Timestamp, Url } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { Role } from "../orgs/schema.ts";

export const DefaultLevel = named(
  "DefaultLevel",
  Type.Union([Role, Type.Null(), Type.Literal("inherit")], {
    description:
      "The role that members have here. null: only the creator has access. inherit: the role from above.",
  }),
);

const title = Type.String({ minLength: 1, maxLength: 50 });
const description = Type.String({ maxLength: 100 });

export const Collection = named(
  "Collection",
  Type.Object(
    {
      object: Type.Literal("collection"),
      id: Type.String(),
      title: Type.String(),
      description: Type.Optional(Type.String()),
      organization: Type.String(),
      parent: Type.Optional(Type.String()),
      defaultLevel: DefaultLevel,
      deletedAt: Type.Optional(Timestamp),
      urls: Type.Object({ location: Url, app: Url }),
      permissions: Type.Object(
        Object.fromEntries(
          ["view", "admin", "viewInviteLinks", "create"].map((name) => [name, Type.Boolean()]),
        ),
      ),
    },
    { description: "A group of spaces and other collections." },
  ),
);

export const CollectionParams = Type.Object({ collectionId: Id });

export const CreateCollection = named(
  "CreateCollection",
  closed({ title: Type.Optional(title), parent: Type.Optional(Id) }),
);

export const UpdateCollection = named(
  "UpdateCollection",
  closed({
    title: Type.Optional(title),
    description: Type.Optional(Type.Union([description, Type.Null()])),
    defaultLevel: Type.Optional(DefaultLevel),
  }),
);

export const ListCollectionsQuery = closed({
  ...pageQuery,
  deleted: Type.Optional(
    Type.Boolean({ description: "true: only those in the trash that you can restore." }),
  ),
  nested: Type.Optional(
    Type.Boolean({ description: "false: only collections at the top. The default is true." }),
  ),
});

const pointers = Type.Union([
  named("SpacePointer", closed({ type: Type.Literal("space"), space: Id })),
  named("CollectionPointer", closed({ type: Type.Literal("collection"), collection: Id })),
]);
const Pointer = named(
  "ContentPointer",
  Type.Unsafe<Static<typeof pointers>>({
    type: "object",
    discriminator: { propertyName: "type" },
    required: ["type"],
    oneOf: pointers.anyOf,
  }),
);

/** Where something is moved to. */
export const MoveContent = named(
  "MoveContent",
  closed(
    {
      parent: Type.Optional(
        Type.Union([Id, Type.Null()], {
          description:
            "The collection to move it to. null: the top of the organization. Absent: it stays where it is.",
        }),
      ),
      position: Type.Optional(
        closed(
          { before: Type.Optional(Pointer), after: Type.Optional(Pointer) },
          {
            description: "The sibling in the new parent next to which to put it. The default is the end.",
          },
        ),
      ),
    },
    { minProperties: 1 },
  ),
);

export const TransferContent = named(
  "TransferContent",
  closed({
    organization: Type.String({
      minLength: 1,
      maxLength: 128,
      description: "The organization to move to.",
    }),
  }),
);
