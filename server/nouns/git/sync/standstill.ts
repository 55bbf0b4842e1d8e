/** Tells that a sync stands still until somebody decides: whoever answers for it and may, else the administrators. */
import { type Claim, enqueue } from "../../../db/jobs.ts";
import type { Read, Write } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { titleInLetter } from "../../../ports/mail.ts";
import { queueMemberEmails } from "../../members/memberEmail.ts";
import { findSite } from "../../sites/site/queries.ts";
import { placeInConsole, repositoryName } from "../place.ts";
import { attentionOf } from "../present.ts";
import { updateInstallation } from "../commands.ts";
import { findInstallation, findSpaceOf } from "../queries.ts";
import type { Installation } from "./syncRun.ts";

export const GIT_STANDSTILL = "git-standstill";

/** Queues telling it in the transaction of the standstill: once, until the sync has gone on. @param before what halts */
export async function queueStandstill(
  tx: Write,
  before: Installation,
  { now, newId }: { readonly now: number; readonly newId: () => string },
): Promise<void> {
  // Who drives it hears of it by events.
  if (before.told === 1 || before.driven === 1) return;
  await updateInstallation(tx, before).set({ told: 1 }).execute();
  const { organization_id: organization, id: installation } = before;
  await enqueue(tx, {
    id: newId(),
    kind: GIT_STANDSTILL,
    key: `${GIT_STANDSTILL}:${installation}`,
    payload: { installation },
    due: now,
    now,
    organization,
  });
}

interface StandstillRun {
  readonly job: Claim;
  write<T>(work: (tx: Write) => Promise<T>, progress?: unknown): Promise<T>;
}

/** Tells each person once, here and by e-mail: after a kill it is known whether they are told. */
export function gitStandstillJob({
  db,
  addresses,
  clock,
  newId,
}: Pick<Deps, "db" | "addresses" | "clock" | "newId">): (
  run: StandstillRun,
) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    if (run.job.progress !== null) return {};
    const { installation: id } = JSON.parse(run.job.payload) as { readonly installation: string };
    const key = { organization_id: run.job.organization_id ?? "", id };
    const installation = await findInstallation(db.read, key);
    const attention = installation && attentionOf(installation);
    if (installation === undefined || attention === undefined) return {};
    const title = titleInLetter(await titleOf(db.read, installation));
    const email = {
      // The title is whatever somebody called it: it is in the text alone.
      subject: `Git Sync waits for you in Lectern at ${new URL(addresses.app).host}`,
      text: [
        `${title} and the repository ${titleInLetter(repositoryName(installation.remote_url))} are not kept in step at the moment.`,
        titleInLetter(attention.message),
        "",
        `${addresses.app}${placeInConsole(installation)}`,
        "",
        "There is no other e-mail about it until it has gone on.",
      ].join("\n"),
    };
    const people = await peopleFor(db.read, installation);
    const made = { now: clock.now(), newId };
    await run.write(
      async (tx) => {
        await notify(tx, installation, people, made);
        await queueMemberEmails(tx, { organization: key.organization_id, users: people, email }, made);
      },
      { told: people.length },
    );
    return { report: { letters: people.length } };
  };
}

async function titleOf(read: Read, installation: Installation): Promise<string> {
  const { organization_id, site_id } = installation;
  const space = await findSpaceOf(read, installation);
  const site = site_id === null ? undefined : await findSite(read, organization_id, site_id);
  return space?.title ?? site?.title ?? "";
}

async function notify(
  tx: Write,
  { organization_id, space_id, site_id }: Installation,
  people: readonly string[],
  { now, newId }: { readonly now: number; readonly newId: () => string },
): Promise<void> {
  const about = { organization_id, space_id, site_id, type: "git-standstill" as const, created_at: now };
  const rows = people.map((user_id) => ({ ...about, id: newId(), event_id: newId(), user_id }));
  if (rows.length > 0) await tx.insertInto("notifications").values(rows).execute();
}

/** Whoever answers for it; the organization's administrators, where nobody does who may. */
async function peopleFor(read: Read, installation: Installation): Promise<readonly string[]> {
  const { organization_id } = installation;
  const owner_id = attentionOf(installation)?.kind === "owner" ? null : installation.owner_id;
  const members = read
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select("users.id")
    .where("members.organization_id", "=", organization_id)
    .where("members.disabled", "=", 0)
    .where("users.disabled_at", "is", null)
    .orderBy("users.id");
  const own = owner_id === null ? [] : await members.where("users.id", "=", owner_id).execute();
  const told = own.length > 0 ? own : await members.where("members.role", "=", "admin").execute();
  return told.map(({ id }) => id);
}
