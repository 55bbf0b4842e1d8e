import { setImmediate } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { TRASH_MS } from "../collections/queries.ts";

const FULL = process.env["LECTERN_TEST_TIER"] === "full";

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

const list = () => `/orgs/${world().organization}/spaces`;
const make = async (body: object = {}, as = creator) => (await world().post(list(), body, as)).body;
const makeCollection = async (body: object = {}, as = creator) =>
  (await world().post(`/orgs/${world().organization}/collections`, body, as)).body;
const at = (space: { id: string }) => `/spaces/${space.id}`;
const write = (space: { id: string }, title: string, as = creator) =>
  world().post(
    `${at(space)}/content`,
    { changes: [{ operation: "insert_page", document: { markdown: `# ${title}\n\nText.\n` } }] },
    as,
  );
const titles = async (space: { id: string }, as = creator) =>
  (await world().get(`${at(space)}/content/pages`, as)).body.pages.map(
    ({ title }: { title: string }) => title,
  );

describe("deleteSpaceById", () => {
  test("takes it out of lists at once; who may restore it still sees it, for seven days", async () => {
    const space = await make({ title: "Gone" });
    expect((await world().delete(at(space), creator)).status).toBe(205);
    const { body } = await world().get(at(space), creator);
    expect(Date.parse(body.deletedAt)).toBeGreaterThan(0);
    expect((await world().get(at(space), reader)).status).toBe(404);
    const has = async (path: string, as: Person) =>
      (await world().get(path, as)).body.items.some(({ id }: { id: string }) => id === space.id);
    expect(await has(`${list()}?limit=1000`, creator)).toBe(false);
    expect(await has(`${list()}?deleted=true`, creator)).toBe(true);
    expect(await has(`${list()}?deleted=true`, reader)).toBe(false);
    for (const [method, path] of [
      ["DELETE", at(space)],
      ["PATCH", at(space)],
      ["POST", `${at(space)}/duplicate`],
      ["GET", `${at(space)}/content/pages`],
    ] as const) {
      const body = method === "PATCH" ? { body: { title: "x" } } : {};
      expect((await world().call(method, path, { as: creator, ...body })).status).toBe(404);
    }
    world().ahead += TRASH_MS;
    expect((await world().get(at(space), creator)).status).toBe(404);
    expect(await has(`${list()}?deleted=true`, creator)).toBe(false);
    expect((await world().post(`${at(space)}/restore`, undefined, creator)).status).toBe(404);
    world().ahead = 0;
  });

  test("takes it out of its sites at once, and a restored one is back", async () => {
    const space = await make({ title: "Shown" });
    await write(space, "Welcome");
    const site = (
      await world().post(
        `/orgs/${world().organization}/sites`,
        { title: "Trashed", spaces: [space.id] },
        creator,
      )
    ).body;
    const published = await world().post(
      `/orgs/${world().organization}/sites/${site.id}/publish`,
      undefined,
      creator,
    );
    expect(published.status).toBe(200);
    expect((await world().get(at(space), creator)).body.visibility).toBe("public");
    const shown = async () => (await world().visit("/acme/trashed/")).text.includes("Welcome");
    expect(await shown()).toBe(true);
    await world().delete(at(space), creator);
    expect(await shown()).toBe(false);
    await world().post(`${at(space)}/restore`, undefined, creator);
    expect(await shown()).toBe(true);
  });

  test("needs the right, and asks for a token", async () => {
    const space = await make();
    expect((await world().delete(at(space))).status).toBe(401);
    expect((await world().delete(at(space), reader)).status).toBe(403);
    expect((await world().delete(at(space), stranger)).status).toBe(404);
    expect((await world().delete(at(space), creator)).status).toBe(205);
    expect((await world().delete(at(space), creator)).status).toBe(404);
  });
});

describe("restoreSpace", () => {
  test("brings it back to where it was, as it was", async () => {
    const collection = await makeCollection();
    const space = await make({ parent: collection.id });
    await write(space, "Kept");
    await world().delete(at(space), creator);
    const { status, body } = await world().post(`${at(space)}/restore`, undefined, creator);
    expect([status, body.parent, body.deletedAt]).toEqual([200, collection.id, undefined]);
    expect(await titles(space)).toEqual(["Kept"]);
  });

  test("goes where its collection went, and has no more access than before", async () => {
    const collection = await makeCollection({}, admin);
    const space = await make({ parent: collection.id });
    await world().delete(at(space), creator);
    await world().patch(`/collections/${collection.id}`, { defaultLevel: null }, admin);
    await world().delete(`/collections/${collection.id}`, admin);
    expect((await world().post(`${at(space)}/restore`, undefined, creator)).status).toBe(404);
    const { body } = await world().post(`${at(space)}/restore`, undefined, admin);
    expect(body).not.toHaveProperty("parent");
    expect((await world().get(at(space), reader)).status).toBe(404);
  });

  test("until the last millisecond of the seventh day, and only what is deleted", async () => {
    const space = await make();
    expect((await world().post(`${at(space)}/restore`, undefined, creator)).status).toBe(409);
    await world().delete(at(space), creator);
    const { deletedAt } = (await world().get(at(space), creator)).body;
    const left = Date.parse(deletedAt) + TRASH_MS - Date.now();
    world().ahead = left - 60_000;
    expect((await world().post(`${at(space)}/restore`, undefined, reader)).status).toBe(404);
    expect((await world().post(`${at(space)}/restore`, undefined)).status).toBe(401);
    expect((await world().post(`${at(space)}/restore`, undefined, creator)).status).toBe(200);
    expect((await world().post(`${at(space)}/restore`, undefined, creator)).status).toBe(409);
    world().ahead = 0;
  });
});

