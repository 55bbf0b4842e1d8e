/** Invitations by e-mail, from when they are queued until they have left. */
import { enqueue, MOST_ATTEMPTS } from "../../db/jobs.ts";
import type { Read, Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict } from "../../http/errors.ts";
import { SERVER_REFUSED } from "../../ports/mail.ts";
import { MEMBER_EMAIL } from "./memberEmail.ts";

export const INVITATION = "invitation";

/** Whom, and to which organization. */
export interface InvitedMember {
  readonly organization: string;
  readonly user: string;
}

/** Queues the e-mail in the transaction of what it follows; one that waits already is enough. */
export async function queueInvitation(
  tx: Write,
  invited: InvitedMember,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<void> {
  const { organization, user } = invited;
  await failedFor(tx, invited).where("kind", "=", INVITATION).execute();
  await enqueue(tx, {
    id,
    kind: INVITATION,
    key: `${INVITATION}/${organization}/${user}`,
    due: now,
    now,
    hastens: true,
    organization,
    user,
  });
}

/** Forgets what could not be sent to somebody who is no member any more. */
export async function forgetEmails(tx: Write, invited: InvitedMember): Promise<void> {
  await failedFor(tx, invited).where("kind", "in", [INVITATION, MEMBER_EMAIL]).execute();
}

function failedFor(tx: Write, { organization, user }: InvitedMember) {
  return tx
    .deleteFrom("jobs")
    .where("state", "=", "failed")
    .where("organization_id", "=", organization)
    .where("user_id", "=", user);
}

/** An e-mail that has not left. */
export type UnsentInvitation = Pick<Row<"jobs">, "state" | "error" | "attempts">;

/** 409, where nothing can be sent to anybody. */
export const noMailServer = () =>
  conflict(
    "no-mail-server",
    "No mail server is set up, so nothing can be sent. Whoever runs Lectern sets LECTERN_SMTP_URL, or makes a link with lectern user link.",
  );

/** Said to administrators of what failed for another reason than the address. */
export const UNREACHED = "The mail server could not be reached.";

/** Said where no server was asked: there is none for what was written as an address. */
const NO_ADDRESS = "This is no e-mail address that anything can be sent to.";

/**
 * What an organization is told of an address that was refused for good: the codes of the server's answer. Its words may
 * name the sender, a relay or a rule of the operator's, who reads them in the list of jobs.
 */
export function refusedForGood(error: string): string {
  if (!error.startsWith(SERVER_REFUSED)) return NO_ADDRESS;
  const answer = error.slice(SERVER_REFUSED.length);
  const [codes] = /\b5\d\d\b(?:[ -]5\.\d{1,3}\.\d{1,3}\b)?/.exec(answer) ?? [];
  return `The mail server refuses the address for good${codes === undefined ? "" : ` (${codes.replace("-", " ")})`}.`;
}

/**
 * Why it has not left, for administrators of an organization: that the address was refused for good. What else goes
 * wrong (networks, databases) is the operator's, who reads it in the list of jobs.
 */
export function whyUnsent({ state, error, attempts }: UnsentInvitation): string | null {
  if (error === null) return null;
  const isFinal = state === "failed" && attempts < MOST_ATTEMPTS;
  return isFinal ? refusedForGood(error) : UNREACHED;
}

/** Those of some members of an organization that have not left, by the id of the user. */
export async function unsentInvitations(
  read: Read,
  organization: string,
  users: readonly string[],
): Promise<Map<string, UnsentInvitation>> {
  if (users.length === 0) return new Map();
  const rows = await unsent(read, organization)
    .select(["user_id", "state", "error", "attempts"])
    .where("user_id", "in", users)
    .execute();
  return new Map(rows.map(({ user_id, ...invitation }) => [user_id as string, invitation]));
}

/** The query of all of them. */
export function unsent(read: Read, organization: string) {
  return read
    .selectFrom("jobs")
    .where("state", "in", ["queued", "running", "failed"])
    .where("kind", "=", INVITATION)
    .where("organization_id", "=", organization);
}
