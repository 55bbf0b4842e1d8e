import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import { openIdentities } from "./identity.ts";

const world = useWorld();
let ada: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});

const lastUsed = async (id: string) =>
  (
    await world()
      .deps.db.read.selectFrom("tokens")
      .select("last_used_at")
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow()
  ).last_used_at;

describe("a token's last use", () => {
  test("is noted to the minute", async () => {
    expect(await lastUsed(ada.id)).toBeNull();
    await world().get("/user", ada);
    const first = await lastUsed(ada.id);
    expect(first).toBeGreaterThan(0);
    world().ahead = 30_000;
    await world().get("/user", ada);
    expect(await lastUsed(ada.id)).toBe(first);
    world().ahead = 0;
  });

  test("is not noted when the token has expired", async () => {
    const bob = await world().addPerson("bob", "read");
    await world().deps.db.transact(async (tx) => {
      await tx.updateTable("tokens").set({ expires_at: 1 }).where("user_id", "=", bob.id).execute();
    });
    expect((await world().get("/user", bob)).status).toBe(401);
    expect(await lastUsed(bob.id)).toBeNull();
  });

  test("that can't be noted keeps nobody from reading", async () => {
    const eve = await world().addPerson("eve", "read");
    const full = Object.assign(new Error("full"), { code: "SQLITE_FULL" });
    const { read, dialect, writes } = world().deps.db;
    const db = { ...world().deps.db, read, dialect, writes, transact: () => Promise.reject(full) };
    const identity = await openIdentities(db as never, world().deps.clock, {
      secrets: world().deps.secrets,
      readers: { identify: async () => undefined },
    }).identify(eve.token);
    expect(identity?.userId).toBe(eve.id);
  });
});
