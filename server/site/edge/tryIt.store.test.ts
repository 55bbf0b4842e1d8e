import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { latestVersions, outlineAt } from "../../content/computed/specs.ts";
import { newServer } from "../../http/server.ts";
import { SourceServer } from "../../nouns/openapi/source.fixture.ts";
import { useWorld } from "../../test/harness.ts";
import { mountTryIt } from "./tryIt.ts";
import { tryItAddress } from "../reading/addresses.ts";

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
  for (const path of ["/v1/things/a%2Fb?deep=1&tags=x&tags=y+z", "/v1/things", "/v1/moved", "/v1/photos"])
    server.files.set(path, answer);
  for (const path of ["/v1/guarded", "/v1/guarded?key=k%26"]) server.files.set(path, answer);
  const editor = await world().addPerson("edda", "create");
  const json = { content: { "application/json": { schema: {} } } };
  const picture = {
    type: "object",
    required: ["title"],
    properties: {
      title: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
      photo: { type: "string", format: "binary" },
    },
  };
  const forms = {
    content: {
      "multipart/form-data": { schema: picture },
      "application/x-www-form-urlencoded": { schema: picture },
      "image/png": { schema: { type: "string", format: "binary" } },
    },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    servers: [{ url: `${server.origin}/v1` }],
    security: [{ key: [] }],
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer" },
        user: { type: "http", scheme: "basic" },
        header: { type: "apiKey", in: "header", name: "X-Key" },
        query: { type: "apiKey", in: "query", name: "key" },
        cookie: { type: "apiKey", in: "cookie", name: "sid" },
        app: { type: "oauth2", flows: {} },
      },
    },
    paths: {
      "/things/{id}": {
        get: {
          parameters: [
            { name: "id", in: "path", required: true },
            { name: "deep", in: "query" },
            { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
            { name: "Cookie", in: "header" },
            { name: "Host", in: "header" },
          ],
        },
      },
      "/things": { post: { requestBody: json } },
      "/moved": { get: {} },
      "/photos": { post: { requestBody: forms } },
      "/guarded": {
        get: {
          security: [{ user: [] }, { header: [], query: [] }, { cookie: [] }, { app: ["read"] }, {}],
        },
      },
      "/direct": { get: { "x-enable-proxy": false } },
      "/hidden": { get: { "x-hideTryItPanel": true } },
    },
  };
  const specs = `/orgs/${world().organization}/openapi`;
  await world().post(specs, { slug: "things", source: { text: JSON.stringify(document) } }, editor);
  await world().runJobs();
  const { deps, organization } = world();
  const version = (await latestVersions(deps.db.read, organization, ["things"])).get("things");
  outline = version?.outline ?? "";
  for (const { path, piece } of (await outlineAt(deps.content.of(organization), outline)).operations)
    operations.set(path, piece);
  app = newServer({ log: deps.log, newId: deps.newId, trustedProxies: [] });
  mountTryIt(app, deps, (host) => host === "sites.test");
});
afterAll(async () => {
  await app.close();
  await server.close();
});

