import { type Database, type Params, prepared, type Read } from "../db/database.ts";
import { openBelieved } from "../memory/believed.ts";
import { openKept } from "../memory/kept.ts";
import type { NotedReads } from "../memory/notedReads.ts";
import { type Member, type Policy, resolve } from "./policy.ts";
import { atLeast, type Role } from "./roles.ts";
import type { FactorRule } from "./secondFactor.ts";
import { type Caller, reaches } from "./singleSignOn.ts";

const memberOf = prepared((read, p: Params<{ organization: string; user: string }>) =>
  read
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organization_id")
    .leftJoin("team_members", (join) =>
      join
        .onRef("team_members.organization_id", "=", "members.organization_id")
        .onRef("team_members.user_id", "=", "members.user_id"),
    )
    .select(["members.role", "members.disabled", "team_members.team_id", "team_members.role as team_role"])
    .select(["organizations.sso", "factor_from", "factor_by_sso"])
    .where("members.organization_id", "=", p("organization"))
    .where("members.user_id", "=", p("user")),
);

const policiesInUse = prepared((read, p: Params<{ organization: string }>) =>
  read
    .selectFrom("policies")
    .select("id")
    .where("organization_id", "=", p("organization"))
    .where("unused_at", "is", null),
);
const policiesById = prepared((read, p: Params<{ organization: string; ids: readonly string[] }>) =>
  read
    .selectFrom("policies")
    .select(["id", "body"])
    .where("organization_id", "=", p("organization"))
    .where("id", "in", p.list("ids")),
);

/** What a list of ids takes, and one level of a policy with its grants. */
const bytesOfIds = (ids: readonly string[]): number => 100 + ids.length * 64;
const LEVEL_BYTES = 500;

/** What a policy says that is not there any more: nobody but administrators. */
const GONE: Policy = [{ default: null }];

/** What says which policy of which organization decides about it: a space or a collection. */
export interface PolicyCarrier {
  readonly organization_id: string;
  readonly acl: string;
}

/** A member, as they are looked up. */
export interface Membership extends Member, FactorRule {
  /** Whether they manage the members of a team. */
  readonly ownsTeam: boolean;
  /** Whether the organization's members have to sign in by its single sign-on. */
  readonly sso: boolean;
}

/** Who is a member of what, and what the policies say. */
export interface Members {
  /**
   * What a caller is in an organization. undefined for strangers, for disabled members, and for members who don't reach
   * it by the way they signed in (singleSignOn.ts): all are treated alike.
   */
  find(organization: string, caller: Caller): Promise<Membership | undefined>;
  /** What somebody is who doesn't ask now: whose job goes on, or who is named. undefined for strangers and the disabled. */
  ofUser(organization: string, userId: string): Promise<Membership | undefined>;
  policy(carrier: PolicyCarrier): Promise<Policy>;
  /** The policies of an organization under which a member has at least the role `least`. */
  acls(organization: string, member: Member, least: Role): Promise<readonly string[]>;
}

export function openMembers(db: Database): Members {
  const members = openBelieved<Membership>(db, "members", { bytesOf: ({ teams }) => bytesOfIds(teams) });
  const inUse = openBelieved(db, "policies_in_use", { bytesOf: bytesOfIds });
  const acls = openBelieved(db, "member_policies", { bytesOf: bytesOfIds });
  // A policy's id is the hash of its organization and content: what was read once never changes.
  const policies = openKept<Policy>("policies", { bytesOf: (policy) => policy.length * LEVEL_BYTES });

  async function readPolicies(
    read: Read,
    organization: string,
    ids: readonly string[],
  ): Promise<Map<string, Policy>> {
    const found = new Map<string, Policy>();
    const missing: string[] = [];
    for (const id of ids) {
      const known = policies.get(id);
      if (known === undefined) missing.push(id);
      else found.set(id, known);
    }
    const rows = missing.length === 0 ? [] : await policiesById.all(read, { organization, ids: missing });
    for (const { id, body } of rows) {
      const policy = JSON.parse(body) as Policy;
      policies.set(id, policy);
      found.set(id, policy);
    }
    return found;
  }

  async function weigh(on: NotedReads, organization: string, member: Member, least: Role) {
    const ids = await inUse.read(
      organization,
      async (read) => (await policiesInUse.all(read, { organization })).map(({ id }) => id),
      on.touches,
    );
    const found = await readPolicies(on, organization, ids ?? []);
    // In an order of their own: what is kept under their names is found again, however they were read.
    return [...found]
      .filter(([, policy]) => atLeast(resolve(policy, member), least))
      .map(([id]) => id)
      .toSorted();
  }

  const ofUser = (organization: string, user: string) =>
    members.read(`${organization} ${user}`, (on) => readMember(on, organization, user));

  return {
    ofUser,
    async find(organization, caller) {
      return reached(await ofUser(organization, caller.userId), organization, caller);
    },
    policy: async ({ organization_id, acl }) =>
      policies.get(acl) ?? (await readPolicies(db.read, organization_id, [acl])).get(acl) ?? GONE,
    acls: async (organization, member, least) =>
      (await acls.read(standingKey(organization, member, least), (on) =>
        weigh(on, organization, member, least),
      )) as readonly string[],
  };
}

/** The same as `Members.find`, inside a transaction that depends on it. */
export async function callerWithin(
  tx: Read,
  organization: string,
  caller: Caller,
): Promise<Membership | undefined> {
  return reached(await readMember(tx, organization, caller.userId), organization, caller);
}

function reached(
  member: Membership | undefined,
  organization: string,
  caller: Caller,
): Membership | undefined {
  return member && reaches(caller, { id: organization, ...member }) ? member : undefined;
}

async function readMember(read: Read, organization: string, user: string): Promise<Membership | undefined> {
  const rows = await memberOf.all(read, { organization, user });
  const row = rows[0];
  if (row === undefined || row.disabled === 1) return undefined;
  return {
    userId: user,
    role: row.role as Role | null,
    teams: rows.flatMap(({ team_id }) => team_id ?? []).toSorted(),
    ownsTeam: rows.some(({ team_role }) => team_role === "owner"),
    sso: row.sso === 1,
    factor_from: row.factor_from,
    factor_by_sso: row.factor_by_sso,
  };
}

/** What a member is belongs to the key: nothing is believed of somebody who has become somebody else. */
function standingKey(organization: string, member: Member, least: Role): string {
  return [organization, member.userId, member.role, least, ...member.teams].join(" ");
}
