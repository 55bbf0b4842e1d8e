import { createServer, connect as connectTo, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../test/databases.ts";
import { type Database, outage } from "./database.ts";
import { openDatabase } from "./open.ts";
import { Pulse } from "./pulse.ts";
import { OnlyCopy } from "./rules.ts";

/** A server whose answers a test gives, and time that it lets pass. */
function world() {
  const questions: { answer: () => void; gaveUp: boolean }[] = [];
  const silences: number[] = [];
  const pulse = new Pulse({
    lookEvery: 1000,
    ask: () => {
      const question = { answer: () => undefined as void, gaveUp: false };
      questions.push(question);
      const answered = new Promise<void>((done) => (question.answer = done));
      return { answered, giveUp: () => void (question.gaveUp = true) };
    },
    onSilence: () => void silences.push(questions.length),
  });
  const never = () => pulse.during(() => new Promise<never>(() => undefined)).catch((error: Error) => error);
  return { pulse, questions, silences, never };
}

describe("a pulse", () => {
  beforeAll(() => void vi.useFakeTimers());
  afterAll(() => void vi.useRealTimers());

  test("asks nothing while answers come, and nothing while nobody waits", async () => {
    const { pulse, questions, never } = world();
    const waiting = never();
    for (let look = 0; look < 20; look++) {
      await pulse.during(() => Promise.resolve(1));
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(questions).toHaveLength(0);
    void waiting;
    const idle = world();
    await idle.pulse.during(() => Promise.resolve(1));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([idle.questions.length, vi.getTimerCount() > 1]).toEqual([0, false]);
    pulse.close();
  });

  test("takes what is long for long, while the server answers what it is asked", async () => {
    const { pulse, questions, silences, never } = world();
    let ended = false;
    void never().then(() => (ended = true));
    for (let look = 0; look < 60; look++) {
      questions.at(-1)?.answer();
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect([ended, silences, questions.length > 5]).toEqual([false, [], true]);
    pulse.close();
  });

  test("tells all who wait of silence and refuses who comes, until there is an answer", async () => {
    const { pulse, questions, silences, never } = world();
    const waiting = [never(), never()];
    await vi.advanceTimersByTimeAsync(16_000);
    for (const error of await Promise.all(waiting)) expect(outage(error)).toBe("unreachable");
    expect([silences, questions[0]?.gaveUp]).toEqual([[1], true]);
    expect(outage(await never())).toBe("unreachable");
    await vi.advanceTimersByTimeAsync(9000);
    expect(questions.length).toBeGreaterThan(2);
    expect(questions.at(-2)?.gaveUp).toBe(true);
    questions.at(-1)?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(await pulse.during(() => Promise.resolve("again"))).toBe("again");
    pulse.close();
  });
});

describe("a pulse of servers of which only a copy answers", () => {
  beforeAll(() => void vi.useFakeTimers());
  afterAll(() => void vi.useRealTimers());

  test("takes that for silence until the one answers that takes writes", async () => {
    let isPromoted = false;
    const silences: number[] = [];
    const refusal = () => Promise.reject(new OnlyCopy("It copies another one."));
    const pulse = new Pulse({
      lookEvery: 1000,
      ask: () => ({ answered: isPromoted ? Promise.resolve() : refusal(), giveUp: () => undefined }),
      onSilence: () => void silences.push(1),
    });
    let told: unknown;
    void pulse.during(() => new Promise<never>(() => undefined)).catch((error: unknown) => (told = error));
    await vi.advanceTimersByTimeAsync(16_000);
    expect(outage(told)).toBe("unreachable");
    // Whoever comes is told at once, without a question of their own.
    const ask = vi.fn(refusal);
    for (let come = 0; come < 5; come++) {
      expect(outage(await pulse.during(ask).catch((error: Error) => error))).toBe("unreachable");
      await vi.advanceTimersByTimeAsync(4000);
    }
    expect([ask.mock.calls.length, silences]).toEqual([0, [1]]);
    isPromoted = true;
    await vi.advanceTimersByTimeAsync(4000);
    expect(await pulse.during(() => Promise.resolve("again"))).toBe("again");
    pulse.close();
  });
});

/** Stands before a server, and lets nothing through while it is frozen: connections are taken, and nothing answered. */
class Before {
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isFrozen = false;
  readonly server: Server;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.server = createServer((from) => {
      const to = connectTo(Number(port), hostname);
      const pair = [from, to] as const;
      this.#pairs.add(pair);
      for (const one of pair) one.on("error", () => undefined);
      from.pipe(to).pipe(from);
      from.once("close", () => {
        this.#pairs.delete(pair);
        to.destroy();
      });
      if (this.#isFrozen) this.#hold(pair);
    });
  }

  async url(of: string): Promise<string> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    const url = new URL(of);
    url.port = String((this.server.address() as { port: number }).port);
    return url.href;
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const pair of this.#pairs) this.#hold(pair);
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const [from, to] of this.#pairs) from.pipe(to).pipe(from);
  }

  #hold([from, to]: readonly [Socket, Socket]): void {
    for (const one of [from, to]) one.unpipe().pause();
  }
}

describe.runIf(inject("databases").dialect === "postgres")("a server that is frozen", () => {
  let opened: TestDatabase;
  let db: Database;
  let before: Before;
  beforeAll(async () => {
    opened = await openTestDatabase();
    before = new Before(opened.url as string);
    const url = await before.url(opened.url as string);
    db = await openDatabase({ url, file: "", poolSize: 2, connectionPatience: 300_000 });
  });
  afterAll(async () => {
    await db.close();
    before.server.close();
    await opened.drop();
  });

  const read = () => sql`select 1`.execute(db.read);
  const write = () =>
    db.transact((tx) =>
      tx
        .insertInto("meta")
        .values({ key: `${Math.random()}`, value: "" })
        .execute(),
    );
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: unknown) => outage(error),
    );

  test("is told of to all who wait, for a connection too, and answers again by itself", async () => {
    await Promise.all([read(), write()]);
    before.freeze();
    // More than there are connections.
    const frozen = performance.now();
    const waiting = [read, write, read, write, read, write, () => db.state()].map(
      async (work) => await outcome(Promise.resolve(work())),
    );
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(["unreachable"]));
    const told = performance.now();
    expect(await outcome(read())).toBe("unreachable");
    // Who comes later doesn't wait as long again.
    expect(performance.now() - told).toBeLessThan((told - frozen) / 2);
    before.thaw();
    await expect.poll(() => outcome(read())).toBe("done");
    expect(await outcome(write())).toBe("done");
  });

  test("and one that takes long for one answer is waited for", async () => {
    const long = sql`select pg_sleep(4)`.execute(db.read);
    expect(await outcome(long)).toBe("done");
    expect(await outcome(read())).toBe("done");
  });
});
