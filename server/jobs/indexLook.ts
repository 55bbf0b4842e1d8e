/** At a start, the spaces are queued whose search index is behind: such as all of them, by a program that reads words otherwise. */
import { TOKENIZER } from "../../engine/search/tokenize.ts";
import { queueIndexing } from "../content/head.ts";
import { type Claim, enqueue } from "../db/jobs.ts";
import type { SpaceKey } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { staleSlices } from "./indexing.ts";
import { JobInterruption, type JobHandler } from "./job.ts";

/** The kind of the job, and the key of the look at a start. */
export const INDEX_LOOK = "look-at-indexes";

/** The key of the look that comes later. */
const SECOND_LOOK = `${INDEX_LOOK}:second`;
/** Milliseconds from a start to the second look: processes of the version before write into indexes until they are replaced. */
const SECOND_LOOK_MS = 15 * 60_000;

type IndexLookDeps = Pick<Deps, "clock" | "db" | "newId">;

/** What a look is asked for: another process may be of another version than the one that has asked. */
interface AskedIndexLook {
  readonly tokenizer: string;
}

/** How far a look has come, and by what. */
interface IndexLookProgress extends AskedIndexLook {
  readonly after: SpaceKey;
  readonly queued: number;
}

/**
 * Has all spaces looked at, for the start of a process, and once more when a rolling upgrade is over. A look that is
 * under way is followed by another.
 */
export function queueIndexLook({ db, clock, newId }: IndexLookDeps): Promise<void> {
  const payload: AskedIndexLook = { tokenizer: TOKENIZER };
  const now = clock.now();
  // It is about all organizations: the jobs that it queues are theirs.
  const look = { kind: INDEX_LOOK, payload, now, organization: null };
  return db.transact(async (tx) => {
    await enqueue(tx, { ...look, id: newId(), key: INDEX_LOOK, due: now });
    await enqueue(tx, { ...look, id: newId(), key: SECOND_LOOK, due: now + SECOND_LOOK_MS });
  });
}

/** Queues every stale space, those of a slice by one transaction; a slice without any writes nothing. */
export function indexLookJob({ db, clock, newId }: IndexLookDeps): JobHandler {
  return async (run) => {
    const { tokenizer } = JSON.parse(run.job.payload) as AskedIndexLook;
    const left = progressOf(run.job, tokenizer);
    let queued = left?.queued ?? 0;
    for await (const { stale, last } of staleSlices(db.read, tokenizer, left?.after)) {
      if (run.signal.aborted) throw new JobInterruption();
      if (stale.length === 0) continue;
      queued += stale.length;
      const progress: IndexLookProgress = { tokenizer, after: last, queued };
      await run.write(async (tx) => {
        for (const space of stale) await queueIndexing(tx, space, clock.now(), newId);
      }, progress);
    }
    return queued === 0 ? {} : { report: { queued } };
  };
}

/** One that was asked for anew by a program of another version begins again. */
function progressOf({ progress }: Claim, tokenizer: string): IndexLookProgress | undefined {
  const left = progress === null ? undefined : (JSON.parse(progress) as IndexLookProgress);
  return left?.tokenizer === tokenizer ? left : undefined;
}
