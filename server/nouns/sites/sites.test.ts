import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let creator: Person;
let reader: Person;
let guest: Person;
let stranger: Person;
let foreignSpace: string;

beforeAll(async () => {
  creator = await world().addPerson("carl", "create");
  reader = await world().addPerson("rita", "read");
  guest = await world().addPerson("gus", null);
  const other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
  foreignSpace = (await world().post(`/orgs/${other}/spaces`, {}, stranger)).body.id;
});

const sites = () => `/orgs/${world().organization}/sites`;
const make = async (body?: object) => (await world().post(sites(), body, creator)).body;
const newSpace = async (title: string) =>
  (await world().post(`/orgs/${world().organization}/spaces`, { title }, creator)).body.id as string;

describe("createSite", () => {
  test("publishes the spaces that it names, in their order, the first as the default", async () => {
    const [one, two] = [await newSpace("Version 2.0"), await newSpace("Version 1.0")];
    const { status, body, headers } = await world().post(
      sites(),
      { title: "Product Docs", visibility: "unlisted", spaces: [one, two] },
      creator,
    );
    expect(status).toBe(201);
    expect(headers["location"]).toBe(body.urls.location);
    expect(body).toMatchObject({
      object: "site",
      type: "basic",
      basename: "product-docs",
      visibility: "unlisted",
      published: false,
      siteSpaces: 2,
      agentsContext: "included",
      adaptiveContent: { enabled: false },
    });
    expect(body.urls.published).toBeUndefined();
    const { body: published } = await world().get(`${sites()}/${body.id}/published`, creator);
    const structure = published.structure.structure;
    expect(structure.map((item: { path: string }) => item.path)).toEqual(["version-2-0", "version-1-0"]);
    expect(structure.map((item: { default: boolean }) => item.default)).toEqual([true, false]);
  });

  test("makes a space to begin with, filled or empty", async () => {
    const pagesOf = async (spaces: string) => {
      const site = await make({ title: `Made ${spaces}`, spaces });
      const { body } = await world().get(`${sites()}/${site.id}/published`, creator);
      const { id } = body.structure.structure[0].space;
      return (await world().get(`/spaces/${id}/content/pages`, creator)).body.pages;
    };
    expect(await pagesOf("empty")).toEqual([]);
    expect((await pagesOf("sample")).map((page: { path: string }) => page.path)).toEqual([
      "welcome",
      "writing-pages",
    ]);
  });

  test("needs nothing, and finds a basename that is free", async () => {
    const [first, second] = [await make(), await make()];
    expect(first).toMatchObject({ type: "basic", visibility: "public", published: false, siteSpaces: 0 });
    expect([first.title, first.basename, second.basename]).toEqual([
      "Documentation",
      "documentation",
      "documentation-1",
    ]);
    expect((await make({ title: "日本語" })).basename).toBe("docs");
  });

  test("several at once find a basename each", async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => world().post(sites(), { title: "At once", spaces: "empty" }, creator)),
    );
    expect(made.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(new Set(made.map(({ body }) => body.basename)).size).toBe(6);
  });

  test("refuses what isn't one, and spaces of others", async () => {
    const cases: [object, string][] = [
      [{ title: "x" }, "/title"],
      [{ title: "x".repeat(129) }, "/title"],
      [{ type: "free" }, "/type"],
      [{ visibility: "private" }, "/visibility"],
      [{ spaces: [foreignSpace] }, "/spaces/0"],
      [{ spaces: ["absent"] }, "/spaces/0"],
      [{ basename: "mine" }, "/basename"],
    ];
    for (const [body, path] of cases) {
      const answer = await world().post(sites(), body, creator);
      expect(answer.status).toBe(400);
      expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
    }
    const hidden = await newSpace("Hidden");
    await world().patch(`/spaces/${hidden}`, { defaultLevel: "read" }, creator);
    expect((await world().post(sites(), { spaces: [hidden] }, creator)).status).toBe(400);
    expect((await world().post(sites(), {})).status).toBe(401);
    expect((await world().post(sites(), {}, reader)).status).toBe(403);
    expect((await world().post(sites(), {}, stranger)).status).toBe(404);
  });
});

