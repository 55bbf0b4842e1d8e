import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../../test/harness.ts";

const world = useWorld();
let editor: Person;
let reader: Person;
let stranger: Person;
let site: string;
let space: string;
let siteSpace: string;
let page: string;
let redirects: string;
const BASE = "/acme/led/";

const insert = (slug: string, more: object = {}) => ({
  operation: "insert_page",
  slug,
  document: { markdown: `# ${slug}\n\nText of ${slug}.` },
  ...more,
});

async function write(where: string, changes: object[]) {
  const { status, body } = await world().post(`/spaces/${where}/content`, { changes }, editor);
  expect(status).toBe(200);
  return body.changes.map((change: { page: string }) => change.page) as string[];
}

async function newSpace(title: string, ...slugs: string[]): Promise<string> {
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title }, editor);
  await write(
    body.id,
    slugs.map((slug) => insert(slug)),
  );
  return body.id;
}

beforeAll(async () => {
  editor = await world().addPerson("edda", "create");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  space = await newSpace("Guide", "home");
  [page = ""] = await write(space, [insert("install")]);
  const sites = `/orgs/${world().organization}/sites`;
  const { body } = await world().post(sites, { title: "Led", spaces: [space] }, editor);
  site = `${sites}/${body.id}`;
  redirects = `${site}/redirects`;
  siteSpace = (await world().get(`${site}/site-spaces`, editor)).body.items[0].id;
  await world().post(`${site}/publish`, undefined, editor);
});

const toPage = () => ({ kind: "site-page", siteSpaceId: siteSpace, pageId: page });
const external = (url: string) => ({ kind: "external", url });
const make = (source: string, destination: object, more: object = {}, as: Person | undefined = editor) =>
  world().post(redirects, { source, destination, ...more }, as);
const visit = async (path: string) => {
  const { status, headers } = await world().visit(BASE + path);
  return [status, headers["location"]];
};
const sources = async (query = "") =>
  (await world().get(`${redirects}${query}`, reader)).body.items.map(
    (each: { source: string }) => each.source,
  );

