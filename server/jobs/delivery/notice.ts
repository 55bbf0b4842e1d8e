/** The e-mail to the administrators of an organization whose webhook was disabled, or whose installation was paused. */
import type { Deps } from "../../deps.ts";
import { queueMemberEmails } from "../../nouns/members/memberEmail.ts";
import { titleInLetter } from "../../ports/mail.ts";
import type { JobHandler } from "../job.ts";

const CAUSES: Readonly<Record<string, string>> = {
  failures: "Nothing that was sent to it arrived for a day.",
  gone: "It answered with status 410, which says that it is gone for good.",
  owner: "The administrator who set it up is no administrator of the organization any more.",
};

interface Notice {
  readonly organization: string;
  readonly target: string;
  readonly because: string;
}

/** Queues an e-mail for each administrator, once: after a kill it is known whether they are queued. */
export function noticeJob({
  db,
  addresses,
  clock,
  newId,
}: Pick<Deps, "db" | "addresses" | "clock" | "newId">): JobHandler {
  return async (run) => {
    if (run.job.progress !== null) return {};
    const { organization, target, because } = JSON.parse(run.job.payload) as Notice;
    const hook = await db.read
      .selectFrom("event_targets")
      .selectAll()
      .where("organization_id", "=", organization)
      .where("id", "=", target)
      .executeTakeFirst();
    if (hook === undefined) return {};
    const installed = await db.read
      .selectFrom("installations")
      .innerJoin("integrations", "integrations.id", "installations.integration_id")
      .select("integrations.title")
      .where("installations.organization_id", "=", organization)
      .where("installations.id", "=", target)
      .executeTakeFirst();
    const email =
      installed === undefined
        ? letter(hook.url ?? "", because, addresses.app)
        : installationLetter(installed.title, because, addresses.app);
    const admins = await db.read
      .selectFrom("members")
      .select("user_id")
      .where("organization_id", "=", organization)
      .where("role", "=", "admin")
      .where("disabled", "=", 0)
      .orderBy("user_id")
      .execute();
    const users = admins.map(({ user_id }) => user_id);
    await run.write(
      (tx) => queueMemberEmails(tx, { organization, users, email }, { now: clock.now(), newId }),
      { queued: users.length },
    );
    return { report: { letters: users.length } };
  };
}

const INSTALLATION_CAUSES: Readonly<Record<string, string>> = {
  ...CAUSES,
  failures: "Nothing that it was told arrived for a day.",
  script: "Its script took too much time or memory, three times within a minute.",
  owner: "Who installed it may not install integrations in the organization any more.",
};

function installationLetter(written: string, because: string, app: string) {
  const title = titleInLetter(written);
  return {
    // Whoever publishes an integration words its title: it is in the text alone.
    subject: `An integration was paused in Lectern at ${new URL(app).host}`,
    text: [
      `Lectern at ${app} has paused the integration ${title} in your organization.`,
      INSTALLATION_CAUSES[because] ?? "",
      "",
      "It is told nothing until somebody who may install integrations changes its installation.",
    ].join("\n"),
  };
}

function letter(url: string, because: string, app: string) {
  const host = URL.canParse(url) ? new URL(url).host : "its address";
  return {
    subject: `A webhook was disabled in Lectern at ${new URL(app).host}`,
    text: [
      `Lectern at ${app} has disabled the webhook to ${host}.`,
      CAUSES[because] ?? "",
      "",
      "What happens until it is activated again is not sent to it. Its list of deliveries says what was",
      "answered; those that were given up can be sent again from there.",
    ].join("\n"),
  };
}
