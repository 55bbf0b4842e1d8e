/** A renderer of another make: it reads a site by the API, with the token that the site's address gives it and no other. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";
import { makeSite, tokenOf, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld({ rateLimit: 100_000 });
let writer: Person;
let site: VisitedSite;
/** Published nowhere. */
let secret: string;
/** Shown by the same site to those whose claims say so. */
let closed: string;
let former: string;
/** A person to whom a page for everybody leads; a page for some leads to the writer. */
let named: string;
let pages: Record<string, string>;
let reusable: Record<string, string>;
let files: Record<string, string>;

const API = {
  openapi: "3.1.0",
  info: { title: "Animals", version: "1" },
  paths: { "/q": { get: { summary: "Find a quokka", responses: { 200: { description: "One" } } } } },
};
const gold = "visitor.claims.plan == 'gold'";

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Rendered");
  const orgs = `/orgs/${world().organization}`;
  await world().put(`${orgs}/openapi/animals`, { source: { text: JSON.stringify(API) } }, writer);
  await world().put(`${orgs}/openapi/hidden`, { source: { text: JSON.stringify(API) } }, writer);
  await world().patch(site.api, { adaptiveContent: { enabled: true } }, writer);
  await fill();
  secret = (await world().post(`${orgs}/spaces`, { title: "Secret" }, writer)).body.id;
  closed = (await world().post(`${orgs}/spaces`, { title: "Club" }, writer)).body.id;
  for (const space of [secret, closed])
    await world().post(`/spaces/${space}/content`, { changes: [page("inside", "A quokka.")] }, writer);
  const { body: added } = await world().post(`${site.api}/site-spaces`, { spaceId: closed }, writer);
  await world().patch(`${site.api}/site-spaces/${added.id}`, { condition: gold }, writer);
  const external = { kind: "external", url: "https://example.com/new" };
  await world().post(`${site.api}/redirects`, { source: "/old", destination: external }, writer);
  const toGold = { kind: "site-page", siteSpaceId: site.siteSpace, pageId: pages["gold"] };
  await world().post(`${site.api}/redirects`, { source: "/to-gold", destination: toGold }, writer);
  await world().runJobs();
});

function page(slug: string, markdown: string, more: object = {}): object {
  return {
    operation: "insert_page",
    ref: slug,
    slug,
    document: { markdown: `# ${slug}\n\n${markdown}` },
    ...more,
  };
}

/** Writes the content: pages for everybody, pages for some, and a revision that is not shown any more. */
async function fill(): Promise<void> {
  const write = async (changes: readonly unknown[]) => {
    const { body } = await world().post(`/spaces/${site.space}/content`, { changes }, writer);
    expect(body.error).toBeUndefined();
    return body;
  };
  const blob = (ref: string) => ({ name: `${ref}.txt`, ref, contentType: "text/plain", base64: "cXVva2th" });
  const inserted = await write([
    { operation: "insert_files", files: ["seen", "unseen", "unused"].map(blob) },
  ]);
  files = Object.fromEntries(
    inserted.insertedFiles.map((file: { ref: string; id: string }) => [file.ref, file.id]),
  );
  reusable = {};
  for (const title of ["Seen", "Unseen"]) {
    const change = {
      operation: "insert_reusable_content",
      title,
      document: { markdown: `Of the ${title}.` },
    };
    const { changes } = await write([change]);
    reusable[title] = changes[0].reusableContent;
  }
  const { changes } = await write([
    page("home", `![](/files/${files["seen"]})\n\n{% include "/reusable/${reusable["Seen"]}" %}`),
    page("guide", `A quokka.\n\n{% if ${gold} %}\n\nA golden quokka.\n\n{% endif %}`),
    page("gold", `![](/files/${files["unseen"]})\n\n{% include "/reusable/${reusable["Unseen"]}" %}`, {
      condition: gold,
    }),
    page("api", '{% openapi-operation spec="animals" path="/q" method="get" %}{% endopenapi-operation %}'),
    page(
      "gold-api",
      '{% openapi-operation spec="hidden" path="/q" method="get" %}{% endopenapi-operation %}',
      {
        condition: gold,
      },
    ),
  ]);
  pages = Object.fromEntries(changes.map((done: { ref: string; page: string }) => [done.ref, done.page]));
  former = (await world().get(`/spaces/${site.space}`, writer)).body.revision;
  named = (await world().addPerson("nadia", "read")).id;
  const leading = (title: string, user: string, more: object = {}) => ({
    operation: "insert_page",
    type: "link",
    title,
    target: { kind: "user", user },
    ...more,
  });
  await write([
    page("later", "Added later."),
    leading("people", named),
    leading("gold people", writer.id, { condition: gold }),
  ]);
}

