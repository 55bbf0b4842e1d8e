import { expect, test } from "vitest";
import { useWorld } from "../test/harness.ts";
import { clockFindings } from "./surroundings.ts";

const world = useWorld();

test("a clock that is behind what was written last is a warning, on both databases", async () => {
  const { db, newId } = world().deps;
  const now = Date.now();
  const of = async (at: number) => (await clockFindings(db.read, at))[0];
  expect(await of(now)).toMatchObject({ about: "Time", state: "ok" });
  const row = {
    id: newId(),
    organization_id: null,
    occurred_at: now,
    action: "space.update",
    actor_type: "system",
    actor_id: "a",
    source: "job",
    target_type: "space",
    target_id: "b",
  } as const;
  await db.transact((tx) => tx.insertInto("audit").values(row).execute());
  expect(await of(now - 60_000)).toEqual({
    about: "Time",
    state: "warning",
    message:
      "This machine's clock is 60 seconds behind what was written last, so what expires stays for longer. Let it follow a time server.",
  });
  expect(await of(now + 60_000)).toMatchObject({ state: "ok" });
});