describe("createSiteRedirect", () => {
  test("leads on from where no page is, whatever the case", async () => {
    const { status, body, headers } = await make("/Old-Install", toPage());
    expect([status, body.draft, body.permanent]).toEqual([201, false, false]);
    expect(headers["location"]).toContain(`/redirects/${body.id}`);
    expect(await visit("old-install")).toEqual([307, `${BASE}install`]);
    expect(await visit("OLD-INSTALL")).toEqual([307, `${BASE}install`]);
    await make("/forever", { kind: "site-space", siteSpaceId: siteSpace }, { permanent: true });
    expect(await visit("forever")).toEqual([308, BASE]);
    await make("/by-path", { kind: "path", spaceId: space, path: "install" });
    expect(await visit("by-path")).toEqual([307, `${BASE}install`]);
    await make("/shop", external("https://shop.example.com/?a=b"));
    expect(await visit("shop")).toEqual([307, "https://shop.example.com/?a=b"]);
  });

  test("never hides a page, nor an address that a page had", async () => {
    const [moved = ""] = await write(space, [insert("first-name")]);
    await write(space, [{ operation: "update_page", page: moved, slug: "second-name" }]);
    for (const source of ["/install", "/first-name"])
      expect((await make(source, external("https://example.com/"))).status).toBe(201);
    expect((await visit("install"))[0]).toBe(200);
    expect(await visit("first-name")).toEqual([307, `${BASE}second-name`]);
  });

  test("stands for many paths with an asterisk; the most exact counts", async () => {
    await make("/wiki/*", external("https://wiki.example.com/all?x=1"), { captureWildcard: true });
    await make("/wiki/api/*", toPage());
    await make("/wiki/api/v1", external("https://example.com/v1"));
    await make("/rel*", external("https://example.com/releases/"), { captureWildcard: true });
    expect(await visit("wiki/A/b c")).toEqual([307, "https://wiki.example.com/all/A/b%20c?x=1"]);
    expect(await visit("wiki")).toEqual([307, "https://wiki.example.com/all?x=1"]);
    expect(await visit("wiki/api/v2")).toEqual([307, `${BASE}install`]);
    expect(await visit("wiki/api/v1")).toEqual([307, "https://example.com/v1"]);
    expect(await visit("release-7")).toEqual([307, "https://example.com/releases/ease-7"]);
    expect(await visit("wiki//evil.example.com")).toEqual([
      307,
      "https://wiki.example.com/all/evil.example.com?x=1",
    ]);
    expect((await visit("wikis"))[0]).toBe(404);
  });

  test("refuses loops", async () => {
    const own = (path: string) => external(`http://sites.test${BASE}${path}`);
    expect((await make("/circle-a", own("circle-b"))).status).toBe(201);
    for (const [source, destination, more] of [
      ["/circle-b", own("circle-a"), {}],
      ["/circle-c", own("circle-c"), {}],
      ["/circle-d/*", own("circle-d/x"), { captureWildcard: true }],
      ["/circle-b", external("https://SITES.test.//ACME/%6ced//Circle-A?x"), {}],
    ] as const) {
      const { status, body } = await make(source, destination, more);
      expect([status, body.error.details[0].path]).toEqual([400, "/destination"]);
    }
  });

  test("refuses loops across two sites of the organization, and through the key of a share link", async () => {
    const sites = `/orgs/${world().organization}/sites`;
    const { body: other } = await world().post(sites, { title: "Way", spaces: [space] }, editor);
    const across = { source: "/over", destination: external(`http://sites.test${BASE}back`) };
    expect((await world().post(`${sites}/${other.id}/redirects`, across, editor)).status).toBe(201);
    const back = external(`http://sites.test/acme/${other.basename}/over`);
    expect((await make("/back", back)).body.error?.details[0].path).toBe("/destination");
    expect((await make("/forth", back)).status).toBe(201);

    await world().patch(`${sites}/${other.id}`, { visibility: "share-link" }, editor);
    const keyed = external(`http://sites.test/acme/${other.basename}/${"k".repeat(20)}/again`);
    const again = { source: "/again", destination: keyed };
    const { body } = await world().post(`${sites}/${other.id}/redirects`, again, editor);
    expect(body.error?.details[0].path).toBe("/destination");
  });

  test("refuses what isn't one, sources that are taken, and those who may not", async () => {
    for (const [source, destination] of [
      ["old", toPage()],
      ["/a*b", toPage()],
      ["/*", toPage()],
      ["//evil", toPage()],
      ["/a", { kind: "site-page", siteSpaceId: siteSpace, pageId: "absent" }],
      ["/a", { kind: "site-space", siteSpaceId: "absent" }],
      ["/a", { kind: "site-section", siteSectionId: "absent" }],
      ["/a", { kind: "path", spaceId: "absent", path: "x" }],
      ["/a", { kind: "path", spaceId: space, path: "absent" }],
      ["/a", external("javascript:alert(1)")],
      ["/a", external("https://user:word@example.com/")],
      ["/a", { kind: "else" }],
    ] as const) {
      expect([source, destination, (await make(source, destination)).status]).toEqual([
        source,
        destination,
        400,
      ]);
    }
    expect((await make("/taken", toPage())).status).toBe(201);
    const again = await make("/TAKEN", toPage());
    expect([again.status, again.body.error.type]).toEqual([409, "source-taken"]);
    expect((await world().post(redirects, { source: "/b", destination: toPage() })).status).toBe(401);
    expect((await make("/b", toPage(), {}, reader)).status).toBe(403);
    expect((await make("/b", toPage(), {}, stranger)).status).toBe(404);
  });
});

