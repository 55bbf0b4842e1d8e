import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../../test/harness.ts";

const world = useWorld();
let editor: Person;
let reader: Person;
let stranger: Person;

beforeAll(async () => {
  editor = await world().addPerson("edda", "create");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
});

interface Place {
  id: string;
  path: string;
  default: boolean;
}

const newSpace = async (title: string) =>
  (await world().post(`/orgs/${world().organization}/spaces`, { title }, editor)).body.id as string;
const newSite = async (title: string) => {
  const sites = `/orgs/${world().organization}/sites`;
  return `${sites}/${(await world().post(sites, { title }, editor)).body.id}`;
};
const add = async (site: string, title: string) =>
  (await world().post(`${site}/site-spaces`, { spaceId: await newSpace(title) }, editor)).body as Place;
const list = async (site: string, as = reader) =>
  (await world().get(`${site}/site-spaces`, as)).body.items as Place[];

describe("duplicateSiteSpace", () => {
  test("makes a space with the same content beside it", async () => {
    const site = await newSite("Doubled");
    const space = await newSpace("Version 3");
    const insert = { operation: "insert_page", document: { markdown: "# One" } };
    await world().post(`/spaces/${space}/content`, { changes: [insert] }, editor);
    const { body: first } = await world().post(`${site}/site-spaces`, { spaceId: space }, editor);
    const made = await world().post(`${site}/site-spaces/${first.id}/duplicate`, undefined, editor);
    expect(made.status).toBe(201);
    expect(made.headers["location"]).toContain(`/site-spaces/${made.body.id}`);
    expect(made.body).toMatchObject({ default: false, space: { title: "Version 3 (copy)" } });
    expect((await list(site)).map(({ id }) => id)).toEqual([first.id, made.body.id]);
    const { body } = await world().get(`/spaces/${made.body.space.id}/content/pages`, editor);
    expect(body.pages.map(({ title }: { title: string }) => title)).toEqual(["One"]);
    const again = (as: Person) => world().post(`${site}/site-spaces/${first.id}/duplicate`, undefined, as);
    expect((await again(reader)).status).toBe(403);
    expect((await again(stranger)).status).toBe(404);
    await world().patch(`/spaces/${space}`, { defaultLevel: "edit" }, editor);
    expect((await again(editor)).status).toBe(403);
  });

  test("shows the copy to those who see the original, in its look, and to nobody else", async () => {
    const site = await newSite("Gated");
    await add(site, "Open");
    const gated = await add(site, "Club");
    const condition = "visitor.claims.plan == 'gold'";
    await world().patch(`${site}/site-spaces/${gated.id}`, { condition }, editor);
    const look = { title: "The club" };
    const looks = (id: string) => `${site}/site-spaces/${id}/customization`;
    expect((await world().patch(looks(gated.id), look, editor)).status).toBeLessThan(300);
    const made = await world().post(`${site}/site-spaces/${gated.id}/duplicate`, undefined, editor);
    expect(made.status).toBe(201);
    expect(made.body.condition).toBe(condition);
    expect((await world().get(looks(made.body.id), editor)).body).toMatchObject(look);
  });
});