interface Visitor {
  readonly shareKey?: string;
  readonly jwtToken?: string;
  readonly unsignedClaims?: object;
}

/** What the address of a page gives to a visitor's renderer. */
async function arrive(path: string, { shareKey, ...visitor }: Visitor = {}): Promise<Answer> {
  const below = shareKey === undefined ? "" : `${shareKey}/`;
  return world().post("/urls/published", { url: `http://sites.test${site.base}${below}${path}`, visitor });
}

/** The calls that it makes for a page, in its order; stops at the first that it is refused. */
async function render(path: string, visitor: Visitor = {}) {
  const { status, body: place } = await arrive(path, visitor);
  if (status !== 200 || place.apiToken === undefined) return { status, place };
  const token: string = place.apiToken;
  const shared = place.shareKey === undefined ? "" : `?shareKey=${place.shareKey}`;
  const get = (url: string) => world().get(url, token);
  const published = await get(`/orgs/${place.organization}/sites/${place.site}/published${shared}`);
  const space = await get(`/spaces/${place.space}${shared}`);
  const revisionOf = `/spaces/${place.space}/revisions/${space.body.revision}`;
  const revision = await get(`${revisionOf}?metadata=true`);
  const found = await get(`${revisionOf}/path/${encodeURIComponent(place.pathname.slice(1))}`);
  const document = await get(`${revisionOf}/page/${found.body.id}/document?evaluated=true`);
  const markdown = await get(`${revisionOf}/page/${found.body.id}?format=markdown`);
  const calls = { published, space, revision, found, document, markdown };
  return { status, place, token, calls, revisionOf };
}

const statuses = (calls: object | undefined) =>
  Object.fromEntries(Object.entries(calls ?? {}).map(([name, answer]) => [name, (answer as Answer).status]));
const ALL = { published: 200, space: 200, revision: 200, found: 200, document: 200, markdown: 200 };
const NONE = { published: 401, space: 401, revision: 401, found: 401, document: 401, markdown: 401 };
const see = (visibility: string) => world().patch(site.api, { visibility }, writer);
const decoded = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/** The same calls with a token that was good. */
async function again(token: string, { calls, place, revisionOf }: Awaited<ReturnType<typeof render>>) {
  const get = (url: string) => world().get(url, token);
  const id = calls?.found.body.id;
  return {
    published: await get(`/orgs/${place.organization}/sites/${place.site}/published`),
    space: await get(`/spaces/${place.space}`),
    revision: await get(`${revisionOf}`),
    found: await get(`${revisionOf}/path/guide`),
    document: await get(`${revisionOf}/page/${id}/document`),
    markdown: await get(`${revisionOf}/page/${id}`),
  };
}

