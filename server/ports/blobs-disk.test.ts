import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Blobs } from "./blobs.ts";
import { openDiskBlobs } from "./blobs-disk.ts";

let root: string;
let blobs: Blobs;
beforeAll(async () => {
  root = join(await mkdtemp(join(tmpdir(), "lectern-blobs-")), "blobs");
  blobs = (await openDiskBlobs(root)).of("org");
});
afterAll(() => rm(root, { recursive: true }));

describe("blobs on disk", () => {
  test("any range of an empty one is empty", async () => {
    const { hash } = await blobs.put(new Uint8Array(), { maxBytes: 10 });
    const stream = await blobs.get(hash, { start: 0, end: 4 });
    expect(stream && (await buffer(stream))).toHaveLength(0);
  });

  test("lie at <owner>/ab/cd/<hash>, for the owner alone", async () => {
    const { hash } = await blobs.put(Buffer.from("a file"), { maxBytes: 10 });
    const found = await stat(join(root, "org", hash.slice(0, 2), hash.slice(2, 4), hash));
    expect(found.mode & 0o777).toBe(0o600);
    expect(await readdir(join(root, "tmp"))).toEqual([]);
  });

  test("putting again refreshes the time and heals a file that went bad", async () => {
    const bytes = Buffer.from("will be damaged");
    const { hash } = await blobs.put(bytes, { maxBytes: 100 });
    const path = join(root, "org", hash.slice(0, 2), hash.slice(2, 4), hash);
    await truncate(path, 3);
    await utimes(path, 1000, 1000);
    const before = Date.now() - 5000;
    await blobs.put(bytes, { maxBytes: 100 });
    const stream = await blobs.get(hash);
    expect(stream && (await buffer(stream)).equals(bytes)).toBe(true);
    for await (const blob of blobs.list(hash)) expect(blob.storedAt).toBeGreaterThan(before);
  });

  test("opening removes drafts of a crash a day ago, not those of today", async () => {
    const old = join(root, "tmp", "old");
    const young = join(root, "tmp", "young");
    await Promise.all([writeFile(old, "x"), writeFile(young, "x")]);
    const dayAgo = Date.now() / 1000 - 25 * 3600;
    await utimes(old, dayAgo, dayAgo);
    await openDiskBlobs(root);
    expect(await readdir(join(root, "tmp"))).toEqual(["young"]);
    await rm(young);
  });

  test("what can't be put in place leaves nothing behind, and finds its place later", async () => {
    const bytes = Buffer.from("has no place");
    const hash = createHash("sha256").update(bytes).digest("hex");
    // A file where a folder has to be made: what a disk says that has no room for names, too.
    const inTheWay = join(root, "org", hash.slice(0, 2));
    await writeFile(inTheWay, "");
    await expect(blobs.put(bytes, { maxBytes: 100 })).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(await readdir(join(root, "tmp"))).toEqual([]);
    await rm(inTheWay);
    expect((await blobs.put(bytes, { maxBytes: 100 })).hash).toBe(hash);
  });

  test("the check fails when nothing can be written", async () => {
    const gone = join(root, "..", "gone");
    const broken = await openDiskBlobs(gone);
    await rm(gone, { recursive: true });
    await expect(broken.check()).rejects.toThrow("ENOENT");
  });
});