describe("addSpaceToSite", () => {
  test("adds it to the site, the first as the default, then to the default section", async () => {
    const site = await newSite("Adding");
    const spaceId = await newSpace("Version 2");
    const { status, body, headers } = await world().post(`${site}/site-spaces`, { spaceId }, editor);
    expect([status, body.path, body.default, body.space.id]).toEqual([201, "version-2", true, spaceId]);
    expect(headers["location"]).toContain(`/site-spaces/${body.id}`);
    expect((await add(site, "Version 2")).path).toBe("version-2-1");
    const section = await world().post(`${site}/sections`, { spaceId: await newSpace("API") }, editor);
    const inDefault = (await world().get(`${site}/sections`, reader)).body.items[0];
    expect(await add(site, "Version 1")).toMatchObject({ section: inDefault.id, default: false });
    const named = { spaceId: await newSpace("Beta"), sectionId: section.body.id };
    const { body: there } = await world().post(`${site}/site-spaces`, named, editor);
    expect(there.section).toBe(section.body.id);
  });

  test("refuses what isn't one, and those who may not", async () => {
    const site = await newSite("Strict");
    const spaceId = await newSpace("Fine");
    for (const body of [
      {},
      { spaceId: "absent" },
      { spaceId, sectionId: "absent" },
      { spaceId, path: "x" },
    ]) {
      expect((await world().post(`${site}/site-spaces`, body, editor)).status).toBe(400);
    }
    await world().patch(`/spaces/${spaceId}`, { defaultLevel: "read" }, editor);
    expect((await world().post(`${site}/site-spaces`, { spaceId })).status).toBe(401);
    expect((await world().post(`${site}/site-spaces`, { spaceId }, reader)).status).toBe(403);
    expect((await world().post(`${site}/site-spaces`, { spaceId }, stranger)).status).toBe(404);
    expect(await list(site)).toEqual([]);
  });
});

describe("listSiteSpaces", () => {
  test("lists those that the caller may see", async () => {
    const site = await newSite("Listing");
    const hidden = await newSpace("Hidden");
    await world().post(`${site}/site-spaces`, { spaceId: hidden }, editor);
    const shown = await add(site, "Shown");
    await world().patch(`/spaces/${hidden}`, { defaultLevel: null }, editor);
    expect((await list(site)).map(({ id }) => id)).toEqual([shown.id]);
    expect((await world().get(`${site}/site-spaces?default=maybe`, reader)).status).toBe(400);
    expect((await world().get(`${site}/site-spaces`)).status).toBe(401);
    expect((await world().get(`${site}/site-spaces`, stranger)).status).toBe(404);
  });
});

describe("updateSiteSpaceById", () => {
  test("changes its path, its audience and its space", async () => {
    const site = await newSite("Changing");
    const path = `${site}/site-spaces/${(await add(site, "Old")).id}`;
    const spaceId = await newSpace("Other");
    const condition = "visitor.claims.beta === true";
    const { status, body } = await world().patch(path, { path: "v2.0", condition, spaceId }, editor);
    expect(status).toBe(200);
    expect(body).toMatchObject({ path: "v2.0", condition, space: { id: spaceId }, title: "Other" });
    expect((await world().patch(path, { condition: null }, editor)).body.condition).toBeUndefined();
  });

  test("refuses what isn't one, those who may not, paths that are taken, and who read it before", async () => {
    const site = await newSite("Refusing");
    const [first, second] = [await add(site, "First"), await add(site, "Second")];
    const path = `${site}/site-spaces/${second.id}`;
    for (const body of [{ path: "No Path" }, { condition: "1" }, { spaceId: "absent" }, { title: "x" }]) {
      expect((await world().patch(path, body, editor)).status).toBe(400);
    }
    expect((await world().patch(path, { path: "x" })).status).toBe(401);
    expect((await world().patch(path, { path: "x" }, reader)).status).toBe(403);
    expect((await world().patch(path, { path: "x" }, stranger)).status).toBe(404);
    const taken = await world().patch(path, { path: first.path }, editor);
    expect([taken.status, taken.body.error.type]).toEqual([409, "path-taken"]);
    const { headers } = await world().patch(path, { path: "one" }, editor);
    const tag = { "if-match": String(headers["etag"]) };
    expect((await world().patch(path, { path: "two" }, editor, tag)).status).toBe(200);
    expect((await world().patch(path, { path: "three" }, editor, tag)).status).toBe(412);
  });
});