describe("A renderer", () => {
  test("reads a public site with the site's token, in the shapes that it reads", async () => {
    await see("public");
    const { calls, token, place } = await render("guide");
    expect(statuses(calls)).toEqual(ALL);
    expect(decoded(token as string)).toMatchObject({
      kind: "site",
      organization: world().organization,
      site: site.id,
      siteSpace: site.siteSpace,
      space: site.space,
      spaces: [site.space],
    });
    expect(Object.keys(calls?.published.body.customizations.siteSpaces)).toEqual([site.siteSpace]);
    expect(calls?.published.body.structure.structure).toHaveLength(1);
    expect(calls?.space.body.permissions).toMatchObject({ view: true, access: false, edit: false });
    expect(calls?.markdown.body.markdown).toBe("A quokka.\n\n");
    expect(JSON.stringify(calls?.document.body)).not.toContain("golden");
    const titles = calls?.revision.body.pages.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(["home", "guide", "api", "later", "people"]);
    expect(calls?.revision.body.files.map(({ id }: { id: string }) => id)).toEqual([files["seen"]]);
    expect(calls?.revision.body.variables).toEqual({});
    expect(calls?.space.headers["cache-control"]).toBe("private, no-cache");
    expect(calls?.space.headers["vary"]).toContain("authorization");
    expect(calls?.space.headers["x-gitbook-cache-tag"]).toBe(`site:${site.id},space:${place.space}`);
  });

  test("keeps what is found for a minute, as what it reads", async () => {
    const { token } = await render("home");
    const searched = await world().post(`${site.api}/search`, { query: "quokka" }, token);
    expect(searched.headers).toMatchObject({
      "x-gitbook-cache-control": "public, max-age=60",
      "x-gitbook-cache-tag": `site:${site.id}`,
    });
  });

  test("is given the same token for the same visitor for minutes, and another one for another", async () => {
    world().stopClock();
    const tokens = async (visitor: Visitor = {}) => (await arrive("guide", visitor)).body.apiToken;
    const first = await tokens();
    expect(await tokens()).toBe(first);
    expect(await tokens({ unsignedClaims: { plan: "gold" } })).not.toBe(first);
    world().ahead += 10 * 60_000;
    expect((await world().get(`/spaces/${site.space}`, first)).status).toBe(401);
    expect(await tokens()).not.toBe(first);
    world().ahead = 0;
    world().runClock();
  });

  test("reads what else a page holds, where a page that it may see holds it", async () => {
    const { token = "", revisionOf } = await render("home");
    const status = async (path: string) => (await world().get(path, token)).status;
    const specs = `/orgs/${world().organization}/openapi`;
    const wanted: [path: string, status: number][] = [
      [`${revisionOf}/reusable-contents/${reusable["Seen"]}/document?evaluated=true`, 200],
      [`${revisionOf}/reusable-contents/${reusable["Seen"]}`, 200],
      [`${revisionOf}/reusable-contents/${reusable["Unseen"]}/document?evaluated=true`, 404],
      [`${revisionOf}/reusable-contents/${reusable["Unseen"]}`, 404],
      [`${revisionOf}/files/${files["seen"]}`, 200],
      [`${revisionOf}/files/${files["unseen"]}`, 404],
      [`${revisionOf}/files/${files["unused"]}`, 404],
      [`${revisionOf}/page/${pages["gold"]}`, 404],
      [`${revisionOf}/page/${pages["gold"]}/document`, 404],
      [`${revisionOf}/path/gold`, 404],
      [`${specs}/animals/versions/latest/content`, 200],
      [`${specs}/hidden/versions/latest/content`, 404],
      [`${specs}/absent/versions/latest/content`, 404],
      [`${site.api}/redirect?source=/old`, 200],
      [`${site.api}/redirect?source=/to-gold`, 404],
      [`/spaces/${closed}`, 404],
      [`/spaces/${secret}`, 404],
      [`/spaces/${site.space}/revisions/${former}`, 404],
      [`/orgs/${world().organization}/sites/absent/published`, 404],
      [`/users/${named}`, 200],
      [`/users/${writer.id}`, 404],
      ["/users/absent", 404],
      ["/user", 403],
      [`/spaces/${site.space}/change-requests`, 403],
      [`/orgs/${world().organization}/members`, 403],
      [site.api, 403],
    ];
    for (const [path, code] of wanted) expect([path, await status(path)]).toEqual([path, code]);
    // It names no scopes: such a token has none of them, ever.
    const { message } = (await world().get(site.api, token)).body.error;
    expect(message).toBe(
      "The token of a site opens what the site shows, and not this. Use a token of a user.",
    );
    const computed = {
      source: {
        type: "builtin:openapi",
        props: { doc: "models" },
        dependencies: { spec: { ref: { kind: "openapi", spec: "hidden" } } },
      },
      seed: "s",
    };
    const made = await world().post(`/spaces/${site.space}/content/computed/document`, computed, token);
    expect(made.status).toBe(400);
    expect((await world().patch(`/spaces/${site.space}`, { title: "Mine" }, token)).status).toBe(403);
  });

  test("is told of people whom a page that it may see names, by name and picture, and of no others", async () => {
    const { token = "" } = await render("home");
    const { body } = await world().get(`/users/${named}`, token);
    expect(body).toMatchObject({ object: "user", id: named, displayName: "nadia" });
    expect(body).not.toHaveProperty("email");
    const signed = { jwtToken: await tokenOf(world(), site.key, { plan: "gold" }) };
    const golden = await render("home", signed);
    expect((await world().get(`/users/${writer.id}`, golden.token)).status).toBe(200);
    expect((await world().get(`/users/${writer.id}`, token)).status).toBe(404);
    expect((await world().patch(`/users/${named}`, { displayName: "Mine" }, token)).status).toBe(403);
    await world().deps.db.transact(async (tx) => {
      await tx.deleteFrom("members").where("user_id", "=", named).execute();
    });
    await expect.poll(async () => (await world().get(`/users/${named}`, token)).status).toBe(404);
  });

  test("reads documents by the ids that it met, and by no others", async () => {
    const ids = async (slug: string, as: Person | string) =>
      (await world().get(`/spaces/${site.space}/content/path/${slug}`, as)).body.documentId;
    const { token = "" } = await render("home");
    const get = (id: string) => world().get(`/spaces/${site.space}/documents/${id}?format=markdown`, token);
    const guide = await get(await ids("guide", token));
    expect([guide.status, guide.body.markdown]).toEqual([200, "A quokka.\n\n"]);
    const shown = await world().get(`/spaces/${site.space}/documents/${await ids("guide", token)}`, token);
    expect([shown.status, shown.body.nodes.length]).toEqual([200, 1]);
    expect((await get(await ids("gold", writer))).status).toBe(404);
    const { body: request } = await world().post(`/spaces/${site.space}/change-requests`, {}, writer);
    const draft = `/spaces/${site.space}/change-requests/${request.id}/content`;
    await world().post(draft, { changes: [page("draft", "Not yet.")] }, writer);
    const { documentId } = (await world().get(`${draft}/path/draft`, writer)).body;
    expect((await world().get(`/spaces/${site.space}/documents/${documentId}`, writer)).status).toBe(200);
    expect((await get(documentId)).status).toBe(404);
  });

  test("gives a signed claim what it opens, and an unsigned one nothing of it", async () => {
    const jwtToken = await tokenOf(world(), site.key, { plan: "gold" });
    const golden = await render("gold", { jwtToken });
    expect(statuses(golden.calls)).toEqual(ALL);
    const shown = `${golden.revisionOf}/files/${files["unseen"]}`;
    expect((await world().get(shown, golden.token)).status).toBe(200);
    expect((await world().get(`/spaces/${closed}`, golden.token)).status).toBe(200);
    expect(golden.calls?.published.body.structure.structure).toHaveLength(2);
    const guide = await render("guide", { jwtToken });
    expect(guide.calls?.markdown.body.markdown).toBe("A quokka.\n\nA golden quokka.");
    const said = await render("guide", { unsignedClaims: { plan: "gold" } });
    expect(said.calls?.markdown.body.markdown).toBe("A quokka.\n\n");
    expect((await world().get(`/spaces/${closed}`, said.token)).status).toBe(404);
    // With the key, what it signed ends at once.
    await world().post(`${site.api}/publishing/auth/regenerate`, undefined, writer);
    expect(statuses(await again(guide.token as string, guide))).toEqual(NONE);
    expect(statuses(await again(said.token as string, said))).toMatchObject({ space: 200 });
  });

  test("finds what the visitor may read", async () => {
    const { token } = await render("home");
    const search = async (query: string) =>
      (await world().post(`${site.api}/search`, { query, scope: { mode: "all" } }, token)).body;
    const found = await search("quokka");
    expect(found.items.map(({ id }: { id: string }) => id)).toEqual([site.space]);
    expect(found.items[0].pages.map(({ title }: { title: string }) => title)).toEqual(["guide"]);
    expect((await search("golden")).items).toEqual([]);
  });

  test("loses a token with the audience that it was for", async () => {
    const key = (await world().get(`${site.api}/publishing/auth`, writer)).body.privateKey;
    const signed = { jwtToken: await tokenOf(world(), key, { plan: "gold" }) };
    const { body: link } = await world().post(`${site.api}/share-links`, { name: "x" }, writer);
    const shareKey = new URL(link.urls.published).pathname.split("/").at(-2) ?? "";
    const rows: [visibility: string, visitor: Visitor, close: () => Promise<unknown>][] = [
      ["public", {}, () => see("visitor-auth")],
      ["unlisted", {}, () => world().post(`${site.api}/unpublish`, undefined, writer)],
      [
        "share-link",
        { shareKey },
        () => world().patch(`${site.api}/share-links/${link.id}`, { active: false }, writer),
      ],
      [
        "visitor-auth",
        signed,
        () => world().post(`${site.api}/publishing/auth/regenerate`, undefined, writer),
      ],
      ["public", {}, () => world().call("DELETE", site.api, { as: writer })],
    ];
    for (const [visibility, visitor, close] of rows) {
      await see(visibility);
      const before = await render("guide", visitor);
      expect([visibility, statuses(before.calls)]).toEqual([visibility, ALL]);
      const closing = visibility === "public" || visibility === "unlisted" ? /max-age/ : /no-store/;
      expect(before.calls?.space.headers["x-gitbook-cache-control"]).toMatch(closing);
      expect((await close()) as Answer).toMatchObject({
        status: expect.toSatisfy((code: number) => code < 300),
      });
      expect([visibility, statuses(await again(before.token as string, before))]).toEqual([visibility, NONE]);
      await world().post(`${site.api}/publish`, undefined, writer);
    }
  });
});

