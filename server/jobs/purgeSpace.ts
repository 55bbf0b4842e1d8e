/** Removes deleted spaces for good once their time in the trash is over. */
import type { SpaceKey } from "../db/tables/spaces.ts";
import { lockOrganization, retirePolicies } from "../access/intern.ts";
import { leaveTrace } from "../access/trail.ts";
import { forgetSpace } from "../content/search/indexPages.ts";
import { enqueue } from "../db/jobs.ts";
import type { Write } from "../db/database.ts";
import type { Row } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { leaveSites } from "../nouns/collections/leaveSites.ts";
import { TRASH_MS } from "../nouns/spaces/queries.ts";
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
    const space = run.job.space_id;
    if (space === null) throw new Error("A purge-space job has to name its space.");
    const now = deps.clock.now();
    if (!(await isClockSteady(deps.db.read, now))) {
      await run.write((tx) => lookAgain(deps, tx, space, now, now + LOOK_AGAIN_MS));
      return {};
    }
    const row = await run.write(async (tx) => (await doom(tx, space, now)) ?? waitFor(deps, tx, space, now));
    if (row === undefined) return {};
    await inSlices(run, (tx) => forgetSpace(tx, space, PAGES));
    await inSlices(run, (tx) => removeSlugs(tx, space));
    await inSlices(run, (tx) => removeComments(tx, row));
    await inSlices(run, (tx) => removeRevisions(tx, row));
    await run.write((tx) => removeSpace(deps, tx, row));
    return {};
  };
}

/** Asked for while it runs, the job is queued anew when it ends. */
function lookAgain({ newId }: PurgeDeps, tx: Write, space: string, now: number, due: number): Promise<void> {
  const [id, key] = [newId(), `${PURGE}:${space}`];
  return enqueue(tx, { id, kind: PURGE, key, space, due, now });
}

/** A clock that was set back may have brought the job here before the space's time is over. */
async function waitFor(deps: PurgeDeps, tx: Write, space: string, now: number): Promise<undefined> {
  const row = await tx.selectFrom("spaces").select("deleted_at").where("id", "=", space).executeTakeFirst();
  if (typeof row?.deleted_at === "number") await lookAgain(deps, tx, space, now, row.deleted_at + TRASH_MS);
}

async function inSlices(run: JobRun, slice: (tx: Write) => Promise<boolean>): Promise<void> {
  while (!(await run.write(slice)));
}

/**
 * Marks a space whose time is over: from then on no clock that goes back lets it be restored half. Undefined when
 * there is none.
 */
function doom(tx: Write, space: string, now: number): Promise<Row<"spaces"> | undefined> {
  return tx
    .updateTable("spaces")
    .set({ deleted_at: 0 })
    .where("id", "=", space)
    .where("deleted_at", "<=", now - TRASH_MS)
    .returningAll()
    .executeTakeFirst();
}

async function removeSlugs(tx: Write, space: string): Promise<boolean> {
  const slice = tx
    .selectFrom("former_slugs")
    .select(["parent_id", "slug"])
    .where("space_id", "=", space)
    .limit(ROWS);
  const { numDeletedRows } = await tx
    .deleteFrom("former_slugs")
    .where("space_id", "=", space)
    .where((eb) => eb(eb.refTuple("parent_id", "slug"), "in", slice as never))
    .executeTakeFirst();
  return numDeletedRows < BigInt(ROWS);
}

/** With their replies and reactions. */
async function removeComments(tx: Write, { organization_id, id }: SpaceKey): Promise<boolean> {
  const slice = tx
    .selectFrom("comments")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("space_id", "=", id)
    .limit(COMMENTS);
  const { numDeletedRows } = await tx
    .deleteFrom("comments")
    .where("organization_id", "=", organization_id)
    .where("id", "in", slice)
    .executeTakeFirst();
  return numDeletedRows < BigInt(COMMENTS);
}

async function removeRevisions(tx: Write, { organization_id, id }: SpaceKey): Promise<boolean> {
  const slice = tx
    .selectFrom("revisions")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("space_id", "=", id)
    .limit(ROWS);
  const { numDeletedRows } = await tx
    .deleteFrom("revisions")
    .where("organization_id", "=", organization_id)
    .where("id", "in", slice)
    .executeTakeFirst();
  return numDeletedRows < BigInt(ROWS);
}

async function removeSpace(deps: PurgeDeps, tx: Write, space: Row<"spaces">): Promise<void> {
  const now = deps.clock.now();
  await lockOrganization(tx, space.organization_id);
  await leaveSites(tx, [space.id]);
  await tx.deleteFrom("grants").where("content_id", "=", space.id).execute();
  await tx.deleteFrom("spaces").where("id", "=", space.id).execute();
  await retirePolicies(tx, space.organization_id, [space.acl], now);
  await leaveTrace(tx, { identity: undefined, ip: undefined, source: "job" }, now, deps.newId, {
    action: "space.purge",
    organization: space.organization_id,
    target: { type: "space", id: space.id, label: space.title },
  });
}
