import { LRUCache } from "lru-cache";
import { openBelieved } from "../db/believed.ts";
import type { Database } from "../db/database.ts";
import { type Params, prepared } from "../db/database.ts";
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

const MOST = 20_000;

/** Who is a member of what, and what the policies say. */
export interface Members {
  /** undefined for strangers and for disabled members, who are treated alike. */
  find(organization: string, userId: string): Promise<Member | undefined>;
  policy(id: string): Promise<Policy>;
}

export function openMembers(db: Database): Members {
  const members = openBelieved<Member>(db, MOST);
  // A policy's id is the hash of its content: what was read once never changes.
  const policies = new LRUCache<string, Policy>({ max: MOST });

  return {
    find: (organization, user) =>
      members.read(`${organization} ${user}`, async () => {
        const row = await memberOf.first(db.read, { organization, user });
        if (row === undefined || row.disabled === 1) return undefined;
        return { userId: user, role: row.role as Role | null, teams: [] };
      }),
    async policy(id) {
      const known = policies.get(id);
      if (known !== undefined) return known;
      const row = await policyById.first(db.read, { id });
      const policy = row === undefined ? [] : (JSON.parse(row.body) as Policy);
      policies.set(id, policy);
      return policy;
    },
  };
}
