/** All that the token of a site opens: each answers while it stands for something, and none afterwards. */
import { beforeAll, expect, test } from "vitest";
import { operations } from "../../app.ts";
import { SITE_READER } from "../../access/scopes.ts";
import { publication } from "../../nouns/integrations/publication.fixture.ts";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";
import { makeSite, tokenOf, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld({ rateLimit: 100_000, runsScripts: true });
let writer: Person;
let site: VisitedSite;
let named = "";
let filled: { file: string; reusable: string; page: string };

type Calls = readonly [operationId: string, path: string, body?: object][];

const API = {
  openapi: "3.1.0",
  info: { title: "Animals", version: "1" },
  paths: { "/q": { get: { summary: "Find a quokka", responses: { 200: { description: "One" } } } } },
};
const SCRIPT = `export default { async fetch(request) {
  const { type } = JSON.parse((await request.formData()).get("event"));
  if (type !== "ui_render") return new Response("", { status: 406 });
  return Response.json({ element: { type: "block", children: [{ type: "markdown", content: "drawn" }] } });
} };`;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "admin");
  named = (await world().addPerson("nadia", "read")).id;
  site = await makeSite(world(), writer, "Opened");
  const { organization } = world();
  await world().put(
    `/orgs/${organization}/openapi/animals`,
    { source: { text: JSON.stringify(API) } },
    writer,
  );
  const body = publication("acme", {
    target: "space",
    script: SCRIPT,
    blocks: [{ id: "chart", title: "Chart" }],
  });
  await world().post("/integrations/kit", body, writer);
  const made = await world().post("/integrations/kit/installations", { organization }, writer);
  const { body: on } = await world().post(
    `/integrations/kit/installations/${made.body.id}/spaces`,
    { space: site.space },
    writer,
  );
  expect(on.status).toBe("active");
  const external = { kind: "external", url: "https://example.com/new" };
  await world().post(`${site.api}/redirects`, { source: "/old", destination: external }, writer);
  await world().runJobs();
  filled = await fill();
});

async function write(changes: readonly object[]) {
  const { body } = await world().post(`/spaces/${site.space}/content`, { changes }, writer);
  expect(body.error).toBeUndefined();
  return body;
}

/** Writes a page that holds one of everything. */
async function fill(): Promise<typeof filled> {
  const blob = { name: "a.txt", ref: "a", contentType: "text/plain", base64: "cXVva2th" };
  const file = (await write([{ operation: "insert_files", files: [blob] }])).insertedFiles[0].id;
  const text = { markdown: "Of all." };
  const { changes: reused } = await write([
    { operation: "insert_reusable_content", title: "Seen", document: text },
  ]);
  const reusable = reused[0].reusableContent;
  const markdown = [
    "A quokka.",
    `![](/files/${file})`,
    `{% include "/reusable/${reusable}" %}`,
    '{% openapi-operation spec="animals" path="/q" method="get" %}{% endopenapi-operation %}',
    '{% @kit/chart of="birds" %}',
  ].join("\n\n");
  const page = { operation: "insert_page", title: "Guide", slug: "guide", document: { markdown } };
  const leading = {
    operation: "insert_page",
    type: "link",
    title: "Nadia",
    target: { kind: "user", user: named },
  };
  const { changes } = await write([page, leading]);
  return { file, reusable, page: changes[0].page };
}

async function tokenFor(visitor: object = {}, below = ""): Promise<string> {
  const url = `http://sites.test${site.base}${below}guide`;
  return (await world().post("/urls/published", { url, visitor })).body.apiToken;
}

