/** Run as a process of its own by syncCrash.test.ts: syncs a space, and kills itself at one of the points on the way. */
import { pino } from "pino";
import { GIT_SYNC } from "../content/git/queue.ts";
import { openDatabase } from "../db/open.ts";
import { gitSyncJob } from "../nouns/git/syncJob.ts";
import { assemble } from "../open.ts";
import { openDiskBlobs } from "../ports/blobs-disk.ts";
import { openDns } from "../ports/dns.ts";
import { openFetch } from "../ports/fetch.ts";
import { Scripts } from "../ports/scripts/scripts.ts";
import { Git } from "../ports/git/git.ts";
import { printedMail } from "../ports/mail.ts";
import { openSecrets } from "../ports/secrets.ts";
import { openRunner } from "./runner.ts";

const [url, file = "", folder = "", ahead = "0", last = "0", secret = ""] = process.argv.slice(2);

let points = 0;
/** One of the points at which a process may die. */
const point = (what: string): void => {
  process.stdout.write(`${what}\n`);
  if ((points += 1) === Number(last)) process.kill(process.pid, "SIGKILL");
};

/** Works with a point before and one after. */
async function between<T>(what: string, work: () => Promise<T>): Promise<T> {
  point(`before ${what}`);
  const done = await work();
  point(`after ${what}`);
  return done;
}

const db = await openDatabase({ url: url || undefined, file });
const fetch = openFetch({ allowPrivateNetwork: true });
const deps = assemble({
  db,
  fetch,
  git: new Git({ fetch, folder: `${folder}/git-${process.pid}`, limits: { freeBytes: 0 } }),
  blobs: await openDiskBlobs(`${folder}/files`),
  mail: printedMail(() => undefined),
  dns: openDns({ servers: ["127.0.0.1:9"], patience: 500 }),
  scripts: new Scripts({ workerd: undefined, fetch, most: 0 }),
  secrets: openSecrets(secret),
  // Leases of a process killed before have run out by this clock.
  clock: { now: () => Date.now() + Number(ahead) },
  log: pino({ level: "silent" }),
  addresses: { app: "http://app.test", sites: "http://sites.test", sitesDomain: undefined },
});
const sync = gitSyncJob(deps);
const runner = openRunner(deps, {
  [GIT_SYNC]: (run) =>
    sync({
      ...run,
      write: (work) => between("a transaction", () => run.write(work)),
      away: (work) => between("the host", () => run.away(work)),
    }),
});
await runner.drain();
await fetch.close();
await db.close();
process.stdout.write("done\n");
