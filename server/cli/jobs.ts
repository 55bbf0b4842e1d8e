import type { Action } from "../access/actions.ts";
import type { Command } from "commander";
import type { Row } from "../db/schema.ts";
import { cancel, findJob } from "../db/jobs.ts";
import { retry } from "../db/jobsAgain.ts";
import { pausedKinds, pauseKind, resumeKind } from "../db/pausedJobs.ts";
import type { Deps } from "../deps.ts";
import { StartRefused } from "../ports/start-refused.ts";
import type { RunningChange } from "../http/change.ts";
import { changeBy, withInstallation, withSnapshot } from "./beside.ts";
import { amount, type Console, CommandMisuse, printRows, time } from "./console.ts";

const STATES = ["queued", "running", "done", "failed", "cancelled"] as const;
/** What is looked at when nothing else is asked for: what is still to be done, and what needs somebody. */
const UNSETTLED = ["queued", "running", "failed"] as const;
const MOST_LISTED = 200;

interface ListOptions {
  readonly kind?: string;
  readonly state?: string;
  readonly json?: boolean;
}

/** Adds `lectern jobs list | cancel | retry | pause | resume`. */
export function addJobs(lectern: Command, console: Console): void {
  const jobs = lectern
    .command("jobs")
    .description("Work in the background: e-mail, search, imports, webhooks and more");
  jobs
    .command("list")
    .description(`List the jobs that wait, run or failed, the newest first, ${MOST_LISTED} at most`)
    .option("--kind <kind>", "only jobs of this kind")
    .option("--state <state>", `only these: ${STATES.join(", ")}`)
    .option("--json", "print the result as JSON")
    .action((options: ListOptions) => list(console, options));
  jobs
    .command("cancel")
    .description("Cancel a job that waits or runs; finished parts of its work stay")
    .argument("<id>", "the job's id")
    .action((id: string) => cancelOne(console, id));
  jobs
    .command("retry")
    .description("Run failed jobs again: one, or all of a kind")
    .argument("[id]", "the job's id")
    .option("--kind <kind>", "all failed jobs of this kind")
    .action((id: string | undefined, options: { kind?: string }) => retrySome(console, id, options.kind));
  jobs
    .command("pause")
    .description("Start no more jobs of a kind, in any process, until you resume it; running ones go on")
    .argument("<kind>", "such as import or pdf")
    .action((kind: string) => setPaused(console, kind, true));
  jobs
    .command("resume")
    .description("Start jobs of a paused kind again")
    .argument("<kind>", "the kind that was paused")
    .action((kind: string) => setPaused(console, kind, false));
}

async function list(console: Console, { kind, state, json = false }: ListOptions): Promise<void> {
  if (state !== undefined && !isState(state)) {
    throw new CommandMisuse(`--state must be one of ${STATES.join(", ")}, not "${state}".`);
  }
  const { rows, paused } = await withSnapshot(console, async ({ read }) => {
    let query = read
      .selectFrom("jobs")
      .leftJoin("organizations", "organizations.id", "jobs.organization_id")
      .leftJoin("users", "users.id", "jobs.user_id")
      .select(["jobs.id", "kind", "state", "organizations.hostname", "users.email"])
      .select(["jobs.created_at", "due_at", "attempts", "error"])
      .where("state", "in", state === undefined ? [...UNSETTLED] : [state]);
    if (kind !== undefined) query = query.where("kind", "=", kind);
    return {
      rows: await query
        .orderBy("jobs.created_at", "desc")
        .orderBy("jobs.id", "desc")
        .limit(MOST_LISTED)
        .execute(),
      paused: await pausedKinds(read),
    };
  });
  const shown = rows.map(({ created_at, due_at, hostname, email, error, attempts, ...job }) => ({
    ...job,
    organization: hostname ?? undefined,
    to: email ?? undefined,
    created: time(created_at),
    due: job.state === "queued" ? time(due_at) : undefined,
    attempts,
    error: error ?? undefined,
  }));
  printRows(console, shown, { json, none: "There are no such jobs." });
  if (paused.length > 0) console.note(`Paused: ${paused.join(", ")}. lectern jobs resume <kind> ends it.`);
}

const isState = (text: string): text is (typeof STATES)[number] => STATES.some((one) => one === text);

