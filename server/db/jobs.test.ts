import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../test/databases.ts";
import type { Write } from "./database.ts";
import {
  cancel,
  claim,
  type Claim,
  enqueue,
  fail,
  findJob,
  finish,
  giveUp,
  keepClaim,
  MOST_ATTEMPTS,
  noteProgress,
  release,
  releaseAll,
  requeue,
} from "./jobs.ts";
import { type JobLine, MOST_LOOKED_AT, waitingLines } from "./jobLines.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.drop());
beforeEach(() => write((tx) => tx.deleteFrom("jobs").execute()));

const LEASE = 1000;
const write = <T>(work: (tx: Write) => Promise<T>): Promise<T> => opened.db.transact(work);
const add = (
  id: string,
  due = 0,
  more: { kind?: string; key?: string; space?: string; organization?: string; payload?: object } = {},
) => write((tx) => enqueue(tx, { id, kind: "k", due, now: due, organization: null, ...more }));
/** The jobs of no organization. */
const line = (kind = "k") => ({ kind, organization: null });
const take = (now: number, lines: readonly JobLine[] = [line()]) =>
  write((tx) => claim(tx, lines, now, LEASE));
const waiting = async (now: number, kinds = ["k"]): Promise<JobLine[]> => {
  const { lines } = await waitingLines(opened.db.read, kinds, now);
  return lines.map(({ kind, organization }) => ({ kind, organization }));
};
const look = (id: string) => findJob(opened.db.read, id);

async function taken(now: number): Promise<Claim> {
  const job = await take(now);
  if (job === undefined) throw new Error("nothing to claim");
  return job;
}