describe("listSiteRedirects", () => {
  test("lists the newest first, by source, by what it contains, drafts apart, page by page", async () => {
    await make("/list-b", toPage());
    await make("/list-a", toPage());
    await make("/list-c", toPage(), { draft: true });
    expect((await sources("?search=LIST")).toSorted()).toEqual(["/list-a", "/list-b"]);
    expect(await sources("?search=list&orderBy=source")).toEqual(["/list-a", "/list-b"]);
    expect(await sources("?draft=true&search=list")).toEqual(["/list-c"]);
    expect((await visit("list-c"))[0]).toBe(404);
    for (const orderBy of ["createdAt", "updatedAt", "source"]) {
      const seen: string[] = [];
      for (let more: string | undefined = ""; more !== undefined;) {
        const { body } = await world().get(`${redirects}?limit=4&orderBy=${orderBy}${more}`, reader);
        seen.push(...body.items.map((each: { source: string }) => each.source));
        more = body.next && `&page=${body.next.page}`;
      }
      expect(seen).toEqual(await sources(`?orderBy=${orderBy}`));
    }
    expect((await world().get(`${redirects}?orderBy=title`, reader)).status).toBe(400);
    expect((await world().get(redirects)).status).toBe(401);
    expect((await world().get(redirects, stranger)).status).toBe(404);
  });
});

describe("updateSiteRedirectById and deleteSiteRedirectById", () => {
  test("change it at once", async () => {
    const { body } = await make("/change", toPage(), { draft: true });
    const path = `${redirects}/${body.id}`;
    const changed = await world().patch(path, { source: "/changed", draft: false }, editor);
    expect([changed.status, changed.body.source, changed.body.draft]).toEqual([200, "/changed", false]);
    expect(changed.body.updatedAt).toBeDefined();
    expect(await visit("changed")).toEqual([307, `${BASE}install`]);
    await world().patch(path, { destination: external("https://example.com/") }, editor);
    expect(await visit("changed")).toEqual([307, "https://example.com/"]);
    expect((await world().delete(path, editor)).status).toBe(205);
    expect((await world().delete(path, editor)).status).toBe(404);
    expect((await visit("changed"))[0]).toBe(404);
  });

  test("refuse what isn't one, sources that are taken, those who may not, and who read it before", async () => {
    const { body } = await make("/strict", toPage());
    await make("/strict-too", toPage());
    const path = `${redirects}/${body.id}`;
    for (const patch of [{ source: "x" }, { destination: null }, { id: "x" }])
      expect((await world().patch(path, patch, editor)).status).toBe(400);
    expect((await world().patch(path, { source: "/strict-too" }, editor)).status).toBe(409);
    for (const [as, status] of [
      [undefined, 401],
      [reader, 403],
      [stranger, 404],
    ] as const) {
      expect((await world().patch(path, { draft: true }, as)).status).toBe(status);
      expect((await world().delete(path, as)).status).toBe(status);
    }
    const { headers } = await world().patch(path, { permanent: true }, editor);
    const tag = { "if-match": String(headers["etag"]) };
    expect((await world().patch(path, { permanent: false }, editor, tag)).status).toBe(200);
    expect((await world().patch(path, { permanent: true }, editor, tag)).status).toBe(412);
    const other = await world().post(`/orgs/${world().organization}/sites`, {}, editor);
    const foreign = path.replace(site.split("/").at(-1) ?? "", other.body.id);
    expect((await world().delete(foreign, editor)).status).toBe(404);
  });
});

describe("bulkUpsertSiteRedirects", () => {
  test("says of each what has become of it", async () => {
    const put = (list: object[]) => world().put(redirects, { redirects: list }, editor);
    const destination = toPage();
    const first = await put([
      { source: "/bulk-1", destination },
      { source: "/bulk-2", destination, intent: "draft" },
      { source: "/bulk-3", destination: null },
      { source: "/bulk-4", destination: { kind: "site-space", siteSpaceId: "absent" } },
      { source: "/bulk-5" },
      { source: "/bulk-6", intent: "publish" },
    ]);
    expect(first.status).toBe(200);
    expect(first.body.results.map(({ status }: { status: string }) => status)).toEqual([
      "created",
      "created",
      "error",
      "error",
      "error",
      "error",
    ]);
    expect(first.body.results[3].error).toContain("site-space");
    const second = await put([
      { source: "/bulk-1", destination: external("https://example.com/1") },
      { source: "/bulk-2", intent: "publish" },
      { source: "/bulk-1", destination: null },
    ]);
    expect(
      second.body.results.map((each: { status: string; draft: boolean }) => [each.status, each.draft]),
    ).toEqual([
      ["updated", false],
      ["published", false],
      ["deleted", false],
    ]);
    expect(await visit("bulk-2")).toEqual([307, `${BASE}install`]);
    expect((await visit("bulk-1"))[0]).toBe(404);
    expect(await sources("?draft=true&search=bulk")).toEqual([]);
  });

  test("takes 1 to 500, from those who may", async () => {
    const many = (count: number) => ({
      redirects: Array.from({ length: count }, (_, index) => ({
        source: `/many-${index}`,
        destination: external("https://example.com/"),
      })),
    });
    expect((await world().put(redirects, many(0), editor)).status).toBe(400);
    expect((await world().put(redirects, many(501), editor)).status).toBe(400);
    const { status, body } = await world().put(redirects, many(500), editor);
    expect([status, new Set(body.results.map((each: { status: string }) => each.status))]).toEqual([
      200,
      new Set(["created"]),
    ]);
    for (const [as, wanted] of [
      [undefined, 401],
      [reader, 403],
      [stranger, 404],
    ] as const)
      expect((await world().put(redirects, many(1), as)).status).toBe(wanted);
  });
});

