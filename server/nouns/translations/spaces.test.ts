import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
let editor: Person;
let reader: Person;
let stranger: Person;
let settings = "";
let source = "";
let german = "";
let pages: string[] = [];

const paths = ({ body }: Answer): string[] => body.error.details.map(({ path }: { path: string }) => path);
const write = (space: string, changes: object[], as = admin) =>
  world().post(`/spaces/${space}/content`, { changes }, as);
const insert = (title: string, markdown: string) => ({
  operation: "insert_page",
  title,
  document: { markdown },
});
const update = (page: string, fields: object) => ({ operation: "update_page", page, ...fields });
const say = (page: string, markdown: string) => update(page, { document: { markdown } });

const begin = (body: object = {}, as: Person | undefined = admin) =>
  world().post(`${settings}/spaces`, { source, language: "de", ...body }, as);

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  editor = await world().addPerson("eddy", "edit");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  const all = `/orgs/${world().organization}/translations`;
  const made = await world().post(all, { title: "Manuals", languages: ["de", "fr"] }, admin);
  settings = `${all}/${made.body.id}`;
});

/** The other organization, into which the administrator of this one may transfer. */
async function elsewhere(): Promise<string> {
  const { id } = (await world().post("/orgs", { title: "Elsewhere" }, admin)).body;
  return id;
}

/** A source of three pages and its translation, in step. */
beforeEach(async () => {
  const { organization } = world();
  source = (await world().post(`/orgs/${organization}/spaces`, { title: "Guide" }, admin)).body.id;
  await write(source, [insert("One", "First."), insert("Two", "Second."), insert("Three", "Third.")]);
  const { body } = await world().get(`/spaces/${source}/content/pages`, admin);
  pages = body.pages.map(({ id }: { id: string }) => id);
  german = (await begin()).body.space;
  await world().runJobs();
});

const counts = async (): Promise<object> =>
  (await world().get(`/spaces/${german}/translation`, admin)).body.pages;

/** Title and status of every page, in the order in which they were made. */
async function statuses(): Promise<Record<string, string>> {
  await world().runJobs();
  const { body } = await world().get(`/spaces/${german}/translation/pages`, admin);
  const order = (id: string): number => pages.indexOf(id);
  const items = body.items.toSorted(
    (a: { page: string }, b: { page: string }) => order(a.page) - order(b.page),
  );
  return Object.fromEntries(
    items.map(({ page, title, status }: Record<string, string>) => [
      title ?? `(${order(page ?? "")})`,
      status,
    ]),
  );
}

const markdownOf = async (space: string, page: string): Promise<string> =>
  (await world().get(`/spaces/${space}/content/page/${page}?format=markdown`, admin)).body.markdown;

describe("createTranslatedSpace", () => {
  test("copies the source, all of its pages missing", async () => {
    const { body: made } = await begin({ language: "fr", title: "Le guide" });
    expect(made).toMatchObject({ object: "translated-space", source, language: "fr" });
    const { body } = await world().get(`/spaces/${made.space}`, admin);
    expect(body).toMatchObject({ title: "Le guide", language: "fr" });
    expect(await counts()).toEqual({ missing: 3, outdated: 0, current: 0, extra: 0 });
    expect(await markdownOf(made.space, pages[0] as string)).toContain("First.");
    // listTranslatedSpaces
    const list = (await world().get(`${settings}/spaces?limit=1000`, admin)).body;
    expect(list.items.map(({ space }: { space: string }) => space)).toEqual(
      expect.arrayContaining([german, made.space]),
    );
  });

  test("refuses what can't be translated", async () => {
    const refused = async (body: object) => paths(await begin(body));
    expect(await refused({ language: "ja" })).toEqual(["/language"]);
    expect(await refused({ language: "klingon" })).toEqual(["/language"]);
    expect(await refused({ source: "absent" })).toEqual(["/source"]);
    expect(await refused({ source: german, language: "fr" })).toEqual(["/source"]);
    expect(await refused({ title: "x".repeat(51) })).toEqual(["/title"]);
    const again = await begin();
    expect([again.status, again.body.error.type]).toEqual([409, "translation-exists"]);
  });

  test("is the administrators' alone", async () => {
    const statuses = [];
    for (const as of [editor, stranger]) statuses.push((await begin({}, as)).status);
    statuses.push((await world().post(`${settings}/spaces`, { source, language: "de" })).status);
    expect(statuses).toEqual([403, 404, 401]);
    expect((await world().get(`${settings}/spaces`, editor)).status).toBe(403);
  });
});

