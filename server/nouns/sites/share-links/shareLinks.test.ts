import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../../test/harness.ts";

const world = useWorld();
let editor: Person;
let reader: Person;
let stranger: Person;
let site: string;
let links: string;

beforeAll(async () => {
  editor = await world().addPerson("edda", "create");
  reader = await world().addPerson("rita", "read");
  const other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
  site = `/orgs/${world().organization}/sites`;
  const { body } = await world().post(site, { title: "Shared", spaces: "sample" }, editor);
  site += `/${body.id}`;
  links = `${site}/share-links`;
  await world().patch(site, { visibility: "share-link" }, editor);
  await world().post(`${site}/publish`, undefined, editor);
});

const make = async (name = "Partners") => (await world().post(links, { name }, editor)).body;
const pathOf = (link: { urls: { published: string } }) => new URL(link.urls.published).pathname;

describe("createSiteShareLink", () => {
  test("makes an address that nobody can guess", async () => {
    const { status, body, headers } = await world().post(links, { name: "Partners" }, editor);
    expect([status, body.name, body.active]).toEqual([201, "Partners", true]);
    expect(body.urls.published).toMatch(/^http:\/\/sites\.test\/acme\/shared\/[0-9A-Za-z]{20}\/$/);
    expect(body.urls.published).not.toContain(body.id);
    expect(headers["location"]).toContain(`/share-links/${body.id}`);
    const stored = await world()
      .deps.db.read.selectFrom("share_links")
      .selectAll()
      .where("id", "=", body.id)
      .executeTakeFirst();
    expect(JSON.stringify(stored)).not.toContain(pathOf(body).split("/").at(-2));
  });

  test("refuses what isn't one, asks for a token, and takes the right to change the site", async () => {
    for (const body of [{}, { name: "x".repeat(51) }, { name: "x", active: false }]) {
      expect((await world().post(links, body, editor)).status).toBe(400);
    }
    expect((await world().post(links, { name: "x" })).status).toBe(401);
    expect((await world().post(links, { name: "x" }, reader)).status).toBe(403);
    expect((await world().post(links, { name: "x" }, stranger)).status).toBe(404);
  });
});

describe("listSiteShareLinks", () => {
  test("lists the oldest first, page by page, for those alone who may hand them on", async () => {
    const made = [];
    for (const name of ["a", "b", "c"]) {
      made.push(await make(name));
      // Those of one millisecond have no order but that of their ids.
      world().ahead += 1;
    }
    const ids: string[] = [];
    for (let page = `${links}?limit=2`; page !== "";) {
      const { body } = await world().get(page, editor);
      ids.push(...body.items.map((item: { id: string }) => item.id));
      page = body.next ? `${links}?limit=2&page=${body.next.page}` : "";
    }
    expect(ids.slice(-3)).toEqual(made.map(({ id }) => id));
    expect((await world().get(`${links}?limit=0`, editor)).status).toBe(400);
    expect((await world().get(links)).status).toBe(401);
    expect((await world().get(links, reader)).status).toBe(403);
    expect((await world().get(links, stranger)).status).toBe(404);
  });
});

describe("updateSiteShareLinkById", () => {
  test("closes the address at once, and opens it again", async () => {
    const link = await make();
    const path = `${links}/${link.id}`;
    expect((await world().visit(pathOf(link))).status).toBe(200);
    const closed = await world().patch(path, { active: false, name: "Former" }, editor);
    expect([closed.status, closed.body.active, closed.body.name]).toEqual([200, false, "Former"]);
    expect((await world().visit(pathOf(link))).status).toBe(403);
    expect((await world().patch(path, { active: true }, editor)).body.urls).toEqual(link.urls);
    expect((await world().visit(pathOf(link))).status).toBe(200);
  });

  test("refuses what isn't one, those who may not, and who read it before", async () => {
    const path = `${links}/${(await make()).id}`;
    for (const body of [{ active: "no" }, { name: null }, { key: "mine" }]) {
      expect((await world().patch(path, body, editor)).status).toBe(400);
    }
    expect((await world().patch(path, { active: false })).status).toBe(401);
    expect((await world().patch(path, { active: false }, reader)).status).toBe(403);
    expect((await world().patch(path, { active: false }, stranger)).status).toBe(404);
    expect((await world().patch(`${links}/absent`, { active: false }, editor)).status).toBe(404);
    const { headers } = await world().patch(path, { name: "One" }, editor);
    const tag = { "if-match": String(headers["etag"]) };
    expect((await world().patch(path, { name: "Two" }, editor, tag)).status).toBe(200);
    expect((await world().patch(path, { name: "Three" }, editor, tag)).status).toBe(412);
  });

  test("knows no link of another site", async () => {
    const { body } = await world().post(`/orgs/${world().organization}/sites`, {}, editor);
    const foreign = `/orgs/${world().organization}/sites/${body.id}/share-links/${(await make()).id}`;
    expect((await world().patch(foreign, { active: false }, editor)).status).toBe(404);
    expect((await world().delete(foreign, editor)).status).toBe(404);
  });
});

