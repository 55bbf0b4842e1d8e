/** Run as a process of its own by crash.test.ts: delivers until it is killed. */
import { openDatabase } from "../../db/open.ts";
import { pino } from "pino";
import { openMembers } from "../../access/members.ts";
import { openFetch } from "../../ports/fetch.ts";
import { newId } from "../../ports/ids.ts";
import { openSecrets } from "../../ports/secrets.ts";
import { openRunner } from "../runner.ts";
import { deliverJob, DELIVER_JOB, delivering } from "./deliver.ts";
import { webhookSender } from "./webhook.ts";

const [url, file = "", ahead = "0", secret = ""] = process.argv.slice(2);
const db = await openDatabase({ url: url || undefined, file });
const fetch = openFetch({ allowPrivateNetwork: true });
const deps = {
  db,
  fetch,
  newId,
  // Leases of a process killed before have run out by this clock.
  clock: { now: () => Date.now() + Number(ahead) },
  log: pino({ level: "silent" }),
  members: openMembers(db),
  secrets: openSecrets(secret),
};
const handlers = { [DELIVER_JOB]: deliverJob(deps, { webhook: webhookSender(deps) }) };
await openRunner(deps, handlers, [delivering]).drain();
await fetch.close();
await db.close();
