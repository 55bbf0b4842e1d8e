/** Requests that no browser sends. */
import { connect } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtAssets } from "../test/assets.ts";
import { useWorld } from "../test/harness.ts";
import { buildSites } from "./serve.ts";

const world = useWorld();
const folder = mkdtempSync(join(tmpdir(), "lectern-hostile-"));
const base = "/acme/guide/";
let sites: FastifyInstance;
let port = 0;

beforeAll(async () => {
  const writer = await world().addPerson("wanda", "create");
  const at = `/orgs/${world().organization}/sites`;
  const { body: site } = await world().post(at, { title: "Guide", spaces: "sample" }, writer);
  const { body: published } = await world().get(`${at}/${site.id}/published`, writer);
  const page = (slug: string, markdown: string) => ({
    operation: "insert_page",
    slug,
    document: { markdown },
  });
  const changes = [
    page("plain", "# Plain\n\nSome **text**."),
    page("asking", "# Asking\n\n{% if visitor.claims.x %}\nHidden\n{% endif %}"),
  ];
  const space = published.structure.structure[0].space.id;
  expect((await world().post(`/spaces/${space}/content`, { changes }, writer)).status).toBe(200);
  await world().post(`${at}/${site.id}/publish`, undefined, writer);
  sites = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
  port = Number(new URL(await sites.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterAll(async () => {
  await sites?.close();
  rmSync(folder, { recursive: true });
});

interface Sent {
  readonly status: number;
  readonly head: string;
  readonly text: string;
}

/** Sends bytes as they are and reads until the server is done. */
function send(request: string): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    const parts: Buffer[] = [];
    socket.on("data", (part) => parts.push(part));
    socket.on("error", reject);
    socket.on("close", () => {
      const whole = Buffer.concat(parts).toString("utf8");
      const [head = "", ...rest] = whole.split("\r\n\r\n");
      resolve({ status: Number(head.split(" ")[1] ?? 0), head, text: rest.join("\r\n\r\n") });
    });
  });
}

const get = (target: string, host: string) =>
  send(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

describe("whatever host it is asked with", () => {
  test.each([
    "sites.test",
    "SITES.TEST",
    "sites.test:80",
    "sites.test.",
    "localhost",
    "127.0.0.1",
    "[::1]:9",
  ])("the shared origin answers as %s", async (host) => {
    const { status, text } = await get(base, host);
    expect(status).toBe(200);
    expect(text).toContain('<link rel="canonical" href="http://sites.test/acme/guide/"');
  });

  test.each([
    "evil.example",
    "sites.test.evil.example",
    "sites.test@evil.example",
    "sites.test/evil",
    "sites.test:99999999",
    "a".repeat(300),
    "..",
    "[::1",
    "%00",
    "sites.test, evil.example",
    '"><script>alert(1)</script>',
    "",
  ])("nothing is found as %s", async (host) => {
    const { status, head, text } = await get(base, host);
    expect([400, 404]).toContain(status);
    expect(head + text).not.toMatch(/evil\.example|<script>alert|Guide/);
  });

  test("a redirect never leaves the site", async () => {
    for (const target of [
      "/acme/guide",
      "//evil.example/acme/guide",
      "/acme/guide//evil.example/",
      "/acme/guide/%2f%2fevil.example",
    ]) {
      const { head } = await get(target, "sites.test");
      const location = /^location: (.*)$/im.exec(head)?.[1];
      expect(location ?? "/acme/").toMatch(/^\/acme\//);
    }
  });
});

describe("whatever it is asked for", () => {
  test.each([
    ["a path that is no text", "/acme/guide/%zz", 400],
    ["half a character", "/acme/guide/%e2%82", 400],
    ["a path without end", `/acme/guide/${"a/".repeat(4000)}`, 404],
    ["a long name", `/acme/guide/${"a".repeat(6000)}`, 404],
    ["a query without end", `/acme/guide/?${"q=1&".repeat(3000)}`, 200],
    ["an asset above", "/~/assets/..%2f..%2fpackage.json", 404],
    ["a file above", "/~/files/../../etc/passwd", 404],
    ["line breaks", "/acme/guide/%0d%0aset-cookie:%20a=1", 404],
  ])("%s is answered by a page", async (_, target, expected) => {
    const { status, head, text } = await get(target, "sites.test");
    expect(status).toBe(expected);
    expect(head.toLowerCase()).not.toContain("set-cookie");
    expect(text).not.toContain('{"error"');
  });

  test("other methods are refused by a page", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const { status, head, text } = await send(
        `${method} ${base} HTTP/1.1\r\nHost: sites.test\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      // What is sent is taken at some addresses; at this one nobody is there for it.
      expect([method, status]).toEqual([method, method === "POST" ? 404 : 405]);
      const allowed = /^allow: (.*)$/im.exec(head)?.[1];
      expect(allowed).toBe(method === "POST" ? undefined : "GET, HEAD, POST");
      expect(head).toContain("text/html");
      expect(text).toContain("<!doctype html>");
    }
  });

  test("a query changes nothing of a page, and HEAD says what GET would", async () => {
    const tag = ({ head }: Sent) => /^etag: (.*)$/im.exec(head)?.[1];
    const plain = await get(base, "sites.test");
    expect(tag(await get(`${base}?utm_source=x&q=y`, "sites.test"))).toBe(tag(plain));
    const head = await send(`HEAD ${base} HTTP/1.1\r\nHost: sites.test\r\nConnection: close\r\n\r\n`);
    expect([head.status, head.text, tag(head)]).toEqual([200, "", tag(plain)]);
  });
});

test("a page that can't be rendered is shown as it was written, if that gives nothing away", async () => {
  const program = join(folder, "fails.mjs");
  writeFileSync(
    program,
    'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit(3));',
  );
  const options = { trustedProxies: [], renderProgram: pathToFileURL(program) };
  const failing = buildSites(world().deps, options, builtAssets());
  const ask = (url: string) => failing.inject({ url, headers: { host: "sites.test" } });
  for (const time of ["first", "second"]) {
    const { statusCode, body } = await ask(`${base}plain`);
    expect([time, statusCode]).toEqual([time, 200]);
    expect(body).toContain("It is shown as it was written.");
    expect(body).toContain('<pre tabindex="0"><code>Some **text**.');
  }
  // Parts under conditions can't be told from others then.
  for (const path of ["asking", "asking.md", "plain.md"]) {
    const { statusCode, headers, body } = await ask(base + path);
    expect([path, statusCode, headers["retry-after"]]).toEqual([path, 503, "60"]);
    expect(body).not.toContain("Hidden");
  }
  await failing.close();
});

test("a failure is told in a page, with what the operator finds in the log", async () => {
  const { deps } = world();
  const root = () => Promise.reject(new Error("no disk"));
  const of = (organization: string) => ({ ...deps.content.of(organization), root });
  const broken = buildSites(
    { ...deps, content: { ...deps.content, of } },
    { trustedProxies: [] },
    builtAssets(),
  );
  const { statusCode, headers, body } = await broken.inject({ url: base, headers: { host: "sites.test" } });
  expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([
    500,
    "text/html; charset=utf-8",
    "private, no-store",
  ]);
  expect(body).toContain("Something went wrong");
  expect(body).toMatch(/Request [A-Za-z0-9]{20}/);
  expect(body).not.toContain("no disk");
  expect(world().failures.splice(0)).toEqual([expect.stringContaining("no disk")]);
  await broken.close();
});
