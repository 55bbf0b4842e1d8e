/** What the files of one request may weigh together and how long they may take: each is small to ask for. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";
import { storeFiles } from "./batchFiles.ts";

const world = useWorld();
let server: Server;
let origin: string;
let asked: number;
/** Answers to `/held`, which the server keeps back. */
let held: ServerResponse[];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked++;
    const path = (request.url ?? "").slice(1);
    if (path === "held") held.push(response);
    else if (path === "absent") response.writeHead(404).end();
    else response.end("x".repeat(Number(path)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = 0;
  held = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Files at these paths, some in each change. */
const changes = (...paths: readonly (readonly (number | string)[])[]) =>
  paths.map((some) => ({
    operation: "insert_files" as const,
    files: some.map((path, at) => ({ name: `${at}.txt`, url: `${origin}/${path}` })),
  }));

const LIMITS = { bytes: 1000, time: 60_000 };
const store = (of: ReturnType<typeof changes>, limits = LIMITS) =>
  storeFiles({ deps: world().deps, identity: undefined as never }, world().organization, of, 1, limits);

test("files that fit together are stored, up to the last byte, in their order", async () => {
  const stored = await store(changes([600, 300], [100]));
  expect(stored.map(({ file, change, at }) => [file.size, change, at])).toEqual([
    [600, 0, 0],
    [300, 0, 1],
    [100, 1, 0],
  ]);
});

test("one byte more is refused", async () => {
  await expect(store(changes([600, 300], [101, 1], [1]))).rejects.toMatchObject({
    status: 413,
    message: expect.stringContaining("send several requests"),
  });
  // What was stored nevertheless is noted, so that it is cleared away.
  const { db, blobs } = world().deps;
  const noted = (await db.read.selectFrom("blobs").select("hash").execute()).map(({ hash }) => hash);
  for await (const { hash } of blobs.list()) expect(noted).toContain(hash);
  expect(noted.length).toBeGreaterThan(1);
});

test("four addresses are asked at a time", async () => {
  const storing = store(changes(Array.from({ length: 5 }, () => "held")));
  await expect.poll(() => held.length).toBe(4);
  for (const response of held) response.end("x");
  await expect.poll(() => held.length).toBe(5);
  held[4]?.end("x");
  expect(await storing).toHaveLength(5);
});

test("an address that fails is named, breaks off what is asked beside it, and nothing more is asked", async () => {
  const failing = changes(["held", "held"], ["absent", ...Array.from({ length: 9 }, () => "held")]);
  await expect(store(failing)).rejects.toMatchObject({
    status: 409,
    message: "/changes/1/files/0: The address answered with status 404.",
  });
  expect(asked).toBeLessThanOrEqual(4);
});

test("all files have one time together", async () => {
  await expect(store(changes([1, "held"]), { ...LIMITS, time: 200 })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^\/changes\/0\/files\/\d: .*too long.*two minutes/),
  });
});

test("what is wrong in the request itself is said before any address is asked", async () => {
  const [first] = changes([1]);
  const files = [...(first?.files ?? []), { name: "a.txt", base64: "?" }] as never;
  await expect(store([{ operation: "insert_files", files }])).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("/changes/0/files/1/contentType"),
  });
  expect(asked).toBe(0);
});
