import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
let creator: Person;
let guest: Person;
let stranger: Person;
let base = "";

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  creator = await world().addPerson("carla", "create");
  guest = await world().addPerson("gus", null);
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  base = `/orgs/${world().organization}/translations`;
});

const make = (body: object = { title: "Manuals", languages: ["de", "fr"] }, as: Person | undefined = admin) =>
  world().post(base, body, as);
const at = async () => `${base}/${(await make()).body.id}`;
const paths = ({ body }: Answer): string[] => body.error.details.map(({ path }: { path: string }) => path);

const REFUSED: [object, string][] = [
  [{}, "/title"],
  [{ title: "" }, "/title"],
  [{ title: "x".repeat(101) }, "/title"],
  [{ title: "T", languages: ["klingon"] }, "/languages/0"],
  [{ title: "T", languages: ["de", "de"] }, "/languages"],
  [{ title: "T", languages: "de" }, "/languages"],
  [{ title: "T", source: "x" }, "/source"],
];

describe("createTranslationSettings", () => {
  test("makes settings with languages, or with none", async () => {
    const { status, body, headers } = await make();
    expect([status, body]).toEqual([
      201,
      {
        object: "translation-settings",
        id: body.id,
        title: "Manuals",
        languages: ["de", "fr"],
        createdAt: body.updatedAt,
        updatedAt: expect.any(String),
        permissions: { view: true, edit: true },
        urls: { location: `http://app.test/v1${base}/${body.id}` },
      },
    ]);
    expect(headers["location"]).toBe(body.urls.location);
    expect((await make({ title: "x".repeat(100) })).body.languages).toEqual([]);
    const trail = await world().get(`/orgs/${world().organization}/audit-events`, admin);
    expect(trail.text).toContain("translation-settings.create");
  });

  test.each(REFUSED)("refuses %j", async (body, path) => {
    const answer = await make(body);
    expect([answer.status, paths(answer)]).toEqual([400, [path]]);
  });

  test("is the administrators' alone", async () => {
    expect((await world().post(base, { title: "T" })).status).toBe(401);
    const statuses = [];
    for (const as of [creator, guest, stranger]) statuses.push((await make({ title: "T" }, as)).status);
    expect(statuses).toEqual([403, 403, 404]);
  });

  test("stops at a hundred", async () => {
    const other = await world().addOrganization("Many", "many");
    const owner = await world().addPerson("max", "admin", other);
    const row = (id: string) => ({ id, organization_id: other, title: "T", created_at: 1, updated_at: 1 });
    const rows = Array.from({ length: 100 }, (_, index) => row(`many-${index}`));
    await world().deps.db.transact((tx) => tx.insertInto("translation_settings").values(rows).execute());
    const { status, body } = await world().post(`/orgs/${other}/translations`, { title: "T" }, owner);
    expect([status, body.error.type]).toEqual([409, "too-many-translation-settings"]);
  });
});

describe("listTranslationSettings", () => {
  test("lists them in pages, oldest first; guests see none", async () => {
    await make();
    await make();
    const all = (await world().get(base, creator)).body;
    expect(all.items[0].permissions).toEqual({ view: true, edit: false });
    const first = (await world().get(`${base}?limit=1`, admin)).body;
    const second = (await world().get(`${base}?limit=1&page=${first.next.page}`, admin)).body;
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(ids).toEqual(all.items.slice(0, 2).map(({ id }: { id: string }) => id));
    expect((await world().get(base, guest)).body).toMatchObject({ items: [], count: 0 });
  });

  test("asks who is there, and hides it from strangers", async () => {
    const statuses = [await world().get(base), await world().get(base, stranger)].map(({ status }) => status);
    expect(statuses).toEqual([401, 404]);
    expect(paths(await world().get(`${base}?title=x`, admin))).toEqual(["/title"]);
  });
});

describe("getTranslationSettings", () => {
  test("is for members, not for guests and strangers", async () => {
    const path = await at();
    const statuses = [];
    for (const as of [admin, creator, guest, stranger, undefined]) {
      statuses.push((await world().get(path, as)).status);
    }
    expect(statuses).toEqual([200, 200, 404, 404, 401]);
    expect((await world().get(`${base}/absent`, admin)).status).toBe(404);
  });
});

describe("updateTranslationSettings", () => {
  test("sets the title, and the languages where they are sent", async () => {
    const path = await at();
    const titled = await world().put(path, { title: "Guides" }, admin);
    expect(titled).toMatchObject({ status: 200, body: { title: "Guides", languages: ["de", "fr"] } });
    expect((await world().put(path, { title: "Guides", languages: [] }, admin)).body.languages).toEqual([]);
  });

  test.each(REFUSED)("refuses %j", async (body, path) => {
    const answer = await world().put(await at(), body, admin);
    expect([answer.status, paths(answer)]).toEqual([400, [path]]);
  });

  test("is the administrators' alone, and of the version they read", async () => {
    const path = await at();
    const statuses = [];
    for (const as of [creator, guest, stranger, undefined]) {
      statuses.push((await world().put(path, { title: "T" }, as)).status);
    }
    expect(statuses).toEqual([403, 404, 404, 401]);
    const { headers } = await world().get(path, admin);
    const matching = { "if-match": String(headers["etag"]) };
    expect((await world().put(path, { title: "One" }, admin, matching)).status).toBe(200);
    expect((await world().put(path, { title: "Two" }, admin, matching)).status).toBe(412);
  });
});

describe("deleteTranslationSettings", () => {
  test("deletes them once, for administrators", async () => {
    const path = await at();
    const statuses = [];
    for (const as of [undefined, creator, stranger, admin, admin]) {
      statuses.push((await world().delete(path, as)).status);
    }
    expect(statuses).toEqual([401, 403, 404, 205, 404]);
  });
});
