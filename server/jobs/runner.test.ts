import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Write } from "../db/database.ts";
import { MOST_LOOKED_AT } from "../db/jobLines.ts";
import { cancel, enqueue, findJob } from "../db/jobs.ts";
import { retry } from "../db/jobsAgain.ts";
import { pausedKinds, pauseKind, resumeKind } from "../db/pausedJobs.ts";
import type { StandingJob } from "../db/standingJobs.ts";
import { invalid, unavailable } from "../http/errors.ts";
import { ImportRefused } from "../importers/refusal.ts";
import { newId } from "../ports/ids.ts";
import { openTestDatabase, type TestDatabase } from "../test/databases.ts";
import { JobInterruption, type JobEnd, type JobHandler, several } from "./job.ts";
import { openRunner } from "./runner.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.drop());
beforeEach(() => write((tx) => tx.deleteFrom("jobs").execute()));

const write = <T>(work: (tx: Write) => Promise<T>): Promise<T> => opened.db.transact(work);
const add = (id: string, kind = "k", key?: string) =>
  write((tx) =>
    enqueue(tx, {
      id,
      kind,
      due: Date.now(),
      now: Date.now(),
      organization: null,
      ...(key === undefined ? {} : { key }),
    }),
  );
/** Queues jobs of an organization, in order, all of them due. */
const addOf = (organization: string, ids: readonly string[], kind = "k") =>
  write(async (tx) => {
    for (const [index, id] of ids.entries())
      await enqueue(tx, { id, kind, organization, due: 1000 + index, now: Date.now() });
  });
const look = (id: string) => findJob(opened.db.read, id);

function runnerOf(handlers: Record<string, JobHandler>, clock = { now: Date.now }, patience?: number) {
  const deps = { db: opened.db, clock, newId, log: pino({ level: "silent" }) };
  return openRunner(deps, handlers, [], patience);
}

/** A promise and what fulfils it. */
function event(): { readonly happened: Promise<void>; readonly happen: () => void } {
  let happen = (): void => undefined;
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happened, happen };
}

const nothing = () => Promise.resolve({});

