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

interface Named {
  id: string;
  title: string;
  path: string;
  default: boolean;
  siteSpaces: { id: string; default: boolean; path: string }[];
}

const newSpace = async (title: string) =>
  (await world().post(`/orgs/${world().organization}/spaces`, { title }, editor)).body.id as string;

/** A published site with one space, and its address in the API. */
async function newSite(title: string) {
  const spaces = [await newSpace(title)];
  const sites = `/orgs/${world().organization}/sites`;
  const { body } = await world().post(sites, { title, spaces }, editor);
  await world().post(`${sites}/${body.id}/publish`, undefined, editor);
  return `${sites}/${body.id}`;
}

const add = async (site: string, title: string) =>
  (await world().post(`${site}/sections`, { spaceId: await newSpace(title) }, editor)).body as Named;
const list = async (site: string) => (await world().get(`${site}/sections`, reader)).body.items as Named[];
const titles = async (site: string) => (await list(site)).map(({ title }) => title);

describe("addSectionToSite", () => {
  test("makes what there is the first section, and adds one after it", async () => {
    const site = await newSite("Main docs");
    const spaceId = await newSpace("API");
    const { status, body, headers } = await world().post(
      `${site}/sections`,
      { spaceId, title: "API reference", icon: "gear" },
      editor,
    );
    expect(status).toBe(201);
    expect(headers["location"]).toContain(`/sections/${body.id}`);
    expect(body).toMatchObject({
      title: "API reference",
      path: "api-reference",
      default: false,
      icon: "gear",
      urls: { published: "http://sites.test/acme/main-docs/api-reference/" },
    });
    expect(body.siteSpaces[0]).toMatchObject({ section: body.id, default: true, space: { id: spaceId } });
    const space = await world().get(`/spaces/${spaceId}`, reader);
    expect(space.body.urls.public).toBe("http://sites.test/acme/main-docs/api-reference/");
    const spaces = await world().get(`/orgs/${world().organization}/spaces?limit=1000`, reader);
    const listed = spaces.body.items.find(({ id }: { id: string }) => id === spaceId);
    expect(listed.urls.public).toBe(space.body.urls.public);
    expect(body.siteSpaces[0].space.urls.public).toBe(space.body.urls.public);
    const [first] = await list(site);
    expect(first).toMatchObject({ title: "Main docs", default: true });
    expect(first?.siteSpaces.map((each) => each.default)).toEqual([true]);
    const { body: published } = await world().get(`${site}/published`, reader);
    expect(published.structure.type).toBe("sections");
    expect(published.site.siteSpaces).toBe(2);
  });

  test("finds a path that is free", async () => {
    const site = await newSite("Twice");
    await add(site, "Guides");
    expect((await add(site, "Guides")).path).toBe("guides-1");
    expect((await add(site, "X")).title).toBe("Section X");
  });

  test("refuses what isn't one, and spaces of others", async () => {
    const site = await newSite("Refusing");
    const spaceId = await newSpace("Fine");
    for (const body of [
      {},
      { spaceId: "absent" },
      { spaceId, title: "x" },
      { spaceId, icon: "x".repeat(51) },
      { spaceId, path: "mine" },
    ]) {
      expect((await world().post(`${site}/sections`, body, editor)).status).toBe(400);
    }
    expect((await world().post(`${site}/sections`, { spaceId })).status).toBe(401);
    expect((await world().post(`${site}/sections`, { spaceId }, reader)).status).toBe(403);
    expect((await world().post(`${site}/sections`, { spaceId }, stranger)).status).toBe(404);
  });
});

describe("listSiteSections", () => {
  test("pages in the order of the tabs, without spaces that the caller may not see", async () => {
    const site = await newSite("Listed");
    const hidden = await newSpace("Hidden");
    await world().post(`${site}/sections`, { spaceId: hidden }, editor);
    await add(site, "Last");
    await world().patch(`/spaces/${hidden}`, { defaultLevel: null }, editor);
    expect((await list(site)).map(({ siteSpaces }) => siteSpaces.length)).toEqual([1, 0, 1]);
    const first = await world().get(`${site}/sections?limit=2&shareKey=x`, reader);
    expect([first.body.items.length, first.body.count]).toEqual([2, 3]);
    const rest = await world().get(
      `${site}/sections?limit=2&shareKey=x&page=${first.body.next.page}`,
      reader,
    );
    expect(rest.body.items.map(({ title }: Named) => title)).toEqual(["Last"]);
    expect(rest.body.next).toBeUndefined();
    expect((await world().get(`${site}/sections?limit=0`, reader)).status).toBe(400);
    expect((await world().get(`${site}/sections`)).status).toBe(401);
    expect((await world().get(`${site}/sections`, stranger)).status).toBe(404);
  });
});

