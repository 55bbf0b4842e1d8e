/** What the files of one request may weigh together: each is small to ask for and large to keep. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";
import { storeFiles } from "./batch.ts";

const world = useWorld();
let server: Server;
let origin: string;
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked++;
    response.end("x".repeat(Number((request.url ?? "").slice(1))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Files of these sizes, some in each change. */
const changes = (...sizes: readonly (readonly number[])[]) =>
  sizes.map((some) => ({
    operation: "insert_files" as const,
    files: some.map((size, at) => ({ name: `${at}.txt`, url: `${origin}/${size}` })),
  }));

test("files that fit together are stored, up to the last byte", async () => {
  const stored = await storeFiles(world().deps, changes([600, 300], [100]), 1, 1000);
  expect(stored.map(({ file, change }) => [file.size, change])).toEqual([
    [600, 0],
    [300, 0],
    [100, 1],
  ]);
});

test("one byte more is refused, and nothing after it is asked for", async () => {
  asked = 0;
  await expect(storeFiles(world().deps, changes([600, 300], [101, 1], [1]), 1, 1000)).rejects.toMatchObject({
    status: 413,
    message: expect.stringContaining("send several requests"),
  });
  expect(asked).toBe(3);
});