async function send(
  path: string,
  fields: Readonly<Record<string, string | File>>,
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as string);
  // What browsers send: forms come in parts.
  const body = new Response(form);
  const answer = await app.inject({
    method: "POST",
    url: tryItAddress(world().deps, world().organization, outline) + operations.get(path),
    headers: { host: "sites.test", "content-type": body.headers.get("content-type") ?? "", ...headers },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

describe("trying an operation out", () => {
  test("sends what the description declares, and tells the answer as JSON", async () => {
    const fields = {
      "path.id": "a/b",
      "query.deep": "1",
      "query.tags": "x\n y z \n",
      "auth.0.0": "t0ken",
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
      "/v1/things/a%2Fb?deep=1&tags=x&tags=y+z",
      "Bearer t0ken",
      undefined,
    ]);
    expect(last?.headers.host).toBe(new URL(server.origin).host);
    expect(body.headers).toContainEqual(["content-type", "text/html"]);
    expect(JSON.stringify(body.headers)).not.toContain("a=b");
    await send("/things", { "body.0": '{"a":1}' });
    expect([heard.at(-1)?.method, heard.at(-1)?.body]).toEqual(["POST", '{"a":1}']);
  });

  test("sends forms, with files and lists, and files by themselves", async () => {
    const photo = new File(["\x89PNG\r\n"], 'a "b".png', { type: "image/png" });
    const none = new File([], "");
    await send("/photos", {
      "body.0.title": "T",
      "body.0.tags": "x\ny",
      "body.0.photo": photo,
      "body.1.title": "no",
    });
    const sent = heard.at(-1);
    expect(sent?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    const type = { "content-type": sent?.headers["content-type"] ?? "" };
    const parts = [...(await new Response(sent?.body, { headers: type }).formData())];
    expect(parts.map(([name, value]) => [name, typeof value === "string" ? value : value.name])).toEqual([
      ["title", "T"],
      ["tags", "x"],
      ["tags", "y"],
      ["photo", 'a "b".png'],
    ]);
    await send("/photos", { media: "1", "body.1.title": "a&b", "body.1.tags": "x", "body.0.photo": none });
    expect([heard.at(-1)?.headers["content-type"], heard.at(-1)?.body]).toEqual([
      "application/x-www-form-urlencoded",
      "title=a%26b&tags=x",
    ]);
    await send("/photos", { media: "2", "body.2": photo });
    expect(heard.at(-1)?.headers["content-type"]).toBe("image/png");
    const before = heard.length;
    expect((await send("/photos", { media: "1", "body.1.tags": "x" })).body.error).toBe("Fill in title.");
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], "large.png");
    expect((await send("/photos", { "body.0.title": "T", "body.0.photo": large })).status).toBe(413);
    expect(heard.length).toBe(before);
  });

  test("says who asks in the way that is chosen", async () => {
    const said = async (fields: Record<string, string>) => {
      await send("/guarded", fields);
      const last = heard.at(-1);
      return [last?.url, last?.headers.authorization, last?.headers["x-key"], last?.headers.cookie];
    };
    const others = { "auth.0.0.user": "u", "auth.3.0": "t" };
    const way = (number: number, fields: object) => ({ ...others, way: String(number), ...fields });
    const basic = `Basic ${Buffer.from("ü:p:w").toString("base64")}`;
    expect(await said(way(0, { "auth.0.0.user": "ü", "auth.0.0.password": "p:w" }))).toEqual([
      "/v1/guarded",
      basic,
      undefined,
      undefined,
    ]);
    expect(await said(way(1, { "auth.1.0": "h", "auth.1.1": "k&" }))).toEqual([
      "/v1/guarded?key=k%26",
      undefined,
      "h",
      undefined,
    ]);
    expect((await said(way(2, { "auth.2.0": "a;b=c" })))[3]).toBe("sid=a%3Bb=c");
    expect((await said(way(3, {})))[1]).toBe("Bearer t");
    expect(await said(way(4, {}))).toEqual(["/v1/guarded", undefined, undefined, undefined]);
    expect((await send("/guarded", way(1, { "auth.1.0": "a\r\nX-Evil: 1" }))).status).toBe(200);
    expect(heard.at(-1)?.headers["x-evil"]).toBeUndefined();
  });

  test("fails when the database does, and says nothing of operations then", async () => {
    const { deps, organization } = world();
    const pieces = () => Promise.reject(new Error("The database is gone."));
    const of = (id: string) => ({ ...deps.content.of(id), pieces });
    const content = { ...deps.content, of };
    const broken = newServer({ log: deps.log, newId: deps.newId, trustedProxies: [] });
    mountTryIt(broken, { ...deps, content }, () => true);
    const url = tryItAddress(deps, organization, outline) + operations.get("/things");
    const answer = await broken.inject({ method: "POST", url, headers: { host: "sites.test" } });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain("operation");
    await broken.close();
    expect(world().failures.splice(0)).toHaveLength(1);
  });

  test("goes nowhere else", async () => {
    const before = heard.length;
    expect((await send("/things/{id}", {})).body.error).toBe("Fill in id.");
    for (const id of [".", ".."]) expect((await send("/things/{id}", { "path.id": id })).status).toBe(400);
    expect((await send("/things", { server: "9" })).status).toBe(400);
    expect((await send("/hidden", {})).status).toBe(400);
    expect((await send("/direct", {})).status).toBe(400);
    expect((await send("/absent", {})).status).toBe(404);
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

  test("takes no form that is larger than it may be in all", async () => {
    const before = heard.length;
    const part = "x".repeat(1024 * 1024 - 1);
    const fields = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`query.${at}`, part]));
    const { status, body } = await send("/things", fields);
    expect([status, body.error]).toEqual([413, "The form is too large: 5 MB is the most, with its files."]);
    expect(heard.length).toBe(before);
  });

  test("is limited", async () => {
    let last = 404;
    // Twice what a minute takes: another may begin meanwhile.
    for (let at = 0; at <= 60 && last === 404; at++) last = (await send("/absent", {})).status;
    expect(last).toBe(429);
  });
});
