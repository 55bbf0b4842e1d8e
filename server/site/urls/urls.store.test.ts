import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { resolvePublished } from "./published.ts";
import { makeSite, tokenOf, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld();
let writer: Person;
let reader: Person;
let stranger: Person;
let site: VisitedSite;
let page: string;
let second: string;
let siteSpace: string;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  site = await makeSite(world(), writer, "Members");
  const insert = (slug: string, word = "x") => ({
    operation: "insert_page",
    slug,
    document: { markdown: `# ${slug}\n\n## Part\n\n${word}` },
  });
  const { body } = await world().post(
    `/spaces/${site.space}/content`,
    { changes: [insert("home"), insert("guide", "quokka")] },
    writer,
  );
  page = body.changes[1].page;
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Old" }, writer);
  second = made.body.id;
  await world().post(`/spaces/${second}/content`, { changes: [insert("legacy", "quokka")] }, writer);
  await world().post(`${site.api}/site-spaces`, { spaceId: second }, writer);
  siteSpace = (await world().get(`${site.api}/site-spaces`, writer)).body.items[0].id;
  await world().runJobs();
});

const address = (path: string) => `http://sites.test${site.base}${path}`;
const resolve = (url: string, more: object = {}) => world().post("/urls/published", { url, ...more });
const see = (visibility: string) => world().patch(site.api, { visibility }, writer);

describe("resolvePublishedContentByUrl and getPublishedContentByUrl", () => {
  test("tell what stands at an address, whatever its case", async () => {
    await see("public");
    const { status, body } = await resolve(address("GUIDE"));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      organization: world().organization,
      siteSpace,
      space: site.space,
      pathname: "/GUIDE",
      basePath: site.base,
      siteBasePath: site.base,
      complete: true,
      canonicalUrl: address("GUIDE"),
    });
    // It reads what the site shows, and nothing that is a user's.
    expect((await world().get("/user", body.apiToken)).status).toBe(403);
    const old = (await resolve(address("OLD/legacy"))).body;
    expect([old.space, old.basePath, old.pathname]).toEqual([second, `${site.base}old/`, "/legacy"]);
    expect((await resolve(address(""))).body.complete).toBe(false);
    const asked = `/urls/published?url=${encodeURIComponent(address("guide"))}`;
    expect((await world().get(asked)).body.pathname).toBe("/guide");
    expect((await resolve("http://app.test/s/x")).body).toEqual({
      target: "application",
      redirect: "http://app.test/s/x",
    });
  });

  test("say the same of what is closed, of what is secret and of what never was", async () => {
    const nothing = await resolve("http://sites.test/acme/never/");
    expect(nothing.status).toBe(404);
    const same = async (url: string) => {
      const { status, body } = await resolve(url);
      expect([url, status, body.error.message]).toEqual([url, 404, nothing.body.error.message]);
    };
    await see("share-link");
    await same(address("guide"));
    await same(address("00000000000000000000/guide"));
    const { body: link } = await world().post(`${site.api}/share-links`, { name: "x" }, writer);
    const key = new URL(link.urls.published).pathname.split("/").at(-2);
    const open = await resolve(`${link.urls.published}guide`);
    expect([open.status, open.body.shareKey, open.body.pathname, open.body.siteBasePath]).toEqual([
      200,
      key,
      "/guide",
      `${site.base}${key}/`,
    ]);
    await see("public");
    expect((await resolve(`${link.urls.published}guide`)).body).toEqual({
      target: "content",
      redirect: address("guide"),
    });
    await world().post(`${site.api}/unpublish`, undefined, writer);
    await same(address("guide"));
    await world().post(`${site.api}/publish`, undefined, writer);
    for (const url of ["http://evil.example/acme/", "http://sites.test/"]) await same(url);
    expect((await resolve("ftp://sites.test/acme/members/")).status).toBe(400);
  });

  test("let visitors in by their token, and lead others to the login", async () => {
    await see("visitor-auth");
    const login = await resolve(address("guide?a=b"));
    expect(login.status === 404 || login.body.target === "external").toBe(true);
    const jwtToken = await tokenOf(world(), site.key, { name: "Ada" });
    expect((await resolve(address("guide"), { visitor: { jwtToken } })).body.siteSpace).toBe(siteSpace);
    const forged = { visitor: { jwtToken: await tokenOf(world(), "another key") } };
    expect((await resolve(address("guide"), forged)).status).toBe(400);
    expect((await resolve(address("guide"), { ...forged, redirectOnError: true })).status).toBe(login.status);
    await see("public");
  });

  test("tell what a preview shows to who has its address", async () => {
    const { body: request } = await world().post(`/spaces/${site.space}/change-requests`, {}, writer);
    await world().post(`${site.api}/unpublish`, undefined, writer);
    const { body: preview } = await world().get(`${site.api}/publishing/preview`, writer);
    const { pathname } = new URL(preview.url);
    const { body: plain } = await resolve(`${preview.url}guide`);
    expect([plain.siteSpace, plain.pathname, plain.siteBasePath]).toEqual([siteSpace, "/guide", pathname]);
    expect([plain.changeRequest, plain.revision]).toEqual([undefined, undefined]);
    const change = await resolve(`${preview.url}~/changes/${request.number}/guide`);
    expect([change.body.changeRequest, change.body.space]).toEqual([request.id, site.space]);
    const { body: space } = await world().get(`/spaces/${site.space}`, writer);
    const past = await resolve(`${preview.url}~/revisions/${space.revision}/`);
    expect([past.body.revision, past.body.changeRequest]).toEqual([space.revision, undefined]);
    const none = (await resolve("http://sites.test/acme/never/")).body.error.message;
    for (const url of [
      `${preview.url}~/changes/99/`,
      address("~/preview/forged/"),
      address(`~/changes/${request.number}/guide`),
    ]) {
      const { status, body } = await resolve(url);
      expect([url, status, body.error.message]).toEqual([url, 404, none]);
    }
    await world().post(`${site.api}/publish`, undefined, writer);
  });

  test("lead from an address of before the sites' domain was set to the one of now", async () => {
    await see("public");
    const { deps } = world();
    const addresses = { ...deps.addresses, sites: "http://sites.test", sitesDomain: "docs.test" };
    const lookUp = (url: string) => resolvePublished({ ...deps, addresses }, { url });
    const now = `http://acme.docs.test/${site.base.split("/")[2]}/`;
    expect(await lookUp(address("guide/a%20b"))).toEqual({
      target: "content",
      redirect: `${now}guide/a%20b`,
    });
    expect(await lookUp(`${now}guide`)).toMatchObject({ space: site.space, pathname: "/guide" });
    await expect(lookUp("http://sites.test/acme/nothing/")).rejects.toMatchObject({ status: 404 });
    await world().post(`${site.api}/unpublish`, undefined, writer);
    await expect(lookUp(address("guide"))).rejects.toMatchObject({ status: 404 });
    await world().post(`${site.api}/publish`, undefined, writer);
  });

  test("refuse what is no address", async () => {
    for (const body of [{}, { url: "nowhere" }, { url: 1 }, { url: address(""), token: "x" }])
      expect((await world().post("/urls/published", body)).status).toBe(400);
    expect(
      (await world().post("/urls/published", { url: address("") }, undefined, { authorization: "Bearer x" }))
        .status,
    ).toBe(401);
  });
});

