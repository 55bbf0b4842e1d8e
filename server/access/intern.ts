import { prepared, preparedWrite, type Params, type Write } from "../db/database.ts";
import { type Policy, policyId } from "./policy.ts";
import { slicesOf } from "../../engine/slices.ts";

/** Policies written by one statement. */
const ROWS = 200;
/** How long a policy that nothing carries is kept for requests that have read its id, in milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const lockRow = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("organizations").select("id").where("id", "=", p("id")).forNoKeyUpdate(),
);
const keepPolicy = preparedWrite((tx, p: Params<{ id: string; organization: string; body: string }>) =>
  tx
    .insertInto("policies")
    .values({ id: p("id"), organization_id: p("organization"), body: p("body") })
    .onConflict((on) => on.columns(["organization_id", "id"]).doUpdateSet({ unused_at: null })),
);

/**
 * Makes everybody else who changes who may see what in an organization wait for the end of this transaction: trees of
 * collections have no cycles, and a policy is never computed from what another change is about to replace.
 */
export async function lockOrganization(tx: Write, organization: string): Promise<void> {
  await lockRow.first(tx, { id: organization });
}

/** Keeps a policy once for its organization and gives its id, for an `acl` column. */
export async function internPolicy(tx: Write, organization: string, policy: Policy): Promise<string> {
  const id = policyId(organization, policy);
  await keepPolicy.run(tx, { id, organization, body: JSON.stringify(policy) });
  return id;
}

/** The same for many; the ids come in the order of the policies. */
export async function internPolicies(
  tx: Write,
  organization: string,
  policies: readonly Policy[],
): Promise<string[]> {
  const ids = policies.map((policy) => policyId(organization, policy));
  const rows = [...new Map(ids.map((id, index) => [id, policies[index]]))].map(([id, policy]) => ({
    id,
    organization_id: organization,
    body: JSON.stringify(policy),
  }));
  for (const some of slicesOf(rows, ROWS)) {
    await tx
      .insertInto("policies")
      .values(some)
      .onConflict((on) => on.columns(["organization_id", "id"]).doUpdateSet({ unused_at: null }))
      .execute();
  }
  return ids;
}

const markUnused = preparedWrite(
  (tx, p: Params<{ organization: string; ids: readonly string[]; now: number }>) =>
    tx
      .updateTable("policies")
      .set({ unused_at: p("now") })
      .where("organization_id", "=", p("organization"))
      .where("id", "in", p.list("ids"))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("spaces")
              .select("spaces.id")
              .where("spaces.organization_id", "=", p("organization"))
              .whereRef("spaces.acl", "=", "policies.id"),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("sites")
              .select("sites.id")
              .where("sites.organization_id", "=", p("organization"))
              .whereRef("sites.acl", "=", "policies.id"),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("collections")
              .select("collections.id")
              .where("collections.organization_id", "=", p("organization"))
              .whereRef("collections.acl", "=", "policies.id"),
          ),
        ),
      ),
);

/** Retires those of `ids` that nothing of the organization carries any more, so that lists don't weigh them. */
export async function retirePolicies(
  tx: Write,
  organization: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length > 0) await markUnused.run(tx, { organization, ids, now });
  await tx
    .deleteFrom("policies")
    .where("organization_id", "=", organization)
    .where("unused_at", "<", now - KEPT_MS)
    .execute();
}

/** Removes who may what with content that has just gone for good. */
export async function forgetAccess(
  tx: Write,
  { organization_id: organization, id, acl }: Readonly<Record<"organization_id" | "id" | "acl", string>>,
  now: number,
): Promise<void> {
  await tx
    .deleteFrom("grants")
    .where("organization_id", "=", organization)
    .where("content_id", "=", id)
    .execute();
  await retirePolicies(tx, organization, [acl], now);
}