/** What is asked of each operation, by ids and seals that the token itself reads. */
async function callsOf(token: string): Promise<Calls> {
  const { file, reusable, page } = filled;
  const space = `/spaces/${site.space}`;
  const { revision } = (await world().get(space, token)).body;
  const at = `${space}/revisions/${revision}`;
  const { documentId } = (await world().get(`${at}/page/${page}`, token)).body;
  const { body } = await world().get(`${at}/page/${page}/document`, token);
  const block = body.nodes.find(({ data }: { data?: { block?: string } }) => data?.block === "chart");
  const spec = `/orgs/${world().organization}/openapi/animals/versions/latest`;
  const dependencies = { spec: { ref: { kind: "openapi", spec: "animals" } } };
  const computed = { type: "builtin:openapi", props: { doc: "models" }, dependencies };
  const context = { type: "document", spaceId: site.space };
  const found = { query: "quokka" };
  return [
    ["getUserById", `/users/${named}`],
    ["getSpaceById", space],
    ["getEmbedByUrlInSpace", `${space}/embed?url=${encodeURIComponent("https://example.com/x")}`],
    ["getCurrentRevision", `${space}/content`],
    ["listPages", `${space}/content/pages`],
    ["getPageById", `${space}/content/page/${page}`],
    ["getPageByPath", `${space}/content/path/guide`],
    ["getFileById", `${space}/content/files/${file}`],
    ["getReusableContentById", `${space}/content/reusable-contents/${reusable}`],
    ["getDocumentById", `${space}/documents/${documentId}`],
    ["getDocumentById", `${space}/documents/${documentId}?format=markdown`],
    ["getRevisionById", `${at}?metadata=true`],
    ["listPagesInRevisionById", `${at}/pages`],
    ["getPageInRevisionById", `${at}/page/${page}?format=markdown`],
    ["getPageInRevisionByPath", `${at}/path/guide`],
    ["getPageDocumentInRevisionById", `${at}/page/${page}/document?evaluated=true`],
    ["getFileInRevisionById", `${at}/files/${file}`],
    ["getReusableContentInRevisionById", `${at}/reusable-contents/${reusable}`],
    ["getReusableContentDocumentInRevisionById", `${at}/reusable-contents/${reusable}/document`],
    ["getLatestOpenAPISpecVersion", spec],
    ["getLatestOpenAPISpecVersionContent", `${spec}/content`],
    ["getLatestOpenAPISpecVersionContentRaw", `${spec}/content/raw`],
    ["getComputedDocument", `${space}/content/computed/document`, { source: computed, seed: "s" }],
    ["getPublishedContentSite", `${site.api}/published`],
    ["getSiteRedirectBySource", `${site.api}/redirect?source=/old`],
    ["trackEventsInSiteById", `${site.api}/insights/events`, { events: [] }],
    ["searchSiteContent", `${site.api}/search`, { ...found, mode: "all" }],
    ["searchSiteContent", `${site.api}/search`, { ...found, mode: "current", siteSpaceId: site.siteSpace }],
    [
      "searchSiteContent",
      `${site.api}/search`,
      { ...found, mode: "specific", siteSpaceIds: [site.siteSpace] },
    ],
    [
      "renderIntegrationUiWithPost",
      "/integrations/kit/render",
      { componentId: "chart", props: block?.data.props, context },
    ],
  ];
}

async function answers(token: string, calls: Calls): Promise<string[]> {
  const all: string[] = [];
  for (const [id, path, body] of calls) {
    const { status } = await (body === undefined
      ? world().get(path, token)
      : world().post(path, body, token));
    all.push(`${id} ${status < 300 ? "answers" : status}`);
  }
  return all;
}

test("every operation that it opens is asked here", async () => {
  const opened = operations.filter(({ scopes }) => (scopes as readonly string[]).includes(SITE_READER));
  const asked = new Set((await callsOf(await tokenFor())).map(([id]) => id));
  expect([...asked].toSorted()).toEqual(opened.map(({ operationId }) => operationId).toSorted());
});

test("each answers, and none once what the token stands for is gone", async () => {
  const see = (visibility: string) => world().patch(site.api, { visibility }, writer);
  const { body: link } = await world().post(`${site.api}/share-links`, { name: "x" }, writer);
  const shareKey = new URL(link.urls.published).pathname.split("/").at(-2) ?? "";
  const signed = { jwtToken: await tokenOf(world(), site.key, { plan: "gold" }) };
  const rows: [visibility: string, token: () => Promise<string>, close: () => Promise<Answer>][] = [
    ["public", tokenFor, () => see("visitor-auth")],
    [
      "share-link",
      () => tokenFor({}, `${shareKey}/`),
      () => world().call("DELETE", `${site.api}/share-links/${link.id}`, { as: writer }),
    ],
    [
      "visitor-auth",
      () => tokenFor(signed),
      () => world().post(`${site.api}/publishing/auth/regenerate`, undefined, writer),
    ],
    ["unlisted", tokenFor, () => world().post(`${site.api}/unpublish`, undefined, writer)],
  ];
  for (const [visibility, arrive, close] of rows) {
    await see(visibility);
    const token = await arrive();
    const calls = await callsOf(token);
    const ids = calls.map(([id]) => id);
    expect([visibility, ...(await answers(token, calls))]).toEqual([
      visibility,
      ...ids.map((id) => `${id} answers`),
    ]);
    expect((await close()).status).toBeLessThan(300);
    expect([visibility, ...(await answers(token, calls))]).toEqual([
      visibility,
      ...ids.map((id) => `${id} 401`),
    ]);
  }
});
