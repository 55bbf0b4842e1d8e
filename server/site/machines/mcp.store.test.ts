/** What agents get of a site: tools to call, lists and Markdown; and nothing where its owner excludes them. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { makeSite, tokenOf, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld();
let writer: Person;
let site: VisitedSite;
let share = "";

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Handbook");
  const page = (slug: string, markdown: string, more: object = {}) => ({
    operation: "insert_page",
    ref: slug,
    slug,
    document: { markdown },
    ...more,
  });
  await world().post(
    `/spaces/${site.space}/content`,
    {
      changes: [
        page("home", "# Home\n\nHome of the quokka."),
        page("guide", "# Guide\n\nFeeding a quokka.\n\n## Leaves\n\nQuokka eats leaves."),
        page("staff", "# Staff\n\nQuokka secrets.", { condition: "visitor.claims.staff" }),
        page("unlisted", "# Corner\n\nQuokka corner.", { hidden: true }),
      ],
    },
    writer,
  );
  await world().runJobs();
});

/** Sends a message and gives the answer's status and JSON. */
async function rpc(message: unknown, headers: Record<string, string> = {}, path = "~/mcp") {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  const { status, text } = await world().send(site.base + path, body, {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  });
  return { status, json: text.startsWith("{") ? JSON.parse(text) : undefined, text };
}

const call = async (name: string, args: object, headers?: Record<string, string>) => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const { json, text } = await rpc(message, headers);
  return json?.result === undefined ? text : { ...json.result, text: json.result.content[0].text };
};

test("the message of the manual, sent as it is shown, finds pages", async () => {
  const manual = readFileSync(new URL("../../../docs/api/mcp.md", import.meta.url), "utf8");
  const [, command = ""] = /^```sh\n(curl [^]*?)^```$/m.exec(manual) ?? [];
  const headers = [...command.matchAll(/-H "(.+?): (.+?)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  const [, message = ""] = /--data '([^']*)'\n$/.exec(command) ?? [];
  const [, path = ""] = /^curl -sS http:\/\/127\.0\.0\.1:4001\/lectern\/docs\/(\S+) /.exec(command) ?? [];
  expect(headers).toHaveLength(2);
  // It asks the manual; the site of this test has other words.
  const { status, text } = await world().send(
    site.base + path,
    message.replace('"backup"', '"quokka"'),
    Object.fromEntries(headers),
  );
  expect(status).toBe(200);
  expect(JSON.parse(text).result.content[0].text).toContain("Guide");
});

test("an agent introduces itself, lists the tools and uses them", async () => {
  const clientInfo = { name: "test", version: "1" };
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const { status, json } = await rpc({ jsonrpc: "2.0", id: "a", method: "initialize", params: hello });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    jsonrpc: "2.0",
    id: "a",
    result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { title: "Handbook" } },
  });
  const done = await rpc({ jsonrpc: "2.0", method: "notifications/initialized" });
  expect([done.status, done.text]).toEqual([202, ""]);
  const listed = await rpc({ jsonrpc: "2.0", id: 2, method: "tools/list" }, {}, "~gitbook/mcp");
  const names = listed.json.result.tools.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["search_pages", "read_page", "list_pages"]);
  const found = await call("search_pages", { query: "leaves" });
  expect(found.text).toContain("http://sites.test/acme/handbook/guide");
  for (const page of ["guide", "/guide.md", "http://sites.test/acme/handbook/guide#leaves"]) {
    expect((await call("read_page", { page })).text).toContain("# Guide\n\nFeeding a quokka.");
  }
  expect((await call("read_page", { page: "" })).text).toContain("Home of the quokka");
  expect((await call("read_page", { page: "unlisted" })).text).toContain("Quokka corner");
  expect((await call("list_pages", {})).text).toContain("[Guide](http://sites.test/acme/handbook/guide.md)");
});

const request = (more: object) => ({ jsonrpc: "2.0", id: 1, ...more });
test.each<[what: string, message: unknown, status: number, code: number]>([
  ["no JSON", "{", 400, -32700],
  ["a batch", [request({ method: "ping" })], 400, -32600],
  ["another version of JSON-RPC", { id: 1, method: "ping" }, 400, -32600],
  ["an id that is none", { jsonrpc: "2.0", id: {}, method: "ping" }, 400, -32600],
  ["no method", { jsonrpc: "2.0", id: 1 }, 400, -32600],
  ["an unknown method", request({ method: "resources/list" }), 200, -32601],
  ["an unknown tool", request({ method: "tools/call", params: { name: "constructor" } }), 200, -32602],
  ["no argument", request({ method: "tools/call", params: { name: "read_page" } }), 200, -32602],
  [
    "an argument of another kind",
    request({ method: "tools/call", params: { name: "read_page", arguments: { page: 1 } } }),
    200,
    -32602,
  ],
])("refuses %s", async (_what, message, status, code) => {
  const answer = await rpc(message);
  expect([answer.status, answer.json?.error?.code]).toEqual([status, code]);
});