describe("draining", () => {
  test("runs what is due, in order, and what that queues", async () => {
    const ran: string[] = [];
    const runner = runnerOf({
      k: async ({ job, write }) => {
        ran.push(job.id);
        if (job.id === "a") {
          await write((tx) =>
            enqueue(tx, { id: "c", kind: "k", due: Date.now(), now: Date.now(), organization: null }),
          );
        }
        return { report: { was: job.id } };
      },
    });
    await add("a");
    await add("b");
    await add("unknown", "nobody's");
    expect(await runner.drain()).toBe(3);
    expect(ran).toEqual(["a", "b", "c"]);
    expect(await look("b")).toMatchObject({ state: "done", report: `{"was":"b"}` });
    expect(await look("unknown")).toMatchObject({ state: "queued" });
    expect(await runner.drain()).toBe(0);
  });

  test("runs what follows from the database, however long it takes to look for it", async () => {
    let now = Date.now();
    // A busy machine: a second passes between any two looks at the clock.
    const clock = { now: () => (now += 1000) };
    const deps = { db: opened.db, clock, newId, log: pino({ level: "silent" }) };
    const standing: StandingJob = {
      kind: "k",
      hasWork: (read) => sql`not exists ${read.selectFrom("jobs").select("id").where("kind", "=", "k")}`,
    };
    expect(await openRunner(deps, { k: nothing }, [standing]).drain()).toBe(1);
    expect(await opened.db.read.selectFrom("jobs").select(["kind", "state"]).execute()).toEqual([
      { kind: "k", state: "done" },
    ]);
  });

  test("keeps why a job failed and tries it later", async () => {
    await add("a");
    expect(await runnerOf({ k: () => Promise.reject(new Error("no luck")) }).drain()).toBe(1);
    expect(await look("a")).toMatchObject({ state: "queued", error: "no luck", attempts: 1 });
  });

  test.each<[string, () => unknown]>([
    ["a refusal", () => invalid("No luck.")],
    ["a source that is none", () => new ImportRefused("damaged", "No luck.")],
    ["an address that is none", () => Object.assign(new TypeError("No luck."), { code: "ERR_INVALID_URL" })],
  ])("gives a job up whose input is to blame: %s", async (_name, error) => {
    await add("a");
    expect(await runnerOf({ k: () => Promise.reject(error()) }).drain()).toBe(1);
    expect(await look("a")).toMatchObject({ state: "failed", error: "No luck.", attempts: 1 });
  });

  test("tries a job again that was told to try again", async () => {
    await add("a");
    expect(await runnerOf({ k: () => Promise.reject(unavailable("The store is away.")) }).drain()).toBe(1);
    expect(await look("a")).toMatchObject({ state: "queued", attempts: 1 });
  });

  test("writes nothing for a job that was cancelled meanwhile", async () => {
    await add("a");
    let error: unknown;
    const runner = runnerOf({
      k: async ({ write, signal }) => {
        await opened.db.transact((tx) => cancel(tx, "a", 1));
        await write((tx) =>
          enqueue(tx, { id: "effect", kind: "k", due: 0, now: 0, organization: null }),
        ).catch((thrown) => {
          error = thrown;
        });
        expect(signal.aborted).toBe(true);
        throw error;
      },
    });
    expect(await runner.drain()).toBe(1);
    expect(error).toBeInstanceOf(JobInterruption);
    expect(await look("effect")).toBe(undefined);
    expect(await look("a")).toMatchObject({ state: "cancelled", error: null });
  });

  test("goes on from its progress after others of its kind", async () => {
    const ran: string[] = [];
    const runner = runnerOf({
      k: async ({ job, isWaitedFor, write }): Promise<JobEnd> => {
        ran.push(`${job.id} ${job.progress}`);
        if (job.progress !== null || !(await isWaitedFor())) return {};
        await write(() => Promise.resolve(), { done: 1 });
        return { again: true };
      },
    });
    await add("long");
    await add("short");
    await runner.drain();
    expect(ran.slice(0, 3)).toEqual(["long null", "short null", `long {"done":1}`]);
  });
});

