import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { BlobRange, Blobs, BlobStore } from "./blobs.ts";
import { BlobTooLarge } from "./blobs.ts";
import { openDiskBlobs } from "./blobs-disk.ts";
import { openS3Blobs } from "./blobs-s3.ts";
import { startBucket } from "./s3-bucket.fixture.ts";

const MEGABYTE = 1024 * 1024;
const ABSENT = "0".repeat(64);
const NOT_HASHES = [
  "",
  "../../etc/passwd",
  "a/../../secret",
  "A".repeat(64),
  `${"0".repeat(63)}\n`,
  "0".repeat(63),
  "tmp",
];

const KINDS: Record<string, (folder: string) => Promise<BlobStore>> = {
  disk: openDiskBlobs,
  S3: async (folder) => {
    const bucket = await startBucket(folder);
    const blobs = openS3Blobs({ url: `${bucket.url}&prefix=lectern/files-`, env: bucket.env });
    const close = async (): Promise<void> => {
      await blobs.close();
      await bucket.stop();
    };
    return { ...blobs, close };
  },
};

describe.each(Object.keys(KINDS))("blobs on %s", (kind) => {
  let folder: string;
  let opened: BlobStore | undefined;
  const store = (): BlobStore => {
    if (opened === undefined) throw new Error("opened by beforeAll");
    return opened;
  };
  const blobs = (): Blobs => store().of("ours");
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-blobs-"));
    opened = await KINDS[kind]?.(folder);
  });
  afterAll(async () => {
    await opened?.close();
    await rm(folder, { recursive: true });
  });

  describe("storing", () => {
    test.each([0, 1, 1000, 3 * MEGABYTE + 17])("%d bytes come back as they went in", async (size) => {
      const bytes = randomBytes(size);
      const stored = await blobs().put(bytes, { maxBytes: size });
      expect(stored).toEqual({ hash: sha256(bytes), size });
      expect(await blobs().has(stored.hash)).toBe(true);
      expect((await read(blobs(), stored.hash))?.equals(bytes)).toBe(true);
    });

    test("a stream gives the same hash as its bytes at once", async () => {
      const chunks = [Buffer.from("one"), Buffer.alloc(0), Buffer.from("two"), randomBytes(100_000)];
      const whole = Buffer.concat(chunks);
      const stored = await blobs().put(streamOf(chunks), { maxBytes: whole.length });
      expect(stored).toEqual({ hash: sha256(whole), size: whole.length });
      expect((await read(blobs(), stored.hash))?.equals(whole)).toBe(true);
    });

    test("the same bytes twice, or ten times at once, are one blob", async () => {
      const bytes = randomBytes(5000);
      const all = await Promise.all(Array.from({ length: 10 }, () => blobs().put(bytes, { maxBytes: 5000 })));
      expect(new Set(all.map((one) => one.hash))).toEqual(new Set([sha256(bytes)]));
      expect(await listed(blobs(), sha256(bytes))).toEqual([sha256(bytes)]);
    });

    test("more than allowed is refused, stored nowhere, and not read to its end", async () => {
      const chunk = randomBytes(1000);
      let given = 0;
      async function* endless() {
        for (; given < 1_000_000; given++) yield chunk;
      }
      const before = await listed(blobs());
      await expect(blobs().put(endless(), { maxBytes: 2500 })).rejects.toThrow(BlobTooLarge);
      expect(given).toBeLessThan(100);
      await expect(blobs().put(chunk, { maxBytes: 999 })).rejects.toThrow(BlobTooLarge);
      expect(await listed(blobs())).toEqual(before);
    });

    test("a stream that breaks stores nothing", async () => {
      const before = await listed(blobs());
      await expect(blobs().put(broken(), { maxBytes: 5000 })).rejects.toThrow("the sender went away");
      expect(await listed(blobs())).toEqual(before);
    });
  });

  describe("reading", () => {
    // Once: the S3 server of the tests answers before it has written, and a blob that comes again is emptied first.
    let digits: string;
    beforeAll(async () => {
      ({ hash: digits } = await blobs().put(Buffer.from("0123456789"), { maxBytes: 10 }));
      await vi.waitFor(async () => expect((await read(blobs(), digits))?.length).toBe(10), 60_000);
    });

    test.each<[string, BlobRange, string]>([
      ["the start", { start: 0, end: 2 }, "012"],
      ["the middle", { start: 3, end: 5 }, "345"],
      ["one byte", { start: 9, end: 9 }, "9"],
      ["to the end", { start: 7 }, "789"],
      ["beyond the end", { start: 8, end: 100 }, "89"],
      ["wholly beyond the end", { start: 10, end: 20 }, ""],
      ["nothing", { start: 5, end: 4 }, ""],
    ])("a range: %s", async (_, range, text) => {
      expect((await read(blobs(), digits, range))?.toString()).toBe(text);
    });

    test("what is not there is undefined, whatever the name", async () => {
      for (const name of [ABSENT, ...NOT_HASHES]) {
        expect(await blobs().get(name), name).toBeUndefined();
        expect(await blobs().get(name, { start: 0, end: 1 }), name).toBeUndefined();
        expect(await blobs().has(name), name).toBe(false);
        await expect(blobs().delete(name), name).resolves.toBeUndefined();
      }
    });
  });

  describe("removing and listing", () => {
    test("a removed blob is gone, and may come back", async () => {
      const bytes = randomBytes(100);
      const { hash } = await blobs().put(bytes, { maxBytes: 100 });
      await blobs().delete(hash);
      expect(await blobs().has(hash)).toBe(false);
      expect(await blobs().get(hash)).toBeUndefined();
      await blobs().delete(hash);
      await blobs().put(bytes, { maxBytes: 100 });
      expect(await blobs().has(hash)).toBe(true);
    });

    test("lists all in order of hash, with size and time, or those of a prefix", async () => {
      const before = Date.now() - 5000;
      const sizes = new Map<string, number>();
      for (let size = 1; size <= 12; size++) {
        sizes.set((await blobs().put(randomBytes(size), { maxBytes: size })).hash, size);
      }
      const all = [];
      for await (const blob of blobs().list()) all.push(blob);
      const hashes = all.map((blob) => blob.hash);
      expect(hashes).toEqual(hashes.toSorted());
      for (const [hash, size] of sizes) {
        const found = all.find((blob) => blob.hash === hash);
        expect(found?.size).toBe(size);
        expect(found?.storedAt).toBeGreaterThan(before);
        for (const length of [1, 2, 3, 4, 7]) {
          const prefix = hash.slice(0, length);
          expect(await listed(blobs(), prefix)).toEqual(hashes.filter((other) => other.startsWith(prefix)));
        }
      }
      for (const prefix of ["../", "zz", "t"]) expect(await listed(blobs(), prefix)).toEqual([]);
    });
  });

  describe("owners", () => {
    test("have each their own: what one stores, lists or removes is nothing to another", async () => {
      const bytes = randomBytes(50);
      const [one, other] = [store().of("one"), store().of("other")];
      const { hash } = await one.put(bytes, { maxBytes: 50 });
      expect([await one.has(hash), await other.has(hash), await blobs().has(hash)]).toEqual([
        true,
        false,
        false,
      ]);
      expect([await other.get(hash), await listed(other)]).toEqual([undefined, []]);
      await other.put(bytes, { maxBytes: 50 });
      await one.delete(hash);
      expect([await one.has(hash), (await read(other, hash))?.equals(bytes)]).toEqual([false, true]);
      const all = [];
      for await (const blob of store().list()) if (blob.owner !== "ours") all.push([blob.owner, blob.hash]);
      expect(all).toEqual([["other", hash]]);
    });

    test.each(["", ".", "..", "a/b", "../up", "tmp", "a b", "x".repeat(65)])(
      "are never called %j",
      (name) => {
        expect(() => store().of(name)).toThrow("can't be the name");
      },
    );
  });

  test("says that it works", async () => {
    const before = await listed(blobs());
    await expect(store().check()).resolves.toBeUndefined();
    expect(await listed(blobs())).toEqual(before);
  });
});

async function read(blobs: Blobs, hash: string, range?: BlobRange): Promise<Buffer | undefined> {
  const stream = await blobs.get(hash, range);
  return stream === undefined ? undefined : buffer(stream);
}

async function listed(blobs: Blobs, prefix?: string): Promise<string[]> {
  const hashes = [];
  for await (const blob of blobs.list(prefix)) hashes.push(blob.hash);
  return hashes;
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield randomBytes(1000);
  throw new Error("the sender went away");
}

async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
