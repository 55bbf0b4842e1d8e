/** The e-mail that tells somebody that they are a member, with a link by which they sign in. */
import type { Write } from "../../db/database.ts";
import type { Claim } from "../../db/jobs.ts";
import type { Deps } from "../../deps.ts";
import { titleInLetter } from "../../ports/mail.ts";
import { createSignInLink, GIVEN_LINK_LIFETIME, signInLinkUrl } from "../sessions/links.ts";

interface InvitationRun {
  readonly job: Claim;
  away<T>(work: () => Promise<T>): Promise<T>;
  write<T>(work: (tx: Write) => Promise<T>): Promise<T>;
}

/** Makes the link and sends it. A run that is repeated makes another; those that were not sent are of no use. */
export function invitationJob(
  deps: Pick<Deps, "db" | "clock" | "newId" | "mail" | "addresses">,
): (run: InvitationRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const user = run.job.user_id ?? "";
    const invited = await deps.db.read
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .innerJoin("organizations", "organizations.id", "members.organization_id")
      .select(["users.email", "organizations.title"])
      .where("members.organization_id", "=", run.job.organization_id ?? "")
      .where("members.user_id", "=", user)
      .where("members.disabled", "=", 0)
      .where("users.disabled_at", "is", null)
      .executeTakeFirst();
    if (invited === undefined) return {};
    const lifetime = GIVEN_LINK_LIFETIME;
    const secret = await run.write((tx) =>
      createSignInLink(tx, { id: deps.newId(), user, mailed: true, lifetime, now: deps.clock.now() }),
    );
    const written = letter(signInLinkUrl(deps.addresses, secret), invited.title, deps.addresses.app);
    await run.away(() => deps.mail.send({ to: invited.email, ...written }));
    return { report: { sent: true } };
  };
}

/** The title is in the text alone: as a subject, it would let a stranger who founds an organization write to anybody what they like. */
function letter(url: string, title: string, app: string) {
  const name = titleInLetter(title);
  return {
    subject: `You are invited to Lectern at ${new URL(app).host}`,
    text: `Somebody has added you to the organization ${name} on Lectern.\n\nOpen this address to sign in. It works once, within 24 hours.\n\n${url}\n\nLater, ask for another link at ${app}/sign-in\n\nIf you did not expect this, there is nothing to do.\n`,
  };
}
