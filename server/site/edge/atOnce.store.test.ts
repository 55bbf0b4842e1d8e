/** What is ready is sent before the framework sees a request: readers may not be able to tell. */
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtAssets } from "../../test/assets.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { buildSites } from "../serve.ts";

const world = useWorld();
const path = "/acme/guide/";
let writer: Person;
let sites: FastifyInstance;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const org = `/orgs/${world().organization}`;
  const { body: space } = await world().post(`${org}/spaces`, { title: "Guide" }, writer);
  const { body: site } = await world().post(`${org}/sites`, { title: "Guide", spaces: [space.id] }, writer);
  await world().post(`${org}/sites/${site.id}/publish`, undefined, writer);
  const changes = [
    { operation: "insert_page", document: { markdown: `# Start\n\n${"Read. ".repeat(300)}` } },
  ];
  await world().post(`/spaces/${space.id}/content`, { changes }, writer);
  const { deps } = world();
  const addresses = { ...deps.addresses, sites: "https://sites.test" };
  sites = buildSites({ ...deps, addresses }, { trustedProxies: [] }, builtAssets());
  await sites.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => sites.close());

interface Answer {
  readonly status: number;
  /** But for the time of sending. */
  readonly headers: Record<string, unknown>;
  readonly bytes: Buffer;
}

function ask(headers: Record<string, string | string[]>, method = "GET"): Promise<Answer> {
  const { port } = sites.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, method, headers: { host: "sites.test", ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const { date: _, ...rest } = answer.headers;
        resolve({ status: answer.statusCode ?? 0, headers: rest, bytes: Buffer.concat(chunks) });
      });
    });
    asked.on("error", reject).end();
  });
}

const CASES: readonly [string, Record<string, string>][] = [
  ["a reader", {}],
  ["a browser", { "accept-encoding": "gzip, br", accept: "text/html" }],
  ["an agent", { accept: "text/markdown", "accept-encoding": "br" }],
];

test.each(CASES)("%s gets the same the first time and ever after", async (_, headers) => {
  const first = await ask(headers);
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({ "strict-transport-security": "max-age=15552000" });
  for (let time = 0; time < 3; time++) expect(await ask(headers)).toEqual(first);
  const tag = String(first.headers["etag"]);
  const unchanged = await ask({ ...headers, "if-none-match": tag });
  expect([unchanged.status, unchanged.bytes.length, unchanged.headers["etag"]]).toEqual([304, 0, tag]);
  const another = await ask({ ...headers, "if-none-match": '"other"' });
  expect(another).toEqual(first);
});

test("the way of the framework gives the same answer", async () => {
  const atOnce = await ask({});
  // The framework answers those who may say who they are in a header, and those who ask for the head alone.
  const stranger = await ask({ authorization: "Basic eDp5" });
  expect(stranger).toEqual(atOnce);
  expect((await ask({ "x-forwarded-host": "elsewhere.test" })).bytes).toEqual(atOnce.bytes);
  const head = await ask({}, "HEAD");
  expect([head.headers, head.bytes.length]).toEqual([atOnce.headers, 0]);
});

test("another host, and two of them, get nothing of what is ready", async () => {
  expect((await ask({})).status).toBe(200);
  expect((await ask({ host: "elsewhere.test" })).status).toBe(404);
  const { port } = sites.server.address() as AddressInfo;
  const text = await twoHosts(port);
  expect(text).not.toMatch(/^HTTP\/1\.1 200/);
});

async function twoHosts(port: number): Promise<string> {
  const { connect } = await import("node:net");
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let text = "";
    socket.setEncoding("latin1").on("data", (part) => (text += part));
    socket.on("end", () => resolve(text)).on("error", reject);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: sites.test\r\nHost: sites.test\r\nConnection: close\r\n\r\n`);
  });
}