describe("deleteSiteShareLinkById", () => {
  test("closes the address for good", async () => {
    const link = await make();
    const path = `${links}/${link.id}`;
    expect((await world().delete(path)).status).toBe(401);
    expect((await world().delete(path, reader)).status).toBe(403);
    expect((await world().delete(path, stranger)).status).toBe(404);
    expect((await world().delete(path, editor)).status).toBe(205);
    expect((await world().delete(path, editor)).status).toBe(404);
    expect((await world().visit(pathOf(link))).status).toBe(403);
  });
});

describe("a site opened by a share link", () => {
  test("keeps the key in every address, and is kept by nobody in between", async () => {
    const base = pathOf(await make());
    const { status, text, headers } = await world().visit(base);
    expect([status, headers["referrer-policy"]]).toEqual([200, "no-referrer"]);
    expect(headers["cache-control"]).toContain("private");
    expect(text).toContain('content="noindex, nofollow"');
    const inside = [...text.matchAll(/href="(\/acme\/[^"]*)"/g)].map(([, href]) => String(href));
    expect(inside.length).toBeGreaterThan(2);
    expect(inside.filter((href) => !href.startsWith(base))).toEqual([]);
    for (const [inner, words] of [
      ["writing-pages", "<h1"],
      ["writing-pages.md", "# "],
      ["llms.txt", `http://sites.test${base}`],
      ["~/search.json?q=writing", "results"],
    ] as const) {
      const answer = await world().visit(base + inner);
      expect([inner, answer.status]).toEqual([inner, 200]);
      expect(answer.text).toContain(words);
    }
    const bare = await world().visit(base.slice(0, -1));
    expect([bare.status, bare.headers["location"]]).toEqual([308, base]);
  });

  test("stays closed to everybody else", async () => {
    const base = pathOf(await make());
    const { body } = await world().post(
      `/orgs/${world().organization}/sites`,
      { title: "Second", spaces: "sample", visibility: "share-link" },
      editor,
    );
    await world().post(`/orgs/${world().organization}/sites/${body.id}/publish`, undefined, editor);
    const key = base.split("/").at(-2) as string;
    for (const address of [
      "/acme/shared/",
      "/acme/shared/writing-pages",
      `/acme/shared/${"A".repeat(20)}/`,
      `/acme/shared/${key.toLowerCase()}x/`,
      `/acme/second/${key}/`,
    ]) {
      expect([address, (await world().visit(address)).status]).toEqual([address, 403]);
    }
  });

  test("its key on operations puts published addresses below it, while it opens the site", async () => {
    const link = await make();
    const key = pathOf(link).split("/").at(-2) ?? "";
    const read = async (path: string, shareKey: string) =>
      JSON.stringify((await world().get(`${site}${path}shareKey=${shareKey}`, reader)).body);
    for (const path of ["/published?", "/structure?", "/site-spaces?", "/site-spaces?default=true&"]) {
      expect(await read(path, key)).toContain(link.urls.published);
      expect(await read(path, "0".repeat(20))).not.toContain("0".repeat(20));
    }
    await world().patch(`${links}/${link.id}`, { active: false }, editor);
    expect(await read("/published?", key)).not.toContain(key);
  });

  test("closes with the site, and its visibility", async () => {
    const base = pathOf(await make());
    await world().patch(site, { visibility: "visitor-auth" }, editor);
    expect((await world().visit(base)).status).toBe(403);
    for (const visibility of ["public", "unlisted"]) {
      await world().patch(site, { visibility }, editor);
      const led = await world().visit(`${base}a/b?q=1`);
      expect([led.status, led.headers["location"]]).toEqual([307, "/acme/shared/a/b"]);
      expect(led.headers["referrer-policy"]).toBe("no-referrer");
    }
    await world().patch(site, { visibility: "share-link" }, editor);
    const { body } = await world().post(`${site}/unpublish`, undefined, editor);
    expect(body.published).toBe(false);
    expect((await world().visit(base)).status).toBe(404);
    expect((await make()).urls).toEqual({});
    await world().post(`${site}/publish`, undefined, editor);
    expect((await world().visit(base)).status).toBe(200);
  });
});

describe("getSpaceById", () => {
  test("leads to a space by the share link that its reader names, while that opens the site", async () => {
    const link = await make("Space");
    const key = pathOf(link).split("/").at(-2);
    const [variant] = (await world().get(`${site}/site-spaces`, editor)).body.items;
    const of = async (query: string) =>
      (await world().get(`/spaces/${variant.space.id}${query}`, editor)).body.urls.published;
    const bare = await of("");
    expect(bare).toBe("http://sites.test/acme/shared/");
    expect(await of(`?shareKey=${key}`)).toBe(`${bare}${key}/`);
    expect(await of("?shareKey=Absent0000000000000")).toBe(bare);
    await world().patch(site, { visibility: "visitor-auth" }, editor);
    expect(await of(`?shareKey=${key}`)).toBe(bare);
    const { body } = await world().get(`/spaces/${variant.space.id}`, editor);
    expect([body.visibility, body.visitorAuth]).toEqual(["visitor-auth", { backend: "custom" }]);
    await world().patch(site, { visibility: "share-link" }, editor);
    expect((await world().get(`/spaces/${variant.space.id}`, editor)).body.visitorAuth).toBeUndefined();
    await world().patch(`${links}/${link.id}`, { active: false }, editor);
    expect(await of(`?shareKey=${key}`)).toBe(bare);
  });
});
