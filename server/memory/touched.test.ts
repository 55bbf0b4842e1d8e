/** A write voids what it touches, and nothing else of what is believed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Params, prepared, type Write } from "../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../test/databases.ts";
import { openBelieved } from "./believed.ts";
import { openRelied } from "./relied.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  for (const id of ["o1", "o2"])
    await write((tx) =>
      tx
        .insertInto("organizations")
        .values({ id, title: id, hostname: id, type: "business", plan: "free", created_at: 0 }),
    );
  await write((tx) =>
    tx
      .insertInto("users")
      .values({ id: "u", email: "u@example.com", email_folded: "u", display_name: "U", created_at: 0 }),
  );
  for (const organization_id of ["o1", "o2"])
    await write((tx) =>
      tx.insertInto("members").values({ organization_id, user_id: "u", role: "read", joined_at: 0 }),
    );
});
afterAll(() => opened.drop());

const write = (query: (tx: Write) => { execute(): Promise<unknown> }) =>
  opened.db.transact((tx) => query(tx).execute());
const rolesIn = prepared((read, p: Params<{ organization: string }>) =>
  read
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organization_id")
    .select(["members.role", "organizations.title"])
    .where("members.organization_id", "=", p("organization")),
);
const setRole = (organization: string, role: "read" | "edit" | "create") =>
  write((tx) =>
    tx
      .updateTable("members")
      .set({ role })
      .where("organization_id", "=", organization)
      .where("user_id", "=", "u"),
  );
/** Beliefs that no clock ends, and how often they were read. */
function believing() {
  const asked = { times: 0 };
  const believed = openBelieved<readonly unknown[]>(opened.db, "members", { bytesOf: 100, now: () => 0 });
  const read = (organization: string) =>
    believed.read(organization, (on) => {
      asked.times++;
      return rolesIn.all(on, { organization });
    });
  return { asked, believed, read };
}

test("what another organization writes, or is written elsewhere, voids nothing", async () => {
  const { asked, believed, read } = believing();
  await read("o1");
  await setRole("o2", "edit");
  await write((tx) => tx.insertInto("meta").values({ key: "touched", value: "1" }));
  await write((tx) => tx.updateTable("organizations").set({ title: "Two" }).where("id", "=", "o2"));
  expect(believed.get("o1")).toBeDefined();
  await read("o1");
  expect(asked.times).toBe(1);
});

test("what its own writes voids it at once, by each of its tables, also what names no organization", async () => {
  const { believed, read } = believing();
  const changes: ((at: number) => Promise<unknown>)[] = [
    () => setRole("o1", "create"),
    () => write((tx) => tx.updateTable("organizations").set({ title: "One" }).where("id", "=", "o1")),
    () => write((tx) => tx.updateTable("members").set({ role: "edit" }).where("user_id", "=", "u")),
    () => write((tx) => tx.deleteFrom("users").where("id", "=", "nobody")),
  ];
  for (const [at, change] of changes.entries()) {
    await read("o1");
    expect([at, believed.get("o1") !== undefined]).toEqual([at, true]);
    await change(at);
    expect([at, believed.get("o1")]).toEqual([at, undefined]);
  }
  expect(await read("o1")).toEqual([{ role: "edit", title: "One" }]);
});

test("what isn't read by the handle is voided by every write", async () => {
  const believed = openBelieved<readonly unknown[]>(opened.db, "members", { bytesOf: 100, now: () => 0 });
  await believed.read("o1", () => rolesIn.all(opened.db.read, { organization: "o1" }));
  await setRole("o2", "read");
  expect(believed.get("o1")).toBeUndefined();
});

test("a transaction that is undone voids nothing", async () => {
  const { believed, read } = believing();
  await read("o1");
  const undone = new Error("undone");
  const work = async (tx: Write) => {
    await tx.updateTable("members").set({ role: "read" }).where("organization_id", "=", "o1").execute();
    throw undone;
  };
  await expect(opened.db.transact(work)).rejects.toBe(undone);
  expect(believed.get("o1")).toBeDefined();
});

test("what is made of other beliefs goes with them, and is made of nothing older than a second", async () => {
  const at = { now: 0 };
  const inner = openBelieved<readonly unknown[]>(opened.db, "members", { bytesOf: 100, now: () => at.now });
  const outer = openRelied<object>(opened.db, "sites", { bytesOf: 100, now: () => at.now });
  const readInner = (into?: Parameters<typeof inner.read>[2]) =>
    inner.read("o1", (on) => rolesIn.all(on, { organization: "o1" }), into);
  const read = () =>
    outer.read("o1", async (reliance) => ({ roles: await reliance.onKept((touches) => readInner(touches)) }));
  await readInner();
  at.now = 600;
  const first = await read();
  await setRole("o2", "edit");
  expect(outer.get("o1")).toBe(first);
  at.now = 1000;
  expect(outer.get("o1")).toBeUndefined();
  expect(await read()).toBe(first);
  await setRole("o1", "read");
  expect(outer.get("o1")).toBeUndefined();
  expect(await read()).toEqual({ roles: [{ role: "read", title: "One" }] });
});
