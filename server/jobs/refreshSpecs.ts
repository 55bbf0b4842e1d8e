/** Descriptions of APIs follow their sources: every few minutes, those that are due are queued to be read. */
import type { Write } from "../db/database.ts";
import { enqueue } from "../db/jobs.ts";
import { recurring } from "../db/standingJobs.ts";
import type { Deps } from "../deps.ts";
import { queueSpec } from "../nouns/openapi/commands.ts";
import type { JobHandler } from "./job.ts";

export const REFRESH_SPECS = "openapi-refresh";

/** Time between two rounds, in milliseconds. */
const ROUND_MS = 5 * 60_000;
/** Descriptions that one transaction queues. */
const SLICE = 100;

type RefreshDeps = Pick<Deps, "clock" | "db" | "newId">;

/** There is always a next round. */
export const refreshing = recurring(REFRESH_SPECS, ROUND_MS);

function plan(tx: Write, id: string, now: number, due: number): Promise<void> {
  return enqueue(tx, { id, kind: REFRESH_SPECS, key: REFRESH_SPECS, due, now, organization: null });
}

/** Queues what is due, and plans the next round. What was queued is due again later even if its job never runs. */
export function refreshSpecsJob(deps: RefreshDeps): JobHandler {
  return async (run) => {
    const now = deps.clock.now();
    let queued = 0;
    for (let some = SLICE; some === SLICE;) {
      some = await run.write((tx) => queueDue(tx, deps, now));
      queued += some;
    }
    await run.write((tx) => plan(tx, deps.newId(), now, now + ROUND_MS));
    return queued === 0 ? {} : { report: { queued } };
  };
}

async function queueDue(tx: Write, { newId }: RefreshDeps, now: number): Promise<number> {
  const rows = await tx
    .selectFrom("openapi_specs")
    .select(["id", "organization_id"])
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(SLICE)
    .execute();
  for (const row of rows) {
    const due_at = now + ROUND_MS * 12;
    await tx
      .updateTable("openapi_specs")
      .set({ due_at })
      .where("organization_id", "=", row.organization_id)
      .where("id", "=", row.id)
      .execute();
    await queueSpec(tx, row, { now, newId });
  }
  return rows.length;
}