test("What a reader is known by ends with each thing that it was made of, at the next call", async () => {
  const known = await makeSite(world(), writer, "Known");
  await world().patch(known.api, { adaptiveContent: { enabled: true } }, writer);
  const { body: added } = await world().post(`${known.api}/site-spaces`, { spaceId: closed }, writer);
  const variant = `${known.api}/site-spaces/${added.id}`;
  const key = (await world().get(`${known.api}/publishing/auth`, writer)).body.privateKey;
  const visitor = { jwtToken: await tokenOf(world(), key, { plan: "gold" }) };
  const url = `http://sites.test${known.base}`;
  const tokens: string[] = [];
  for (const each of [{}, visitor])
    tokens.push((await world().post("/urls/published", { url, visitor: each })).body.apiToken);
  // Twice, so that nothing is read anew for the second.
  const seen = async () => {
    const all: number[] = [];
    for (const token of [...tokens, ...tokens])
      all.push((await world().get(`/spaces/${closed}`, token)).status);
    expect(all.slice(2)).toEqual(all.slice(0, 2));
    return all.slice(2);
  };
  const adapt = (enabled: boolean) => world().patch(known.api, { adaptiveContent: { enabled } }, writer);
  const rows: [change: () => Promise<Answer>, anybody: number, golden: number][] = [
    [() => world().patch(variant, { condition: gold }, writer), 404, 200],
    [() => adapt(false), 404, 404],
    [() => adapt(true), 404, 200],
    [() => world().patch(variant, { condition: null }, writer), 200, 200],
    [() => world().call("DELETE", variant, { as: writer }), 404, 404],
    [() => world().post(`${known.api}/site-spaces`, { spaceId: closed }, writer), 200, 200],
    [() => world().call("DELETE", `/spaces/${closed}`, { as: writer }), 404, 404],
    [() => world().post(`/spaces/${closed}/restore`, undefined, writer), 200, 200],
    [() => world().call("DELETE", known.api, { as: writer }), 401, 401],
    [() => world().post(`${known.api}/restore`, undefined, writer), 401, 401],
    [() => world().post(`${known.api}/publish`, undefined, writer), 200, 200],
    [() => world().post(`${known.api}/unpublish`, undefined, writer), 401, 401],
    [() => world().post(`${known.api}/publish`, undefined, writer), 200, 200],
    [() => world().post(`${known.api}/publishing/auth/regenerate`, undefined, writer), 200, 401],
  ];
  expect(await seen()).toEqual([200, 200]);
  for (const [change, anybody, golden] of rows) {
    const { status } = await change();
    expect(status).toBeLessThan(300);
    expect([String(change), ...(await seen())]).toEqual([String(change), anybody, golden]);
  }
});

