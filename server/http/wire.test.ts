/** What arrives on a real socket, well-formed or not. */
import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Deps } from "../deps.ts";
import type { Blobs } from "../ports/blobs.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { Wire } from "../test/wire.ts";

const FULL = process.env["LECTERN_TEST_TIER"] === "full";
const world = useWorld();
let person: Person;
let app: FastifyInstance;
let port: number;

const listen = async (
  patience?: { head: number; body: number },
  store: Partial<Blobs> = {},
): Promise<[FastifyInstance, number]> => {
  const { blobs } = world().deps;
  const of: Deps["blobs"]["of"] = (owner) => ({ ...blobs.of(owner), ...store });
  const server = world().openApp({ blobs: { ...blobs, of } }, patience ? { patience } : {});
  await server.listen({ host: "127.0.0.1", port: 0 });
  return [server, (server.server.address() as { port: number }).port];
};

beforeAll(async () => {
  person = await world().addPerson("ada", "admin");
  [app, port] = await listen();
});
afterAll(() => app.close());

const FILE = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n';
const ask = (bytes: string): Promise<string> => new Wire(port).send(bytes).closed;
const statuses = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));
const head = (line: string, ...lines: string[]) => [line, "host: x", ...lines, "", ""].join("\r\n");
const post = (...lines: string[]) =>
  head("POST /v1/user/tokens HTTP/1.1", `authorization: Bearer ${person.token}`, ...lines);
const headers = (count: number) => Array.from({ length: count }, (_, at) => `x-${at}: a`);
const hidden = "GET /v1/user HTTP/1.1\r\nhost: x\r\n\r\n";

