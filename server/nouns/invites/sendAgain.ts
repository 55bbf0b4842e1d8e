/** Sending an invitation again, which an administrator asks for. */
import { lockOrganization } from "../../access/intern.ts";
import type { Read, Write } from "../../db/database.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { INVITATION, type InvitedMember, queueInvitation } from "../members/invitation.ts";

/** Milliseconds between two e-mails to somebody who may not want any. */
const BETWEEN_MS = 10 * 60_000;

/** @throws 409 for somebody who has signed in or is disabled, and while the last one is recent */
export async function sendInvitationAgain(
  tx: Write,
  invited: InvitedMember,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<void> {
  await lockOrganization(tx, invited.organization);
  await requireAwaited(tx, invited);
  const sent = await lastSent(tx, invited);
  if (sent !== undefined && now < sent + BETWEEN_MS) {
    const [last, next] = [sent, sent + BETWEEN_MS].map((at) => new Date(at).toISOString());
    throw conflict(
      "invitation-just-sent",
      `The last invitation was sent at ${last}. Send another at ${next} or later.`,
    );
  }
  await queueInvitation(tx, invited, { id, now });
}

async function requireAwaited(tx: Write, { organization, user }: InvitedMember): Promise<void> {
  const member = await tx
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["members.last_seen_at", "members.disabled", "users.disabled_at"])
    .where("members.organization_id", "=", organization)
    .where("members.user_id", "=", user)
    .executeTakeFirst();
  if (member === undefined) throw notFound("The member");
  if (member.disabled === 1 || member.disabled_at !== null) {
    throw conflict(
      "member-disabled",
      "This member is disabled, so nothing is sent to them. Whoever runs Lectern enables them with lectern user enable.",
    );
  }
  if (member.last_seen_at !== null) {
    throw conflict(
      "has-signed-in",
      "This member has signed in before. They have a link sent to them on the sign-in page.",
    );
  }
}

/** When the last e-mail left; one that leaves at this moment counts from when it was asked for. */
async function lastSent(read: Read, { organization, user }: InvitedMember): Promise<number | undefined> {
  const jobs = await read
    .selectFrom("jobs")
    .select(["due_at", "finished_at"])
    .where("state", "in", ["running", "done"])
    .where("kind", "=", INVITATION)
    .where("organization_id", "=", organization)
    .where("user_id", "=", user)
    // One that found nobody to write to has no report.
    .where((eb) => eb.or([eb("state", "=", "running"), eb("report", "is not", null)]))
    .execute();
  const times = jobs.map(({ due_at, finished_at }) => finished_at ?? due_at);
  return times.length === 0 ? undefined : Math.max(...times);
}
