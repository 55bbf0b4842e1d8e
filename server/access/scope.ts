import type { Read } from "../db/database.ts";
import { type Params, prepared } from "../db/database.ts";
import type { Members } from "./members.ts";
import { type Member, resolve } from "./policy.ts";
import { atLeast, type Role, type Standing } from "./roles.ts";

const policiesOf = prepared((read, p: Params<{ organization: string }>) =>
  read.selectFrom("policies").select("id").where("organization_id", "=", p("organization")),
);

/** The effective role of a member on what carries this policy. */
export async function roleUnder(members: Members, acl: string, member: Member): Promise<Standing> {
  return resolve(await members.policy(acl), member);
}

/**
 * The policies of an organization under which a member has at least the role `least`: lists, counts and search say `acl in (…)`, so that
 * what is hidden is never read, and a page of a list costs what the page holds.
 */
export async function aclsWithin(
  read: Read,
  members: Members,
  organization: string,
  member: Member,
  least: Role = "read",
): Promise<string[]> {
  const rows = await policiesOf.all(read, { organization });
  const found: string[] = [];
  for (const { id } of rows) {
    if (atLeast(resolve(await members.policy(id), member), least)) found.push(id);
  }
  return found;
}