describe("claiming", () => {
  test("takes what is due longest, of the kinds asked for, once", async () => {
    await add("b", 5);
    await add("a", 5);
    await add("later", 50);
    await add("other", 1, { kind: "other" });
    expect([await waiting(4), await waiting(5)]).toEqual([[], [line()]]);
    expect([await take(4), (await take(10))?.id, (await take(10))?.id, await take(10)]).toEqual([
      undefined,
      "a",
      "b",
      undefined,
    ]);
    expect(await look("a")).toMatchObject({
      state: "running",
      attempts: 1,
      fence: 1,
      lease_until: 10 + LEASE,
    });
    expect(await waiting(10)).toEqual([]);
  });

  test("names each kind of each organization once, what waits longest first, with whom a worker left", async () => {
    const of = (organization: string, kind = "k") => ({ organization, kind });
    await add("left", 1, of("silent"));
    await take(2, [of("silent")]);
    await add("a1", 30, of("a"));
    await add("a2", 20, of("a"));
    await add("b", 10, of("b"));
    await add("b other", 25, of("b", "other"));
    await add("nobody's", 15);
    await add("not asked for", 1, of("c", "foreign"));
    await add("later", 90, of("d"));
    const both = ["k", "other"];
    expect(await waiting(40, both)).toEqual([of("b"), line(), of("a"), of("b", "other")]);
    expect(await waiting(40, ["other"])).toEqual([of("b", "other")]);
    expect(await waiting(40, [])).toEqual([]);
    expect((await waiting(3 + LEASE)).map(({ organization }) => organization)).toContain("silent");
  });

  test("goes through so many organizations at a look, and says where to go on", async () => {
    const id = (at: number) => `o${String(at).padStart(3, "0")}`;
    const many = MOST_LOOKED_AT + 20;
    for (let at = 0; at < many; at++) await add(`j${at}`, at === 3 ? 900 : 10, { organization: id(at) });
    await add("own", 5);
    await add("other", 10, { organization: id(7), kind: "other" });
    const look = (after?: string) => waitingLines(opened.db.read, ["k", "other"], 10, after);
    const first = await look();
    // Of the first hundred one isn't due; the installation's own and the other kind's are seen as well.
    expect([first.lines.length, first.lines[0]]).toEqual([MOST_LOOKED_AT + 1, { ...line(), due: 5 }]);
    expect(first.next).toBe(id(MOST_LOOKED_AT - 1));
    const second = await look(first.next);
    expect([second.lines.length, second.next]).toEqual([21, undefined]);
    const seen = [...first.lines, ...second.lines].map(({ organization }) => organization);
    expect(new Set(seen).size).toBe(many);
  });

  test("takes of the first line that still has a job, one that was left first", async () => {
    const of = (organization: string) => ({ organization, kind: "k" });
    await add("left", 5, of("a"));
    await take(10, [of("a")]);
    await add("older", 1, of("a"));
    await add("b", 1, of("b"));
    const now = 11 + LEASE;
    const lines = [of("gone"), of("a"), of("b")];
    const ids = [];
    for (let job = await take(now, lines); job !== undefined; job = await take(now, lines)) ids.push(job.id);
    expect(ids).toEqual(["left", "older", "b"]);
  });

  test("gives each job to one of many who ask at once", async () => {
    for (let index = 0; index < 20; index++) await add(`job${index}`, index);
    const jobs = await Promise.all(Array.from({ length: 25 }, () => take(100)));
    const ids = jobs.flatMap((job) => job?.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    // On PostgreSQL one who asks may find what it wanted locked; nobody else has it then.
    for (let more = await take(100); more !== undefined; more = await take(100)) ids.push(more.id);
    expect(new Set(ids).size).toBe(20);
    expect(ids).toHaveLength(20);
  });

  test("takes over from a worker that fell silent, who can write no more", async () => {
    await add("a");
    const first = await taken(10);
    expect(await take(10 + LEASE)).toBe(undefined);
    const second = await taken(11 + LEASE);
    expect(second).toMatchObject({ id: "a", fence: 2, attempts: 2 });
    expect(await write((tx) => keepClaim(tx, first, 2000, LEASE))).toBe(false);
    expect(await write((tx) => keepClaim(tx, second, 2000, LEASE))).toBe(true);
    await write((tx) => finish(tx, first, 2000));
    await write((tx) => fail(tx, first, 2000, "late"));
    await write((tx) => requeue(tx, first, 2000));
    await write((tx) => release(tx, first));
    await write((tx) => giveUp(tx, first, 2000, "refused"));
    await write((tx) => noteProgress(tx, first, { done: 1 }));
    expect(await look("a")).toMatchObject({
      state: "running",
      fence: 2,
      lease_until: 2000 + LEASE,
      progress: null,
    });
  });

  test("gives up what ends its worker each time, unless it gets further", async () => {
    await add("dies");
    for (let at = 0; at < MOST_ATTEMPTS; at++) expect(await take(at * 2 * LEASE)).toBeDefined();
    expect(await take(MOST_ATTEMPTS * 2 * LEASE)).toBe(undefined);
    expect(await look("dies")).toMatchObject({ state: "failed", lease_until: null });
    await add("advances");
    for (let at = 0; at < 3 * MOST_ATTEMPTS; at++) {
      const job = await taken(at * 2 * LEASE);
      await write((tx) => keepClaim(tx, job, at * 2 * LEASE, LEASE, { done: at }));
    }
    expect(await look("advances")).toMatchObject({ progress: `{"done":${3 * MOST_ATTEMPTS - 1}}` });
  });

  test("takes up at once what a process left behind", async () => {
    await add("a");
    await taken(10);
    await write(releaseAll);
    expect(await taken(11)).toMatchObject({ id: "a", fence: 2 });
  });
});

describe("ending", () => {
  test("keeps the report", async () => {
    await add("a");
    const job = await taken(10);
    await write((tx) => finish(tx, job, 20, { pages: 3 }));
    expect(await look("a")).toMatchObject({
      state: "done",
      report: `{"pages":3}`,
      finished_at: 20,
      lease_until: null,
    });
  });

  test("looks again when it was asked for meanwhile, even in the same millisecond", async () => {
    await add("a", 10, { key: "x" });
    const job = await taken(10);
    await add("b", 10, { key: "x" });
    expect(await look("b")).toBe(undefined);
    await write((tx) => finish(tx, job, 10));
    expect(await look("a")).toMatchObject({ state: "queued", due_at: 11, finished_at: null, attempts: 0 });
    const again = await taken(11);
    await write((tx) => finish(tx, again, 12));
    expect(await look("a")).toMatchObject({ state: "done" });
    await add("c", 13, { key: "x" });
    expect(await look("c")).toMatchObject({ state: "queued" });
  });

  test("does what it was asked for last; who only says to look again takes nothing back", async () => {
    await add("a", 10, { key: "x" });
    await add("b", 10, { key: "x", payload: { rebuild: true } });
    await add("c", 10, { key: "x" });
    const job = await taken(20);
    expect(job).toMatchObject({ id: "a", payload: `{"rebuild":true}` });
    await add("d", 10, { key: "x", payload: { rebuild: false } });
    await write((tx) => finish(tx, job, 20));
    expect(await taken(30)).toMatchObject({ id: "a", payload: `{"rebuild":false}` });
  });

  test("tries again later, each time after a longer wait, ten times", async () => {
    await add("a");
    let now = 0;
    const waits: number[] = [];
    for (let at = 0; at < MOST_ATTEMPTS; at++) {
      const job = await taken(now);
      await write((tx) => fail(tx, job, now, `no ${at}`));
      const { due_at = 0 } = (await look("a")) ?? {};
      waits.push(due_at - now);
      expect(at === MOST_ATTEMPTS - 1 ? undefined : await take(due_at - 1)).toBe(undefined);
      now = due_at;
    }
    expect(waits.slice(0, 3)).toEqual([2000, 4000, 8000]);
    expect(await look("a")).toMatchObject({ state: "failed", error: "no 9" });
    expect(await take(1e12)).toBe(undefined);
  });

  test("is given up at once when another attempt would come to the same", async () => {
    await add("a");
    const job = await taken(10);
    await write((tx) => noteProgress(tx, job, { done: 1 }));
    expect(await look("a")).toMatchObject({ progress: `{"done":1}`, attempts: 1 });
    await write((tx) => giveUp(tx, job, 20, "refused"));
    const ended = { state: "failed", error: "refused", finished_at: 20, progress: null };
    expect(await look("a")).toMatchObject(ended);
    await write((tx) => finish(tx, job, 30));
    expect(await look("a")).toMatchObject(ended);
  });

  test("goes on after others when it asks for that, without the wait of a failure", async () => {
    await add("long", 1);
    await add("short", 10);
    const job = await taken(10);
    await write((tx) => keepClaim(tx, job, 10, LEASE, { done: 7 }));
    await write((tx) => requeue(tx, job, 10));
    expect((await take(10))?.id).toBe("short");
    expect(await taken(11)).toMatchObject({ id: "long", progress: `{"done":7}`, attempts: 1 });
  });

  test("gives back a claim as if it had not been made", async () => {
    await add("a", 5);
    const job = await taken(10);
    await write((tx) => release(tx, job));
    expect(await look("a")).toMatchObject({ state: "queued", attempts: 0, due_at: 5, lease_until: null });
  });

  test("cancels what has not ended, and its worker notices", async () => {
    await add("a");
    const job = await taken(10);
    expect(await write((tx) => cancel(tx, "a", 20))).toMatchObject({ state: "cancelled", finished_at: 20 });
    expect(await write((tx) => cancel(tx, "a", 30))).toBe(undefined);
    expect(await write((tx) => keepClaim(tx, job, 20, LEASE))).toBe(false);
    await write((tx) => finish(tx, job, 30));
    expect(await look("a")).toMatchObject({ state: "cancelled", finished_at: 20 });
  });

  test("keeps one ended job of the installation itself for each space and kind", async () => {
    for (const id of ["a", "b", "c"]) {
      await add(id, 1, { space: "s" });
      const job = await taken(10);
      await write((tx) => finish(tx, job, 10));
    }
    expect([await look("a"), await look("b"), (await look("c"))?.state]).toEqual([
      undefined,
      undefined,
      "done",
    ]);
  });
});

describe("asked for again", () => {
  const ASKED = {
    save: (now: number) => ({ due: now + 10, payload: { for: "save" }, within: 60, joins: true as const }),
    merge: (now: number) => ({ due: now, payload: { for: "merge" }, hastens: true as const }),
    "put off": (now: number) => ({ due: now + 2, hastens: true as const }),
  };
  type Step = readonly [keyof typeof ASKED | "claim" | "finish", number];

  test.each<[string, Step[], { due: number; for: string }]>([
    [
      "edits wait until nobody edits",
      [
        ["save", 0],
        ["save", 5],
      ],
      { due: 15, for: "save" },
    ],
    [
      "at most so long",
      [
        ["save", 0],
        ["save", 55],
      ],
      { due: 60, for: "save" },
    ],
    [
      "edits leave what waits otherwise",
      [
        ["merge", 0],
        ["save", 5],
      ],
      { due: 0, for: "merge" },
    ],
    [
      "edits that wait go along",
      [
        ["save", 0],
        ["merge", 5],
        ["save", 6],
      ],
      { due: 5, for: "merge" },
    ],
    [
      "edits while that runs",
      [
        ["merge", 0],
        ["claim", 1],
        ["save", 2],
        ["finish", 3],
      ],
      { due: 12, for: "save" },
    ],
    [
      "a merge while edits run, and edits after it",
      [
        ["save", 0],
        ["claim", 10],
        ["merge", 11],
        ["save", 12],
        ["finish", 13],
        ["save", 14],
      ],
      { due: 11, for: "merge" },
    ],
    [
      "edits while edits run, and a merge after them",
      [
        ["save", 0],
        ["claim", 10],
        ["save", 11],
        ["merge", 12],
        ["save", 13],
        ["finish", 14],
      ],
      { due: 12, for: "merge" },
    ],
    [
      "a merge while another runs",
      [
        ["merge", 0],
        ["claim", 1],
        ["merge", 2],
        ["save", 3],
        ["finish", 4],
      ],
      { due: 2, for: "merge" },
    ],
    [
      "edits after a run that puts itself off",
      [
        ["merge", 0],
        ["claim", 1],
        ["put off", 1],
        ["save", 2],
        ["finish", 2],
        ["save", 2],
      ],
      { due: 3, for: "merge" },
    ],
    [
      "edits before it does",
      [
        ["merge", 0],
        ["claim", 1],
        ["save", 1],
        ["put off", 1],
        ["finish", 2],
      ],
      { due: 3, for: "save" },
    ],
  ])("%s", async (_, steps, { due, for: wanted }) => {
    let held: Claim | undefined;
    for (const [index, [step, now]] of steps.entries()) {
      if (step === "claim") held = await taken(now);
      else if (step === "finish") await write((tx) => finish(tx, held as Claim, now));
      else {
        const job = { id: `j${index}`, kind: "k", key: "x", organization: null, now, ...ASKED[step](now) };
        await write((tx) => enqueue(tx, job));
      }
    }
    expect(await look("j0")).toMatchObject({
      state: "queued",
      due_at: due,
      payload: JSON.stringify({ for: wanted }),
    });
  });
});

describe("workers that die at random", () => {
  const MANY = process.env["LECTERN_TEST_TIER"] === "full" ? 10_000 : 150;

  test(`lose none of ${MANY} jobs and do none twice`, { timeout: 180_000 + MANY * 60 }, async () => {
    for (let start = 0; start < MANY; start += 100) {
      await write(async (tx) => {
        for (let at = start; at < Math.min(start + 100, MANY); at++)
          await enqueue(tx, { id: `job${at}`, kind: "k", due: 0, now: 0, organization: null });
      });
    }
    let now = 0;
    let seed = 1;
    const chance = (): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 32;
    };
    const done = new Map<string, number>();
    const dead: Claim[] = [];
    /** Writes the effect and ends the job, as far as the claim still holds; gives whether it did. */
    const complete = (job: Claim): Promise<boolean> =>
      write(async (tx) => {
        if (!(await keepClaim(tx, job, now, LEASE))) return false;
        await finish(tx, job, now);
        return true;
      });
    const work = async (): Promise<void> => {
      const job = await take(now);
      if (job === undefined) return;
      if (chance() < 0.2 && job.attempts < MOST_ATTEMPTS - 1) dead.push(job);
      else if (await complete(job)) done.set(job.id, (done.get(job.id) ?? 0) + 1);
    };
    for (let round = 0; done.size < MANY && round < MANY * 2; round++) {
      now += LEASE / 4;
      await Promise.all([work(), work(), work()]);
      // One that was thought dead wakes up: late if its job was taken over, in time if not.
      const woken = chance() < 0.3 ? dead.shift() : undefined;
      if (woken && (await complete(woken))) done.set(woken.id, (done.get(woken.id) ?? 0) + 1);
    }
    expect(done.size).toBe(MANY);
    expect([...done.values()].every((times) => times === 1)).toBe(true);
    expect(
      await opened.db.read.selectFrom("jobs").select("id").where("state", "!=", "done").execute(),
    ).toEqual([]);
  });
});
