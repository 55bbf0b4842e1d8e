import { sql } from "kysely";
import { afterAll, describe, expect, inject, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import { useWorld } from "../test/harness.ts";
import { Limits } from "../turns/limits.ts";
import { NEIGHBOURS, openNeighbours, processesOn } from "./neighbours.ts";

const world = useWorld();
const signing = {
  sign: (text: string) => `signed-${text.length}`,
  verify: (text: string, signature: string) => signature === `signed-${text.length}`,
};

describe.runIf(inject("databases").dialect === "postgres")("two processes on one database", () => {
  const opened: (() => unknown)[] = [];
  afterAll(async () => {
    for (const close of opened.toReversed()) await close();
  });

  test("count a caller's points together, and again after their connections were ended", async () => {
    const database = await openTestDatabase();
    opened.push(() => database.drop());
    world().stopClock();
    const processes = ["a", "b"].map((name) => {
      const limits = new Limits();
      const neighbours = openNeighbours(database.url as string, signing, "all");
      opened.push(
        () => neighbours.close(),
        limits.share(neighbours, name, () => world().deps.clock.now()),
      );
      const app = world().openApp({ limits }, { rateLimit: 20 });
      opened.push(() => app.close());
      return app;
    });
    const ask = async (at: number, token: string): Promise<number> =>
      (await processes[at]!.inject({ url: "/v1/user", headers: { authorization: `Bearer ${token}` } }))
        .statusCode;
    const spend = async (token: string) => {
      for (let call = 0; call < 19; call++) expect(await ask(0, token)).toBe(200);
      // By itself it would refuse the twenty-first.
      let asked = 0;
      const refusal = () => (asked++, ask(1, token));
      await expect.poll(refusal, { interval: 1000 }).toBe(429);
      expect(asked).toBeLessThan(18);
    };
    await spend((await world().addPerson("ada", "admin")).token);
    // What others say on the channel is heard by all, and heeded by none.
    await sql`select pg_notify('lectern', ''), pg_notify('lectern', 'x null')`.execute(database.db.read);
    expect(await processesOn(database.db.read)).toBe(2);
    const ended = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like ${`${NEIGHBOURS} %`} and datname = current_database()`.execute(
      database.db.read,
    );
    expect(ended.rows).toHaveLength(2);
    await spend((await world().addPerson("bob", "admin")).token);
  });

  test("are counted by what they answer: who runs jobs alone has nothing to turn to", async () => {
    const database = await openTestDatabase();
    opened.push(() => database.drop());
    const count = () => processesOn(database.db.read);
    for (const [role, counted] of [
      ["jobs", 0],
      ["api", 1],
      ["sites", 1],
      ["all", 2],
      ["jobs", 2],
      ["sites", 3],
    ] as const) {
      const neighbours = openNeighbours(database.url as string, signing, role);
      opened.push(() => neighbours.close());
      await expect.poll(count).toBe(counted);
    }
  });
});
