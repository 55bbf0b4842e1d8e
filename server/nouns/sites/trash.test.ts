import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { TRASH_MS } from "../collections/queries.ts";
import { findSite } from "./site/queries.ts";
import { deleteSite } from "./trash.ts";

const world = useWorld();
let admin: Person;
let reader: Person;
let stranger: Person;
let space: string;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Words" }, admin);
  space = made.body.id;
  const page = { operation: "insert_page", document: { markdown: "# Welcome\n\nText.\n" } };
  await world().post(`/spaces/${space}/content`, { changes: [page] }, admin);
});

const sites = () => `/orgs/${world().organization}/sites`;
const at = (site: { id: string }) => `${sites()}/${site.id}`;
const make = async (body: object) =>
  (await world().post(sites(), { spaces: [space], ...body }, admin)).body as { id: string };
const trash = async (as = admin) =>
  (await world().get(`${sites()}?deleted=true`, as)).body.items as {
    id: string;
    hostname?: string;
    deletedAt: string;
  }[];
const shows = async (path: string) => (await world().visit(path)).text.includes("Welcome");

test("a deleted site is read by nobody, and comes back as it was, unpublished", async () => {
  const site = await make({ title: "Manual" });
  await world().post(`${at(site)}/publish`, undefined, admin);
  await world().post(
    `${at(site)}/redirects`,
    { source: "/old", destination: { kind: "external", url: "https://example.com/new" } },
    admin,
  );
  const link = (await world().post(`${at(site)}/share-links`, { name: "For friends" }, admin)).body;
  const look = (await world().get(`${at(site)}/customization`, admin)).body;
  await world().put(
    `${at(site)}/customization`,
    { ...look, themes: { ...look.themes, default: "dark" } },
    admin,
  );
  expect(await shows("/acme/manual/")).toBe(true);
  expect((await world().delete(at(site), admin)).status).toBe(205);
  expect(await shows("/acme/manual/")).toBe(false);
  for (const [method, path] of [
    ["GET", at(site)],
    ["DELETE", at(site)],
    ["POST", `${at(site)}/publish`],
    ["GET", `${at(site)}/share-links`],
    ["GET", `${at(site)}/published`],
  ] as const)
    expect((await world().call(method, path, { as: admin })).status, path).toBe(404);
  const listed = (await world().get(sites(), admin)).body.items as { id: string }[];
  expect(listed.some(({ id }) => id === site.id)).toBe(false);
  expect((await trash()).map(({ id }) => id)).toContain(site.id);
  expect((await trash(reader)).map(({ id }) => id)).not.toContain(site.id);

  const found = await world().get(`/orgs/${world().organization}/find?query=manual`, admin);
  expect(found.body.items).toEqual([]);
  const restored = await world().post(`${at(site)}/restore`, undefined, admin);
  expect([restored.status, restored.body.published, restored.body.deletedAt]).toEqual([
    200,
    false,
    undefined,
  ]);
  expect(await shows("/acme/manual/")).toBe(false);
  await world().post(`${at(site)}/publish`, undefined, admin);
  expect(await shows("/acme/manual/")).toBe(true);
  expect((await world().visit("/acme/manual/old")).headers["location"]).toBe("https://example.com/new");
  const { items } = (await world().get(`${at(site)}/share-links`, admin)).body;
  expect(items).toMatchObject([{ id: link.id, active: true }]);
  expect((await world().get(`${at(site)}/customization`, admin)).body.themes.default).toBe("dark");
  expect((await trash()).map(({ id }) => id)).not.toContain(site.id);
});