describe("an organization without spaces", () => {
  test("has sites without spaces, and none for a space", async () => {
    const organization = await world().addOrganization("Empty", "empty");
    const member = await world().addPerson("emma", "create", organization);
    const site = await world().post(`/orgs/${organization}/sites`, {}, member);
    const published = await world().get(`/orgs/${organization}/sites/${site.body.id}/published`, member);
    expect([published.status, published.body?.structure?.structure]).toEqual([200, []]);
    const listed = await world().get(`/orgs/${organization}/sites?space=${foreignSpace}`, member);
    expect([listed.status, listed.body?.count]).toEqual([200, 0]);
  });
});

describe("listSites", () => {
  test("filters by space, title and state", async () => {
    const space = await newSpace("Filtered");
    const site = await make({ title: "Ünïque_100%", spaces: [space] });
    const ids = async (query: string, as = reader) =>
      (await world().get(`${sites()}?${query}`, as)).body.items.map((item: { id: string }) => item.id);
    expect(await ids(`space=${space}`)).toEqual([site.id]);
    expect(await ids(`title=${encodeURIComponent("ünïque_100%")}`)).toEqual([site.id]);
    expect(await ids(`title=${encodeURIComponent("u%e")}`)).toEqual([]);
    expect(await ids("published=true")).toEqual([]);
    expect(await ids("published=false&limit=1000")).toContain(site.id);
    expect(await ids("type=premium&type=ultimate")).toEqual([]);
    expect(await ids("type=basic&limit=1000")).toContain(site.id);
    expect(await ids("", guest)).toEqual([]);
    await world().patch(`/spaces/${space}`, { defaultLevel: null }, creator);
    expect(await ids(`space=${space}`)).toEqual([]);
  });

  test("refuses unknown values, asks for a token, hides other organizations", async () => {
    expect((await world().get(`${sites()}?published=maybe`, reader)).status).toBe(400);
    expect((await world().get(`${sites()}?type=free`, reader)).status).toBe(400);
    expect((await world().get(sites())).status).toBe(401);
    expect((await world().get(sites(), stranger)).status).toBe(404);
  });
});

describe("getSiteById", () => {
  test("answers members with a role, and nobody else", async () => {
    const site = await make();
    const path = `${sites()}/${site.id}`;
    expect((await world().get(path, reader)).body.id).toBe(site.id);
    expect((await world().get(path, guest)).status).toBe(404);
    expect((await world().get(path, stranger)).status).toBe(404);
    expect((await world().get(path)).status).toBe(401);
  });
});

test("a deleted space counts on no site, until it is restored", async () => {
  const [kept, gone] = [await newSpace("Kept"), await newSpace("Gone")];
  const site = await make({ spaces: [kept, gone] });
  const counts = async () => [
    (await world().get(`${sites()}/${site.id}`, reader)).body.siteSpaces,
    (await world().get(`${sites()}/${site.id}/site-spaces`, reader)).body.count,
    (await world().get(`${sites()}?space=${gone}`, reader)).body.count,
  ];
  expect(await counts()).toEqual([2, 2, 1]);
  await world().delete(`/spaces/${gone}`, creator);
  expect(await counts()).toEqual([1, 1, 0]);
  await world().post(`/spaces/${gone}/restore`, undefined, creator);
  expect(await counts()).toEqual([2, 2, 1]);
});

