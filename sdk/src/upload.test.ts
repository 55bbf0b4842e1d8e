import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CallOptions, type Client, createClient } from "./client.ts";
import { type FileSource, upload } from "./upload.ts";
import type { Work } from "./work.ts";

let heard: string[];
let lines: string[];
let sizes: number[];
/** A request that is taken and not answered, once. */
let silent: string | undefined;
let client: Client;
let url: string;
const folder = mkdtempSync(join(tmpdir(), "lectern-upload-"));

/** Is away the first time, and loses the second part. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const line = `${request.method} ${request.url}`;
  const isLost = heard.length === 0 || (line.endsWith("/parts/2") && !lines.includes(line));
  heard.push(body.length < 1000 ? body.toString() : "");
  lines.push(line);
  sizes.push(body.length);
  if (line === silent) {
    silent = undefined;
    return;
  }
  const answer = (status: number, said: object): unknown =>
    response
      .writeHead(status, { "content-type": "application/json", "retry-after": "0" })
      .end(JSON.stringify(said));
  const refuse = (status: number, message: string) =>
    answer(status, { error: { code: status, message, type: "x" } });
  if (isLost) return refuse(503, "Later.");
  if (line.includes("locked")) return refuse(409, "It is locked.");
  return line.endsWith("/uploads")
    ? answer(201, { id: "u", partSize: 8 * 1024 * 1024, partCount: 3 })
    : answer(201, { id: "f" });
});

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createClient({ url, token: "t" });
});
beforeEach(() => {
  [heard, lines, sizes] = [[], [], []];
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const send: (client: Client, body: FileSource | object) => Promise<unknown> = upload("POST /files");
const stream = () => new Blob(["# Hi\n"]).stream();

writeFileSync(join(folder, "a.md"), "# Hi\n");

test.each<[string, FileSource]>([
  ["a file of the browser", new File(["# Hi\n"], "a.md")],
  ["a text", { name: "a.md", content: "# Hi\n" }],
  ["bytes", { name: "a.md", content: new TextEncoder().encode("# Hi\n") }],
  ["a blob", { name: "a.md", content: new Blob(["# Hi\n"]) }],
  ["a path", { path: join(folder, "a.md") }],
  ["a path under another name", { path: join(folder, "a.md"), name: "a.md" }],
  ["a stream", { name: "a.md", stream: stream(), size: 5 }],
])("sends %s, and the same again", async (_name, file) => {
  expect(await send(client, file)).toEqual({ id: "f" });
  expect(heard).toHaveLength(2);
  for (const body of heard) {
    expect(body).toMatch(/name="file"; filename="a\.md"\r\n[^]*\r\n\r\n# Hi\n\r\n--/);
  }
});

test.each([
  ["a text", { content: "# Hi\n" }],
  ["a blob", new Blob(["# Hi\n"])],
  ["a stream", { stream: stream(), size: 5 }],
  ["a file without any letter", new File(["# Hi\n"], "")],
])("sends nothing of %s that has no name", async (_, file) => {
  await expect(send(client, file as FileSource)).rejects.toThrow("A file takes a name: { name, content }");
  expect(heard).toEqual([]);
});

test.each([
  [6, "The stream of a.md has fewer than its 6 bytes."],
  [4, "The stream of a.md has more than its 4 bytes."],
])("sends nothing of a stream that was said to have %i bytes", async (size, sentence) => {
  await expect(send(client, { name: "a.md", stream: stream(), size })).rejects.toThrow(sentence);
  expect(heard).toEqual([]);
});

test("sends a body that says where the file is as JSON", async () => {
  await send(client, { url: "https://example.com/a.zip", source: "zip" });
  expect(heard[1]).toBe('{"url":"https://example.com/a.zip","source":"zip"}');
});

describe("a file of more than 8 MB", () => {
  const PART = 8 * 1024 * 1024;
  const bytes = new Uint8Array(2 * PART + 5).map((_, index) => index % 251);

  test("has a part sent again whose answer never comes", async () => {
    silent = "PUT /v1/uploads/u/parts/3";
    const hurried = createClient({ url, token: "t", timeout: 500 });
    await take(hurried, "s", { name: "a.zip", content: bytes });
    expect(lines.filter((line) => line.endsWith("/parts/3"))).toHaveLength(2);
  });
  const take: (
    client: Client,
    space: string,
    body: FileSource,
    query?: object,
    options?: CallOptions,
  ) => Work<unknown> = upload("POST /spaces/:spaceId/content/import", 3);
  /** A stream whose chunks end nowhere near the ends of parts. */
  const chunks = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 3_000_000)
          controller.enqueue(bytes.slice(at, at + 3_000_000));
        controller.close();
      },
    });

  test.each<[string, () => FileSource]>([
    ["bytes", () => ({ name: "a.zip", content: bytes })],
    ["a stream", () => ({ name: "a.zip", stream: chunks(), size: bytes.length })],
  ])("goes in parts, each again when it is lost: %s", async (_name, file) => {
    const told: unknown[] = [];
    const made = take(client, "a b", file(), { prune: true });
    expect(await made.done({ onProgress: (progress) => told.push(progress) })).toEqual({ id: "f" });
    // The first is lost, and the second part.
    expect(lines).toEqual([
      "POST /v1/uploads",
      "POST /v1/uploads",
      "PUT /v1/uploads/u/parts/1",
      "PUT /v1/uploads/u/parts/2",
      "PUT /v1/uploads/u/parts/2",
      "PUT /v1/uploads/u/parts/3",
      "POST /v1/spaces/a%20b/content/import?prune=true",
    ]);
    expect(JSON.parse(heard[0] as string)).toEqual({ size: bytes.length, space: "a b" });
    expect(JSON.parse(heard[6] as string)).toEqual({ upload: "u", name: "a.zip" });
    expect(sizes.slice(2, 6)).toEqual([PART, PART, PART, 5]);
    expect(told).toEqual(
      [PART, 2 * PART, bytes.length].map((done) => ({ step: "sending", done, total: bytes.length })),
    );
  });

  test("leaves no upload behind when it is stopped, or refused", async () => {
    const ending = new AbortController();
    const made = take(client, "s", { name: "a.zip", content: bytes }, {}, { signal: ending.signal });
    const stopped = made.done({ onProgress: () => ending.abort(new Error("enough")) });
    await expect(stopped).rejects.toThrow("enough");
    expect(lines.at(-1)).toBe("DELETE /v1/uploads/u");
    lines.length = 0;
    const working = new AbortController();
    const ended = take(client, "s", { name: "a.zip", content: bytes }).done({
      signal: working.signal,
      onProgress: () => working.abort(new Error("enough")),
    });
    await expect(ended).rejects.toThrow("enough");
    expect(lines).toEqual(["POST /v1/uploads", "PUT /v1/uploads/u/parts/1", "DELETE /v1/uploads/u"]);
    lines.length = 0;
    await expect(take(client, "locked", { name: "a.zip", content: bytes })).rejects.toThrow("It is locked.");
    await expect.poll(() => lines.at(-1)).toBe("DELETE /v1/uploads/u");
  });

  test("is waited for however slow the line is", async () => {
    const slow = createClient({
      url,
      token: "t",
      // Less than a part takes here, and more than what else is asked.
      timeout: 500,
      fetch: async (input, init) => {
        const isLong = init?.body instanceof Blob && init.body.size > 1000;
        if (isLong) await new Promise((done) => void setTimeout(done, 800));
        return fetch(input, init);
      },
    });
    expect(await take(slow, "s", { name: "a.zip", content: bytes })).toEqual({ id: "f" });
    expect(lines.filter((line) => line.includes("/parts/")).map((line) => line.slice(-1))).toEqual([
      "1",
      "2",
      "2",
      "3",
    ]);
  });
});