test("its name and its hostname are free meanwhile, and it takes back what is still free", async () => {
  const kept = await make({ title: "Kept" });
  const lost = await make({ title: "Lost" });
  await world().patch(at(kept), { hostname: "kept.example.org" }, admin);
  await world().patch(at(lost), { hostname: "lost.example.org" }, admin);
  for (const site of [kept, lost]) await world().delete(at(site), admin);
  expect((await trash()).find(({ id }) => id === kept.id)?.hostname).toBe("kept.example.org");
  const other = await make({ title: "Lost" });
  const taken = await world().patch(at(other), { hostname: "lost.example.org" }, admin);
  expect([taken.status, taken.body.basename]).toEqual([200, "lost"]);
  const [first, second] = [
    (await world().post(`${at(kept)}/restore`, undefined, admin)).body,
    (await world().post(`${at(lost)}/restore`, undefined, admin)).body,
  ];
  expect([first.basename, first.hostname]).toEqual(["kept", "kept.example.org"]);
  expect([second.basename, second.hostname]).toEqual(["lost-1", undefined]);
});

test("a hostname that is claimed while its site is being deleted is free as well", async () => {
  const site = await make({ title: "Hurried" });
  const { db, newId, clock } = world().deps;
  const before = await findSite(db.read, world().organization, site.id);
  await world().patch(at(site), { hostname: "hurried.example.org" }, admin);
  await db.transact((tx) => deleteSite(tx, before as NonNullable<typeof before>, clock.now(), newId));
  expect((await trash()).find(({ id }) => id === site.id)?.hostname).toBe("hurried.example.org");
  const other = await make({ title: "Calm" });
  const taken = await world().patch(at(other), { hostname: "hurried.example.org" }, admin);
  expect([taken.status, taken.body.basename]).toEqual([200, "calm"]);
});

test("restoring and deleting for good take the right, and something in the trash", async () => {
  const site = await make({ title: "Guarded" });
  for (const verb of ["restore", "purge"]) {
    const path = `${at(site)}/${verb}`;
    expect((await world().post(path, undefined)).status).toBe(401);
    expect((await world().post(path, undefined, reader)).status).toBe(403);
    expect((await world().post(path, undefined, stranger)).status).toBe(404);
    const notDeleted = await world().post(path, undefined, admin);
    expect([notDeleted.status, notDeleted.body.error.type]).toEqual([409, "not-deleted"]);
  }
  await world().delete(at(site), admin);
  expect((await world().post(`${at(site)}/restore`, undefined, reader)).status).toBe(404);
  expect((await world().post(`${at(site)}/purge`, undefined, reader)).status).toBe(404);
  expect((await world().post(`${at(site)}/purge`, undefined, admin)).status).toBe(205);
  const purged = world()
    .deps.db.read.selectFrom("audit")
    .select("source")
    .where("action", "=", "site.purge")
    .where("target_id", "=", site.id);
  expect(await purged.execute()).toEqual([{ source: "api" }]);
  expect((await world().post(`${at(site)}/restore`, undefined, admin)).status).toBe(404);
  expect((await world().get(`/spaces/${space}`, admin)).status).toBe(200);
});

test("the job removes it after seven days and not before, and leaves alone what came back", async () => {
  const [gone, back] = [await make({ title: "Gone" }), await make({ title: "Back" })];
  for (const site of [gone, back]) await world().delete(at(site), admin);
  await world().post(`${at(back)}/restore`, undefined, admin);
  const rows = async () =>
    (
      await world()
        .deps.db.read.selectFrom("sites")
        .select("id")
        .where("id", "in", [gone.id, back.id])
        .execute()
    ).map(({ id }) => id);
  world().ahead += TRASH_MS - 60_000;
  await world().runJobs();
  expect((await rows()).toSorted()).toEqual([gone.id, back.id].toSorted());
  world().ahead += 61_000;
  expect((await world().post(`${at(gone)}/restore`, undefined, admin)).status).toBe(404);
  await world().runJobs();
  expect(await rows()).toEqual([back.id]);
  const audit = await world()
    .deps.db.read.selectFrom("audit")
    .select("source")
    .where("action", "=", "site.purge")
    .where("target_id", "=", gone.id)
    .execute();
  expect(audit).toEqual([{ source: "job" }]);
  world().ahead = 0;
});
