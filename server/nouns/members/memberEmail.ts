/** E-mail to people of an organization about what is theirs there: a job for each, so that none waits for another's mailbox. */
import type { Claim } from "../../db/jobs.ts";
import { enqueue } from "../../db/jobs.ts";
import type { Write } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";

export const MEMBER_EMAIL = "member-email";

/** What is told, in plain text. */
interface MemberEmail {
  readonly subject: string;
  readonly text: string;
}

/** Queues it for each of these people. @param users their ids */
export async function queueMemberEmails(
  tx: Write,
  { organization, users, email }: { organization: string; users: readonly string[]; email: MemberEmail },
  { now, newId }: { readonly now: number; readonly newId: () => string },
): Promise<void> {
  const job = { kind: MEMBER_EMAIL, payload: email, due: now, now, organization };
  for (const user of users) await enqueue(tx, { ...job, id: newId(), user });
}

interface MemberEmailRun {
  readonly job: Claim;
  away<T>(work: () => Promise<T>): Promise<T>;
}

/** Sends it to who is a member still. A run that is repeated may send it twice, which harms nobody. */
export function memberEmailJob({
  db,
  mail,
}: Pick<Deps, "db" | "mail">): (run: MemberEmailRun) => Promise<{ readonly report?: unknown }> {
  return async ({ job, away }) => {
    const { subject, text } = JSON.parse(job.payload) as MemberEmail;
    const to = await db.read
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .select("users.email")
      .where("members.organization_id", "=", job.organization_id ?? "")
      .where("members.user_id", "=", job.user_id ?? "")
      .where("members.disabled", "=", 0)
      .where("users.disabled_at", "is", null)
      .executeTakeFirst();
    if (to !== undefined) await away(() => mail.send({ to: to.email, subject, text }));
    return {};
  };
}
