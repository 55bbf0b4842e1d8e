/** E-mails that a sync stands still until somebody decides: to whoever answers for it and may, else to the administrators. */
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

/** Queues the e-mail in the transaction of the standstill: once, until the sync has gone on. @param before what halts */
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

/** Writes to each person once; after a failure or a kill it goes on with those who have no letter yet. */
export function gitStandstillJob({
  db,
  mail,
  addresses,
}: Pick<Deps, "db" | "mail" | "addresses">): (run: StandstillRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const { installation: id } = JSON.parse(run.job.payload) as { readonly installation: string };
    const told = new Set((JSON.parse(run.job.progress ?? "{}") as { told?: readonly string[] }).told);
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
    for (const email of await addressesFor(db.read, installation)) {
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

/** Of whoever answers for it; of the organization's administrators, where nobody does who may. */
async function addressesFor(read: Read, installation: Installation): Promise<readonly string[]> {
  const { organization_id } = installation;
  const owner_id = attentionOf(installation)?.kind === "owner" ? null : installation.owner_id;
  const members = read
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select("users.email")
    .where("members.organization_id", "=", organization_id)
    .where("members.disabled", "=", 0)
    .where("users.disabled_at", "is", null)
    .orderBy("users.id");
  const own = owner_id === null ? [] : await members.where("users.id", "=", owner_id).execute();
  const all = own.length > 0 ? own : await members.where("members.role", "=", "admin").execute();
  return all.map(({ email }) => email);
}
