import { type Params, preparedWrite, type Write } from "../db/database.ts";
import type { Role } from "./roles.ts";
import { lockOrganization } from "./intern.ts";
import { NOBODY } from "./own.ts";
import { type GrantedContent, recomputePolicies } from "./recompute.ts";

/** Somebody who can be given a role: a user or a team. */
export interface Grantee {
  readonly kind: "user" | "team";
  readonly id: string;
}

interface NewGrant {
  readonly content: GrantedContent;
  readonly organization: string;
  readonly grantees: readonly Grantee[];
  readonly role: Role;
  readonly now: number;
}

/** Gives each grantee exactly this role on a space, a collection or a site, instead of one they had there. */
export async function grant(tx: Write, input: NewGrant): Promise<void> {
  const { content, organization, role, now } = input;
  await lockOrganization(tx, organization);
  const rows = input.grantees.map(({ kind, id }) => ({
    content_id: content.id,
    content_kind: content.kind,
    organization_id: organization,
    grantee_kind: kind,
    grantee_id: id,
    role,
    created_at: now,
  }));
  await tx
    .insertInto("grants")
    .values(rows)
    .onConflict((on) =>
      on.columns(["organization_id", "content_id", "grantee_kind", "grantee_id"]).doUpdateSet({ role }),
    )
    .execute();
  await recomputePolicies(tx, organization, [content], now);
}

/** Takes a direct role back. False when there is none. */
export async function revoke(
  tx: Write,
  from: {
    readonly content: GrantedContent;
    readonly organization: string;
    readonly grantee: Grantee;
    readonly now: number;
  },
): Promise<boolean> {
  await lockOrganization(tx, from.organization);
  const { numDeletedRows } = await tx
    .deleteFrom("grants")
    .where("organization_id", "=", from.organization)
    .where("content_id", "=", from.content.id)
    .where("grantee_kind", "=", from.grantee.kind)
    .where("grantee_id", "=", from.grantee.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await recomputePolicies(tx, from.organization, [from.content], from.now);
  return true;
}

const drop = preparedWrite((tx, p: Params<{ organization: string; kind: string; grantee: string }>) =>
  tx
    .deleteFrom("grants")
    .where("organization_id", "=", p("organization"))
    .where("grantee_kind", "=", p("kind") as never)
    .where("grantee_id", "=", p("grantee"))
    .returning(["content_id", "content_kind"]),
);

/**
 * Takes back everything that a user or a team was given in an organization: call it in the transaction that removes
 * the member or the team.
 */
export async function dropGrantsOf(
  tx: Write,
  from: { readonly organization: string; readonly grantee: Grantee; readonly now: number },
): Promise<void> {
  const { organization, grantee, now } = from;
  await lockOrganization(tx, organization);
  const dropped = await drop.all(tx, { organization, kind: grantee.kind, grantee: grantee.id });
  const contents = dropped.map(({ content_id, content_kind }) => ({ id: content_id, kind: content_kind }));
  await recomputePolicies(tx, organization, contents, now);
}

/**
 * Takes what somebody made in an organization and closed to everybody else from them: they keep nothing that nobody
 * gave them, should they come back. Call it as above.
 */
export async function disown(
  tx: Write,
  from: { readonly organization: string; readonly user: string; readonly now: number },
): Promise<void> {
  const { organization, user, now } = from;
  await lockOrganization(tx, organization);
  const left: GrantedContent[] = [];
  for (const [table, kind] of [
    ["spaces", "space"],
    ["collections", "collection"],
    ["sites", "site"],
  ] as const) {
    const rows = await tx
      .updateTable(table)
      .set({ level_owner: NOBODY })
      .where("organization_id", "=", organization)
      .where("default_level", "is", null)
      .where((eb) => eb(eb.fn.coalesce("level_owner", "created_by"), "=", user))
      .returning("id")
      .execute();
    left.push(...rows.map(({ id }) => ({ id, kind })));
  }
  await recomputePolicies(tx, organization, left, now);
}
