/** What is known is never behind, whoever has written, in whatever order transactions begin, write and end. */
import { openDatabase } from "../db/open.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../test/databases.ts";
import { openKnown } from "./believed.ts";
import { Commits, SNAPSHOT } from "../db/commits.ts";
import { type Database, type Params, prepared, type Write } from "../db/database.ts";

let opened: TestDatabase;
let db: Database;
/** On PostgreSQL another server of the same database; SQLite has one process. */
let other: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.db;
  other =
    db.dialect === "postgres" ? await openDatabase({ url: opened.url, file: "", poolSize: 3 }) : opened.db;
});
afterAll(async () => {
  if (other !== db) await other.close();
  await opened.drop();
});

const byKey = prepared((read, p: Params<{ key: string }>) =>
  read.selectFrom("meta").select("value").where("key", "=", p("key")),
);

async function write(tx: Write, key: string, value: string): Promise<void> {
  await tx
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** A reader that counts how often it asks the database; nothing ends by the clock. */
function reader(on: Pick<Database, "state"> = db) {
  const known = openKnown<string>(on, "spaces", { bytesOf: 10, now: () => 0 });
  const asked = { times: 0 };
  const read = (key: string) =>
    known.read(key, async () => {
      asked.times++;
      return (await byKey.first(db.read, { key }))?.value;
    });
  return { asked, read };
}

/** Never gives up keeping, however often the snapshot changes. */
const persistent: Pick<Database, "state"> = {
  state: async () => {
    const { rows } = await sql<{ snapshot: string }>`${sql.raw(SNAPSHOT)}`.execute(db.read as never);
    return rows[0]?.snapshot ?? "";
  },
};

describe("what is known", () => {
  test("is read once while nobody commits", async () => {
    await db.transact((tx) => write(tx, "quiet", "1"));
    const { asked, read } = reader();
    await read("quiet");
    // Other tests write to the same server: that it is once in a while not read again has to be waited for.
    const again = async () => {
      const before = asked.times;
      expect(await read("quiet")).toBe("1");
      return asked.times - before;
    };
    await expect.poll(again, { timeout: 60_000, interval: 1 }).toBe(0);
  });

  test("is read again after each commit of this process and of another", async () => {
    const { read } = reader();
    for (let at = 0; at < 10; at++) {
      await (at % 2 === 0 ? db : other).transact((tx) => write(tx, "turn", String(at)));
      expect(await read("turn")).toBe(String(at));
      expect(await read("turn")).toBe(String(at));
    }
  });

  test("is read once for all who ask together, and anew by who asks in another state", async () => {
    const at = { state: 1, reads: 0 };
    const known = openKnown<string>({ state: async () => String(at.state) }, "spaces", { bytesOf: 10 });
    const read = () => known.read("many", async () => String(++at.reads));
    expect(await Promise.all([read(), read(), read()])).toEqual(["1", "1", "1"]);
    at.state++;
    expect([await read(), await read()]).toEqual(["2", "2"]);
  });

  test("is not kept where there is no state that it could be kept under", async () => {
    let reads = 0;
    const known = openKnown<string>({ state: async () => undefined }, "spaces", { bytesOf: 10 });
    const read = () => known.read("restless", async () => String(++reads));
    expect([await read(), await read()]).toEqual(["1", "2"]);
  });

  test("is what is committed when it is asked for, though an earlier reading is under way", async () => {
    await db.transact((tx) => write(tx, "early", "1"));
    const { read } = reader();
    const early = read("early");
    await other.transact((tx) => write(tx, "early", "2"));
    expect(await read("early")).toBe("2");
    expect(["1", "2"]).toContain(await early);
  });

  test("is not kept when it is not there", async () => {
    const { read } = reader();
    expect(await read("later")).toBeUndefined();
    await other.transact((tx) => write(tx, "later", "1"));
    expect(await read("later")).toBe("1");
  });
});

/** A transaction that goes on when it is told to. */
function gradual(on: Database) {
  let say: (step: (tx: Write) => Promise<unknown>) => void = () => undefined;
  let step = new Promise<(tx: Write) => Promise<unknown>>((resolve) => (say = resolve));
  let told: () => void = () => undefined;
  const work = async (tx: Write): Promise<void> => {
    for (;;) {
      const next = await step;
      step = new Promise((resolve) => (say = resolve));
      const outcome = await next(tx);
      told();
      if (outcome === "end") return;
    }
  };
  const ended = on.transact(work).catch((error: unknown) => {
    if (error !== UNDONE) throw error;
  });
  const go = (next: (tx: Write) => Promise<unknown>) =>
    new Promise<void>((resolve) => {
      told = resolve;
      say(next);
    });
  return {
    write: (key: string, value: string) => go((tx) => write(tx, key, value)),
    commit: async () => {
      await go(async () => "end");
      await ended;
    },
    undo: async () => {
      say(() => Promise.reject(UNDONE));
      await ended;
    },
  };
}
const UNDONE = new Error("undone");

const KEYS = ["a", "b"] as const;
type Step =
  | { readonly do: "write"; readonly by: number; readonly key: string }
  | { readonly do: "commit" | "undo"; readonly by: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("write" as const), by: fc.nat(2), key: fc.constantFrom(...KEYS) }),
    fc.record({ do: fc.constantFrom("commit" as const, "commit" as const, "undo" as const), by: fc.nat(2) }),
  ),
  { minLength: 6, maxLength: 16 },
);