describe("updateSiteById", () => {
  test("changes what is sent", async () => {
    const site = await make({ title: "Old name", spaces: "empty" });
    const path = `${sites()}/${site.id}`;
    const { status, body } = await world().patch(
      path,
      {
        title: "New name",
        basename: "fresh",
        visibility: "unlisted",
        agentsContext: "excluded",
        adaptiveContent: { enabled: true },
        proxy: "example.com/docs",
      },
      creator,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: "New name",
      basename: "fresh",
      visibility: "unlisted",
      agentsContext: "excluded",
      adaptiveContent: { enabled: true },
      proxy: { origin: "example.com/docs" },
    });
    expect((await world().patch(path, { proxy: null }, creator)).body.proxy).toBeUndefined();
  });

  test("refuses what isn't one, what is taken, what is another's", async () => {
    const [site, other] = [await make({ spaces: "empty" }), await make({ spaces: "empty" })];
    const path = `${sites()}/${site.id}`;
    const foreign = (await world().get(`${sites()}/${other.id}/published`, creator)).body.structure
      .structure[0].id;
    for (const patch of [
      { title: "x" },
      { basename: "" },
      { basename: "Has Spaces" },
      { basename: "x".repeat(101) },
      { visibility: "hidden" },
      { proxy: "no path" },
      { defaultSiteSpace: foreign },
      { published: true },
    ]) {
      expect((await world().patch(path, patch, creator)).status).toBe(400);
    }
    const taken = await world().patch(path, { basename: other.basename }, creator);
    expect([taken.status, taken.body.error.type]).toEqual([409, "basename-taken"]);
    expect((await world().patch(path, { title: "No" })).status).toBe(401);
    expect((await world().patch(path, { title: "No" }, reader)).status).toBe(403);
    expect((await world().patch(path, { title: "No" }, stranger)).status).toBe(404);
    const tag = String((await world().get(path, creator)).headers["etag"]);
    expect((await world().patch(path, { title: "Yes" }, creator, { "if-match": tag })).status).toBe(200);
    expect((await world().patch(path, { title: "No" }, creator, { "if-match": tag })).status).toBe(412);
  });
});

describe("publishSite and unpublishSite", () => {
  test("open and close the site, and the visibility of its spaces follows", async () => {
    const space = await newSpace("Public");
    const site = await make({ title: "Opened", spaces: [space] });
    const path = `${sites()}/${site.id}`;
    const seen = async () => (await world().get(`/spaces/${space}`, reader)).body;
    expect((await seen()).visibility).toBe("private");
    const { status, body } = await world().post(`${path}/publish`, undefined, creator);
    expect([status, body.published]).toEqual([200, true]);
    expect((await world().post(`${path}/publish`, undefined, creator)).status).toBe(200);
    expect(await seen()).toMatchObject({
      visibility: "public",
      urls: { public: "http://sites.test/acme/opened/" },
    });
    await world().patch(path, { visibility: "share-link" }, creator);
    expect((await seen()).visibility).toBe("share-link");
    expect((await world().post(`${path}/unpublish`, undefined, creator)).body.published).toBe(false);
    expect((await seen()).visibility).toBe("private");
  });

  test("take the right to publish", async () => {
    const site = await make();
    for (const verb of ["publish", "unpublish"]) {
      const path = `${sites()}/${site.id}/${verb}`;
      expect((await world().post(path, undefined)).status).toBe(401);
      expect((await world().post(path, undefined, reader)).status).toBe(403);
      expect((await world().post(path, undefined, stranger)).status).toBe(404);
      expect((await world().post(path, { now: true }, creator)).status).toBe(400);
    }
  });
});

describe("getPublishedContentSite", () => {
  test("leaves out spaces that the caller may not see", async () => {
    const [open, hidden] = [await newSpace("Open"), await newSpace("Closed")];
    const site = await make({ spaces: [open, hidden] });
    await world().patch(`/spaces/${hidden}`, { defaultLevel: null }, creator);
    const { status, body } = await world().get(`${sites()}/${site.id}/published?shareKey=x`, reader);
    expect(status).toBe(200);
    expect(body.structure.structure.map((item: { space: { id: string } }) => item.space.id)).toEqual([open]);
    expect((await world().get(`${sites()}/${site.id}/published`)).status).toBe(401);
    expect((await world().get(`${sites()}/${site.id}/published`, stranger)).status).toBe(404);
  });
});

describe("deleteSiteById", () => {
  test("removes the site and leaves its spaces", async () => {
    const space = await newSpace("Survivor");
    const site = await make({ spaces: [space] });
    const path = `${sites()}/${site.id}`;
    expect((await world().delete(path)).status).toBe(401);
    expect((await world().delete(path, reader)).status).toBe(403);
    expect((await world().delete(path, stranger)).status).toBe(404);
    expect((await world().delete(path, creator)).status).toBe(205);
    expect((await world().delete(path, creator)).status).toBe(404);
    expect((await world().get(`/spaces/${space}`, creator)).status).toBe(200);
  });
});