test("A token that nobody signed opens nothing", async () => {
  const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url");
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  const claims = Buffer.from(
    JSON.stringify({ kind: "site", organization: world().organization, site: site.id, exp: 9e9 }),
  ).toString("base64url");
  for (const token of [
    `${head}.${claims}.`,
    `${none}.${claims}.`,
    `${head}.${claims}.${"A".repeat(43)}`,
    "ey",
    "e30.e30.e30",
  ])
    expect((await world().get(`/spaces/${site.space}`, token)).status).toBe(401);
});

test("What stands under a condition is there for those for whom it holds, and for no others", async () => {
  const gated = await makeSite(world(), writer, "Gated");
  await world().patch(gated.api, { adaptiveContent: { enabled: true } }, writer);
  await world().put(
    `/orgs/${world().organization}/openapi/gated`,
    { source: { text: JSON.stringify(API) } },
    writer,
  );
  const write = async (change: object) => {
    const { body } = await world().post(`/spaces/${gated.space}/content`, { changes: [change] }, writer);
    expect(body.error).toBeUndefined();
    return body;
  };
  const file = async (ref: string): Promise<string> => {
    const blob = { name: `${ref}.txt`, ref, contentType: "text/plain", base64: "cXVva2th" };
    return (await write({ operation: "insert_files", files: [blob] })).insertedFiles[0].id;
  };
  const reuse = async (title: string, markdown: string): Promise<string> => {
    const change = { operation: "insert_reusable_content", title, document: { markdown } };
    return (await write(change)).changes[0].reusableContent;
  };
  const onlyGold = (markdown: string) => `{% if ${gold} %}\n\n${markdown}\n\n{% endif %}`;
  const include = (id: string) => `{% include "/reusable/${id}" %}`;
  const [direct, within, below] = [await file("direct"), await file("within"), await file("below")];
  const inner = await reuse("Inner", `A golden word. ![](/files/${within})`);
  const outer = await reuse(
    "Outer",
    `All read this.\n\n${onlyGold(`${include(inner)}\n\n![](/files/${below})`)}`,
  );
  const hidden = await reuse("Hidden", "A golden sentence.");
  const api = '{% openapi-operation spec="gated" path="/q" method="get" %}{% endopenapi-operation %}';
  const golden = [`![](/files/${direct})`, include(hidden), api].join("\n\n");
  await world().runJobs();
  await write(page("guide", `${include(outer)}\n\n${onlyGold(golden)}`));
  const { body: space } = await world().get(`/spaces/${gated.space}`, writer);
  const revisionOf = `/spaces/${gated.space}/revisions/${space.revision}`;
  const listed = (await world().get(revisionOf, writer)).body.reusableContents;
  const document = (id: string) => listed.find((one: { id: string }) => one.id === id).document;
  const wanted = [
    ...[direct, within, below].map((id) => `${revisionOf}/files/${id}`),
    ...[inner, hidden].flatMap((id) => [
      `${revisionOf}/reusable-contents/${id}`,
      `${revisionOf}/reusable-contents/${id}/document?evaluated=true`,
      `/spaces/${gated.space}/documents/${document(id)}?format=markdown`,
    ]),
    `/orgs/${world().organization}/openapi/gated/versions/latest/content`,
  ];
  const signed = { jwtToken: await tokenOf(world(), gated.key, { plan: "gold" }) };
  const rows: [visitor: Visitor, status: number, files: string[], reusable: string[]][] = [
    [{}, 404, [], [outer]],
    [signed, 200, [direct, within, below], [inner, outer, hidden]],
    [{ unsignedClaims: { plan: "gold" } }, 404, [], [outer]],
  ];
  for (const [visitor, status, ofFiles, ofReusable] of rows) {
    const url = `http://sites.test${gated.base}guide`;
    const { apiToken } = (await world().post("/urls/published", { url, visitor })).body;
    for (const path of wanted)
      expect([path, (await world().get(path, apiToken)).status]).toEqual([path, status]);
    expect((await world().get(`${revisionOf}/reusable-contents/${outer}`, apiToken)).status).toBe(200);
    const { body } = await world().get(revisionOf, apiToken);
    const ids = (things: { id: string }[]) => things.map(({ id }) => id).toSorted();
    expect(ids(body.files)).toEqual(ofFiles.toSorted());
    expect(ids(body.reusableContents)).toEqual(ofReusable.toSorted());
  }
});

