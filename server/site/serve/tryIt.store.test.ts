import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { latestVersions, outlineAt } from "../../content/computed/specs.ts";
import { newServer } from "../../http/server.ts";
import { SourceServer } from "../../nouns/openapi/source.fixture.ts";
import { useWorld } from "../../test/harness.ts";
import { mountTryIt, tryItAddress } from "./tryIt.ts";

const world = useWorld();
let server: SourceServer;
let app: FastifyInstance;
let outline: string;
const operations = new Map<string, string>();
const heard: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  server = await SourceServer.open();
  const answer: Parameters<typeof server.files.set>[1] = (request, response) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      heard.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      const headers = { "content-type": "text/html", "set-cookie": "a=b", location: "/elsewhere" };
      response.writeHead(request.url?.startsWith("/v1/moved") ? 302 : 200, headers);
      response.end("<script>alert(1)</script>");
    });
  };
  for (const path of ["/v1/things/a%2Fb?deep=1", "/v1/things", "/v1/moved"]) server.files.set(path, answer);
  const editor = await world().addPerson("edda", "create");
  const json = { content: { "application/json": { schema: {} } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    servers: [{ url: `${server.origin}/v1` }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    paths: {
      "/things/{id}": {
        get: {
          parameters: [
            { name: "id", in: "path", required: true },
            { name: "deep", in: "query" },
            { name: "Cookie", in: "header" },
            { name: "Host", in: "header" },
          ],
        },
      },
      "/things": { post: { requestBody: json } },
      "/moved": { get: {} },
      "/hidden": { get: { "x-hideTryItPanel": true } },
    },
  };
  const specs = `/orgs/${world().organization}/openapi`;
  await world().post(specs, { slug: "things", source: { text: JSON.stringify(document) } }, editor);
  await world().runJobs();
  const { deps, organization } = world();
  const version = (await latestVersions(deps.db.read, organization, ["things"])).get("things");
  outline = version?.outline ?? "";
  for (const { path, piece } of (await outlineAt(deps.content, outline)).operations)
    operations.set(path, piece);
  app = newServer({ log: deps.log, newId: deps.newId, trustedProxies: [] });
  mountTryIt(app, deps, (host) => host === "sites.test");
});
afterAll(async () => {
  await app.close();
  await server.close();
});

async function send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: "POST",
    url: tryItAddress(world().deps, outline) + operations.get(path),
    headers: { host: "sites.test", "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

describe("trying an operation out", () => {
  test("sends what the description declares, and tells the answer as JSON", async () => {
    const fields = {
      "path.id": "a/b",
      "query.deep": "1",
      "auth.key": "t0ken",
      "header.Cookie": "x=y",
      "header.Host": "evil.test",
    };
    const { status, headers, body } = await send("/things/{id}", fields, { cookie: "session=1" });
    expect([status, body.status, body.body]).toEqual([200, 200, "<script>alert(1)</script>"]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect([headers["x-content-type-options"], headers["set-cookie"]]).toEqual(["nosniff", undefined]);
    expect(headers["content-security-policy"]).toContain("sandbox");
    const last = heard.at(-1);
    expect([last?.url, last?.headers.authorization, last?.headers.cookie]).toEqual([
      "/v1/things/a%2Fb?deep=1",
      "Bearer t0ken",
      undefined,
    ]);
    expect(last?.headers.host).toBe(new URL(server.origin).host);
    await send("/things", { type: "application/json", body: '{"a":1}' });
    expect([heard.at(-1)?.method, heard.at(-1)?.body]).toEqual(["POST", '{"a":1}']);
  });

  test("goes nowhere else", async () => {
    const before = heard.length;
    expect((await send("/things/{id}", {})).body.error).toBe("Fill in id.");
    for (const id of [".", ".."]) expect((await send("/things/{id}", { "path.id": id })).status).toBe(400);
    expect((await send("/things", { server: "9" })).status).toBe(400);
    expect((await send("/hidden", {})).status).toBe(400);
    expect((await send("/absent", {})).status).toBe(400);
    expect((await send("/things", {}, { host: "docs.customer.test" })).status).toBe(404);
    expect((await send("/things", {}, { "sec-fetch-site": "cross-site" })).status).toBe(404);
    const forged = {
      method: "POST",
      url: `/~/reference/try/x/${outline}/${operations.get("/things")}`,
      headers: { host: "sites.test" },
    } as const;
    expect((await app.inject(forged)).statusCode).toBe(404);
    expect(heard.length).toBe(before);
    await send("/moved", {});
    expect(heard.at(-1)?.url).toBe("/v1/moved");
  });

  test("is limited", async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 40; at++) statuses.push((await send("/absent", {})).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
