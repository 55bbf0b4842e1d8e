/** E-mails to members that could not be sent, for the administrators of their organization. */
import { sql } from "kysely";
import type { Read, Write } from "../../db/database.ts";
import { MOST_ATTEMPTS } from "../../db/jobs.ts";
import { retry } from "../../db/jobsAgain.ts";
import { refusedForGood, UNREACHED } from "./invitation.ts";
import { MEMBER_EMAIL } from "./memberEmail.ts";

export const SIGN_IN_EMAIL = "sign-in-email";
export const ACCOUNT_NOTICE = "account-notice";

/** The kinds of jobs that write to one person, by the name that they have in the API. */
export const EMAILS = { "sign-in": SIGN_IN_EMAIL, account: ACCOUNT_NOTICE, notice: MEMBER_EMAIL } as const;

/** What failed of one kind. */
export interface FailedEmails {
  readonly kind: keyof typeof EMAILS;
  readonly count: number;
  /** Milliseconds. */
  readonly lastFailedAt: number;
  /** Why, in a sentence for administrators of an organization. */
  readonly error: string;
}

/**
 * The query of all of an organization's members. What an account is told is the installation's and not an
 * organization's: of somebody who was a member elsewhere before, or has been there, it tells nothing. Being added by
 * others takes nothing from the organization that somebody is of.
 */
export function failedEmails(read: Read, organization: string) {
  return read
    .selectFrom("jobs")
    .innerJoin("members", "members.user_id", "jobs.user_id")
    .where("members.organization_id", "=", organization)
    .where("jobs.state", "=", "failed")
    .where((eb) => {
      const isOwn = eb("jobs.organization_id", "is", null);
      const elsewhere = eb
        .selectFrom("members as others")
        .select("others.user_id")
        .whereRef("others.user_id", "=", "members.user_id")
        .where("others.organization_id", "!=", organization)
        .where((of) =>
          of.or([
            of("others.last_seen_at", "is not", null),
            of("others.joined_at", "<", of.ref("members.joined_at")),
          ]),
        );
      const isHere = eb.not(eb.exists(elsewhere));
      // Who has been here since has come in, whatever became of the e-mail.
      const isAwaited = eb.or([
        eb("members.last_seen_at", "is", null),
        eb("jobs.finished_at", ">", eb.ref("members.last_seen_at")),
      ]);
      return eb.or([
        eb.and([eb("jobs.kind", "=", MEMBER_EMAIL), eb("jobs.organization_id", "=", organization)]),
        eb.and([eb("jobs.kind", "=", ACCOUNT_NOTICE), isOwn, isHere]),
        eb.and([eb("jobs.kind", "=", SIGN_IN_EMAIL), isOwn, isHere, isAwaited]),
      ]);
    });
}

/** Those of some members, by the id of the user. */
export async function failedEmailsOf(
  read: Read,
  organization: string,
  users: readonly string[],
): Promise<Map<string, FailedEmails[]>> {
  const found = new Map<string, FailedEmails[]>();
  if (users.length === 0) return found;
  const rows = await failedEmails(read, organization)
    .where("members.user_id", "in", users)
    .select((eb) => [
      "members.user_id",
      "jobs.kind",
      eb.fn.countAll<number>().as("count"),
      eb.fn.max("jobs.finished_at").as("at"),
      // What the mail server said of the address for good; of networks the operator reads in the list of jobs.
      sql<string | null>`max(case when jobs.attempts < ${sql.lit(MOST_ATTEMPTS)} then jobs.error end)`.as(
        "error",
      ),
    ])
    .groupBy(["members.user_id", "jobs.kind"])
    .orderBy("jobs.kind")
    .execute();
  for (const { user_id, kind, count, at, error } of rows) {
    const why = error === null ? UNREACHED : refusedForGood(error);
    const failed = { kind: nameOf(kind), count, lastFailedAt: at ?? 0, error: why };
    found.set(user_id, [...(found.get(user_id) ?? []), failed]);
  }
  return found;
}

const nameOf = (kind: string) =>
  (Object.keys(EMAILS) as (keyof typeof EMAILS)[]).find((name) => EMAILS[name] === kind) ?? "notice";

/** Queues again what failed for a member, if anything did. Of links to sign in one is enough. */
export async function sendFailedEmails(
  tx: Write,
  { organization, user, now }: { readonly organization: string; readonly user: string; readonly now: number },
): Promise<void> {
  const failed = await failedEmails(tx, organization)
    .where("members.user_id", "=", user)
    .select(["jobs.id", "jobs.kind"])
    .orderBy("jobs.finished_at")
    .orderBy("jobs.id")
    .execute();
  const links = failed.filter(({ kind }) => kind === SIGN_IN_EMAIL).map(({ id }) => id);
  const older = new Set(links.slice(0, -1));
  if (older.size > 0)
    await tx
      .deleteFrom("jobs")
      .where("id", "in", [...older])
      .execute();
  const again = failed.filter(({ id }) => !older.has(id));
  for (const { id } of again) await retry(tx, { id }, now);
}