async function cancelOne(console: Console, id: string): Promise<void> {
  const job = await withInstallation(console, (deps) =>
    changeJobs(deps, "job.cancel", async ({ tx, now }) => {
      const cancelled = await cancel(tx, id, now);
      if (cancelled !== undefined) return cancelled;
      throw new StartRefused(
        (await findJob(tx, id)) === undefined
          ? `There is no job ${id}. lectern jobs list has them.`
          : `The job ${id} has ended; nothing is left to cancel.`,
      );
    }),
  );
  console.print(`Cancelled ${job.kind} ${id}.`);
}

async function retrySome(console: Console, id: string | undefined, kind: string | undefined): Promise<void> {
  if ((id === undefined) === (kind === undefined)) {
    throw new CommandMisuse("Name one job by its id, or all failed jobs of a kind by --kind.");
  }
  const count = await withInstallation(console, (deps) => {
    if (kind !== undefined) return retryKind(deps, kind);
    return retryOne(deps, id ?? "");
  });
  const what = kind ?? id ?? "";
  if (count === 0) console.note(`There is no failed job of the kind ${what}.`);
  else console.print(`Queued ${amount(count, "job")} again: a running server begins within a second.`);
}

async function retryKind(deps: Deps, kind: string): Promise<number> {
  await refuseGone(deps, kind);
  const { count } = await changeJobs(deps, "job.retry", async ({ tx, now }) => ({
    id: kind,
    kind,
    organization_id: null,
    count: await retry(tx, { kind }, now),
  }));
  return count;
}

async function retryOne(deps: Deps, id: string): Promise<number> {
  const job = await findJob(deps.db.read, id);
  if (job === undefined) throw new StartRefused(`There is no job ${id}. lectern jobs list has them.`);
  if (job.state !== "failed")
    throw new StartRefused(`The job ${id} is ${job.state}; only failed ones are queued again.`);
  await refuseGone(deps, job.kind);
  await changeJobs(deps, "job.retry", async ({ tx, now }) => {
    if ((await retry(tx, { id }, now)) > 0) return job;
    throw new StartRefused(`Another job that does the same is unfinished; ${id} is not needed.`);
  });
  return 1;
}

/** What a job works on may be gone once it has ended. */
async function refuseGone(deps: Deps, kind: string): Promise<void> {
  await requireKind(deps, kind);
  const { INPUT_GOES } = await import("../jobs/handlers.ts");
  if (!INPUT_GOES.has(kind)) return;
  throw new StartRefused(`What an ended job of the kind ${kind} worked on is not kept. Ask for it anew.`);
}

async function setPaused(console: Console, kind: string, isPaused: boolean): Promise<void> {
  await withInstallation(console, async (deps) => {
    if (isPaused) await requireKind(deps, kind);
    await changeJobs(deps, isPaused ? "job.pause" : "job.resume", async ({ tx, now }) => {
      const isChanged = isPaused ? await pauseKind(tx, kind, now) : await resumeKind(tx, kind);
      if (!isChanged) throw new StartRefused(`${kind} is ${isPaused ? "paused already" : "not paused"}.`);
      return { id: kind, kind, organization_id: null };
    });
  });
  console.print(
    isPaused
      ? `No job of the kind ${kind} begins until lectern jobs resume ${kind}. What runs goes on.`
      : `Jobs of the kind ${kind} begin again.`,
  );
}

async function requireKind(deps: Deps, kind: string): Promise<void> {
  const { jobHandlers } = await import("../jobs/handlers.ts");
  const handlers = jobHandlers(deps);
  if (Object.hasOwn(handlers, kind)) return;
  throw new StartRefused(
    `There are no jobs of the kind ${kind}. The kinds: ${Object.keys(handlers).join(", ")}.`,
  );
}

/** A change of jobs, with its trail. */
async function changeJobs<T extends Pick<Row<"jobs">, "id" | "kind" | "organization_id">>(
  deps: Deps,
  action: Action,
  work: (change: RunningChange) => Promise<T>,
): Promise<T> {
  const { job } = await changeBy(deps, async (change) => {
    const done = await work(change);
    await change.trace({
      action,
      organization: done.organization_id ?? undefined,
      target: { type: "job", id: done.id, label: done.kind },
    });
    return { job: done };
  });
  return job;
}