test("Links of the header are told to those for whom their conditions hold, without these", async () => {
  const linked = await makeSite(world(), writer, "Linked");
  await world().patch(linked.api, { adaptiveContent: { enabled: true } }, writer);
  const to = { kind: "url", url: "https://example.com/" };
  const links = [
    { title: "All", to, links: [] },
    { title: "Gold", to, links: [], condition: gold },
    { title: "Page", to, links: [], condition: "page.vars.x != 'a'" },
  ];
  const { body: look } = await world().get(`${linked.api}/customization`, writer);
  const put = { ...look, header: { ...look.header, links } };
  const { status } = await world().put(`${linked.api}/customization`, put, writer);
  expect(status).toBeLessThan(300);
  const signed = { jwtToken: await tokenOf(world(), linked.key, { plan: "gold" }) };
  const rows: [visitor: Visitor, titles: string[]][] = [
    [{}, ["All"]],
    [signed, ["All", "Gold"]],
  ];
  for (const [visitor, titles] of rows) {
    const url = `http://sites.test${linked.base}`;
    const { apiToken } = (await world().post("/urls/published", { url, visitor })).body;
    const { body } = await world().get(`${linked.api}/published`, apiToken);
    const told = titles.map((title) => ({ title, to, links: [] }));
    expect(body.customizations.site.header.links).toEqual(told);
    expect(body.customizations.siteSpaces[linked.siteSpace].header.links).toEqual(told);
  }
  const { body } = await world().get(`${linked.api}/published`, writer);
  expect(body.customizations.site.header.links).toEqual(links);
});

test("A search tells nothing of a page that its own variables keep from the reader", async () => {
  const sought = await makeSite(world(), writer, "Sought");
  const changes = [
    page("left-out", "A numbat.", { variables: { x: "a" }, condition: "page.vars.x != 'a'" }),
    page("shown", "A bilby.", { variables: { x: "b" }, condition: "page.vars.x != 'a'" }),
  ];
  const { body: written } = await world().post(`/spaces/${sought.space}/content`, { changes }, writer);
  expect(written.error).toBeUndefined();
  await world().runJobs();
  const url = `http://sites.test${sought.base}`;
  const { apiToken } = (await world().post("/urls/published", { url, visitor: {} })).body;
  const search = async (query: string) =>
    (await world().post(`${sought.api}/search`, { query, scope: { mode: "all" } }, apiToken)).body;
  expect((await search("bilby")).items.map(({ id }: { id: string }) => id)).toEqual([sought.space]);
  expect(await search("numbat")).toMatchObject({ items: [], count: 0 });
});
