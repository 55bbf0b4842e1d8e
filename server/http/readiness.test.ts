import { expect, test } from "vitest";
import { useWorld } from "../test/harness.ts";

const world = useWorld();

test("a process is not ready for a database that a newer version has migrated", async () => {
  const ready = async () => (await world().app.inject({ url: "/readyz" })).json();
  expect(await ready()).toEqual({ status: "ok", failing: {} });
  await world().deps.db.transact((tx) =>
    tx.insertInto("migrations").values({ name: "999-later", applied_at: 0 }).execute(),
  );
  expect(await ready()).toEqual({
    status: "unavailable",
    failing: { migrations: "are not those of this version" },
  });
});