describe("organizations", () => {
  test("take turns, however many jobs one of them has queued before", async () => {
    const ran: string[] = [];
    const runner = runnerOf({
      k: ({ job }) => {
        ran.push(job.id);
        return nothing();
      },
    });
    await addOf("first", ["a1", "a2", "a3", "a4"]);
    await addOf("second", ["b1", "b2"]);
    await addOf("third", ["c1"]);
    expect(await runner.drain()).toBe(7);
    expect(ran).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  test("take turns too where they are more than one look goes through", async () => {
    const ran: (string | null)[] = [];
    const runner = runnerOf({
      k: ({ job }) => {
        ran.push(job.organization_id);
        return nothing();
      },
    });
    const many = 2 * MOST_LOOKED_AT + 20;
    for (let at = 0; at < many; at++) await addOf(`o${at}`, [`a${at}`, `b${at}`]);
    expect(await runner.drain()).toBe(2 * many);
    expect([new Set(ran.slice(0, many)).size, new Set(ran.slice(many)).size]).toEqual([many, many]);
  });

  test("let others have their turn while one is looked for among many that wait for later", async () => {
    const runner = runnerOf({ k: nothing });
    const looks = 5;
    await write(async (tx) => {
      for (let at = 0; at < looks * MOST_LOOKED_AT; at++)
        await enqueue(tx, { id: `l${at}`, kind: "k", organization: `o${at}`, due: Date.now() + 1e9, now: 0 });
    });
    await addOf("p", ["due"]);
    let [turns, isOver] = [0, false];
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect(await runner.drain()).toBe(1);
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(looks);
  });

  test("have two places each at once, so that a third finds one", async () => {
    const [full, others, end] = [event(), event(), event()];
    const ran: string[] = [];
    const runner = runnerOf({
      k: several(16, async ({ job }) => {
        ran.push(job.id);
        if (ran.length === 3) full.happen();
        if (job.organization_id === "third") others.happen();
        else await end.happened;
        return {};
      }),
    });
    await addOf("first", ["a1", "a2", "a3"]);
    await addOf("second", ["b1"]);
    await runner.start();
    await full.happened;
    await addOf("third", ["c1"]);
    await others.happened;
    end.happen();
    await runner.stop();
    expect(ran.slice(0, 4)).toEqual(["a1", "b1", "a2", "c1"]);
  });

  test("that wait for dead hosts give way to others, however far the clock was set back meanwhile", async () => {
    const [begun, done] = [event(), event()];
    let now = Date.now();
    const wait = async (signal: AbortSignal): Promise<never> => {
      begun.happen();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw new JobInterruption();
    };
    const k = several(1, async ({ away, job, signal }) => {
      if (job.id === "a1") await away(() => wait(signal));
      done.happen();
      return {};
    });
    const runner = runnerOf({ k }, { now: () => now }, 50);
    await addOf("first", ["a1"]);
    await runner.start();
    await begun.happened;
    now -= 3_600_000;
    await addOf("second", ["b1"]);
    await done.happened;
    await expect.poll(async () => (await look("b1"))?.state).toBe("done");
    await runner.stop();
  });

  test("that wait for dead hosts hold up nobody, and nobody's place", async () => {
    const begun = event();
    const host = event();
    const done = event();
    const full = event();
    let waiting = 0;
    const computing: string[] = [];
    let most = 0;
    let mostOfOne = 0;
    const runner = runnerOf({
      dead: several(32, async ({ away, job }) => {
        await away(async () => {
          if ((waiting += 1) === 16) begun.happen();
          await host.happened;
        });
        const organization = job.organization_id ?? "";
        computing.push(organization);
        most = Math.max(most, computing.length);
        mostOfOne = Math.max(mostOfOne, computing.filter((one) => one === organization).length);
        // All places are taken, once the quick job has given back its own; then so long that more would come, if they could.
        if (most === 4) full.happen();
        await full.happened;
        for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next));
        computing.splice(computing.indexOf(organization), 1);
        return {};
      }),
      quick: () => {
        done.happen();
        return nothing();
      },
    });
    const ids = (name: string) => Array.from({ length: 10 }, (_, index) => `${name}${index}`);
    await addOf("first", ids("a"), "dead");
    await addOf("second", ids("b"), "dead");
    await runner.start();
    await begun.happened;
    await addOf("third", ["c"], "quick");
    await done.happened;
    expect(waiting).toBe(16);
    host.happen();
    await expect.poll(async () => (await look("b9"))?.state).toBe("done");
    await runner.stop();
    expect([most, mostOfOne]).toEqual([4, 2]);
    for (const id of [...ids("a"), ...ids("b")]) expect((await look(id))?.state).toBe("done");
  });
});

describe("a runner that can start nothing writes nothing", () => {
  test.each<[string, readonly string[], number]>([
    ["while nothing waits", [], 0],
    ["while who waits has its two places", ["a1", "a2", "a3"], 2],
  ])("%s", async (_name, ids, most) => {
    const [full, end] = [event(), event()];
    let [begun, asked] = [0, 0];
    const computes = several(16, async () => {
      if ((begun += 1) === most) full.happen();
      await end.happened;
      return {};
    });
    const clock = {
      now: () => {
        asked += 1;
        return Date.now();
      },
    };
    const runner = runnerOf({ k: computes }, clock);
    await addOf("first", ids);
    await runner.start();
    if (most > 0) await full.happened;
    const [writesBefore, askedBefore] = [opened.db.writes, asked];
    // It asks twice a second when nobody writes, and sooner when somebody does.
    await vi.waitUntil(() => asked >= askedBefore + 3, { timeout: 60_000, interval: 20 });
    expect([begun, opened.db.writes - writesBefore]).toEqual([most, 0]);
    end.happen();
    await runner.stop();
  });
});

