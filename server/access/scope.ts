import type { Read } from "../db/database.ts";
import { type Params, prepared } from "../db/database.ts";
import type { Members, PolicyCarrier } from "./members.ts";
import { type Member, type Policy, resolve } from "./policy.ts";
import type { Role, Standing } from "./roles.ts";

/** The effective role of a member on what carries a policy. */
export async function roleUnder(members: Members, carrier: PolicyCarrier, member: Member): Promise<Standing> {
  return resolve(await members.policy(carrier), member);
}

const policyById = prepared((read, p: Params<PolicyCarrier>) =>
  read
    .selectFrom("policies")
    .select("body")
    .where("organization_id", "=", p("organization_id"))
    .where("id", "=", p("acl")),
);

/** The same inside a transaction that may have made the policy itself. */
export async function roleWithin(
  tx: Read,
  { organization_id, acl }: PolicyCarrier,
  member: Member,
): Promise<Standing> {
  const row = await policyById.first(tx, { organization_id, acl });
  if (row === undefined) throw new Error(`the policy ${acl} is not there`);
  return resolve(JSON.parse(row.body) as Policy, member);
}

/**
 * The policies of an organization under which a member has at least the role `least`: lists, counts and search say
 * `acl in (…)`, so that what is hidden is never read, and a page of a list costs what the page holds.
 */
export function aclsWithin(
  members: Members,
  organization: string,
  member: Member,
  least: Role = "read",
): Promise<readonly string[]> {
  return members.acls(organization, member, least);
}
