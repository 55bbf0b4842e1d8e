/** Tells that a sync stands still until somebody decides: whoever answers for it and may, else the administrators. */
import { type Claim, enqueue } from "../../../db/jobs.ts";
import type { Read, Write } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { titleInLetter } from "../../../ports/mail.ts";
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
  away<T>(work: () => Promise<T>): Promise<T>;
  write<T>(work: (tx: Write) => Promise<T>, progress?: unknown): Promise<T>;
}

/** Tells each person once, here and by e-mail; after a failure or a kill it goes on with those who have no letter yet. */
export function gitStandstillJob({
  db,
  mail,
  addresses,
  clock,
  newId,
}: Pick<Deps, "db" | "mail" | "addresses" | "clock" | "newId">): (
  run: StandstillRun,
) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const { installation: id } = JSON.parse(run.job.payload) as { readonly installation: string };
    const progress = JSON.parse(run.job.progress ?? "{}") as { told?: readonly string[] };
    const told = new Set(progress.told);
    const key = { organization_id: run.job.organization_id ?? "", id };
    const installation = await findInstallation(db.read, key);
    const attention = installation && attentionOf(installation);
    if (installation === undefined || attention === undefined) return {};
    const title = titleInLetter(await titleOf(db.read, installation));
    const said = titleInLetter(attention.message);
    const letter = {
      subject: `Git Sync of ${title} waits for you`,
      text: [
        `${title} and the repository ${titleInLetter(repositoryName(installation.remote_url))} are not kept in step at the moment.`,
        said,
        "",
        `${addresses.app}${placeInConsole(installation)}`,
        "",
        "There is no other e-mail about it until it has gone on.",
      ].join("\n"),
    };
    const people = await peopleFor(db.read, installation);
    if (progress.told === undefined)
      await run.write((tx) => notify(tx, installation, people, { now: clock.now(), newId }), { told: [] });
    for (const { email } of people) {
      if (told.has(email)) continue;
      await run.away(() => mail.send({ to: email, ...letter }));
      told.add(email);
      await run.write(async () => undefined, { told: [...told] });
    }
    return { report: { letters: told.size } };
  };
}

async function titleOf(read: Read, installation: Installation): Promise<string> {
  const { organization_id, site_id } = installation;
  const space = await findSpaceOf(read, installation);
  const site = site_id === null ? undefined : await findSite(read, organization_id, site_id);
  return space?.title ?? site?.title ?? "";
}

/** Whom it is told. */
interface Recipient {
  readonly id: string;
  readonly email: string;
}

async function notify(
  tx: Write,
  { organization_id, space_id, site_id }: Installation,
  people: readonly Recipient[],
  { now, newId }: { readonly now: number; readonly newId: () => string },
): Promise<void> {
  const about = { organization_id, space_id, site_id, type: "git-standstill" as const, created_at: now };
  const rows = people.map(({ id }) => ({ ...about, id: newId(), event_id: newId(), user_id: id }));
  if (rows.length > 0) await tx.insertInto("notifications").values(rows).execute();
}

/** Whoever answers for it; the organization's administrators, where nobody does who may. */
async function peopleFor(read: Read, installation: Installation): Promise<readonly Recipient[]> {
  const { organization_id } = installation;
  const owner_id = attentionOf(installation)?.kind === "owner" ? null : installation.owner_id;
  const members = read
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["users.id", "users.email"])
    .where("members.organization_id", "=", organization_id)
    .where("members.disabled", "=", 0)
    .where("users.disabled_at", "is", null)
    .orderBy("users.id");
  const own = owner_id === null ? [] : await members.where("users.id", "=", owner_id).execute();
  return own.length > 0 ? own : members.where("members.role", "=", "admin").execute();
}