describe("getContentByUrl", () => {
  const content = (url: string, as?: Person) =>
    world().get(`/urls/content?url=${encodeURIComponent(url)}`, as);

  test("tells the space, the page and the change request", async () => {
    const space = `http://app.test/s/${site.space}`;
    expect((await content(space, reader)).body.space.id).toBe(site.space);
    expect((await content(`${space}/${page}`, reader)).body.page.id).toBe(page);
    expect((await content(`${space}/Guide`, reader)).body.page.id).toBe(page);
    const { body: request } = await world().post(`/spaces/${site.space}/change-requests`, {}, writer);
    const changed = await content(request.urls.app, writer);
    expect(changed.body.changeRequest.id).toBe(request.id);
    const { body: made } = await world().post(`/orgs/${world().organization}/collections`, {}, writer);
    expect((await content(made.urls.app, writer)).body.collection.id).toBe(made.id);
  });

  test("hides what the caller may not see", async () => {
    const space = `http://app.test/s/${site.space}`;
    const none = await content("http://app.test/s/absent", reader);
    for (const [url, as] of [
      [space, stranger],
      [`${space}/absent`, reader],
      [`${space}/~/changes/999`, reader],
      ["http://sites.test/s/x", reader],
      ["http://app.test/", reader],
    ] as const) {
      const { status, body } = await content(url, as);
      expect([status, body.error.message]).toEqual([404, none.body.error.message]);
    }
    expect((await content("x", reader)).status).toBe(400);
    expect((await content(space)).status).toBe(401);
  });
});