describe("listTranslatedPages", () => {
  test("are current once written, outdated once the source says something else", async () => {
    const [one, two] = pages as [string, string];
    await write(german, [say(one, "Erstens."), update(two, { title: "Zwei" })], editor);
    expect(await statuses()).toEqual({ One: "current", Zwei: "current", Three: "missing" });
    await write(source, [say(one, "First of all."), update(two, { icon: "star" })]);
    expect(await statuses()).toEqual({ One: "outdated", Zwei: "current", Three: "missing" });
    expect(await markdownOf(german, one)).toContain("Erstens.");
    await write(source, [say(one, "First.")]);
    expect(await statuses()).toMatchObject({ One: "current" });
    const { body } = await world().get(`/spaces/${german}/translation/pages?status=missing`, admin);
    expect([body.count, body.items[0].title]).toEqual([1, "Three"]);
  });

  test("follow the source where nobody has translated them, in text and in place", async () => {
    const [one, two, three] = pages as [string, string, string];
    await write(german, [say(one, "Erstens.")]);
    await world().runJobs();
    await write(source, [
      say(three, "Third and last."),
      update(two, { into: one }),
      insert("Four", "Fourth."),
      { operation: "delete_page", page: three },
    ]);
    expect(await statuses()).toEqual({ One: "current", Two: "missing", Four: "missing" });
    const { body } = await world().get(`/spaces/${german}/content/pages`, admin);
    expect(body.pages.map(({ title }: { title: string }) => title)).toEqual(["One", "Four"]);
    expect(body.pages[0].pages[0].title).toBe("Two");
  });

  test("stay when the source deletes what was translated, and may be more than it has", async () => {
    const [one] = pages as [string];
    await write(german, [say(one, "Erstens."), insert("Nur hier", "Impressum.")]);
    await world().runJobs();
    await write(source, [{ operation: "delete_page", page: one }]);
    expect(await statuses()).toMatchObject({ One: "extra", "Nur hier": "extra", Two: "missing" });
    await write(german, [{ operation: "delete_page", page: one }]);
    expect(await counts()).toMatchObject({ extra: 2 });
    expect(Object.keys(await statuses())).not.toContain("One");
  });

  test("written while the source changes keep both", async () => {
    const [one, two] = pages as [string, string];
    await write(source, [say(one, "First!"), say(two, "Second!")]);
    await write(german, [say(one, "Erstens.")]);
    expect(await statuses()).toEqual({ One: "outdated", Two: "missing", Three: "missing" });
    expect([await markdownOf(german, one), await markdownOf(german, two)]).toEqual([
      expect.stringContaining("Erstens."),
      expect.stringContaining("Second!"),
    ]);
  });

  test("are missing again when they say what the source says, or are gone", async () => {
    const [one, two] = pages as [string, string];
    await write(german, [say(one, "Erstens."), say(two, "Zweitens.")]);
    await world().runJobs();
    await write(german, [say(one, "First."), { operation: "delete_page", page: two }]);
    expect(await statuses()).toEqual({ One: "missing", "(1)": "missing", Three: "missing" });
  });
});

describe("getSpaceTranslation", () => {
  test("is for who sees the space, and of translations alone", async () => {
    const at = (space: string) => `/spaces/${space}/translation`;
    const seen = async (as?: Person) => (await world().get(at(german), as)).status;
    expect([await seen(reader), await seen(stranger), await seen()]).toEqual([200, 404, 401]);
    expect((await world().get(at(source), admin)).status).toBe(404);
    expect((await world().get(at(german), editor)).body.permissions).toEqual({
      view: true,
      edit: true,
      admin: false,
    });
    expect(paths(await world().get(`${at(german)}/pages?status=fine`, admin))).toEqual(["/status"]);
  });
});

describe("confirmTranslatedPages", () => {
  test("makes pages current that need no other words", async () => {
    const [one, two] = pages as [string, string];
    const confirm = (body: object, as?: Person) =>
      world().post(`/spaces/${german}/translation/pages`, body, as);
    expect((await confirm({ pages: [one] }, editor)).status).toBe(204);
    expect(await statuses()).toMatchObject({ One: "current", Two: "missing" });
    await write(source, [say(one, "First of all.")]);
    expect(await statuses()).toMatchObject({ One: "outdated" });
    expect(paths(await confirm({ pages: [two, "absent"] }, editor))).toEqual(["/pages/1"]);
    expect(paths(await confirm({ pages: [] }, editor))).toEqual(["/pages"]);
    const refused = [await confirm({ pages: [one] }, reader), await confirm({ pages: [one] })];
    expect(refused.map(({ status }) => status)).toEqual([403, 401]);
    expect(await statuses()).toMatchObject({ Two: "missing" });
  });
});

describe("deleteSpaceTranslation", () => {
  test("leaves a space that nothing keeps in step", async () => {
    const path = `/spaces/${german}/translation`;
    const ends = [];
    for (const as of [undefined, editor, stranger, admin, admin]) {
      ends.push((await world().delete(path, as)).status);
    }
    expect(ends).toEqual([401, 403, 404, 204, 404]);
    await write(source, [insert("Four", "Fourth.")]);
    await world().runJobs();
    const { body } = await world().get(`/spaces/${german}/content/pages`, admin);
    expect(body.pages).toHaveLength(3);
  });
});

describe("transferring to another organization", () => {
  test("is refused for a translation and for its source, alone or in a collection, until it is none", async () => {
    const organization = await elsewhere();
    const collection = (await world().post(`/orgs/${world().organization}/collections`, {}, admin)).body.id;
    await world().post(`/spaces/${source}/move`, { parent: collection }, admin);
    for (const path of [`/spaces/${source}`, `/spaces/${german}`, `/collections/${collection}`]) {
      const { status, body } = await world().post(`${path}/transfer`, { organization }, admin);
      expect([path, status, body.error?.type]).toEqual([path, 409, "in-translation"]);
    }
    await world().delete(`/spaces/${german}/translation`, admin);
    const moved = await world().post(`/collections/${collection}/transfer`, { organization }, admin);
    expect([moved.status, moved.body.organization]).toEqual([200, organization]);
  });

  test("of a source ends the translation that lies in the trash: restored, it follows no more", async () => {
    const organization = await elsewhere();
    await world().delete(`/spaces/${german}`, admin);
    expect((await world().post(`/spaces/${source}/transfer`, { organization }, admin)).status).toBe(200);
    await write(source, [insert("Four", "Of another organization.")]);
    await world().post(`/spaces/${german}/restore`, undefined, admin);
    await world().runJobs();
    expect((await world().get(`/spaces/${german}/translation`, admin)).status).toBe(404);
    expect((await world().get(`/spaces/${german}/content/pages`, admin)).body.pages).toHaveLength(3);
  });
});
