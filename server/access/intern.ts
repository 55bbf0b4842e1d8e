import type { Write } from "../db/database.ts";
import { type Policy, policyId } from "./policy.ts";

/** Keeps a policy once for its organization and gives its id, for an `acl` column. */
export async function internPolicy(tx: Write, organization: string, policy: Policy): Promise<string> {
  const id = policyId(organization, policy);
  await tx
    .insertInto("policies")
    .values({ id, organization_id: organization, body: JSON.stringify(policy) })
    .onConflict((oc) => oc.column("id").doNothing())
    .execute();
  return id;
}

/** What a space says about itself before anything is granted on it: only its default level. */
export function ownLevel(defaultLevel: string | null, creator: string): Policy {
  if (defaultLevel === "inherit") return [];
  if (defaultLevel === null) return [{ default: null, creator }];
  return [{ default: defaultLevel as never }];
}
