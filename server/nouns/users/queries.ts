import { type Caller, withinReach } from "../../access/singleSignOn.ts";
import type { SiteReader } from "../../access/siteReader.ts";
import { isNamedOnSite } from "../../content/computed/namedOnSite.ts";
import type { Read } from "../../db/database.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { LoadCall, VersionedThing } from "../../http/operation.ts";
import { versioned } from "../../http/versioned.ts";

const byId = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("users").selectAll().where("id", "=", p("id")),
);

export function findUser(read: Read, id: string): Promise<Row<"users"> | undefined> {
  return byId.first(read, { id });
}

interface UserThing extends VersionedThing<"edit"> {
  readonly user: Row<"users">;
}

/** Whether one is a member where the other may list members: they reach it, have a role and are not disabled. */
async function haveMet(read: Read, caller: Caller, user: string): Promise<boolean> {
  const shared = await read
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organization_id")
    .innerJoin("members as theirs", "theirs.organization_id", "members.organization_id")
    .select("members.organization_id")
    .where("members.user_id", "=", caller.userId)
    .where("members.disabled", "=", 0)
    .where("members.role", "is not", null)
    .where(withinReach(caller))
    .where("theirs.user_id", "=", user)
    .limit(1)
    .executeTakeFirst();
  return shared !== undefined;
}

/** Somebody whom a page of a site names, as it shows them: by name and picture, while they belong to its organization. */
async function shownTo(
  { deps }: Pick<LoadCall, "deps">,
  reader: SiteReader,
  user: Row<"users">,
): Promise<UserThing | undefined> {
  const belongs = await deps.members.ofUser(reader.organization, user.id);
  if (belongs === undefined || !(await isNamedOnSite(deps, reader, `user:${user.id}`))) return undefined;
  return { user: { ...user, email: "" }, rights: { view: true, edit: false }, version: undefined };
}

/** The user that the path names: oneself, those one meets as a member, and to readers of a site those whom it names. */
export async function loadUser({ deps, identity, params }: LoadCall): Promise<UserThing | undefined> {
  const { read } = deps.db;
  const user = await findUser(read, params["userId"] ?? "");
  if (user === undefined) return undefined;
  if (identity.reader !== undefined) return shownTo({ deps }, identity.reader, user);
  const edit = user.id === identity.userId;
  const view = edit || (await haveMet(read, identity, user.id));
  return { user, rights: { view, edit }, version: versioned("users", user) };
}
