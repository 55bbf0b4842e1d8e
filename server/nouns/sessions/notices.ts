/** E-mails that tell somebody what was done to the ways into their account: whoever did it may have been somebody else. */
import { enqueue, type Claim } from "../../db/jobs.ts";
import type { Write } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { ACCOUNT_NOTICE } from "../members/failedEmails.ts";

type AccountEvent =
  | "password-set"
  | "password-changed"
  | "added"
  | "removed"
  | "reset"
  | "recovery-codes-renewed"
  | "recovery-code-used";

interface NoticeOrder {
  readonly user: string;
  readonly event: AccountEvent;
  /** Milliseconds. */
  readonly at: number;
}

/** Queues the e-mail in the transaction of what it tells of. */
export function queueAccountNotice(
  tx: Write,
  order: Omit<NoticeOrder, "at">,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<void> {
  // An account is of the installation, whichever organizations its person is a member of.
  return enqueue(tx, {
    id,
    kind: ACCOUNT_NOTICE,
    payload: { ...order, at: now },
    due: now,
    now,
    organization: null,
    user: order.user,
  });
}

interface NoticeRun {
  readonly job: Claim;
  away<T>(work: () => Promise<T>): Promise<T>;
}

const SAID: Readonly<Record<AccountEvent, { readonly subject: string; readonly text: string }>> = {
  "password-set": {
    subject: "Your Lectern account has a password now",
    text: "From now on it signs in by that password too. It had none before.",
  },
  "password-changed": {
    subject: "The password of your Lectern account was changed",
    text: "The old one signs in no more, and you are signed out everywhere but where it was changed.",
  },
  added: {
    subject: "A second factor was added to your Lectern account",
    text: "From now on signing in by your password or a link asks for it.",
  },
  removed: {
    subject: "A second factor was removed from your Lectern account",
    text: "Signing in doesn't ask for it any more.",
  },
  reset: {
    subject: "Your second factor was reset",
    text: "An administrator took away your authenticator app, your passkeys and your recovery codes, and you are signed out everywhere. Sign in and set up a new one.",
  },
  "recovery-codes-renewed": {
    subject: "Your Lectern account has new recovery codes",
    text: "Those that you had before work no more.",
  },
  "recovery-code-used": {
    subject: "A recovery code of your Lectern account was used",
    text: "Somebody signed in with your password or a link, and with one of your recovery codes, which works no more.",
  },
};

/** Sends it. A run that is repeated may send it twice, which harms nobody. */
export function accountNoticeJob(
  deps: Pick<Deps, "db" | "mail" | "addresses">,
): (run: NoticeRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const { user, event, at } = JSON.parse(run.job.payload) as NoticeOrder;
    const found = await deps.db.read
      .selectFrom("users")
      .select("email")
      .where("id", "=", user)
      .executeTakeFirst();
    if (found === undefined) return {};
    const { subject, text } = SAID[event];
    const when = `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
    const body = `${text}\n\nWhen: ${when}\nYour account: ${deps.addresses.app}/account\n\nIf it was not you, sign in by a link, change your password there, sign out everywhere else, and tell your administrator.\n`;
    await run.away(() => deps.mail.send({ to: found.email, subject, text: body }));
    return {};
  };
}
