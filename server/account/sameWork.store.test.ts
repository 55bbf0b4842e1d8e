/** What a sign-in that fails tells: to nobody whether the address exists, to an organization that somebody tried. */
import { beforeAll, describe, expect, test } from "vitest";
import { hashing } from "../nouns/sessions/passwords.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { statementsOf } from "../test/statements.ts";
import { givePassword, usePages } from "./pages.fixture.ts";

const world = useWorld();
const pages = usePages(world);
const PASSWORD = "four words of my own";
let ada: Person;
let other = "";

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  await givePassword(world(), ada, PASSWORD);
  await world().addPerson("nopass", "read");
  const dora = await world().addPerson("dora", "read");
  await givePassword(world(), dora, PASSWORD);
  const disabled_at = world().deps.clock.now();
  await world().deps.db.transact(async (tx) => {
    await tx.updateTable("users").set({ disabled_at }).where("id", "=", dora.id).execute();
  });
  other = await world().addOrganization("Other", "other");
});

const signIn = (name: string, password = "a wrong password", visitor = pages.visitor()) =>
  visitor.post("/sign-in", { email: `${name}@example.com`, password });

describe("a sign-in that fails", () => {
  test("takes the same work whoever the address belongs to", async () => {
    // The first of all prepares what nobody's password is compared with.
    await signIn("first");
    const work: Record<string, unknown> = {};
    for (const name of ["ada", "nobody", "nopass", "dora"]) {
      const before = hashing().begun;
      let status = 0;
      const statements = await statementsOf(world().deps.db, async () => {
        ({ status } = await signIn(name));
      });
      work[name] = { status, statements, hashes: hashing().begun - before };
    }
    const same = { status: 403, statements: expect.any(Number), hashes: 1 };
    expect(work).toEqual({ ada: same, nobody: work["ada"], nopass: work["ada"], dora: work["ada"] });
  });

  test("is in the trail of the user's organizations, and says no address that was typed", async () => {
    const owner = await world().addPerson("olga", "admin", other);
    const mine = `/orgs/${world().organization}/audit-events?action=user.sign-in-failed&target=${ada.id}`;
    const before = (await world().get(mine, ada)).body.count;
    await signIn("ada", "a wrong password", pages.visitor("192.0.2.10"));
    await signIn("hunter2-typed-in-the-wrong-field");
    const { body } = await world().get(mine, ada);
    expect(body.count).toBe(before + 1);
    expect(body.items[0]).toMatchObject({
      actor: { type: "system", id: "ui" },
      ip: "192.0.2.10",
      target: { type: "user", id: ada.id },
      after: { method: "password" },
    });
    expect((await world().get(`/orgs/${other}/audit-events`, owner)).body.count).toBe(0);
    const rows = await world().deps.db.read.selectFrom("audit").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("hunter2");
  });
});

test("a crowd at the door is answered, two hashes at a time, while others are served", async () => {
  const crowd = Array.from({ length: 30 }, (_, at) => signIn(`crowd${at}`));
  const others = Array.from({ length: 10 }, () => world().get("/user", ada));
  const statuses = (await Promise.all(crowd)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 403 && status !== 503)).toEqual([]);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200));
  expect(hashing()).toMatchObject({ underway: 0, waiting: 0, most: 2 });
});
