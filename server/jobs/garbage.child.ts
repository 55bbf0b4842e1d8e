/** Run as a process of its own by garbage.crash.test.ts: removes garbage, and kills itself at one of the points on the way. */
import { pino } from "pino";
import type { GarbageProgress } from "../content/garbage.ts";
import { HOUSEKEEPING } from "../content/garbageRound.ts";
import { openContent } from "../content/store.ts";
import { openDatabase } from "../db/open.ts";
import { openDiskBlobs } from "../ports/blobs-disk.ts";
import { newId } from "../ports/ids.ts";
import { planHousekeeping } from "../test/plannedRounds.ts";
import { housekeepingJob } from "./housekeeping.ts";
import type { JobHandler } from "./job.ts";
import { openRunner } from "./runner.ts";

const [url, file = "", folder = "", ahead = "0", last = "0"] = process.argv.slice(2);
let points = 0;
/** One of the points at which the process may die. */
const point = (): void => {
  if ((points += 1) === Number(last)) process.kill(process.pid, "SIGKILL");
};

const db = await openDatabase({ url: url || undefined, file });
const disk = await openDiskBlobs(folder);
const blobs = {
  ...disk,
  of: (organization: string) => {
    const own = disk.of(organization);
    const remove = async (hash: string): Promise<void> => {
      point();
      await own.delete(hash);
      point();
    };
    return { ...own, delete: remove };
  },
};
const deps = {
  db,
  blobs,
  newId,
  content: openContent(db),
  // Leases of a process killed before have run out by this clock.
  clock: { now: () => Date.now() + Number(ahead) },
  log: pino({ level: "silent" }),
};

/** Says which organization a round has done. */
function telling(handler: JobHandler): JobHandler {
  return (run) =>
    handler({
      ...run,
      write: async (work, progress) => {
        if (progress !== undefined) point();
        const result = await run.write(work, progress);
        if (progress !== undefined) {
          process.stdout.write(`${(progress as GarbageProgress).after}\n`);
          point();
        }
        return result;
      },
    });
}

await planHousekeeping(deps);
await openRunner(deps, { [HOUSEKEEPING]: telling(housekeepingJob(deps)) }).drain();
await db.close();
