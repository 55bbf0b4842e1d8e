/**
 * Tells that a sync stands still until somebody decides, or fails again and again: whoever answers for it and may, else the
 * administrators.
 */
import { roleUnder } from "../../../access/scope.ts";
import { siteRights, spaceRights } from "../../../access/table.ts";
import type { Claim } from "../../../db/jobs.ts";
import type { Read, Write } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { titleInLetter } from "../../../ports/mail.ts";
import { queueMemberEmails } from "../../members/memberEmail.ts";
import { findSite } from "../../sites/site/queries.ts";
import { placeInConsole, repositoryName } from "../place.ts";
import { attentionOf } from "../present.ts";
import { updateInstallation } from "../commands.ts";
import { queueTelling, type TellWish } from "../telling.ts";
import { targetOf } from "../owner.ts";
import { findConnection, findInstallation, findSpaceOf, lastRunOf } from "../queries.ts";
import { proposalProblem } from "./ended.ts";
import type { Installation } from "./syncRun.ts";

/** Failures in a row of which people hear: from then on each try waits an hour. */
export const TOLD_FAILURES = 6;

/** Whether a sync has failed so often that somebody is told. */
export const isFailing = ({ state, failures }: Pick<Installation, "state" | "failures">): boolean =>
  state === "failed" && failures >= TOLD_FAILURES;

/**
 * Queues telling it in the transaction of the standstill: once for each thing that it waits for, until the sync has gone on.
 * @param before what halts
 * @param kind of what is asked now
 */
export async function queueStandstill(
  tx: Write,
  before: Installation,
  kind: string,
  wish: TellWish,
): Promise<void> {
  // That it fails asked nothing of anybody; now somebody is asked.
  if (before.told === 0 || isFailing(before) || attentionOf(before)?.kind !== kind)
    await tellOnce(tx, before, wish);
}

/** The same of a sync that has failed often, and is tried again by itself. @param failed as it is by now */
export async function queueFailing(tx: Write, failed: Installation, wish: TellWish): Promise<void> {
  if (failed.told === 0 && isFailing(failed)) await tellOnce(tx, failed, wish);
}

async function tellOnce(tx: Write, of: Installation, wish: TellWish): Promise<void> {
  if (of.driven === 0) await updateInstallation(tx, of).set({ told: 1 }).execute();
  await queueTelling(tx, of, wish);
}

interface StandstillRun {
  readonly job: Claim;
  write<T>(work: (tx: Write) => Promise<T>, progress?: unknown): Promise<T>;
}

/** Tells each person once, here and by e-mail: after a kill it is known whether they are told. */
export function gitStandstillJob(
  deps: StandstillDeps,
): (run: StandstillRun) => Promise<{ readonly report?: unknown }> {
  const { db, clock, newId } = deps;
  return async (run) => {
    if (run.job.progress !== null) return {};
    const { installation: id } = JSON.parse(run.job.payload) as { readonly installation: string };
    const key = { organization_id: run.job.organization_id ?? "", id };
    const installation = await findInstallation(db.read, key);
    const letter = installation && (await letterOf(deps, installation));
    if (installation === undefined || letter === undefined) return {};
    const people = await peopleFor(deps, installation);
    const made = { now: clock.now(), newId };
    await run.write(
      async (tx) => {
        await notify(tx, installation, people, made);
        await queueMemberEmails(
          tx,
          { organization: key.organization_id, users: people, email: letter },
          made,
        );
      },
      { told: people.length },
    );
    return { report: { letters: people.length } };
  };
}

type StandstillDeps = Pick<Deps, "db" | "members" | "addresses" | "clock" | "newId">;

/** What people read; undefined where it has gone on meanwhile. */
async function letterOf({ db, addresses }: StandstillDeps, installation: Installation) {
  const place = new URL(addresses.app).host;
  const lastRun = isFailing(installation) ? await lastRunOf(db.read, installation) : undefined;
  const attention = attentionOf(installation);
  const waitsFor = attention?.message ?? proposalProblem(installation);
  const said =
    lastRun === undefined
      ? waitsFor && {
          subject: `Git Sync waits for you in Lectern at ${place}`,
          why: waitsFor,
          next: "There is no other e-mail about it until it has gone on, or waits for something else.",
        }
      : {
          subject: `Git Sync fails in Lectern at ${place}`,
          why: `It has failed ${installation.failures} times in a row. ${lastRun.error ?? ""}`,
          next: "It is tried again every hour by itself. There is no other e-mail about it until it has gone on, or waits for somebody.",
        };
  if (!said) return undefined;
  const title = titleInLetter(await titleOf(db.read, installation));
  return {
    // The title is whatever somebody called it: it is in the text alone.
    subject: said.subject,
    text: [
      `${title} and the repository ${titleInLetter(repositoryName(installation.remote_url))} are not kept in step at the moment.`,
      titleInLetter(said.why),
      "",
      `${addresses.app}${placeInConsole(installation)}`,
      "",
      said.next,
    ].join("\n"),
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

/**
 * Whoever answers for it; the organization's administrators, where nobody does who may. Of a token that has ended its maker
 * hears too, who may replace it.
 */
async function peopleFor(deps: StandstillDeps, installation: Installation): Promise<readonly string[]> {
  const { organization_id } = installation;
  const kind = isFailing(installation) ? undefined : attentionOf(installation)?.kind;
  const owner_id = kind === "owner" ? null : installation.owner_id;
  const maker = kind === "unauthenticated" ? await makerOf(deps, installation) : undefined;
  const members = deps.db.read
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select("users.id")
    .where("members.organization_id", "=", organization_id)
    .where("members.disabled", "=", 0)
    .where("users.disabled_at", "is", null)
    .orderBy("users.id");
  const asked = [owner_id, maker].flatMap((id) => id ?? []);
  const own = asked.length === 0 ? [] : await members.where("users.id", "in", asked).execute();
  const told = own.length > 0 ? own : await members.where("members.role", "=", "admin").execute();
  return told.map(({ id }) => id);
}

/** Who made the connection, where they may see which repository is kept in step by it: the letter names that. */
async function makerOf(deps: StandstillDeps, installation: Installation): Promise<string | undefined> {
  const { organization_id, connection_id } = installation;
  const connection =
    connection_id === null ? undefined : await findConnection(deps.db.read, organization_id, connection_id);
  const maker = connection?.created_by ?? undefined;
  const member = maker === undefined ? undefined : await deps.members.ofUser(organization_id, maker);
  const target = await targetOf(deps, installation);
  if (member === undefined || target === undefined) return undefined;
  const role = await roleUnder(deps.members, "space" in target ? target.space : target.site, member);
  const { edit } = "space" in target ? spaceRights(role) : siteRights(role, member);
  return edit ? maker : undefined;
}