test("refuses versions it doesn't speak, pages of other sites, and methods that it has no use for", async () => {
  const ping = request({ method: "ping" });
  expect((await rpc(ping, { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
  expect((await rpc(ping, { "mcp-protocol-version": "2025-06-18" })).json.result).toEqual({});
  expect((await rpc(ping, { origin: "https://evil.example" })).status).toBe(403);
  expect((await rpc(ping, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await rpc(ping, { origin: "http://sites.test" })).status).toBe(200);
  const { status, headers } = await world().visit(`${site.base}~/mcp`);
  expect([status, headers["allow"]]).toEqual([405, "POST"]);
  expect((await world().send(`${site.base}guide`, "{}")).status).toBe(404);
  expect((await world().send(`${site.base}~/mcp/more`, "{}")).status).toBe(404);
});

test("tells a tool's caller what leads nowhere, in words", async () => {
  for (const page of ["nowhere", "staff", "https://elsewhere.example/guide", "../x", "%zz"]) {
    expect(await call("read_page", { page })).toMatchObject({ isError: true });
  }
  expect((await call("search_pages", { query: "xylophone" })).text).toContain("Nothing was found");
});

test("shows agents what their token opens, and nobody else", async () => {
  const staff = { authorization: `Bearer ${await tokenOf(world(), site.key, { staff: true })}` };
  await world().patch(site.api, { adaptiveContent: { enabled: true } }, writer);
  expect((await call("read_page", { page: "staff" }, staff)).text).toContain("secrets");
  expect((await call("list_pages", {}, staff)).text).toContain("Staff");
  expect((await call("search_pages", { query: "secrets" }, staff)).text).toContain("Staff");
  expect(await call("read_page", { page: "staff" })).toMatchObject({ isError: true });
  expect((await call("list_pages", {})).text).not.toContain("Staff");
  expect((await call("search_pages", { query: "secrets" })).text).not.toContain("Staff");
  await world().patch(site.api, { visibility: "visitor-auth" }, writer);
  expect((await rpc(request({ method: "ping" }))).status).toBe(403);
  expect((await rpc(request({ method: "ping" }), { authorization: "Bearer x" })).status).toBe(401);
  expect((await rpc(request({ method: "ping" }), staff)).status).toBe(200);
  await world().patch(site.api, { visibility: "share-link" }, writer);
  const { body } = await world().post(`${site.api}/share-links`, { name: "All" }, writer);
  share = new URL(body.urls.published).pathname.split("/").at(-2) ?? "";
  expect((await rpc(request({ method: "ping" }))).status).toBe(403);
  expect((await rpc(request({ method: "ping" }), {}, `${share}/~/mcp`)).status).toBe(200);
  await world().patch(site.api, { visibility: "public" }, writer);
});

test("agents get nothing of a site that excludes them; readers get its pages", async () => {
  await world().patch(site.api, { agentsContext: "excluded" }, writer);
  for (const path of ["llms.txt", "llms-full.txt", "guide.md", "~/mcp"]) {
    const { status, text } = await world().visit(site.base + path);
    expect([path, status, /Feeding|leaves/.test(text)]).toEqual([path, 404, false]);
  }
  expect((await rpc(request({ method: "ping" }))).status).toBe(404);
  const { headers, text } = await world().visit(`${site.base}guide`, { accept: "text/markdown" });
  expect(headers["content-type"]).toContain("text/html");
  expect(text).not.toMatch(/guide\.md|text\/markdown/);
  const robots = (await world().visit(`${site.base}robots.txt`)).text;
  expect(robots).toMatch(/User-agent: GPTBot\n(?:User-agent: [\w-]+\n)+Disallow: \/acme\/handbook\/\n/);
  await world().patch(site.api, { agentsContext: "included" }, writer);
  expect((await world().visit(`${site.base}guide.md`)).status).toBe(200);
  expect((await world().visit(`${site.base}robots.txt`)).text).not.toContain("GPTBot");
});

test("hidden pages are in the whole text and not in the list", async () => {
  expect((await world().visit(`${site.base}llms-full.txt`)).text).toContain("Quokka corner");
  expect((await world().visit(`${site.base}llms.txt`)).text).not.toContain("Corner");
});

test("calls from one network are counted, and open again after a minute", async () => {
  let last = 200;
  // Twice what a minute takes: another may begin meanwhile.
  for (let calls = 0; calls <= 600 && last === 200; calls++) {
    last = (await rpc(request({ method: "ping" }))).status;
  }
  expect(last).toBe(429);
  world().ahead += 60_000;
  expect((await rpc(request({ method: "ping" }))).status).toBe(200);
});
