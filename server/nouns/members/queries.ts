import type { Role } from "../../access/roles.ts";
import type { Member } from "../../access/policy.ts";
import { organizationRights } from "../../access/table.ts";
import { contains } from "../../db/contains.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { NO_ROWS } from "../../http/list.ts";
import type { LoadCall, VersionedThing, Paging } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import { failedEmails } from "./failedEmails.ts";
import { unsent } from "./invitation.ts";
import type { MemberRow } from "./present.ts";
import { sharedPolicies, withTeams } from "./reach.ts";

const SHOWN = ["users.display_name", "users.email", "users.photo_url"] as const;

function members(read: Read) {
  return read
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .selectAll("members")
    .select(SHOWN);
}

const byId = prepared((read, p: Params<{ organization: string; user: string }>) =>
  members(read)
    .where("members.organization_id", "=", p("organization"))
    .where("members.user_id", "=", p("user")),
);

export function findMember(read: Read, organization: string, user: string): Promise<MemberRow | undefined> {
  return byId.first(read, { organization, user });
}

const amongIds = prepared((read, p: Params<{ organization: string; users: readonly string[] }>) =>
  read
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", p("organization"))
    .where("user_id", "in", p.list("users")),
);

/** Those of some users that are members of an organization. */
export async function membersAmong(
  read: Read,
  organization: string,
  users: readonly string[],
): Promise<string[]> {
  return (await amongIds.all(read, { organization, users })).map(({ user_id }) => user_id);
}

/** What the caller may do with a member. */
interface MemberRights {
  /** Those who may list members, and everybody themselves. */
  readonly view: boolean;
  readonly admin: boolean;
  /** Administrators, and everybody themselves: one can always leave. */
  readonly remove: boolean;
}

export interface MemberThing extends VersionedThing {
  readonly organization: string;
  readonly caller: Member;
  readonly row: MemberRow;
  readonly rights: MemberRights;
}

/** The member that the path names, disabled ones too. */
export async function loadMember({ deps, identity, params }: LoadCall): Promise<MemberThing | undefined> {
  const organization = params["organizationId"] ?? "";
  const caller = await deps.members.find(organization, identity);
  if (caller === undefined) return undefined;
  const row = await findMember(deps.db.read, organization, params["userId"] ?? "");
  if (row === undefined) return undefined;
  const { listMembers, admin } = organizationRights(caller.role);
  const isSelf = row.user_id === caller.userId;
  const rights = { view: listMembers || isSelf, admin, remove: admin || isSelf };
  return { organization, caller, row, rights, version: row.version };
}

interface MemberFilters {
  readonly order?: "asc" | "desc" | undefined;
  readonly role?: Role | "guest" | undefined;
  readonly invitation?: "failed" | undefined;
  readonly emails?: "failed" | undefined;
  readonly search?: string | undefined;
  readonly sort?: "joinedAt" | "lastSeenAt" | undefined;
}

/** The members of an organization, newest first unless said; by `lastSeenAt` only those seen and not disabled. */
export function listMembers(
  read: Read,
  organization: string,
  { order = "desc", role, invitation, emails, search, sort = "joinedAt" }: MemberFilters,
  paging: Paging,
) {
  let query = members(read).where("members.organization_id", "=", organization);
  if (role === "guest") query = query.where("members.role", "is", null);
  else if (role !== undefined) query = query.where("members.role", "=", role);
  const invited = unsent(read, organization).where("state", "=", "failed").select("user_id");
  if (invitation !== undefined) query = query.where("members.user_id", "in", invited as never);
  if (emails !== undefined) {
    const failed = failedEmails(read, organization).select("members.user_id");
    query = query.where((eb) =>
      eb.or([
        // As it is shown: who has been here has come in.
        eb.and([eb("members.last_seen_at", "is", null), eb("members.user_id", "in", invited as never)]),
        eb("members.user_id", "in", failed as never),
      ]),
    );
  }
  if (search !== undefined) {
    query = query.where(
      (eb) =>
        eb.or([
          contains(eb.ref("users.name_folded"), search) as never,
          contains(eb.ref("users.email_folded"), search) as never,
        ]) as never,
    );
  }
  if (sort === "lastSeenAt") {
    query = query.where("members.last_seen_at", "is not", null).where("members.disabled", "=", 0);
  }
  const column = sort === "lastSeenAt" ? "members.last_seen_at" : "members.joined_at";
  return pageBy(query, [column, "members.user_id"], paging, { direction: order });
}

/** The spaces that a member can read and the caller too, by the time they were made, with the member's role. */
export async function listSpacesOf(
  deps: Deps,
  { organization, caller, row }: MemberThing,
  order: "asc" | "desc",
  paging: Paging,
) {
  const { read } = deps.db;
  const [member] = await withTeams(read, organization, [row]);
  const roles = await sharedPolicies(deps, organization, caller, member as Member);
  const acls = row.disabled === 1 ? [] : [...roles.keys()];
  if (acls.length === 0) return { page: NO_ROWS, roles };
  const shared = read
    .selectFrom("spaces")
    .where("organization_id", "=", organization)
    .where("deleted_at", "is", null)
    .where("acl", "in", acls);
  const page = await pageBy(shared.selectAll(), ["created_at", "id"], paging, { direction: order });
  return { page, roles };
}
