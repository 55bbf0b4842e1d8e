import { Type } from "typebox";
import { SITE_READER } from "../../access/scopes.ts";
import { chapter, anyUser, holding, ok, op } from "../../http/operation.ts";
import { notFound } from "../../http/errors.ts";
import { Id } from "../../http/shapes.ts";
import { patchUser } from "./commands.ts";
import { presentUser } from "./present.ts";
import { findUser, loadUser } from "./queries.ts";
import { settingsOperations } from "./settings.ts";
import { UpdateUser, User } from "./schema.ts";

const noun = "The user";
const params = Type.Object({ userId: Id });

export const userOperations = chapter("Users", [
  op({
    method: "GET",
    url: "/user",
    operationId: "getAuthenticatedUser",
    call: "users.me",
    summary: "Get the user of this token",
    scopes: ["user:read"],
    access: anyUser,
    answers: { 200: User },
    tagged: true,
    handler: async ({ deps, identity }) => {
      const user = await findUser(deps.db.read, identity.userId);
      if (user === undefined) throw notFound(noun);
      return ok(presentUser(user, deps.addresses), user.version);
    },
  }),
  ...settingsOperations,
  op({
    method: "GET",
    url: "/users/:userId",
    operationId: "getUserById",
    call: "users.get",
    summary: "Get a user",
    description:
      "You can see yourself, and the members of organizations whose members you can list. With the token of a site you see the names and pictures of people whom its pages mention.",
    scopes: ["user:read", SITE_READER],
    access: holding(noun, loadUser, "view"),
    shapes: { params },
    answers: { 200: User },
    tagged: true,
    handler: ({ deps, thing: { user } }) => ok(presentUser(user, deps.addresses), user.version),
  }),
  op({
    method: "PATCH",
    url: "/users/:userId",
    operationId: "updateUserById",
    call: "users.update",
    summary: "Change your name or picture",
    description:
      "The members of all your organizations see them. With a token from a session of single sign-on you can change them only while you belong to no other organization.",
    scopes: [],
    access: holding(noun, loadUser, "edit"),
    shapes: { params, body: UpdateUser },
    answers: { 200: User },
    tagged: true,
    handler: ({ deps, identity, body, change }) =>
      change(async ({ tx, trace }) => {
        const user = await patchUser(tx, identity, body);
        await trace({
          action: "user.update",
          target: { type: "user", id: user.id, label: user.display_name },
          after: body,
        });
        return ok(presentUser(user, deps.addresses), user.version);
      }),
  }),
]);