describe("getSiteRedirectBySource", () => {
  test("says which counts, and where it leads", async () => {
    await make("/look/*", { kind: "site-space", siteSpaceId: siteSpace }, { captureWildcard: true });
    await make("/look/page", toPage());
    const look = (source: string, as?: Person) =>
      world().get(`${site}/redirect?source=${encodeURIComponent(source)}`, as);
    const found = await look("/LOOK/page", reader);
    expect([found.status, found.body.redirect.source, found.body.target]).toEqual([
      200,
      "/look/page",
      `http://sites.test${BASE}install`,
    ]);
    expect((await look("/look/a", reader)).body.target).toBe(`http://sites.test${BASE}a`);
    expect((await look("/nothing-there", reader)).status).toBe(404);
    expect((await look("no path", reader)).status).toBe(400);
    expect((await look("/look/page")).status).toBe(401);
    expect((await look("/look/page", stranger)).status).toBe(404);
  });
});

test("former paths of sections, variants and sites lead to where these are now", async () => {
  const api = await newSpace("API", "start", "users");
  const old = await newSpace("Old", "legacy");
  const section = await world().post(`${site}/sections`, { spaceId: api, title: "API" }, editor);
  const sections = `${site}/sections/${section.body.id}`;
  const variant = await world().post(
    `${site}/site-spaces`,
    { spaceId: old, sectionId: section.body.id },
    editor,
  );
  expect((await visit("api/users"))[0]).toBe(200);
  expect((await visit("api/old/"))[0]).toBe(200);
  await world().patch(sections, { path: "reference" }, editor);
  await world().patch(`${site}/site-spaces/${variant.body.id}`, { path: "v1" }, editor);
  expect(await visit("api/users")).toEqual([307, `${BASE}reference/users`]);
  expect(await visit("API/users.md")).toEqual([307, `${BASE}reference/users.md`]);
  expect(await visit("reference/old/legacy")).toEqual([307, `${BASE}reference/v1/`]);
  expect(await visit("api/old/legacy")).toEqual([307, `${BASE}reference/v1/`]);
  // The first section is the default one and has no segment; then the other one is.
  await world().patch(site, { defaultSiteSection: section.body.id }, editor);
  expect(await visit("reference/users")).toEqual([307, `${BASE}users`]);
  const [other] = (await world().get(`${site}/sections`, editor)).body.items;
  expect(await visit("install")).toEqual([307, `${BASE}${other.path}/install`]);
  expect((await visit("nowhere-at-all"))[0]).toBe(404);
  await world().patch(site, { basename: "moved" }, editor);
  expect(await visit("users")).toEqual([307, "http://sites.test/acme/moved/users"]);
  const admin = await world().addPerson("ada", "admin");
  await world().patch(`/orgs/${world().organization}`, { hostname: "acme-two" }, admin);
  expect(await visit("users")).toEqual([307, "http://sites.test/acme-two/moved/users"]);
  await world().post(`${site}/unpublish`, undefined, editor);
  expect(await visit("users")).toEqual([404, undefined]);
});
