import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";
import { MOST_ENTRIES, termsFrom } from "./glossary.ts";

const world = useWorld();
let admin: Person;
let creator: Person;
let guest: Person;
let stranger: Person;
let other = "";
let base = "";
let ids: string[] = [];

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  creator = await world().addPerson("carla", "create");
  guest = await world().addPerson("gus", null);
  other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
  base = `/orgs/${world().organization}/translations-glossary`;
});

const SPACE = { en: "space", de: "Bereich" };
const PAGE = { en: "page", fr: "page" };
const insert = (translations: object) => ({ type: "insert", translations });
const change = (operations: object[], as: Person | undefined = admin) =>
  world().put(base, { operations }, as);
const list = async (as: Person = admin) => (await world().get(base, as)).body.items;
const paths = ({ body }: Answer): string[] => body.error.details.map(({ path }: { path: string }) => path);

beforeEach(async () => {
  await world().deps.db.transact((tx) => tx.deleteFrom("glossary_entries").execute());
  // One after the other: those of one request have no order among themselves.
  await change([insert(SPACE)]);
  world().ahead += 1000;
  await change([insert(PAGE)]);
  ids = (await list()).map(({ id }: { id: string }) => id);
});

describe("updateGlossaryEntries", () => {
  test("inserts, updates and deletes, and notes that it did", async () => {
    const [space, page] = ids;
    const update = { type: "update", id: page, translations: { de: "Seite", en: "page" } };
    const answer = await change([insert({ en: "site" }), update, { type: "delete", id: space }]);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    const items = await list();
    expect(items.map(({ translations }: { translations: object }) => translations)).toEqual([
      { de: "Seite", en: "page" },
      { en: "site" },
    ]);
    expect(items[0].id).toBe(page);
    const trail = await world().get(`/orgs/${world().organization}/audit-events`, admin);
    expect(trail.text).toContain("glossary.update");
  });

  test("takes all of the operations or none", async () => {
    const before = await list();
    const twice = { type: "delete", id: ids[0] };
    for (const last of [twice, { type: "update", id: "absent", translations: SPACE }]) {
      const answer = await change([insert({ en: "new" }), twice, last]);
      expect([answer.status, paths(answer)]).toEqual([400, ["/operations/2/id"]]);
    }
    expect(await list()).toEqual(before);
  });

  test("finds no entry of another organization", async () => {
    await world().put(`/orgs/${other}/translations-glossary`, { operations: [insert(SPACE)] }, stranger);
    const { body } = await world().get(`/orgs/${other}/translations-glossary`, stranger);
    const { id } = body.items[0];
    for (const operation of [
      { type: "delete", id },
      { type: "update", id, translations: PAGE },
    ]) {
      const answer = await change([operation]);
      expect([answer.status, paths(answer)]).toEqual([400, ["/operations/0/id"]]);
    }
    const after = await world().get(`/orgs/${other}/translations-glossary/${id}`, stranger);
    expect(after.body).toEqual(body.items[0]);
  });

  test.each([
    [{}, "/operations"],
    [{ operations: [] }, "/operations"],
    [{ operations: Array.from({ length: 101 }, () => insert(SPACE)) }, "/operations"],
    [{ operations: [{ type: "upsert", translations: SPACE }] }, "/operations/0"],
    [{ operations: [insert({})] }, "/operations/0/translations"],
    [{ operations: [insert({ klingon: "a" })] }, "/operations/0/translations/klingon"],
    [{ operations: [insert({ en: "" })] }, "/operations/0/translations/en"],
    [{ operations: [insert({ en: "two\nlines" })] }, "/operations/0/translations/en"],
    [{ operations: [insert({ en: "x".repeat(256) })] }, "/operations/0/translations/en"],
    [{ operations: [{ type: "update", translations: SPACE }] }, "/operations/0/id"],
    [{ operations: [{ type: "delete" }] }, "/operations/0/id"],
    [{ operations: [{ ...insert(SPACE), id: "mine" }] }, "/operations/0/id"],
  ])("refuses %j", async (body, path) => {
    const answer = await world().put(base, body, admin);
    expect([answer.status, paths(answer)[0]?.startsWith(path)]).toEqual([400, true]);
  });

  test("is the administrators' alone", async () => {
    expect((await world().put(base, { operations: [insert(SPACE)] })).status).toBe(401);
    const statuses = [];
    for (const as of [creator, guest, stranger]) statuses.push((await change([insert(SPACE)], as)).status);
    expect(statuses).toEqual([403, 403, 404]);
  });

  test("stops at a thousand, unless as many go", async () => {
    const { organization } = world();
    const row = (id: string) => ({ id, organization_id: organization, translations: "{}" });
    const times = { created_at: 1, updated_at: 1 };
    const rows = Array.from({ length: MOST_ENTRIES - 2 }, (_, index) => ({
      ...row(`many-${index}`),
      ...times,
    }));
    await world().deps.db.transact((tx) => tx.insertInto("glossary_entries").values(rows).execute());
    const { status, body } = await change([insert(SPACE)]);
    expect([status, body.error.type]).toEqual([409, "too-many-glossary-entries"]);
    expect((await change([insert(SPACE), { type: "delete", id: ids[0] }])).status).toBe(204);
  });
});

describe("listGlossaryEntries", () => {
  test("lists them in pages, oldest first; guests see none", async () => {
    const all = await list(creator);
    expect(all.map(({ translations }: { translations: object }) => translations)).toEqual([SPACE, PAGE]);
    const first = (await world().get(`${base}?limit=1`, admin)).body;
    const second = (await world().get(`${base}?limit=1&page=${first.next.page}`, admin)).body;
    expect([...first.items, ...second.items]).toEqual(all);
    expect((await world().get(base, guest)).body).toMatchObject({ items: [], count: 0 });
  });

  test("asks who is there, and hides it from strangers", async () => {
    const statuses = [await world().get(base), await world().get(base, stranger)].map(({ status }) => status);
    expect(statuses).toEqual([401, 404]);
    expect(paths(await world().get(`${base}?language=de`, admin))).toEqual(["/language"]);
  });
});

describe("getGlossaryEntry", () => {
  test("is for members, not for guests and strangers", async () => {
    const path = `${base}/${ids[0]}`;
    const answer = await world().get(path, creator);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        object: "glossary-entry",
        id: ids[0],
        translations: SPACE,
        createdAt: answer.body.updatedAt,
        updatedAt: expect.any(String),
        urls: { location: `http://app.test/v1${path}` },
      },
    ]);
    const statuses = [];
    for (const as of [guest, stranger, undefined]) statuses.push((await world().get(path, as)).status);
    expect(statuses).toEqual([404, 404, 401]);
    expect((await world().get(`${base}/absent`, admin)).status).toBe(404);
  });
});

test("the translator is told the terms that both of its languages have", async () => {
  await change([insert({ de: "Seite", fr: "page" })]);
  const { db } = world().deps;
  const told = (from: string, to: string) => termsFrom(db.read, world().organization, from, to);
  expect(await told("en", "de")).toEqual([{ term: "space", translation: "Bereich" }]);
  expect(await told("de", "fr")).toEqual([{ term: "Seite", translation: "page" }]);
  expect(await told("en", "nl")).toEqual([]);
  expect(await termsFrom(db.read, other, "en", "nl")).toEqual([]);
});
