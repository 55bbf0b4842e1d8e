import type { FileHandle } from "node:fs/promises";
import { mkdir, open, readdir, rename, rm, stat, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { writeDraft } from "./blob-draft.ts";
import type { BlobContent, BlobRange, Blobs, BlobStore, OwnedBlob, StoredBlob } from "./blobs.ts";
import { blobOwner, DRAFTS, isBlobHash, isBlobOwner } from "./blobs.ts";
import { syncFolder } from "./sync-folder.ts";

const DRAFT_LIFE_MS = 24 * 3600 * 1000;

/**
 * Blobs as files `<owner>/ab/cd/<hash>` under `root`, which is made when it is not there. `tmp` beside them holds what is
 * being written; what a crash left there is removed after a day.
 */
export async function openDiskBlobs(root: string): Promise<BlobStore> {
  const drafts = join(root, DRAFTS);
  await mkdir(drafts, { recursive: true });
  await removeOldDrafts(drafts);
  return {
    of: (owner) => blobsIn(root, drafts, blobOwner(owner)),
    list: () => listAll(root),
    remove: (owner) => rm(join(root, blobOwner(owner)), { recursive: true, force: true }),
    check: async () => {
      const draft = await writeDraft(drafts, Buffer.from("check"), 5);
      await unlink(draft.path);
    },
    room: async () => {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    close: async () => undefined,
  };
}

function blobsIn(root: string, drafts: string, owner: string): Blobs {
  const own = join(root, owner);
  return {
    put: (content, limits) => put(root, own, drafts, content, limits.maxBytes),
    get: (hash, range) => get(own, hash, range),
    has: async (hash) => isBlobHash(hash) && (await orMissing(stat(pathOf(own, hash)))) !== undefined,
    delete: async (hash) => {
      if (isBlobHash(hash)) await orMissing(unlink(pathOf(own, hash)));
    },
    list: (prefix) => list(own, prefix ?? ""),
  };
}

async function put(root: string, own: string, drafts: string, content: BlobContent, maxBytes: number) {
  const { path, hash, size } = await writeDraft(drafts, content, maxBytes);
  const outer = join(own, hash.slice(0, 2));
  const inner = join(outer, hash.slice(2, 4));
  try {
    await makeFolder(own);
    await makeFolder(outer);
    await makeFolder(inner);
    // An existing file is replaced as well: that refreshes its time, and heals one that went bad on the disk.
    await rename(path, join(inner, hash));
  } catch (error) {
    // A full disk may have no room for a folder's name: what can't be put in place must not fill it further.
    await orMissing(unlink(path));
    throw error;
  }
  // The folders above too, even if another put made them: it may not have synced them yet. Clean ones cost nothing.
  for (const folder of [inner, outer, own, root]) await syncFolder(folder);
  return { hash, size };
}

/** One at a time: making a path at once, Node says of a full disk that the folder above is not there. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

async function get(
  root: string,
  hash: string,
  range: BlobRange = { start: 0 },
): Promise<Readable | undefined> {
  if (!isBlobHash(hash)) return undefined;
  const file: FileHandle | undefined = await orMissing(open(pathOf(root, hash), "r"));
  const { start, end = Number.MAX_SAFE_INTEGER } = range;
  if (file === undefined || end >= start) return file?.createReadStream({ start, end });
  await file.close();
  return Readable.from([]);
}

async function* list(root: string, prefix: string): AsyncGenerator<StoredBlob> {
  for (const outer of await namesIn(root, prefix.slice(0, 2), 2)) {
    for (const inner of await namesIn(join(root, outer), prefix.slice(2, 4), 2)) {
      const folder = join(root, outer, inner);
      for (const hash of await namesIn(folder, prefix, 64)) {
        const found = await orMissing(stat(join(folder, hash)));
        if (found !== undefined) yield { hash, size: found.size, storedAt: Math.floor(found.mtimeMs) };
      }
    }
  }
}

async function* listAll(root: string): AsyncGenerator<OwnedBlob> {
  const owners = ((await orMissing(readdir(root))) ?? []).filter(isBlobOwner).toSorted();
  for (const owner of owners) for await (const blob of list(join(root, owner), "")) yield { ...blob, owner };
}

/** The names in a folder that are `length` hex digits and start with `prefix`, in order. */
async function namesIn(folder: string, prefix: string, length: number): Promise<string[]> {
  const names = (await orMissing(readdir(folder))) ?? [];
  return names
    .filter((name) => name.length === length && name.startsWith(prefix) && /^[0-9a-f]+$/.test(name))
    .toSorted();
}

async function removeOldDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await orMissing(stat(path));
    if (found !== undefined && Date.now() - found.mtimeMs > DRAFT_LIFE_MS) await orMissing(unlink(path));
  }
}

function pathOf(root: string, hash: string): string {
  return join(root, hash.slice(0, 2), hash.slice(2, 4), hash);
}

async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