describe("a request that two readers could read in two ways is refused, and its connection closed", () => {
  test.each<[string, () => string]>([
    [
      "length and chunks",
      () => `${post("content-length: 5", "transfer-encoding: chunked")}0\r\n\r\n${hidden}`,
    ],
    [
      "chunks and length",
      () => `${post("transfer-encoding: chunked", "content-length: 5")}0\r\n\r\n${hidden}`,
    ],
    ["two lengths", () => `${post("content-length: 0", "content-length: 44")}${hidden}`],
    ["a list of lengths", () => `${post("content-length: 0, 44")}${hidden}`],
    ["a signed length", () => `${post("content-length: +0")}${hidden}`],
    ["a length in hex", () => `${post("content-length: 0x0")}${hidden}`],
    ["a negative length", () => `${post("content-length: -1")}${hidden}`],
    ["unknown chunking", () => `${post("transfer-encoding: xchunked")}0\r\n\r\n${hidden}`],
    ["chunks not last", () => `${post("transfer-encoding: chunked, identity")}0\r\n\r\n${hidden}`],
    [
      "two chunkings",
      () => `${post("transfer-encoding: chunked", "transfer-encoding: identity")}0\r\n\r\n${hidden}`,
    ],
    [
      "a folded header",
      () => `${post("transfer-encoding:", " chunked", "content-length: 5")}0\r\n\r\n${hidden}`,
    ],
    ["white space before the colon", () => `${post("transfer-encoding : chunked")}0\r\n\r\n${hidden}`],
    ["NUL in a header", () => post("x-any: a\0b", "content-length: 0") + hidden],
    ["a bare CR in a header", () => post("x-any: a\rcontent-length: 5") + hidden],
    ["NUL in a header's name", () => post("x-a\0ny: b") + hidden],
    ["a chunk of no size", () => `${post("transfer-encoding: chunked")}zz\r\n{}\r\n0\r\n\r\n${hidden}`],
    [
      "a chunk of a size beyond numbers",
      () => `${post("transfer-encoding: chunked")}fffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
    ],
    [
      "a chunk longer than it says",
      () => `${post("transfer-encoding: chunked")}1\r\n{}}\r\n0\r\n\r\n${hidden}`,
    ],
    ["a body for GET", () => `${head("GET /v1/user HTTP/1.1", "content-length: 44")}${hidden}`],
    [
      "a chunked body for GET",
      () => `${head("GET /v1/user HTTP/1.1", "transfer-encoding: chunked")}0\r\n\r\n`,
    ],
    ["a line that is no request", () => "hello\r\n\r\n"],
    ["a TLS greeting", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
    ["HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["no host", () => "GET /v1/user HTTP/1.1\r\n\r\n"],
    ["two hosts", () => head("GET /v1/ HTTP/1.1", "Host: y") + hidden],
    ["one host twice", () => head("GET /v1/ HTTP/1.1", "HOST: x") + hidden],
    ["a space in the address", () => "GET /v1/user x HTTP/1.1\r\nhost: x\r\n\r\n"],
  ])("%s", async (_name, bytes) => {
    const text = await ask(bytes());
    expect(statuses(text)).toEqual([400]);
    expect(text.toLowerCase()).toContain("connection: close");
  });

  test("in the shape of every failure", async () => {
    const text = await ask(post("transfer-encoding: chunked", "content-length: 5"));
    const body = JSON.parse(text.slice(text.indexOf("\r\n\r\n"))) as { error: object };
    expect(body.error).toEqual({
      code: 400,
      type: "invalid-input",
      message: expect.any(String),
      requestId: expect.stringMatching(/^\w{20}$/),
    });
  });
});

describe("bounds", () => {
  test.each([
    ["a header", () => head("GET /v1/user HTTP/1.1", `x-any: ${"x".repeat(20_000)}`)],
    ["an address", () => head(`GET /v1/${"x".repeat(20_000)} HTTP/1.1`)],
    [
      "all headers",
      () => head("GET /v1/user HTTP/1.1", ...Array.from({ length: 2000 }, (_, at) => `x-${at}: some value`)),
    ],
    // Few enough bytes, and Node would read the first hundred and say nothing of the others.
    ["the row of headers", () => head("GET /v1/ HTTP/1.1", ...headers(100))],
    ["the row of equal headers", () => head("GET /v1/ HTTP/1.1", ...Array(100).fill("cookie: a"))],
  ])("%s that is too long is a 431", async (_name, bytes) => {
    const text = await ask(bytes());
    expect([statuses(text), text.toLowerCase().includes("connection: close")]).toEqual([[431], true]);
  });

  test("a hundred headers are read to the last", async () => {
    const text = await ask(head("GET /v1/ HTTP/1.1", ...headers(98), "connection: close"));
    expect(statuses(text)).toEqual([200]);
  });

  test("a body that says it is too long is refused before it is read", async () => {
    const wire = new Wire(port).send(post("content-type: application/json", "content-length: 99999999999"));
    expect(statuses(await wire.heard(/\r\n\r\n/))).toEqual([413]);
    wire.socket.destroy();
  });
});

describe("fine requests", () => {
  test("follow one another on a connection, asked one by one or all at once", async () => {
    const wire = new Wire(port).send(head("GET /v1/ HTTP/1.1"));
    await wire.heard(/\r\n\r\n\{.*\}/s);
    wire.send(
      head("GET /healthz HTTP/1.1") +
        head("GET /v1/nowhere HTTP/1.1") +
        head("GET /v1/ HTTP/1.1", "connection: close"),
    );
    expect(statuses(await wire.closed)).toEqual([200, 200, 404, 200]);
  });

  test.each([
    [
      "a body in chunks",
      () =>
        `${post("content-type: application/json", "transfer-encoding: chunked", "connection: close")}8\r\n{"label"\r\n5;x=y\r\n:"x"}\r\n0\r\n\r\n`,
      201,
    ],
    ["HTTP/1.0", () => "GET /v1/ HTTP/1.0\r\n\r\n", 200],
    [
      "a whole address",
      () => head("GET http://elsewhere.example/v1/nowhere HTTP/1.1", "connection: close"),
      404,
    ],
    ["a path that climbs", () => head("GET /v1/spaces/%2e%2e/%2e%2e/etc HTTP/1.1", "connection: close"), 404],
    ["a path that climbs openly", () => head("GET /v1/../../etc/passwd HTTP/1.1", "connection: close"), 404],
    ["a backslash", () => head("GET /v1\\user HTTP/1.1", "connection: close"), 404],
    ["all of the server", () => head("OPTIONS * HTTP/1.1", "connection: close"), 404],
    ["a method of others", () => head("PROPFIND /v1/user HTTP/1.1", "connection: close"), 405],
    ["TRACE", () => head("TRACE /v1/user HTTP/1.1", "connection: close"), 405],
    ["QUERY", () => head("QUERY /v1/user HTTP/1.1", "connection: close"), 405],
    ["TRACE of nothing", () => head("TRACE /v1/nowhere HTTP/1.1", "connection: close"), 404],
  ])("%s", async (_name, bytes, status) => {
    expect(statuses(await ask(bytes()))).toEqual([status]);
  });

  test("a method that a path does not have is told which it has", async () => {
    const text = await ask(head("TRACE /v1/user HTTP/1.1", "connection: close"));
    expect(text).toContain("\r\nallow: GET, HEAD\r\n");
  });

  test("CONNECT opens no tunnel", async () => {
    expect(
      statuses(await ask("CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n")),
    ).not.toContain(200);
  });

  test("a client that goes away in the middle harms nobody", async () => {
    for (const bytes of [post("content-length: 100") + "{", "GET /v1", head("GET /openapi.json HTTP/1.1")]) {
      const wire = new Wire(port).send(bytes);
      await new Promise((done) => wire.socket.once("connect", done));
      wire.socket.destroy();
      await wire.closed;
    }
    expect(statuses(await ask(head("GET /healthz HTTP/1.1", "connection: close")))).toEqual([200]);
  });
});

describe("a body that is refused", () => {
  let space: string;
  beforeAll(async () => {
    const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Files" }, person);
    space = made.body.id;
  });

  const uploading = (...lines: string[]) =>
    head(
      `POST /v1/spaces/${space}/content/files HTTP/1.1`,
      `authorization: Bearer ${person.token}`,
      "content-type: multipart/form-data; boundary=x",
      ...lines,
    );
  const next = head("GET /v1/ HTTP/1.1", "connection: close");

  test.each([
    ["a field before its file", '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n', 400],
    ["two files", FILE + FILE.replace('"file"', '"more"'), 400],
  ])("leaves its connection to the next request: %s", async (_name, parts, status) => {
    // More than the buffers on the way hold, so that it has to be read away.
    const body = `${parts}${FILE}${"x".repeat(3_000_000)}\r\n--x--\r\n`;
    const wire = new Wire(port).send(uploading(`content-length: ${body.length}`) + body);
    await wire.heard(/\r\n\r\n\{.*\}/s);
    wire.send(next);
    expect(statuses(await wire.closed)).toEqual([status, 200]);
  });

  test("leaves its connection to the next request: a file that finds the disk full", async () => {
    const put: Blobs["put"] = async (content) => {
      await (content as Readable).iterator().next();
      throw Object.assign(new Error("write"), { code: "ENOSPC" });
    };
    const [full, at] = await listen(undefined, { put });
    const body = `${FILE.slice(0, -2)}${"x".repeat(3_000_000)}\r\n--x--\r\n`;
    const wire = new Wire(at).send(uploading(`content-length: ${body.length}`) + body);
    expect(await wire.heard(/\r\n\r\n\{.*\}/s)).toContain("The disk is full; nothing was changed.");
    wire.send(next);
    expect(statuses(await wire.closed)).toEqual([503, 200]);
    expect(world().failures.splice(0)).toHaveLength(1);
    await full.close();
  });

  test("is read away for as long as bodies may take, and no longer", async () => {
    const [impatient, at] = await listen({ head: 200, body: 200 });
    const field = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x';
    const wire = new Wire(at).send(uploading("content-length: 3000000") + field);
    expect(statuses(await wire.closed)).toEqual([400]);
    await impatient.close();
  });

  test.each([
    ["gzip", 415],
    ["br, gzip", 415],
    ["x-gzip", 415],
    ["identity", 201],
    ["Identity", 201],
  ])("is one in the coding %s: %i", async (coding, status) => {
    const json = '{"label":"Coded"}';
    const text = await ask(
      post(
        "content-type: application/json",
        `content-encoding: ${coding}`,
        `content-length: ${json.length}`,
        "connection: close",
      ) + json,
    );
    expect([statuses(text), text.includes("accept-encoding: identity")]).toEqual([[status], status === 415]);
  });

  test.each([
    ["POST", "is an object", () => "/user/tokens"],
    ["PATCH", "may be left out", () => `/users/${person.id}`],
    ["POST", "is none", () => "/jobs/x/cancel"],
  ])("is null for a %s whose body %s", async (method, _what, path) => {
    const headers = { "content-type": "application/json" };
    const { status, body } = await world().call(method, path(), { as: person, raw: " null", headers });
    expect([status, body.error.message]).toEqual([400, "The body is null; send an object, or no body."]);
  });

  test.each([
    ['{"label":', "unexpected end of the text"],
    ["hello", "unexpected token 'h'"],
    ['{"label":"A\n"}', "bad control character in string literal at position 11"],
    ['{"label":"A"}x', "unexpected non-whitespace character after its end at position 13"],
    ['{"__proto__":{}}', "its fields may not be named __proto__, or prototype in constructor"],
  ])("is broken, which is told once: %s", async (payload, reason) => {
    const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json" };
    const answer = await app.inject({ method: "POST", url: "/v1/user/tokens", headers, payload });
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      400,
      `The body is not valid JSON: ${reason}.`,
    ]);
  });
});

describe("patience", () => {
  let impatient: FastifyInstance;
  let at: number;

  beforeAll(async () => {
    [impatient, at] = await listen({ head: 200, body: 200 });
  });
  afterAll(() => impatient.close());

  test("ends for a head that doesn't come to its end", async () => {
    const wires = ["", "G", "GET /v1/user HTTP/1.1\r\nhost: x\r\nx-"].map((bytes) =>
      new Wire(at).send(bytes),
    );
    const texts = await Promise.all(wires.slice(1).map((wire) => wire.closed));
    expect(texts.map(statuses)).toEqual([[408], [408]]);
    wires[0]?.socket.destroy();
  });

  test("ends for a body that doesn't, but not for a file that takes its time", async () => {
    const site = await world().post(
      `/orgs/${world().organization}/sites`,
      { title: "Slow", spaces: "empty" },
      person,
    );
    expect(site.status).toBe(201);
    const { body } = await world().get(`/orgs/${world().organization}/spaces`, person);
    const file =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n';
    const upload = new Wire(at).send(
      head(
        `POST /v1/spaces/${body.items[0].id}/content/files HTTP/1.1`,
        `authorization: Bearer ${person.token}`,
        "content-type: multipart/form-data; boundary=x",
        `content-length: ${file.length}`,
        "connection: close",
      ) + file.slice(0, -20),
    );
    // Twice, so that the upload has waited for longer than anybody else may.
    for (let turn = 0; turn < 2; turn++) {
      const slow = new Wire(at).send(
        `${post("content-type: application/json", "content-length: 20")}{"label":`,
      );
      expect(statuses(await slow.closed)).toEqual([408]);
    }
    upload.send(file.slice(-20));
    expect(statuses(await upload.closed)).toEqual([201]);
  });
});

test("many slow clients don't keep the others waiting", async () => {
  const alone = await median(askAsPerson);
  const slow = Array.from({ length: FULL ? 2000 : 300 }, () =>
    new Wire(port).send("GET /v1/user HTTP/1.1\r\nhost: x\r\nx-"),
  );
  await Promise.all(
    slow.map(({ socket }) => socket.connecting && new Promise((done) => socket.once("connect", done))),
  );
  const among = await median(askAsPerson);
  for (const { socket } of slow) socket.destroy();
  // Waiting for one of them to be given up would take seconds.
  expect(among).toBeLessThan(20 * alone + 50);
});

async function askAsPerson(): Promise<void> {
  const text = await ask(
    head("GET /v1/user HTTP/1.1", `authorization: Bearer ${person.token}`, "connection: close"),
  );
  expect(statuses(text)).toEqual([200]);
}

/** Milliseconds that half of a hundred turns stay below. */
async function median(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 100; turn++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[50] ?? 0;
}
