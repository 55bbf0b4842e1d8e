/** Work that integrations put off: their scripts are told of it, or sent it at an address of their own, when it is time. */
import { createHmac } from "node:crypto";
import type { Write } from "../../db/database.ts";
import { type Claim, enqueue } from "../../db/jobs.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../http/errors.ts";
import { requireRoom } from "../../http/rateLimit.ts";
import { openRateLimit, type RateLimit } from "../../turns/limits.ts";
import { Beside } from "../../memory/beside.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { endpointOf } from "../integrations/origin.ts";
import { askScript, isDeveloped } from "./ask.ts";
import { type Endpoint, findEndpoint } from "./endpoint.ts";
import { signingSecret } from "./environment.ts";
import { GatheredNotes, noteAsked } from "./noteAsked.ts";

export const INTEGRATION_TASK = "integration-task";

/** Tasks of an organization's integrations that may wait at once. */
const MOST_WAITING = 1000;
/** Tasks that one installation puts off in a minute: one that puts off the next whenever it does one never has many waiting. */
const TASKS_A_MINUTE = 60;
const queued = new Beside<RateLimit, Deps["scripts"]>();
/** Where a script is sent them, below its endpoint. */
const BELOW = "/tasks";
/** What they are signed by, as published integrations look for it. */
const SIGNATURE = "x-gitbook-integration-signature";

interface TaskPayload {
  readonly integration: string;
  /** Unset: it is the integration's own. */
  readonly installation?: string;
  readonly task: unknown;
  /** Of what follows from what the script writes. */
  readonly depth: number;
  /** Since when it waits for its installation to be told things again, in milliseconds. */
  readonly waitsSince?: number;
}

interface NewTask extends TaskPayload {
  readonly id: string;
  readonly organization: string;
  /** When it is to be sent. */
  readonly due: number;
  readonly now: number;
}

/** Counts a task of whoever puts it off. @throws 429 where it was too many within a minute */
export function countTask({ scripts, clock }: Pick<Deps, "scripts" | "clock">, by: string): void {
  const limit = queued.make(scripts, () => openRateLimit(TASKS_A_MINUTE));
  requireRoom(limit, by, clock.now());
}

/** Puts a task off. @throws 409 where too many of the organization's wait */
export async function queueTask(
  tx: Write,
  { id, organization, due, now, ...payload }: NewTask,
): Promise<void> {
  const { count } = await tx
    .selectFrom("jobs")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("kind", "=", INTEGRATION_TASK)
    .where("organization_id", "=", organization)
    .where("state", "in", ["queued", "running"])
    .executeTakeFirstOrThrow();
  if (count >= MOST_WAITING) {
    throw conflict(
      "too-many-tasks",
      `At most ${MOST_WAITING} tasks of an organization's integrations wait at once. Ask again when some are done.`,
    );
  }
  await enqueue(tx, { id, kind: INTEGRATION_TASK, organization, due, now, payload });
}

/** How long one waits for an installation that is paused, or for a server that runs scripts, and between looks: milliseconds. */
const LONGEST_WAIT_MS = 86_400_000;
const LOOK_AGAIN_MS = { least: 60_000, most: 3_600_000 };

/** What the job needs of a run. */
interface TaskRun {
  readonly job: Claim;
  write<T>(work: (tx: Write) => Promise<T>): Promise<T>;
  away<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Sends a script its task, and waits for all that it begins. What it made of it stands in its log; only one that found no
 * place, or whose process ended under it, is sent again. While nothing is told it waits: scripts that plan themselves would
 * be dead afterwards.
 */
export function integrationTaskJob(deps: Deps): (run: TaskRun) => Promise<Record<never, never>> {
  return async ({ job, away, write }) => {
    const payload = JSON.parse(job.payload) as TaskPayload;
    const found = await findEndpoint(deps, payload);
    // What it is for is gone.
    if (found === undefined) return {};
    const isDeaf = !deps.scripts.runsHere && !isDeveloped(found.integration, found.place);
    if (found.isPaused || isDeaf) {
      await wait(deps, found, payload, (task) =>
        write((tx) => enqueue(tx, { kind: INTEGRATION_TASK, organization: job.organization_id, ...task })),
      );
      return {};
    }
    try {
      await away(async () => {
        if (!(await isTold(deps, found, payload))) await send(deps, found, payload);
      });
    } catch (error) {
      if (!(error instanceof ScriptFailure)) throw error;
      if (error.problem === "busy" || error.problem === "ended") throw error;
    }
    return {};
  };
}

/** Puts a task off until its installation may be told things again; one that has waited for a day fails in the log. */
async function wait(
  deps: Deps,
  found: Endpoint,
  payload: TaskPayload,
  putOff: (again: { id: string; payload: TaskPayload; due: number; now: number }) => Promise<unknown>,
): Promise<void> {
  const now = deps.clock.now();
  const { waitsSince = now, depth } = payload;
  const waited = now - waitsSince;
  if (waited < LONGEST_WAIT_MS) {
    const due = now + Math.min(LOOK_AGAIN_MS.most, Math.max(LOOK_AGAIN_MS.least, waited));
    await putOff({ id: deps.newId(), payload: { ...payload, waitsSince }, due, now });
    return;
  }
  const event = { type: "task", ...found.ids, task: {} };
  const error = "It was dropped: the installation was told nothing for a day.";
  noteAsked(deps, { ...found.place, depth }, { event }, { begun: now, status: 0, error, lines: [] });
}

/**
 * By which a script says that it knows no such event: of the older runtimes, of the newer ones without a handler, and by
 * itself. One that fails at it knows it: it isn't told again.
 */
const NOT_KNOWN: ReadonlySet<number> = new Set([400, 404, 405, 406, 501]);

/** Tells a script of its task by an event of its own; false: it knows none. */
async function isTold(deps: Deps, found: Endpoint, { task, depth }: TaskPayload): Promise<boolean> {
  const place = { ...found.place, depth };
  const notes = new GatheredNotes();
  const event = { type: "task", ...found.ids, task };
  const question = { event, noted: { ...found.ids, task: {} }, until: "end" as const, notes };
  let isKnown = true;
  try {
    isKnown = !NOT_KNOWN.has((await askScript(deps, found.integration, question, place)).status);
  } finally {
    // That it knows none is no failure of its own.
    if (isKnown) await notes.note(deps, place);
  }
  return isKnown;
}

/** Sends a script its task at its address, as scripts without such an event take it. */
async function send(deps: Deps, found: Endpoint, { task, depth, ...place }: TaskPayload): Promise<void> {
  const body = Buffer.from(JSON.stringify({ task }));
  const secret = signingSecret(deps.secrets, [place.integration]);
  const request = { method: "post", url: endpointOf(deps.addresses, place) + BELOW, headers: {} };
  const headers = { "content-type": "application/json", [SIGNATURE]: signed(body, secret) };
  const event = { type: "fetch", ...found.ids, request: { ...request, headers } };
  const question = { event, noted: { ...found.ids, request }, body, until: "end" as const };
  await askScript(deps, found.integration, question, { ...found.place, depth });
}

/** What a task said goes when it has ended; that there was one can be looked up for a day. */
export function dropTask({ db }: Pick<Deps, "db">): (job: Claim) => Promise<void> {
  return async ({ id }) => {
    await db.transact((tx) =>
      tx
        .updateTable("jobs")
        .set({ payload: "{}" })
        .where("id", "=", id)
        .where("state", "not in", ["queued", "running"])
        .execute(),
    );
  };
}

function signed(body: Uint8Array, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
