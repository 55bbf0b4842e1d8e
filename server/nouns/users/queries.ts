import type { Read } from "../../db/database.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { LoadCall, Loaded } from "../../http/operation.ts";
import { versioned } from "../../http/versioned.ts";

const byId = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("users").selectAll().where("id", "=", p("id")),
);

export function findUser(read: Read, id: string): Promise<Row<"users"> | undefined> {
  return byId.first(read, { id });
}

export interface UserThing extends Loaded {
  readonly user: Row<"users">;
}

/** A membership of one in an organization where the other may list members: they have a role and are not disabled. */
const shared = prepared((read, p: Params<{ caller: string; user: string }>) =>
  read
    .selectFrom("members as own")
    .innerJoin("members as theirs", "theirs.organization_id", "own.organization_id")
    .select("own.organization_id")
    .where("own.user_id", "=", p("caller"))
    .where("own.disabled", "=", 0)
    .where("own.role", "is not", null)
    .where("theirs.user_id", "=", p("user"))
    .limit(1),
);

/** The user that the path names: oneself, and those one meets as a member. */
export async function loadUser({ deps, identity, params }: LoadCall): Promise<UserThing | undefined> {
  const { read } = deps.db;
  const user = await findUser(read, params["userId"] ?? "");
  if (user === undefined) return undefined;
  const edit = user.id === identity.userId;
  const view = edit || (await shared.first(read, { caller: identity.userId, user: user.id })) !== undefined;
  return { user, rights: { view, edit }, version: versioned("users", user) };
}
