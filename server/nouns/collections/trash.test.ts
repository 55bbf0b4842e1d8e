import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { TRASH_MS } from "./queries.ts";

const world = useWorld();
let admin: Person;
let creator: Person;
let reader: Person;
let stranger: Person;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  creator = await world().addPerson("carl", "create");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
});

interface Thing {
  readonly id: string;
}

const list = () => `/orgs/${world().organization}/collections`;
const at = ({ id }: Thing) => `/collections/${id}`;
const make = async (body: object = {}, as = creator): Promise<Thing> =>
  (await world().post(list(), body, as)).body;
const makeSpace = async (body: object, as = creator): Promise<Thing> =>
  (await world().post(`/orgs/${world().organization}/spaces`, body, as)).body;
const ids = async (path: string, as = creator): Promise<string[]> =>
  (await world().get(path, as)).body.items.map(({ id }: Thing) => id);
const parentOf = async ({ id }: Thing) => (await world().get(`/spaces/${id}`, admin)).body.parent;
const restore = (thing: Thing, as = creator) => world().post(`${at(thing)}/restore`, undefined, as);

test("a restored collection lies where it did, with what is still where its end had put it, in its order", async () => {
  const outer = await make();
  const gone = await make({ title: "Gone", parent: outer.id });
  const [a, b, moved] = [
    await makeSpace({ parent: gone.id }),
    await makeSpace({ parent: gone.id }),
    await makeSpace({ parent: gone.id }),
  ];
  const inner = await make({ parent: gone.id });
  await world().delete(at(gone), creator);
  await world().post(`/spaces/${moved.id}/move`, { parent: null }, creator);
  expect(await ids(`${list()}?deleted=true`)).toContain(gone.id);
  expect(await ids(`${list()}?deleted=true`, reader)).not.toContain(gone.id);
  expect(await ids(`${list()}?limit=1000`)).not.toContain(gone.id);
  const refused = await world().post(`/orgs/${world().organization}/spaces`, { parent: gone.id }, creator);
  expect(refused.status).toBe(400);
  expect((await world().patch(at(gone), { title: "x" }, creator)).status).toBe(404);
  const { status, body } = await restore(gone);
  expect([status, body.title, body.parent, body.deletedAt]).toEqual([200, "Gone", outer.id, undefined]);
  expect(await ids(`${at(gone)}/spaces`)).toEqual([a.id, b.id]);
  expect((await world().get(at(inner), creator)).body.parent).toBe(gone.id);
  expect(await parentOf(moved)).toBeUndefined();
  expect((await restore(gone)).status).toBe(409);
});

test("it takes back only what the one who restores it may administrate, and widens nobody's access", async () => {
  const gone = await make();
  const space = await makeSpace({ parent: gone.id }, admin);
  const hidden = await makeSpace({ parent: gone.id }, admin);
  await world().delete(at(gone), creator);
  await world().patch(`/spaces/${hidden.id}`, { defaultLevel: null }, admin);
  expect((await restore(gone)).status).toBe(200);
  expect(await parentOf(space)).toBe(gone.id);
  expect(await parentOf(hidden)).toBeUndefined();
  expect((await world().get(`/spaces/${hidden.id}`, reader)).status).toBe(404);
});

test("what inherited inherits again, so that who loses the collection loses what lies in it too", async () => {
  const gone = await make({}, admin);
  await world().patch(at(gone), { defaultLevel: null }, admin);
  await world().post(`${at(gone)}/permissions`, { users: [reader.id], role: "edit" }, admin);
  const [space, changed] = [
    await makeSpace({ parent: gone.id }, admin),
    await makeSpace({ parent: gone.id }, admin),
  ];
  const inner = await make({ parent: gone.id }, admin);
  const statuses = async () => [
    (await world().get(`/spaces/${space.id}`, reader)).status,
    (await world().get(at(inner), reader)).status,
    (await world().get(`/spaces/${changed.id}`, reader)).status,
  ];
  expect(await statuses()).toEqual([200, 200, 200]);
  await world().delete(at(gone), admin);
  expect(await statuses()).toEqual([200, 200, 200]);
  // What somebody decides meanwhile holds.
  await world().delete(`/spaces/${changed.id}/permissions/users/${reader.id}`, admin);
  expect((await restore(gone, admin)).status).toBe(200);
  expect(await statuses()).toEqual([200, 200, 404]);
  expect((await world().get(`/spaces/${space.id}`, creator)).status).toBe(404);
  await world().delete(`${at(gone)}/permissions/users/${reader.id}`, admin);
  expect(await statuses()).toEqual([404, 404, 404]);
});

test("a collection that nobody else sees stays hidden in the trash and after it", async () => {
  const gone = await make({}, admin);
  await world().patch(at(gone), { defaultLevel: null }, admin);
  await world().delete(at(gone), admin);
  expect(await ids(`${list()}?deleted=true`)).not.toContain(gone.id);
  expect((await restore(gone)).status).toBe(404);
  expect((await restore(gone, admin)).status).toBe(200);
  expect((await world().get(at(gone), creator)).status).toBe(404);
});

test("restoring and deleting for good take the right, and something in the trash", async () => {
  const collection = await make();
  for (const verb of ["restore", "purge"]) {
    const path = `${at(collection)}/${verb}`;
    expect((await world().post(path, undefined)).status).toBe(401);
    expect((await world().post(path, undefined, reader)).status).toBe(403);
    expect((await world().post(path, undefined, stranger)).status).toBe(404);
    expect((await world().post(path, undefined, creator)).status).toBe(409);
  }
  await world().delete(at(collection), creator);
  expect((await world().post(`${at(collection)}/purge`, undefined, reader)).status).toBe(404);
  expect((await world().post(`${at(collection)}/purge`, undefined, creator)).status).toBe(205);
  const purged = world()
    .deps.db.read.selectFrom("audit")
    .select("source")
    .where("action", "=", "collection.purge")
    .where("target_id", "=", collection.id);
  expect(await purged.execute()).toEqual([{ source: "api" }]);
  expect((await restore(collection)).status).toBe(404);
});

test("the job removes it after seven days and not before", async () => {
  const [gone, back] = [await make(), await make()];
  for (const each of [gone, back]) await world().delete(at(each), creator);
  await restore(back);
  const left = async () => {
    const { read } = world().deps.db;
    const rows = await read
      .selectFrom("collections")
      .select("id")
      .where("id", "in", [gone.id, back.id])
      .execute();
    const addresses = await read.selectFrom("addresses").select("id").where("id", "=", gone.id).execute();
    return [rows.map(({ id }) => id).toSorted(), addresses.length];
  };
  world().ahead += TRASH_MS - 60_000;
  await world().runJobs();
  expect(await left()).toEqual([[gone.id, back.id].toSorted(), 1]);
  world().ahead += 61_000;
  expect((await restore(gone)).status).toBe(404);
  await world().runJobs();
  expect(await left()).toEqual([[back.id], 0]);
  world().ahead = 0;
});
