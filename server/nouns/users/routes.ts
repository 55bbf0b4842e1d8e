import { anyUser, ok, op, type Operation } from "../../http/operation.ts";
import { notFound } from "../../http/errors.ts";
import { presentUser } from "./present.ts";
import { findUser } from "./queries.ts";
import { User } from "./schema.ts";

const getAuthenticatedUser = op({
  method: "GET",
  url: "/user",
  operationId: "getAuthenticatedUser",
  tag: "Users",
  summary: "Get the user of this token",
  access: anyUser,
  answers: { 200: User },
  handler: async ({ deps, identity }) => {
    const user = await findUser(deps.db.read, identity.userId);
    if (user === undefined) throw notFound("The user");
    return ok(presentUser(user, deps.addresses), user.version);
  },
});

export const userOperations: readonly Operation[] = [getAuthenticatedUser];