describe("searchSiteContent", () => {
  const search = (body: object, as: Person | undefined = reader) =>
    world().post(`${site.api}/search`, { query: "quokka", ...body }, as);
  const spaces = ({ body }: { body: { items: { id: string }[] } }) =>
    body.items.map(({ id }) => id).toSorted();

  test("searches the scope that is asked for", async () => {
    const all = [site.space, second].toSorted();
    const other = (await world().get(`${site.api}/site-spaces`, writer)).body.items[1].id;
    const found = await search({ scope: { mode: "all" } });
    expect([found.status, spaces(found), found.body.count]).toEqual([200, all, 2]);
    expect(found.body.items[0].pages[0].sections[0]).toMatchObject({ title: "Part", id: "part" });
    expect(spaces(await search({ scope: { mode: "default" } }))).toEqual([site.space]);
    expect(spaces(await search({ scope: { mode: "default", includedSiteSpaces: [other] } }))).toEqual(all);
    const around = (more: object) => search({ scope: { mode: "default", currentSiteSpace: other, ...more } });
    expect(spaces(await around({}))).toEqual(all);
    expect(spaces(await around({ restrictTo: "currentSiteSpace" }))).toEqual([second]);
    expect(spaces(await around({ restrictTo: "otherSiteSpaces" }))).toEqual([site.space]);
    // Of the section the variant that is in the reader's language takes the place of the default.
    await world().patch(`/spaces/${second}`, { language: "de" }, writer);
    await world().runJobs();
    expect(spaces(await around({}))).toEqual([second]);
    expect(spaces(await around({ restrictTo: "otherSiteSpaces" }))).toEqual([]);
    await world().patch(`/spaces/${second}`, { language: "en" }, writer);
    await world().runJobs();
    expect(spaces(await search({ scope: { mode: "specific", siteSpaceIds: [other] } }))).toEqual([second]);
    expect(spaces(await search({}))).toEqual(all);
    expect(spaces(await search({ mode: "all" }))).toEqual(all);
    expect(spaces(await search({ siteSpaceIds: [other] }))).toEqual([second]);
    expect(spaces(await search({ mode: "current", siteSpaceId: other }))).toEqual(all);
  });

  test("refuses what isn't one, and those who may not", async () => {
    for (const body of [
      { mode: "current" },
      { siteSpaceId: "absent" },
      { scope: { mode: "some" } },
      { scope: { mode: "specific", siteSpaceIds: ["absent"] } },
      { scope: { mode: "default", currentSiteSpace: "absent" } },
      { scope: { mode: "default", restrictTo: "currentSiteSpace" } },
      { scope: { mode: "all" }, mode: "all" },
      { scope: { mode: "all" }, query: "" },
    ]) {
      expect((await search(body)).status).toBe(400);
    }
    const body = { query: "x", scope: { mode: "all" } };
    expect((await world().post(`${site.api}/search`, body)).status).toBe(401);
    expect((await search({ scope: { mode: "all" } }, stranger)).status).toBe(404);
  });
});

test("getSubdomain tells members alone whose it is", async () => {
  const { status, body } = await world().get("/subdomains/acme", reader);
  expect([status, body.target.organization, body.isActive]).toEqual([200, world().organization, true]);
  const none = await world().get("/subdomains/never", reader);
  for (const name of ["other", "-"]) {
    const hidden = await world().get(`/subdomains/${name}`, reader);
    expect([hidden.status, hidden.body.error.message]).toEqual([404, none.body.error.message]);
  }
  expect((await world().get("/subdomains/acme")).status).toBe(401);
});

test("listPermissionsAggregateInSite lists the members with a role", async () => {
  const path = `${site.api}/permissions/aggregate`;
  await world().addPerson("gus", null);
  const { status, body } = await world().get(path, writer);
  expect([status, body.count]).toEqual([200, 2]);
  expect(body.items.map(({ permission }: { permission: string }) => permission).toSorted()).toEqual([
    "create",
    "read",
  ]);
  expect(body.items[0].origin).toEqual({ type: "organization", organization: world().organization });
  const first = await world().get(`${path}?limit=1`, writer);
  expect(
    (await world().get(`${path}?limit=1&page=${first.body.next.page}`, writer)).body.next,
  ).toBeUndefined();
  const readers = await world().get(`${path}?role=read`, writer);
  expect(readers.body.items.map((one: { user: { id: string } }) => one.user.id)).toEqual([reader.id]);
  expect((await world().get(`${path}?role=owner`, writer)).status).toBe(400);
  expect((await world().get(path)).status).toBe(401);
  expect((await world().get(path, reader)).status).toBe(403);
  expect((await world().get(path, stranger)).status).toBe(404);
});