describe("updateSiteSectionById", () => {
  test("changes what is sent and clears what is null", async () => {
    const site = await newSite("Changing");
    const section = await add(site, "Old");
    const path = `${site}/sections/${section.id}`;
    const changes = { title: "New", path: "v1.0", icon: "star", description: "About", condition: "true" };
    const { status, body } = await world().patch(path, changes, editor);
    expect(status).toBe(200);
    expect(body).toMatchObject(changes);
    const cleared = await world().patch(path, { icon: null, description: null, condition: null }, editor);
    for (const field of ["icon", "description", "condition"]) expect(cleared.body[field]).toBeUndefined();
    expect(cleared.body.title).toBe("New");
  });

  test("chooses the default site-space, of its own alone", async () => {
    const site = await newSite("Choosing");
    const section = await add(site, "Versions");
    const spaceId = await newSpace("Version 2");
    const second = await world().post(`${site}/site-spaces`, { spaceId, sectionId: section.id }, editor);
    const path = `${site}/sections/${section.id}`;
    const { body } = await world().patch(path, { defaultSiteSpace: second.body.id }, editor);
    expect(body.siteSpaces.map((each: { default: boolean }) => each.default)).toEqual([false, true]);
    const [first] = await list(site);
    const foreign = first?.siteSpaces[0]?.id;
    expect((await world().patch(path, { defaultSiteSpace: foreign }, editor)).status).toBe(400);
  });

  test("takes the redirects that lead to it along when it is deleted", async () => {
    const site = await newSite("Left");
    const [gone, kept] = [await add(site, "Gone"), await add(site, "Staying")];
    const redirects = `${site}/redirects`;
    const { items: places } = (await world().get(`${site}/site-spaces`, editor)).body;
    const placeIn = (section: string) =>
      places.find((each: { section?: string }) => each.section === section);
    const pageOf = async ({ id, space }: { id: string; space: { id: string } }) => {
      const changes = [{ operation: "insert_page", title: "P" }];
      const { body } = await world().post(`/spaces/${space.id}/content`, { changes }, editor);
      return { kind: "site-page", siteSpaceId: id, pageId: body.changes[0].page };
    };
    const [left, staying] = [placeIn(gone.id), placeIn(kept.id)];
    for (const [source, destination] of [
      ["/a", { kind: "site-section", siteSectionId: gone.id }],
      ["/b", { siteSectionId: gone.id, kind: "site-section" }],
      ["/c", { kind: "site-section", siteSectionId: kept.id }],
      ["/d", { kind: "site-space", siteSpaceId: left.id }],
      ["/e", await pageOf(left)],
      ["/f", { kind: "site-space", siteSpaceId: staying.id }],
      ["/g", await pageOf(staying)],
      ["/h", { kind: "external", url: `https://x.example/${left.id}` }],
    ] as const)
      expect((await world().post(redirects, { source, destination }, editor)).status).toBe(201);
    expect((await world().delete(`${site}/sections/${gone.id}`, editor)).status).toBeLessThan(300);
    const { items } = (await world().get(redirects, editor)).body;
    expect(items.map(({ source }: { source: string }) => source)).toEqual(["/h", "/g", "/f", "/c"]);
  });

  test("refuses what isn't one, those who may not, paths that are taken, and who read it before", async () => {
    const site = await newSite("Strict");
    const section = await add(site, "Kept");
    const path = `${site}/sections/${section.id}`;
    for (const body of [
      { title: "x" },
      { title: null },
      { path: "" },
      { path: "Has Spaces" },
      { path: "llms.txt" },
      { path: "page.md" },
      { path: "~" },
      { path: "x".repeat(101) },
      { description: "x".repeat(257) },
      { condition: "" },
      { condition: "1 +" },
      { condition: '"text"' },
      { condition: "x".repeat(1025) },
      { default: true },
    ]) {
      const { status } = await world().patch(path, body, editor);
      expect([body, status]).toEqual([body, 400]);
    }
    expect((await world().patch(path, { title: "No" })).status).toBe(401);
    expect((await world().patch(path, { title: "No" }, reader)).status).toBe(403);
    expect((await world().patch(path, { title: "No" }, stranger)).status).toBe(404);
    const taken = await world().patch(path, { path: "strict" }, editor);
    expect([taken.status, taken.body.error.type]).toEqual([409, "path-taken"]);
    const { headers } = await world().patch(path, { title: "One" }, editor);
    const tag = { "if-match": String(headers["etag"]) };
    expect((await world().patch(path, { title: "Two" }, editor, tag)).status).toBe(200);
    expect((await world().patch(path, { title: "Three" }, editor, tag)).status).toBe(412);
  });
});

