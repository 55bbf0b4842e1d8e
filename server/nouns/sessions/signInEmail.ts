/** E-mail with a one-time link, sent by a job: asking for one takes the same time whether anybody has the address. */
import { enqueue, type Claim } from "../../db/jobs.ts";
import type { Write } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { SIGN_IN_EMAIL } from "../members/failedEmails.ts";
import { ASKED_LINK_LIFETIME, createSignInLink, signInLinkUrl } from "./links.ts";

interface EmailOrder {
  /** The user's id; null: nobody has the address, and nothing is sent. */
  readonly user: string | null;
  /** The path that the link leads to. */
  readonly next?: string | undefined;
}

/** Queues an e-mail in the transaction of what it follows. */
export function queueSignInEmail(
  tx: Write,
  order: EmailOrder,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<void> {
  // People sign in to the installation, whichever organizations they are members of.
  return enqueue(tx, {
    id,
    kind: SIGN_IN_EMAIL,
    payload: order,
    due: now,
    now,
    organization: null,
    ...(order.user === null ? {} : { user: order.user }),
  });
}

interface EmailRun {
  readonly job: Claim;
  away<T>(work: () => Promise<T>): Promise<T>;
  write<T>(work: (tx: Write) => Promise<T>): Promise<T>;
}

/** Makes the link and sends it. A run that is repeated makes another; those that were not sent are of no use. */
export function signInEmailJob(
  deps: Pick<Deps, "db" | "clock" | "newId" | "mail" | "addresses">,
): (run: EmailRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const { user, next } = JSON.parse(run.job.payload) as EmailOrder;
    const found = await deps.db.read
      .selectFrom("users")
      .select("email")
      .where("id", "=", user ?? "")
      .where("disabled_at", "is", null)
      .executeTakeFirst();
    if (user === null || found === undefined) return {};
    const secret = await run.write(async (tx) => {
      // Whoever waited for one that could not be sent has asked for this one.
      await tx
        .deleteFrom("jobs")
        .where("state", "=", "failed")
        .where("kind", "=", SIGN_IN_EMAIL)
        .where("user_id", "=", user)
        .execute();
      return createSignInLink(tx, {
        id: deps.newId(),
        user,
        mailed: true,
        next,
        lifetime: ASKED_LINK_LIFETIME,
        now: deps.clock.now(),
      });
    });
    const url = signInLinkUrl(deps.addresses, secret);
    await run.away(() => deps.mail.send({ to: found.email, ...askedEmail(url) }));
    return {};
  };
}

function askedEmail(url: string) {
  return {
    subject: "Sign in to Lectern",
    text: `Open this address to sign in. It works once, within 15 minutes.\n\n${url}\n\nIf you did not ask for it, there is nothing to do: nobody gets in without this e-mail.\n`,
  };
}
