import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, mkdtemp, rm, unlink } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { writeDraft } from "./blob-draft.ts";
import type { BlobContent, BlobRange, Blobs, BlobStore, OwnedBlob } from "./blobs.ts";
import { blobOwner, BlobTooLarge, isBlobHash, isBlobOwner } from "./blobs.ts";
import { readListing } from "./s3-listing.ts";
import type { S3Options, S3Request } from "./s3-request.ts";
import { openS3 } from "./s3-request.ts";

type Ask = (request: S3Request) => Promise<IncomingMessage>;

/**
 * Blobs as objects `<prefix><owner>/<hash>` in a bucket that speaks S3. The options are described at `openS3`; so is what they
 * throw. Storing needs a file in the system's temporary folder: S3 wants to know hash and size beforehand.
 */
export function openS3Blobs(options: S3Options): BlobStore {
  const { ask, prefix, close } = openS3(options);
  const drafts = draftFolders();
  return {
    of: (owner) => blobsBelow(ask, `${prefix}${blobOwner(owner)}/`, drafts.find),
    list: () => listAll(ask, prefix),
    remove: async (owner) => {
      const own = blobsBelow(ask, `${prefix}${blobOwner(owner)}/`, drafts.find);
      for await (const { hash } of own.list()) await own.delete(hash);
    },
    check: async () => {
      // A listing that finds nothing: it proves address, keys and bucket, and costs the least.
      const query = { "list-type": "2", "max-keys": "1", prefix: `${prefix}check` };
      (await ask({ method: "GET", query, expect: [200] })).resume();
    },
    room: async () => undefined,
    close: async () => {
      close();
      await drafts.remove();
    },
  };
}

/**
 * The folder of this process in the system's temporary one. It is made when it is first needed, and again where it has
 * gone: what tidies temporary folders takes those that nobody used for some days.
 */
function draftFolders(): { find(): Promise<string>; remove(): Promise<void> } {
  let made: Promise<string> | undefined;
  const make = (): Promise<string> => {
    const making = mkdtemp(join(tmpdir(), "lectern-upload-"));
    made = making;
    making.catch(() => void (made = undefined));
    return making;
  };
  return {
    async find() {
      const current = made;
      if (current === undefined) return make();
      const folder = await current;
      if (await isThere(folder)) return folder;
      // Whoever else has found that out has made it already.
      return made === current || made === undefined ? make() : made;
    },
    async remove() {
      if (made !== undefined) await rm(await made, { recursive: true, force: true });
    },
  };
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function blobsBelow(ask: Ask, prefix: string, draftFolder: () => Promise<string>): Blobs {
  const keyOf = (hash: string): string => prefix + hash;
  return {
    put: (content, { maxBytes }) => put(ask, prefix, draftFolder, content, maxBytes),
    get: (hash, range) => (isBlobHash(hash) ? get(ask, keyOf(hash), range) : Promise.resolve(undefined)),
    has: async (hash) => isBlobHash(hash) && (await exists(ask, keyOf(hash))),
    delete: async (hash) => {
      if (isBlobHash(hash))
        (await ask({ method: "DELETE", key: keyOf(hash), expect: [204, 200, 404] })).resume();
    },
    async *list(start = "") {
      if (!/^[0-9a-f]*$/.test(start)) return;
      for await (const { path, ...rest } of list(ask, prefix, start)) {
        if (isBlobHash(path)) yield { hash: path, ...rest };
      }
    },
  };
}

async function put(
  ask: Ask,
  prefix: string,
  draftFolder: () => Promise<string>,
  content: BlobContent,
  maxBytes: number,
): Promise<{ hash: string; size: number }> {
  if (content instanceof Uint8Array) {
    if (content.byteLength > maxBytes) throw new BlobTooLarge(maxBytes);
    const hash = createHash("sha256").update(content).digest("hex");
    return upload(ask, prefix, hash, content.byteLength, () => content);
  }
  const { path, hash, size } = await writeDraft(await draftFolder(), content, maxBytes);
  try {
    return await upload(ask, prefix, hash, size, () =>
      size === 0 ? new Uint8Array() : createReadStream(path),
    );
  } finally {
    await unlink(path);
  }
}

async function upload(
  ask: Ask,
  prefix: string,
  hash: string,
  size: number,
  body: () => Uint8Array | Readable,
) {
  const answer = await ask({ method: "PUT", key: prefix + hash, body, size, sha256: hash, expect: [200] });
  answer.resume();
  return { hash, size };
}

async function get(ask: Ask, key: string, range?: BlobRange): Promise<Readable | undefined> {
  const { start, end = Number.MAX_SAFE_INTEGER } = range ?? { start: 0 };
  if (end < start) return (await exists(ask, key)) ? Readable.from([]) : undefined;
  const headers = range === undefined ? {} : { range: `bytes=${start}-${range.end ?? ""}` };
  const expect = range === undefined ? [200, 404] : [206, 404, 416];
  const answer = await ask({ method: "GET", key, headers, expect });
  if (answer.statusCode === 200 || answer.statusCode === 206) return answer;
  answer.resume();
  return answer.statusCode === 416 ? Readable.from([]) : undefined;
}

async function exists(ask: Ask, key: string): Promise<boolean> {
  const answer = await ask({ method: "HEAD", key, expect: [200, 404] });
  answer.resume();
  return answer.statusCode === 200;
}

type S3Blob = { readonly path: string; readonly size: number; readonly storedAt: number };

/** The objects whose key starts with `prefix` and `start`, by what comes after the prefix. */
async function* list(ask: Ask, prefix: string, start: string): AsyncGenerator<S3Blob> {
  let from: string | undefined;
  do {
    const more = from === undefined ? {} : { "continuation-token": from };
    const query = { "list-type": "2", prefix: prefix + start, ...more };
    const page = readListing(await text(await ask({ method: "GET", query, expect: [200] })));
    for (const { key, size, storedAt } of page.objects) {
      yield { path: key.slice(prefix.length), size, storedAt };
    }
    from = page.next;
  } while (from !== undefined);
}

async function* listAll(ask: Ask, prefix: string): AsyncGenerator<OwnedBlob> {
  for await (const { path, ...rest } of list(ask, prefix, "")) {
    const [owner = "", hash = "", ...more] = path.split("/");
    if (more.length === 0 && isBlobOwner(owner) && isBlobHash(hash)) yield { owner, hash, ...rest };
  }
}
