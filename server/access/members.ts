import type { Database } from "../db/database.ts";
import { type Params, prepared } from "../db/database.ts";
import type { Clock } from "../ports/clock.ts";
import type { Member, Policy } from "./policy.ts";
import type { Role } from "./roles.ts";

const memberOf = prepared((read, p: Params<{ organization: string; user: string }>) =>
  read
    .selectFrom("members")
    .select(["role", "disabled"])
    .where("organization_id", "=", p("organization"))
    .where("user_id", "=", p("user")),
);

const policyById = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("policies").select("body").where("id", "=", p("id")),
);

/** How long a membership is believed: other processes learn of a change within this time. */
const BELIEVED_MS = 1000;
const MOST = 20_000;

/** Who is a member of what, and what the policies say. The process that changes a membership forgets it at once. */
export interface Members {
  /** undefined for strangers and for disabled members, who are treated alike. */
  find(organization: string, userId: string): Promise<Member | undefined>;
  policy(id: string): Promise<Policy>;
  forget(organization: string, userId?: string): void;
}

export function openMembers(db: Database, clock: Clock): Members {
  const members = new Map<string, { member: Member | undefined; readAt: number }>();
  // A policy's id is the hash of its content: what was read once never changes.
  const policies = new Map<string, Policy>();

  return {
    async find(organization, userId) {
      const key = `${organization} ${userId}`;
      const now = clock.now();
      const known = members.get(key);
      if (known !== undefined && now - known.readAt < BELIEVED_MS) return known.member;
      const row = await memberOf.first(db.read, { organization, user: userId });
      const member =
        row === undefined || row.disabled === 1
          ? undefined
          : { userId, role: row.role as Role | null, teams: [] };
      if (members.size >= MOST) members.clear();
      members.set(key, { member, readAt: now });
      return member;
    },
    async policy(id) {
      const known = policies.get(id);
      if (known !== undefined) return known;
      const row = await policyById.first(db.read, { id });
      const policy = row === undefined ? [] : (JSON.parse(row.body) as Policy);
      if (policies.size >= MOST) policies.clear();
      policies.set(id, policy);
      return policy;
    },
    forget(organization, userId) {
      if (userId !== undefined) members.delete(`${organization} ${userId}`);
      else for (const key of members.keys()) if (key.startsWith(`${organization} `)) members.delete(key);
    },
  };
}
