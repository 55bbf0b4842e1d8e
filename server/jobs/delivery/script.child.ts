/** Run as a process of its own by script.test.ts: tells scripts what waits for them, until it is killed. */
import { pino } from "pino";
import { openDatabase } from "../../db/open.ts";
import { assemble } from "../../open.ts";
import { openFetch } from "../../ports/fetch.ts";
import { findWorkerd } from "../../ports/scripts/runtime.ts";
import { Scripts } from "../../ports/scripts/scripts.ts";
import { openSecrets } from "../../ports/secrets.ts";
import { openRunner } from "../runner.ts";
import { delivering, DELIVER_JOB, deliverJob } from "./deliver.ts";
import { installationSender } from "./installation.ts";

const [url, file = "", ahead = "0", secret = ""] = process.argv.slice(2);
const fetch = openFetch({ allowPrivateNetwork: false });
const deps = assemble({
  db: await openDatabase({ url: url || undefined, file }),
  fetch,
  scripts: new Scripts({ workerd: findWorkerd(), fetch, most: 1 }),
  secrets: openSecrets(secret),
  clock: { now: () => Date.now() + Number(ahead) },
  log: pino({ level: "silent" }),
  addresses: { app: "http://app.test", sites: "http://sites.test", sitesDomain: undefined },
  // To tell a script something takes none of them.
  blobs: undefined as never,
  mail: undefined as never,
  git: undefined as never,
  dns: undefined as never,
});
const told = setInterval(() => {
  if (deps.scripts.load.processes > 0) process.stdout.write("running\n");
}, 20);
const handlers = { [DELIVER_JOB]: deliverJob(deps, { installation: installationSender(deps) }) };
await openRunner(deps, handlers, [delivering]).drain();
clearInterval(told);
