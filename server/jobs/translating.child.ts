/** Run as a process of its own by translationCrash.test.ts: has pages translated until it is killed. */
import { openDatabase } from "../db/open.ts";
import { pino } from "pino";
import { openContent } from "../content/store.ts";
import { TRANSLATE_SPACE, translateSpaceJob } from "../nouns/translations/translateJob.ts";
import { openFetch } from "../ports/fetch.ts";
import { newId } from "../ports/ids.ts";
import { openRunner } from "./runner.ts";

const [url, file = "", ahead = "0", translator = ""] = process.argv.slice(2);
const db = await openDatabase({ url: url || undefined, file });
const fetch = openFetch({ allowPrivateNetwork: true });
const deps = {
  db,
  fetch,
  newId,
  content: openContent(db),
  translator: { url: translator, secret: undefined },
  // Leases of a process killed before have run out by this clock.
  clock: { now: () => Date.now() + Number(ahead) },
  log: pino({ level: "silent" }),
};
const translate = translateSpaceJob(deps);
const runner = openRunner(deps, {
  [TRANSLATE_SPACE]: (run) =>
    translate({
      ...run,
      write: async (work, progress) => {
        const result = await run.write(work, progress);
        process.stdout.write("written\n");
        return result;
      },
    }),
});
await runner.drain();
await fetch.close();
await db.close();
