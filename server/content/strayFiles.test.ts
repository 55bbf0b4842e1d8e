import { expect, test } from "vitest";
import type { StoredBlob } from "../ports/blobs.ts";
import { removeOldBytes, removeStrays } from "./strayFiles.ts";

const [old, fresh, unknown] = ["a", "b", "c"].map((digit) => digit.repeat(64)) as [string, string, string];

async function* files(): AsyncGenerator<StoredBlob> {
  yield { hash: old, size: 1, storedAt: 0 };
  yield { hash: fresh, size: 1, storedAt: 10 };
  yield { hash: unknown, size: 1, storedAt: Number.NaN };
}

test("bytes whose age can't be read stay", async () => {
  const removed: string[] = [];
  const store = { list: files, delete: async (hash: string) => void removed.push(hash) };
  expect(await removeOldBytes(store, "", 5)).toBe(1);
  expect(removed).toEqual([old]);
});

test("looking for files without a row ends when it is told to, also among such as are too young to be looked at", async () => {
  const run = new AbortController();
  let listed = 0;
  const store = {
    async *list() {
      for await (const file of files()) {
        listed++;
        run.abort(new Error("told to end"));
        yield { owner: "org", ...file };
      }
    },
    of: () => expect.unreachable(),
  };
  const looking = removeStrays(expect.unreachable as never, store, { now: 0, signal: run.signal });
  await expect(looking).rejects.toThrow("told to end");
  expect(listed).toBe(1);
});
