import { Type } from "typebox";
import { TOKEN_SCOPES } from "../../access/scopes.ts";
import { ResourceUrls, Timestamp } from "../../http/shapes.ts";
import { closed, extended, named } from "../../http/named.ts";

const fields = {
  object: Type.Literal("token"),
  id: Type.String(),
  label: Type.String({ maxLength: 50 }),
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
  expiresAt: Type.Optional(Timestamp),
  scopes: Type.Optional(
    Type.Array(Type.String(), {
      description: "The scopes of the token. Absent: it has all your permissions.",
    }),
  ),
  urls: ResourceUrls,
};

export const Token = named(
  "UserAPIToken",
  Type.Object(fields, { description: "An API token, without its secret." }),
);

export const NewToken = named(
  "UserAPITokenExtended",
  extended(
    Token,
    { token: Type.String({ description: "The secret. It is shown only once." }) },
    { description: "A new API token." },
  ),
);

export const CreateToken = named(
  "CreateUserAPIToken",
  closed({
    label: Type.String({ minLength: 1, maxLength: 50 }),
    expiresAt: Type.Optional(
      Type.Union([Timestamp, Type.Null()], { description: "Absent or null: the token doesn't expire." }),
    ),
    scopes: Type.Optional(
      Type.Array(Type.Enum([...TOKEN_SCOPES]), {
        minItems: 1,
        maxItems: TOKEN_SCOPES.length,
        uniqueItems: true,
        description: "The scopes of the token. Absent: it has all your permissions.",
      }),
    ),
  }),
);
