import { Type } from "typebox";
import { ResourceUrls, Url } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";

export const User = named(
  "User",
  Type.Object(
    {
      object: Type.Literal("user"),
      id: Type.String(),
      displayName: Type.String(),
      email: Type.Optional(Type.String()),
      photoURL: Type.Optional(Type.String()),
      urls: ResourceUrls,
    },
    { description: "A person." },
  ),
);

export const UpdateUser = named(
  "UpdateUser",
  closed({
    displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    photoURL: Type.Optional(Type.Union([Url, Type.Null()])),
  }),
);
