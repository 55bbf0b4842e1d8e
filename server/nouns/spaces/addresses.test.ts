/** Whatever comes, goes or changes hands is found by its id alone, and what is remembered of it never tells tales. */
import { beforeAll, expect, test } from "vitest";
import { openAddressBook } from "../../access/addresses.ts";
import { readSpace } from "../../access/spaces.ts";
import type { SpaceKey } from "../../db/schema.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { statementsOf } from "../../test/statements.ts";
import { TRASH_MS } from "../collections/queries.ts";

const world = useWorld();
let both: Person;
let other: string;

beforeAll(async () => {
  both = await world().addPerson("ada", "admin");
  other = await world().addOrganization("Other", "other");
  await world().deps.db.transact((tx) =>
    tx
      .insertInto("members")
      .values({ organization_id: other, user_id: both.id, role: "admin", joined_at: 0 })
      .execute(),
  );
});

const make = async (kind: "spaces" | "collections", body: object = {}): Promise<{ id: string }> =>
  (await world().post(`/orgs/${world().organization}/${kind}`, body, both)).body;

/** What stands in `addresses`, and what should: both as sorted lines. */
async function compared(): Promise<[readonly string[], readonly string[]]> {
  const { read } = world().deps.db;
  const lines = (rows: readonly SpaceKey[]): string[] =>
    rows.map(({ organization_id, id }) => `${organization_id} ${id}`).toSorted();
  const [noted, ...there] = await Promise.all(
    (["addresses", "spaces", "collections"] as const).map((table) =>
      read.selectFrom(table).select(["organization_id", "id"]).execute(),
    ),
  );
  return [lines(noted ?? []), lines(there.flat())];
}

async function expectAllNoted(count: number): Promise<void> {
  const [noted, there] = await compared();
  expect(noted).toEqual(there);
  expect(noted).toHaveLength(count);
}

test("spaces and collections have one address each, from when they are made until they are gone", async () => {
  const shelf = await make("collections");
  const inner = await make("collections", { parent: shelf.id });
  const space = await make("spaces", { parent: inner.id });
  await expectAllNoted(3);
  expect((await world().post(`/spaces/${space.id}/duplicate`, undefined, both)).status).toBe(201);
  await expectAllNoted(4);
  const handed = await world().post(`/collections/${shelf.id}/transfer`, { organization: other }, both);
  expect(handed.status).toBe(200);
  await expectAllNoted(4);
  expect((await compared())[0].every((line) => line.startsWith(`${other} `))).toBe(true);
  await world().post(`/spaces/${space.id}/transfer`, { organization: world().organization }, both);
  await expectAllNoted(4);
  // In the trash they keep theirs.
  await world().delete(`/collections/${inner.id}`, both);
  await world().delete(`/spaces/${space.id}`, both);
  await expectAllNoted(4);
  world().ahead += TRASH_MS + 1;
  await world().runJobs();
  await expectAllNoted(2);
  world().ahead = 0;
});

test("a remembered address costs no statement, and one that is wrong is read anew", async () => {
  const { db } = world().deps;
  // As another process has it, which nobody tells of what this one does.
  const elsewhere = openAddressBook();
  const space = await make("spaces");
  const find = (id = space.id) => elsewhere.find(db.read, id, (key) => readSpace(db.read, key));
  const costs = async (id?: string): Promise<number> => statementsOf(db, () => find(id));
  expect([await costs(), await costs()]).toEqual([2, 1]);
  expect((await find())?.organization_id).toBe(world().organization);
  await world().post(`/spaces/${space.id}/transfer`, { organization: other }, both);
  expect((await find())?.organization_id).toBe(other);
  expect(await costs()).toBe(1);
  await db.transact(async (tx) => {
    await tx.deleteFrom("spaces").where("organization_id", "=", other).where("id", "=", space.id).execute();
    await tx.deleteFrom("addresses").where("id", "=", space.id).execute();
  });
  expect(await find()).toBeUndefined();
  expect([await costs(), await costs("nothing")]).toEqual([1, 1]);
});

test("a space is found while it is handed over between the reading of its address and of itself", async () => {
  const { db } = world().deps;
  const space = await make("spaces");
  const elsewhere = openAddressBook();
  let reads = 0;
  const found = await elsewhere.find(db.read, space.id, async (key) => {
    if (++reads === 1) await world().post(`/spaces/${space.id}/transfer`, { organization: other }, both);
    return readSpace(db.read, key);
  });
  expect([found?.organization_id, reads]).toEqual([other, 2]);
});