describe("purging", () => {
  const rows = async (space: { id: string }) => {
    const { read } = world().deps.db;
    const spaces = await read.selectFrom("spaces").select("id").where("id", "=", space.id).execute();
    const left = await read.selectFrom("revisions").select("id").where("space_id", "=", space.id).execute();
    const told = await read
      .selectFrom("page_revisions")
      .select("page_id")
      .where("space_id", "=", space.id)
      .execute();
    const grants = await read
      .selectFrom("grants")
      .select("role")
      .where("content_id", "=", space.id)
      .execute();
    return [spaces.length, left.length + told.length > 0, grants.length];
  };

  test("removes it after seven days and not before", async () => {
    const space = await make();
    await write(space, "Page");
    const file = { role: "page" as const, path: "page.md", object_id: "page", spelling: "{}" };
    const entry = { organization_id: world().organization, space_id: space.id, ...file };
    await world().deps.db.transact((tx) => tx.insertInto("source_entries").values(entry).execute());
    await world().delete(at(space), creator);
    world().ahead += TRASH_MS - 60_000;
    await world().runJobs();
    expect((await rows(space)).slice(0, 2)).toEqual([1, true]);
    world().ahead += 61_000;
    await world().runJobs();
    expect(await rows(space)).toEqual([0, false, 0]);
    const audit = await world()
      .deps.db.read.selectFrom("audit")
      .select("source")
      .where("action", "=", "space.purge")
      .where("target_id", "=", space.id)
      .execute();
    expect(audit).toEqual([{ source: "job" }]);
    world().ahead = 0;
  });

  test("is done at once when it is asked for, and takes the right and something in the trash", async () => {
    const space = await make();
    await write(space, "Page");
    const purge = (as?: Person) => world().post(`${at(space)}/purge`, undefined, as);
    expect([(await purge()).status, (await purge(reader)).status, (await purge(stranger)).status]).toEqual([
      401, 403, 404,
    ]);
    expect((await purge(creator)).status).toBe(409);
    await world().delete(at(space), creator);
    expect((await purge(reader)).status).toBe(404);
    expect((await purge(creator)).status).toBe(205);
    expect((await world().post(`${at(space)}/restore`, undefined, creator)).status).toBe(404);
    await world().runJobs();
    expect(await rows(space)).toEqual([0, false, 0]);
  });

  test("is done once, however many processes look for what is due", async () => {
    const spaces = [await make(), await make(), await make()];
    for (const space of spaces) await write(space, "Page");
    for (const space of spaces) await world().delete(at(space), creator);
    world().ahead += TRASH_MS + 1000;
    // Each is a runner of its own, as in a process of its own.
    await Promise.all([world().runJobs(), world().runJobs(), world().runJobs()]);
    for (const space of spaces) expect(await rows(space)).toEqual([0, false, 0]);
    const audit = await world()
      .deps.db.read.selectFrom("audit")
      .select("target_id")
      .where("action", "=", "space.purge")
      .where(
        "target_id",
        "in",
        spaces.map(({ id }) => id),
      )
      .execute();
    expect(audit.map(({ target_id }) => target_id).toSorted()).toEqual(spaces.map(({ id }) => id).toSorted());
    world().ahead = 0;
  });

  test("gives its sites another default", async () => {
    const [space, other] = [await make(), await make()];
    const site = { title: "Two of them", spaces: [space.id, other.id] };
    const { id } = (await world().post(`/orgs/${world().organization}/sites`, site, creator)).body;
    const variants = () =>
      world()
        .deps.db.read.selectFrom("site_spaces")
        .innerJoin("sites", "sites.default_site_space_id", "site_spaces.id")
        .select("space_id")
        .where("sites.id", "=", id)
        .execute();
    expect(await variants()).toEqual([{ space_id: space.id }]);
    await world().delete(at(space), creator);
    world().ahead += TRASH_MS + 1000;
    await world().runJobs();
    world().ahead = 0;
    expect(await variants()).toEqual([{ space_id: other.id }]);
  });

  test("leaves alone what was restored, and what was deleted anew later", async () => {
    const [restored, again] = [await make(), await make()];
    for (const space of [restored, again]) await world().delete(at(space), creator);
    world().ahead += TRASH_MS / 2;
    for (const space of [restored, again]) {
      await world().post(`${at(space)}/restore`, undefined, creator);
    }
    await world().delete(at(again), creator);
    world().ahead += TRASH_MS / 2 + 60_000;
    await world().runJobs();
    expect((await world().get(at(restored), creator)).body.deletedAt).toBeUndefined();
    expect((await world().get(at(again), creator)).status).toBe(200);
    world().ahead += TRASH_MS / 2;
    await world().runJobs();
    expect((await rows(again))[0]).toBe(0);
    expect((await rows(restored))[0]).toBe(1);
    world().ahead = 0;
  });

  test(
    "raced by restoring, a space is either gone or whole",
    async () => {
      for (let round = 0; round < (FULL ? 1000 : 8); round++) {
        const space = await make();
        await write(space, "Page");
        await world().delete(at(space), creator);
        // The job's clock is past the seven days while a late request still goes by the row it has read.
        const { deletedAt } = (await world().get(at(space), creator)).body;
        const restoring = world().post(`${at(space)}/restore`, undefined, creator);
        if (round % 2 === 1) await setImmediate();
        world().ahead = Date.parse(deletedAt) + TRASH_MS - Date.now() + 1000;
        const [answer] = await Promise.all([restoring, world().runJobs()]);
        world().ahead = 0;
        const [exists, revisions] = await rows(space);
        if (answer.status === 200) {
          expect([exists, await titles(space)]).toEqual([1, ["Page"]]);
        } else {
          expect([exists, revisions]).toEqual([0, false]);
        }
      }
    },
    FULL ? 1_800_000 : 60_000,
  );
});