describe("a started runner", () => {
  test("runs what this process commits, each kind beside the other, one of a kind at a time", async () => {
    const slow = event();
    const quick = event();
    const last = event();
    let most = 0;
    let now = 0;
    const runner = runnerOf({
      slow: async ({ job }) => {
        most = Math.max(most, ++now);
        if (job.id === "first") await slow.happened;
        else last.happen();
        now--;
        return {};
      },
      quick: () => {
        quick.happen();
        return nothing();
      },
    });
    await runner.start();
    await add("first", "slow");
    await add("second", "slow");
    await add("third", "quick");
    await quick.happened;
    slow.happen();
    await last.happened;
    await runner.stop();
    expect(most).toBe(1);
    expect(await look("second")).toMatchObject({ state: "done" });
  });

  test("stops by interrupting jobs, which are given back", async () => {
    const begun = event();
    const runner = runnerOf({
      k: async ({ signal, write }) => {
        begun.happen();
        while (!signal.aborted) await write(() => Promise.resolve(), { done: 1 });
        throw new JobInterruption();
      },
    });
    await runner.start();
    await add("a");
    await begun.happened;
    await runner.stop();
    expect(await look("a")).toMatchObject({ state: "queued", lease_until: null, progress: `{"done":1}` });
    expect(await runnerOf({ k: nothing }).drain()).toBe(1);
    expect(await look("a")).toMatchObject({ state: "done" });
  });
});

test("a kind that is paused waits, while others run, until it is resumed", async () => {
  const runner = runnerOf({ k: nothing, other: nothing });
  await add("a");
  await add("b", "other");
  expect(await write((tx) => pauseKind(tx, "k", 5))).toBe(true);
  expect(await write((tx) => pauseKind(tx, "k", 6))).toBe(false);
  expect(await pausedKinds(opened.db.read)).toEqual(["k"]);
  expect(await runner.drain()).toBe(1);
  expect(await look("a")).toMatchObject({ state: "queued" });
  expect(await write((tx) => resumeKind(tx, "k"))).toBe(true);
  expect(await write((tx) => resumeKind(tx, "k"))).toBe(false);
  expect(await runner.drain()).toBe(1);
  expect(await look("a")).toMatchObject({ state: "done" });
});

describe("queueing failed jobs again", () => {
  const failed = (ids: readonly string[]) =>
    write((tx) =>
      tx
        .updateTable("jobs")
        .set({ state: "failed", attempts: 10, error: "No luck", finished_at: 1, progress: '{"done":2}' })
        .where("id", "in", ids)
        .execute(),
    );

  test("lets them begin anew, from where they were", async () => {
    await add("a");
    await add("b", "other");
    await failed(["a", "b"]);
    expect(await write((tx) => retry(tx, { kind: "k" }, Date.now()))).toBe(1);
    const again = { state: "queued", attempts: 0, error: null, finished_at: null, progress: '{"done":2}' };
    expect([await look("a"), await look("b")]).toMatchObject([again, { state: "failed" }]);
    expect(await write((tx) => retry(tx, { id: "a" }, Date.now()))).toBe(0);
    expect(await runnerOf({ k: nothing, other: nothing }).drain()).toBe(1);
  });

  test("takes one of those that ask for the same, and none while one is unfinished", async () => {
    await add("a", "k", "same");
    await failed(["a"]);
    await add("b", "k", "same");
    await failed(["b"]);
    await add("c", "k", "same");
    expect(await write((tx) => retry(tx, { kind: "k" }, Date.now()))).toBe(0);
    await failed(["c"]);
    expect(await write((tx) => retry(tx, { kind: "k" }, Date.now()))).toBe(1);
    expect([await look("b"), await look("c")]).toMatchObject([{ state: "failed" }, { state: "queued" }]);
  });
});