describe("updateSiteById", () => {
  test("chooses the default section, and the default site-space in it", async () => {
    const site = await newSite("Defaults");
    const section = await add(site, "Second");
    const spaceId = await newSpace("Other");
    const other = await world().post(`${site}/site-spaces`, { spaceId, sectionId: section.id }, editor);
    expect((await world().patch(site, { defaultSiteSpace: other.body.id }, editor)).status).toBe(400);
    expect((await world().patch(site, { defaultSiteSection: "absent" }, editor)).status).toBe(400);
    const both = { defaultSiteSection: section.id, defaultSiteSpace: other.body.id };
    expect((await world().patch(site, both, editor)).status).toBe(200);
    const sections = await list(site);
    expect(sections.map((each) => each.default)).toEqual([false, true]);
    expect(sections[1]?.siteSpaces.map((each) => each.default)).toEqual([false, true]);
    expect(other.body.urls.published).toBe("http://sites.test/acme/defaults/second/other/");
    const { body } = await world().get(`${site}/site-spaces?default=true`, reader);
    expect(body.items.map((each: { urls: { published: string } }) => each.urls.published)).toEqual([
      "http://sites.test/acme/defaults/defaults/",
      "http://sites.test/acme/defaults/",
    ]);
  });
});

describe("deleteSiteSectionById", () => {
  test("lets the next be the default, and the last leave its site-spaces to the site", async () => {
    const site = await newSite("Shrinking");
    const second = await add(site, "Second");
    const [first] = await list(site);
    const path = `${site}/sections/${first?.id}`;
    expect((await world().delete(path)).status).toBe(401);
    expect((await world().delete(path, reader)).status).toBe(403);
    expect((await world().delete(path, stranger)).status).toBe(404);
    expect((await world().delete(path, editor)).status).toBe(205);
    expect((await world().delete(path, editor)).status).toBe(404);
    expect((await list(site)).map((each) => [each.id, each.default])).toEqual([[second.id, true]]);
    expect((await world().delete(`${site}/sections/${second.id}`, editor)).status).toBe(205);
    const { body } = await world().get(`${site}/structure`, reader);
    expect([body.type, body.structure.length]).toEqual(["siteSpaces", 1]);
    expect(body.structure[0]).toMatchObject({
      id: second.siteSpaces[0]?.id,
      default: true,
      urls: { published: "http://sites.test/acme/shrinking/" },
    });
    expect(body.structure[0].section).toBeUndefined();
  });
});

describe("moveSiteSection", () => {
  test("moves beside a sibling, or to the end, and says what replaces it", async () => {
    const site = await newSite("One");
    const [two, three] = [await add(site, "Two"), await add(site, "Three")];
    const move = (id: string, body: object, as: Person | undefined = editor) =>
      world().post(`${site}/sections/${id}/move`, body, as);
    const before = { position: { before: { type: "site-section", siteSection: two.id } } };
    const { status, headers } = await move(three.id, before);
    expect([status, headers["deprecation"], await titles(site)]).toEqual([
      200,
      "true",
      ["One", "Three", "Two"],
    ]);
    await move(three.id, { position: { after: { type: "site-section", siteSection: two.id } } });
    expect(await titles(site)).toEqual(["One", "Two", "Three"]);
    await move(two.id, {});
    expect(await titles(site)).toEqual(["One", "Three", "Two"]);
    const itself = { position: { before: { type: "site-section", siteSection: three.id } } };
    for (const body of [itself, { position: 1 }, { position: { before: { type: "site" } } }]) {
      expect((await move(three.id, body)).status).toBe(400);
    }
    expect((await world().post(`${site}/sections/${two.id}/move`, {})).status).toBe(401);
    expect((await move(two.id, {}, reader)).status).toBe(403);
    expect((await move(two.id, {}, stranger)).status).toBe(404);
    for (let round = 0; round < 20; round++) {
      const [, second, third] = await list(site);
      const place = { before: { type: "site-section", siteSection: second?.id } };
      expect((await move(String(third?.id), { position: place })).status).toBe(200);
    }
  });
});
