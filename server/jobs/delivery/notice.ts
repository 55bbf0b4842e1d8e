/** The letter to the administrators of an organization whose webhook was disabled, or whose installation was paused. */
import type { Deps } from "../../deps.ts";
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
  /** Who has the letter already. */
  readonly told?: readonly string[];
}

/** Writes to each administrator once; after a failure or a kill it goes on with those who have no letter yet. */
export function noticeJob({ db, mail, addresses }: Pick<Deps, "db" | "mail" | "addresses">): JobHandler {
  return async (run) => {
    const { organization, target, because } = JSON.parse(run.job.payload) as Notice;
    const told = new Set<string>((JSON.parse(run.job.progress ?? "{}") as Notice).told);
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
    const text =
      installed === undefined
        ? letter(hook.url ?? "", because, addresses.app)
        : installationLetter(installed.title, because, addresses.app);
    const admins = await db.read
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .select("users.email")
      .where("members.organization_id", "=", organization)
      .where("members.role", "=", "admin")
      .where("members.disabled", "=", 0)
      .orderBy("users.id")
      .execute();
    for (const { email } of admins) {
      if (told.has(email)) continue;
      await run.away(() => mail.send({ to: email, ...text }));
      told.add(email);
      await run.write(async () => undefined, { told: [...told] });
    }
    return { report: { letters: told.size } };
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
    subject: `The integration ${title} was paused`,
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
    subject: `The webhook to ${host} was disabled`,
    text: [
      `Lectern at ${app} has disabled the webhook to ${host}.`,
      CAUSES[because] ?? "",
      "",
      "What happens until it is activated again is not sent to it. Its list of deliveries says what was",
      "answered; those that were given up can be sent again from there.",
    ].join("\n"),
  };
}
