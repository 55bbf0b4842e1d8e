/** Joining by a link. */
import type { Role } from "../../access/roles.ts";
import { grant } from "../../access/grants.ts";
import { lockOrganization } from "../../access/intern.ts";
import type { Standing } from "../../access/roles.ts";
import { type Caller, reaches } from "../../access/singleSignOn.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, forbidden, notFound } from "../../http/errors.ts";
import { forgetRemoval } from "../members/commands.ts";
import { linksAreOn } from "./commands.ts";
import { findInvite, memberWithin, targetOf } from "./queries.ts";
import { type ContentRow, covers, findContent, mayInvite, standingAt } from "./target.ts";

const noun = "The invite link";

interface Joining {
  readonly organization: string;
  readonly secret: string;
  readonly caller: Pick<Caller, "userId" | "through">;
  readonly now: number;
}

/**
 * Gives a user what a link gives, once; nothing when they have it. A link works as long as its maker may invite.
 * @returns the link that was used, or undefined when it had nothing to give
 * @throws 404 when it is unknown, expired or turned off; 403 for who came by another way than the organization wants,
 *   or by another one's identity provider, which speaks for its own members alone; 409 when the user can't use it (again)
 */
export async function joinByLink(tx: Write, joining: Joining): Promise<Row<"invite_links"> | undefined> {
  const {
    organization,
    caller: { userId: user },
  } = joining;
  await lockOrganization(tx, organization);
  const { invite, content } = await findWorkingLink(tx, joining);
  const target = targetOf(invite);
  const found = await memberWithin(tx, organization, user);
  if (found?.disabled) throw notFound(noun);
  const standing: Standing = found && (await standingAt(tx, target, content, found.member));
  if (found !== undefined && (target.role === null || covers(standing, target.role))) return undefined;
  await refuseOtherWays(tx, joining, found?.member.role ?? null);
  await useOnce(tx, invite.id, joining);
  const role = target.kind === "organization" ? target.role : null;
  await becomeMember(tx, joining, role, target.kind === "organization");
  if (target.kind !== "organization" && target.role !== null) {
    await grant(tx, {
      content: { kind: target.kind, id: target.id },
      organization,
      grantees: [{ kind: "user", id: user }],
      role: target.role,
      now: joining.now,
    });
  }
  return invite;
}

async function findWorkingLink(
  tx: Write,
  { organization, secret, now }: Joining,
): Promise<{ invite: Row<"invite_links">; content: ContentRow | undefined }> {
  const invite = await findInvite(tx, organization, secret, now);
  if (invite === undefined || !(await linksAreOn(tx, organization))) throw notFound(noun);
  const target = targetOf(invite);
  const content = target.kind === "organization" ? undefined : await findContent(tx, organization, target);
  if (target.kind !== "organization" && content === undefined) throw notFound(noun);
  const maker = invite.created_by && (await memberWithin(tx, organization, invite.created_by));
  if (!maker || maker.disabled) throw notFound(noun);
  const standing = await standingAt(tx, target, content, maker.member);
  if (!mayInvite(target, standing)) throw notFound(noun);
  return { invite, content };
}

/** @param role what they have in the organization */
async function refuseOtherWays(
  tx: Write,
  { organization: id, caller: { through } }: Joining,
  role: Role | null,
): Promise<void> {
  const { sso, ...rule } = await tx
    .selectFrom("organizations")
    .select(["sso", "factor_from", "factor_by_sso"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  // A second factor is asked for once they are in.
  if (reaches({ through }, { ...rule, id, sso: sso === 1, role })) return;
  throw forbidden(
    through === undefined
      ? "The organization takes in who signs in by its single sign-on."
      : "You signed in by the single sign-on of another organization, which can't join others. Sign in with your password or a link first.",
  );
}

async function useOnce(
  tx: Write,
  invite: string,
  { organization, caller: { userId: user }, now }: Joining,
): Promise<void> {
  const used = await tx
    .insertInto("invite_uses")
    .values({ organization_id: organization, invite_id: invite, user_id: user, used_at: now })
    .onConflict((on) => on.columns(["organization_id", "invite_id", "user_id"]).doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (used !== undefined) return;
  throw conflict(
    "invite-used",
    "You have used this link, or lost a role since it was made. Ask an administrator for a new one.",
  );
}

async function becomeMember(
  tx: Write,
  { organization, caller: { userId: user }, now }: Joining,
  role: Role | null,
  raises: boolean,
): Promise<void> {
  await tx
    .insertInto("members")
    .values({ organization_id: organization, user_id: user, role, joined_at: now })
    .onConflict((on) => {
      const again = on.columns(["organization_id", "user_id"]);
      if (!raises) return again.doNothing();
      return again.doUpdateSet((eb) => ({ role, version: eb("members.version", "+", 1) }));
    })
    .execute();
  await forgetRemoval(tx, organization, [user]);
}
