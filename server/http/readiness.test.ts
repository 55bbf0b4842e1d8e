import { expect, test } from "vitest";
import { Handle } from "../db/handle.ts";
import { ReadBy } from "../db/readBy.ts";
import type { Deps } from "../deps.ts";
import { useWorld } from "../test/harness.ts";

const world = useWorld();

test("a process is not ready for a database that a newer version has migrated", async () => {
  const ready = async () => (await world().app.inject({ url: "/readyz" })).json();
  expect(await ready()).toEqual({ status: "ok", failing: {} });
  await world().deps.db.transact((tx) =>
    tx.insertInto("migrations").values({ name: "999-later", applied_at: 0 }).execute(),
  );
  // An answer is given again for a second.
  expect(await ready()).toEqual({ status: "ok", failing: {} });
  world().ahead += 1000;
  expect(await ready()).toEqual({
    status: "unavailable",
    failing: { migrations: "are not those of this version" },
  });
});

/** A database whose answers are waited for no longer than in production. */
class Hurried extends ReadBy {
  override get lookEvery(): undefined {
    return undefined;
  }
}

test("a process whose database gives no answer says so instead of waiting for it", async () => {
  const never = () => new Promise<never>(() => undefined);
  const { deps } = world();
  // The database is asked by a handle whose connection says nothing.
  const read = new Handle({
    dialect: deps.db.dialect,
    row: never,
    rows: never,
    change: never,
    execute: never,
  });
  expect(await readiness({ db: new Hurried(deps.db, read) })).toEqual([503, { database: "does not answer" }]);
});

test("nor does it wait for a store of files that gives none", async () => {
  const { deps } = world();
  const blobs = Object.assign(Object.create(deps.blobs), {
    check: () => new Promise<never>(() => undefined),
  }) as Deps["blobs"];
  const silent = { db: new Hurried(deps.db, deps.db.read), blobs };
  expect(await readiness(silent)).toEqual([503, expect.objectContaining({ blobs: "does not answer" })]);
});

async function readiness(silent: Partial<Deps>): Promise<[number, unknown]> {
  const app = world().openApp(silent);
  const answer = await app.inject({ url: "/readyz" });
  await app.close();
  return [answer.statusCode, answer.json().failing];
}
