import { sql } from "kysely";
import { afterAll, describe, expect, inject, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import { useWorld } from "../test/harness.ts";
import { Limits } from "../turns/limits.ts";
import { openNeighbours } from "./neighbours.ts";

const world = useWorld();

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
      const neighbours = openNeighbours(database.url as string);
      opened.push(() => neighbours.close(), limits.share(neighbours, name));
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
      await expect.poll(refusal, { interval: 1000, timeout: 55_000 }).toBe(429);
      expect(asked).toBeLessThan(18);
    };
    await spend((await world().addPerson("ada", "admin")).token);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and query like 'listen%'`.execute(database.db.read);
    await spend((await world().addPerson("bob", "admin")).token);
  });
});
