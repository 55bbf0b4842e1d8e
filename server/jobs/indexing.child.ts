/** Run as a process of its own by crash.test.ts: runs jobs and tells each slice that it has written, until it is killed. */
import { openDatabase } from "../db/open.ts";
import { newId } from "../ports/ids.ts";
import { pino } from "pino";
import { openContent } from "../content/store.ts";
import { indexHandlers } from "./handlers.ts";
import type { JobHandler } from "./job.ts";
import { openRunner } from "./runner.ts";

const [url, file = "", ahead = "0"] = process.argv.slice(2);
const db = await openDatabase({ url: url || undefined, file });
// Leases of a process killed before have run out by this clock.
const clock = { now: () => Date.now() + Number(ahead) };

function telling(handler: JobHandler): JobHandler {
  return (run) =>
    handler({
      ...run,
      write: async (work, progress) => {
        const result = await run.write(work, progress);
        process.stdout.write("slice\n");
        return result;
      },
    });
}

const handlers = Object.entries(indexHandlers({ db, clock, content: openContent(db) }));
const runner = openRunner(
  { db, clock, newId, log: pino({ level: "silent" }) },
  Object.fromEntries(handlers.map(([kind, handler]) => [kind, telling(handler)])),
);
process.stdout.write("started\n");
await runner.drain();
process.stdout.write("done\n");
await db.close();
