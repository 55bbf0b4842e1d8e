import { slicesOf } from "../../../engine/slices.ts";
import { disown, dropGrantsOf } from "../../access/grants.ts";
import { lockOrganization } from "../../access/intern.ts";
import { atLeast, type Role } from "../../access/roles.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, forbidden, notFound, preconditionFailed } from "../../http/errors.ts";
import { forgetEmails } from "./invitation.ts";

/** People named by one statement. */
const USERS = 200;

/** Which membership is changed, by whom and when. */
export interface MemberChange {
  readonly organization: string;
  readonly user: string;
  /** undefined: the operator of the installation, who needs no right. */
  readonly by: string | undefined;
  readonly now: number;
  readonly expected: number | undefined;
}

/**
 * Gives a member another role. A lower one also closes the invite links of this moment to them.
 * @throws 409 for the last administrator; 412 when the membership is no longer at `expected`
 */
export async function setRole(
  tx: Write,
  change: MemberChange,
  role: Role | null | undefined,
): Promise<Row<"members">> {
  const row = await lockMember(tx, change);
  await assertAdmin(tx, change);
  if (role === undefined || role === row.role) return row;
  if (row.role === "admin") await keepAnAdmin(tx, change);
  const isLower = role === null || !atLeast(role, (row.role ?? "read") as Role);
  if (row.role !== null && isLower) await closeInviteLinks(tx, change);
  return update(tx, change, { role });
}

/** Lets a member sign in by single sign-on. */
export async function setSso(tx: Write, change: MemberChange): Promise<Row<"members">> {
  const row = await lockMember(tx, change);
  await assertAdmin(tx, change);
  return row.sso === 1 ? row : update(tx, change, { sso: 1 });
}

/**
 * Ends a membership: roles, also on what they alone had closed, teams, and the invite links that they made or could return by.
 * @throws 409 for the last administrator
 */
export async function removeMember(tx: Write, change: MemberChange): Promise<void> {
  const row = await lockMember(tx, change);
  if (change.by !== change.user) await assertAdmin(tx, change);
  if (row.role === "admin") await keepAnAdmin(tx, change);
  const { organization, user, now } = change;
  await dropGrantsOf(tx, { organization, grantee: { kind: "user", id: user }, now });
  await disown(tx, { organization, user, now });
  await tx
    .deleteFrom("invite_links")
    .where("organization_id", "=", organization)
    .where("created_by", "=", user)
    .execute();
  await closeInviteLinks(tx, change);
  // Who left with less than the domain of their address gives would have more by coming back.
  if (change.by !== change.user || (await isBelowDefault(tx, row))) {
    await tx
      .insertInto("removed_members")
      .values({ organization_id: organization, user_id: user, removed_at: now })
      .onConflict((on) => on.columns(["organization_id", "user_id"]).doUpdateSet({ removed_at: now }))
      .execute();
  }
  await forgetEmails(tx, change);
  await tx
    .deleteFrom("members")
    .where("organization_id", "=", organization)
    .where("user_id", "=", user)
    .execute();
}

async function isBelowDefault(
  tx: Write,
  { organization_id, role }: Pick<Row<"members">, "organization_id" | "role">,
): Promise<boolean> {
  const { default_role: given } = await tx
    .selectFrom("organizations")
    .select("default_role")
    .where("id", "=", organization_id)
    .executeTakeFirstOrThrow();
  return given !== null && !atLeast(role as Role | null, given as Role);
}

/** Who has become a member again, by whatever way, may leave and come back like everybody else. */
export async function forgetRemoval(
  tx: Write,
  organization: string,
  users: readonly string[],
): Promise<void> {
  for (const some of slicesOf(users, USERS)) {
    await tx
      .deleteFrom("removed_members")
      .where("organization_id", "=", organization)
      .where("user_id", "in", some)
      .execute();
  }
}

/** The membership, with the organization's order of changes taken: who comes second sees what the first did. */
async function lockMember(
  tx: Write,
  { organization, user, expected }: MemberChange,
): Promise<Row<"members">> {
  await lockOrganization(tx, organization);
  const row = await tx
    .selectFrom("members")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("user_id", "=", user)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The member");
  if (expected !== undefined && row.version !== expected) throw preconditionFailed();
  return row;
}

/** @throws 403 when the caller has lost the right since the request came in */
async function assertAdmin(tx: Write, { organization, by }: MemberChange): Promise<void> {
  if (by === undefined) return;
  if (!(await anAdmin(tx, organization).where("user_id", "=", by).executeTakeFirst())) {
    throw forbidden("You are no longer an administrator of this organization.");
  }
}

async function keepAnAdmin(
  tx: Write,
  { organization, user }: Pick<MemberChange, "organization" | "user">,
): Promise<void> {
  if (await anAdmin(tx, organization).where("user_id", "!=", user).executeTakeFirst()) return;
  const { title } = await tx
    .selectFrom("organizations")
    .select("title")
    .where("id", "=", organization)
    .executeTakeFirstOrThrow();
  throw conflict(
    "last-administrator",
    `${title} would have no administrator. Make somebody else one first, or delete that organization.`,
  );
}

function anAdmin(tx: Write, organization: string) {
  return tx
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", organization)
    .where("role", "=", "admin")
    .where("disabled", "=", 0)
    .limit(1);
}

/** Somebody who lost rights may know the links of the organization: those give them nothing back. */
async function closeInviteLinks(tx: Write, { organization, user, now }: MemberChange): Promise<void> {
  await tx
    .insertInto("invite_uses")
    .columns(["organization_id", "invite_id", "user_id", "used_at"])
    .expression((eb) =>
      eb
        .selectFrom("invite_links")
        .select((of) => ["organization_id", "id", of.val(user).as("user_id"), of.lit(now).as("used_at")])
        .where("organization_id", "=", organization),
    )
    .onConflict((on) => on.columns(["organization_id", "invite_id", "user_id"]).doNothing())
    .execute();
}

function update(
  tx: Write,
  { organization, user }: MemberChange,
  set: { role: Role | null } | { sso: 1 },
): Promise<Row<"members">> {
  return tx
    .updateTable("members")
    .set(set)
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization)
    .where("user_id", "=", user)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes that a member was here at `at` (milliseconds), unless they were here later. */
export async function markSeen(tx: Write, organization: string, user: string, at: number): Promise<void> {
  await tx
    .updateTable("members")
    .set({ last_seen_at: at })
    .where("organization_id", "=", organization)
    .where("user_id", "=", user)
    .where((eb) => eb.or([eb("last_seen_at", "is", null), eb("last_seen_at", "<", at)]))
    .execute();
}

/**
 * Disables a user in all their organizations, or enables them again. They keep their roles, which count for nothing.
 * @throws 409 where they are the last administrator
 */
export async function setDisabled(tx: Write, user: string, disabled: boolean): Promise<void> {
  const memberships = await tx
    .selectFrom("members")
    .select(["organization_id", "role"])
    .where("user_id", "=", user)
    .where("disabled", "=", disabled ? 0 : 1)
    .orderBy("organization_id")
    .execute();
  for (const { organization_id: organization } of memberships) {
    const row = await lockMember(tx, { organization, user, by: undefined, now: 0, expected: undefined });
    if (disabled && row.role === "admin") await keepAnAdmin(tx, { organization, user });
    await tx
      .updateTable("members")
      .set((eb) => ({ disabled: disabled ? 1 : 0, version: eb("version", "+", 1) }))
      .where("organization_id", "=", organization)
      .where("user_id", "=", user)
      .execute();
  }
}