describe("deleteSiteSpaceById", () => {
  test("lets the next be the default, and leaves no section empty", async () => {
    const site = await newSite("Removing");
    const [first, second] = [await add(site, "First"), await add(site, "Second")];
    const path = `${site}/site-spaces/${first.id}`;
    expect((await world().delete(path)).status).toBe(401);
    expect((await world().delete(path, reader)).status).toBe(403);
    expect((await world().delete(path, stranger)).status).toBe(404);
    expect((await world().delete(path, editor)).status).toBe(205);
    expect((await world().delete(path, editor)).status).toBe(404);
    expect((await list(site)).map((each) => [each.id, each.default])).toEqual([[second.id, true]]);
    await world().post(`${site}/sections`, { spaceId: await newSpace("API") }, editor);
    const last = await world().delete(`${site}/site-spaces/${second.id}`, editor);
    expect([last.status, last.body.error.type]).toEqual([409, "last-site-space"]);
  });
});

test("moveSiteSpace puts it beside a sibling, or at the end", async () => {
  const site = await newSite("Moving");
  const [a, b] = [await add(site, "A1"), await add(site, "B1")];
  const move = (body: object | undefined, as?: Person) =>
    world().post(`${site}/site-spaces/${b.id}/move`, body, as);
  const before = { position: { before: { type: "site-space", siteSpace: a.id } } };
  const { status, body, headers } = await move(before, editor);
  expect([status, body.id, headers["deprecation"] !== undefined]).toEqual([200, b.id, true]);
  expect((await list(site)).map(({ id }) => id)).toEqual([b.id, a.id]);
  expect((await move(undefined, editor)).status).toBe(200);
  expect((await list(site)).map(({ id }) => id)).toEqual([a.id, b.id]);
  expect((await move({ position: { after: { siteSpace: "absent" } } }, editor)).status).toBe(400);
  expect((await move(before)).status).toBe(401);
  expect((await move(before, reader)).status).toBe(403);
  expect((await move(before, stranger)).status).toBe(404);
});

describe("getSiteStructure and sortSiteStructure", () => {
  test("moves a part among its siblings", async () => {
    const site = await newSite("Sorting");
    const [a, b, c] = [await add(site, "A1"), await add(site, "B1"), await add(site, "C1")];
    const pointer = ({ id }: { id: string }, type = "site-space") => ({ type, id });
    const sort = (body: object, as?: Person) => world().patch(`${site}/structure/sort`, body, as);
    const moved = await sort({ item: pointer(c), position: { before: pointer(a) } }, editor);
    expect([moved.status, moved.body.id]).toEqual([200, c.id]);
    await sort({ item: pointer(a) }, editor);
    expect((await list(site)).map(({ id }) => id)).toEqual([c.id, b.id, a.id]);
    const { body: section } = await world().post(
      `${site}/sections`,
      { spaceId: await newSpace("API") },
      editor,
    );
    const [wrapped] = (await world().get(`${site}/sections`, reader)).body.items;
    const sections = {
      item: pointer(section, "site-section"),
      position: { before: pointer(wrapped, "site-section") },
    };
    expect((await sort(sections, editor)).body.object).toBe("site-section");
    const { body: structure } = await world().get(`${site}/structure`, reader);
    expect(structure.structure.map(({ id }: Place) => id)).toEqual([section.id, wrapped.id]);
    for (const body of [
      {},
      { item: { type: "page", id: a.id } },
      { item: pointer(a), position: { before: pointer(section, "site-section") } },
      { item: pointer(a), position: { after: pointer(a) } },
      { item: pointer(c), position: { after: pointer(a), before: pointer(b) } },
    ]) {
      expect((await sort(body, editor)).status).toBe(400);
    }
    expect((await sort({ item: { type: "site-space", id: "absent" } }, editor)).status).toBe(404);
    expect((await sort({ item: pointer(a) })).status).toBe(401);
    expect((await sort({ item: pointer(a) }, reader)).status).toBe(403);
    expect((await sort({ item: pointer(a) }, stranger)).status).toBe(404);
    expect((await world().get(`${site}/structure?never=1`, reader)).status).toBe(400);
    expect((await world().get(`${site}/structure`)).status).toBe(401);
    expect((await world().get(`${site}/structure`, stranger)).status).toBe(404);
  });
});
