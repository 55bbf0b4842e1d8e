/** Removes deleted spaces for good once their time in the trash is over. */
import { loadAt, removeAddress } from "../access/addresses.ts";
import { forgetAccess, lockOrganization } from "../access/intern.ts";
import { leaveTrace } from "../access/trail.ts";
import { leaveRepositories } from "../content/git/leave.ts";
import { forgetSpace } from "../content/search/indexPages.ts";
import type { WaitingOrganization } from "../db/jobLines.ts";
import { enqueue } from "../db/jobs.ts";
import type { Write } from "../db/database.ts";
import type { Row, SpaceKey } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { leaveSites } from "../nouns/collections/leaveSites.ts";
import { TRASH_MS } from "../nouns/collections/queries.ts";
import { findSpace } from "../nouns/spaces/queries.ts";
import { PURGE } from "../nouns/spaces/trash.ts";
import { isClockSteady, LOOK_AGAIN_MS } from "./heartbeat.ts";
import type { JobHandler, JobRun } from "./job.ts";

type PurgeDeps = Pick<Deps, "clock" | "db" | "newId">;

/** Rows of one table that one transaction removes, and pages of the index, whose rows are larger. */
const ROWS = 1000;
/** Comments take their replies and reactions along. */
const COMMENTS = 100;
const PAGES = 20;

/**
 * Runs jobs of the kind `purge-space`, each of which names a space. What was restored meanwhile, or deleted anew, is
 * left alone.
 */
export function purgeSpaceJob(deps: PurgeDeps): JobHandler {
  return async (run) => {
    const { space_id: space, organization_id } = run.job;
    if (space === null) throw new Error("A purge-space job has to name its space.");
    const now = deps.clock.now();
    if (!(await isClockSteady(deps.db.read, now))) {
      await run.write((tx) => lookAgain(deps, tx, { organization_id, id: space }, now, now + LOOK_AGAIN_MS));
      return {};
    }
    const row = await run.write(async (tx) => (await doom(tx, space, now)) ?? waitFor(deps, tx, space, now));
    if (row === undefined) return {};
    await inSlices(run, (tx) => forgetSpace(tx, row, PAGES));
    await inSlices(run, (tx) => removeParts(tx, "former_slugs", row));
    await inSlices(run, (tx) => removeParts(tx, "source_entries", row));
    await inSlices(run, (tx) => removeParts(tx, "page_revisions", row));
    await inSlices(run, (tx) => removeSome(tx, "comments", row, COMMENTS));
    await inSlices(run, (tx) => removeSome(tx, "revisions", row, ROWS));
    await run.write((tx) => removeSpace(deps, tx, row));
    return {};
  };
}

/** Asked for while it runs, the job is queued anew when it ends. */
function lookAgain(
  { newId }: PurgeDeps,
  tx: Write,
  { organization_id: organization, id: space }: { organization_id: WaitingOrganization; id: string },
  now: number,
  due: number,
): Promise<void> {
  const [id, key] = [newId(), `${PURGE}:${space}`];
  return enqueue(tx, { id, kind: PURGE, key, space, organization, due, now });
}

/** A clock that was set back may have brought the job here before the space's time is over. */
async function waitFor(deps: PurgeDeps, tx: Write, space: string, now: number): Promise<undefined> {
  const row = await findSpace(tx, space);
  if (typeof row?.deleted_at === "number") await lookAgain(deps, tx, row, now, row.deleted_at + TRASH_MS);
}

async function inSlices(run: JobRun, slice: (tx: Write) => Promise<boolean>): Promise<void> {
  while (!(await run.write(slice)));
}

/**
 * Marks a space whose time is over: from then on no clock that goes back lets it be restored half. Undefined when
 * there is none.
 */
function doom(tx: Write, space: string, now: number): Promise<Row<"spaces"> | undefined> {
  return loadAt(tx, space, ({ organization_id, id }) =>
    tx
      .updateTable("spaces")
      .set({ deleted_at: 0 })
      .where("organization_id", "=", organization_id)
      .where("id", "=", id)
      .where("deleted_at", "<=", now - TRASH_MS)
      .returningAll()
      .executeTakeFirst(),
  );
}

/** The columns of a space's rows that tell them apart. */
const PARTS = {
  former_slugs: ["parent_id", "slug"],
  source_entries: ["role", "path"],
  page_revisions: ["page_id", "revision_id"],
} as const;

async function removeParts(
  tx: Write,
  table: keyof typeof PARTS,
  { organization_id, id }: SpaceKey,
): Promise<boolean> {
  const [one, other] = PARTS[table];
  const slice = tx
    .selectFrom(table)
    .select([one, other] as never)
    .where("organization_id", "=", organization_id)
    .where("space_id", "=", id)
    .limit(ROWS);
  const { numDeletedRows } = await tx
    .deleteFrom(table)
    .where("organization_id", "=", organization_id)
    .where("space_id", "=", id)
    .where((eb) => eb(eb.refTuple(one as never, other as never), "in", slice as never))
    .executeTakeFirst();
  return numDeletedRows < BigInt(ROWS);
}

/** Some of the rows, with what hangs on them: a comment's replies and reactions, for one. */
async function removeSome(
  tx: Write,
  table: "comments" | "revisions",
  { organization_id, id }: SpaceKey,
  most: number,
): Promise<boolean> {
  const slice = tx
    .selectFrom(table)
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("space_id", "=", id)
    .limit(most);
  const { numDeletedRows } = await tx
    .deleteFrom(table)
    .where("organization_id", "=", organization_id)
    .where("id", "in", slice)
    .executeTakeFirst();
  return numDeletedRows < BigInt(most);
}

async function removeSpace(deps: PurgeDeps, tx: Write, space: Row<"spaces">): Promise<void> {
  const now = deps.clock.now();
  await lockOrganization(tx, space.organization_id);
  await leaveSites(tx, space.organization_id, [space.id]);
  const { organization_id: organization, id } = space;
  await leaveRepositories({ tx, now, newId: deps.newId }, organization, [id]);
  await tx.deleteFrom("spaces").where("organization_id", "=", organization).where("id", "=", id).execute();
  await removeAddress(tx, id);
  await forgetAccess(tx, space, now);
  await leaveTrace(tx, { identity: undefined, ip: undefined, source: "job" }, now, deps.newId, {
    action: "space.purge",
    organization: space.organization_id,
    target: { type: "space", id: space.id, label: space.title },
  });
}