/**
 * Three writers, one of them in this process, whose transactions lie across each other, and a reader who looks at
 * everything after each step. Each key has one writer at a time, so that none waits for a lock.
 */
class Interleaving {
  readonly #prefix: string;
  readonly #read: (key: string) => Promise<string | undefined>;
  readonly #committed = new Map<string, string>();
  readonly #open = new Map<
    number,
    { readonly running: ReturnType<typeof gradual>; readonly written: Map<string, string> }
  >();
  #values = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#read = reader(persistent).read;
  }

  async run(taken: readonly Step[]): Promise<void> {
    // Only what is there can be known.
    for (const key of KEYS) await this.#write(0, key);
    await this.#end(0, "commit");
    await this.#look();
    try {
      for (const step of taken) {
        if (step.do === "write") await this.#write(step.by, step.key);
        else await this.#end(step.by, step.do);
        await this.#look();
      }
    } finally {
      for (const by of this.#open.keys()) await this.#end(by, "commit");
    }
    await this.#look();
  }

  async #look(): Promise<void> {
    for (const key of KEYS) expect(await this.#read(this.#prefix + key)).toBe(this.#committed.get(key));
  }

  async #write(by: number, key: string): Promise<void> {
    const isHeld = [...this.#open].some(([writer, { written }]) => writer !== by && written.has(key));
    if (isHeld) return;
    const open = this.#open.get(by) ?? { running: gradual(by === 0 ? db : other), written: new Map() };
    this.#open.set(by, open);
    const value = String(++this.#values);
    await open.running.write(this.#prefix + key, value);
    open.written.set(key, value);
  }

  async #end(by: number, how: "commit" | "undo"): Promise<void> {
    const open = this.#open.get(by);
    if (open === undefined) return;
    this.#open.delete(by);
    await open.running[how]();
    if (how === "commit") for (const [key, value] of open.written) this.#committed.set(key, value);
  }
}

// On SQLite one waits for the end of the other.
describe.runIf(inject("databases").dialect === "postgres")(
  "under transactions that lie across each other",
  () => {
    test("one that began earlier and ends later is seen with its end", async () => {
      const end = (by: number): Step => ({ do: "commit", by });
      const start: Step[] = [
        { do: "write", by: 0, key: "a" },
        { do: "write", by: 1, key: "b" },
      ];
      await new Interleaving("across ").run([...start, end(0), end(1), ...start, end(1), end(0)]);
    });

    test("every read gives what is committed", async () => {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(steps, (taken) => new Interleaving(`run ${++runs} `).run(taken)),
        { numRuns: process.env["LECTERN_TEST_TIER"] === "full" ? 500 : 20, seed: 7 },
      );
    });
  },
);

describe("whoever asks for the state", () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test("shares the question with those who ask before it is sent, not with those after", async () => {
    let asked = 0;
    const commits = new Commits(() => Promise.resolve(String(++asked)));
    const [first, second] = [commits.state(), commits.state()];
    await turn();
    const third = commits.state();
    expect([await first, await second, await third]).toEqual(["1", "1", "2"]);
  });

  test("is spared it while it changes each time, and asks again when it has ended", async () => {
    const at = { asked: 0, state: 0 };
    const commits = new Commits(async () => {
      at.asked++;
      return String(at.state);
    });
    for (let asking = 0; asking < 100; asking++) {
      at.state++;
      await commits.state();
    }
    expect(at.asked).toBeLessThan(30);
    for (let asking = 0; asking < 16; asking++) await commits.state();
    const before = at.asked;
    for (let asking = 0; asking < 10; asking++) expect(await commits.state()).toBe(String(at.state));
    expect(at.asked - before).toBe(10);
  });

  test("hears of a failure, and the next one asks anew", async () => {
    let isAway = true;
    const commits = new Commits(() => (isAway ? Promise.reject(new Error("away")) : Promise.resolve("1")));
    await expect(commits.state()).rejects.toThrow("away");
    isAway = false;
    expect(await commits.state()).toBe("1");
  });
});
