/** The bytes of uploads: each is an owner in the store of files, so that they go together and are nobody else's. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, type HttpError } from "../../http/errors.ts";
import { openPlaces } from "../../http/perOrganization.ts";
import { BlobTooLarge, type Blobs, uploadOwner } from "../../ports/blobs.ts";
import { listParts } from "./queries.ts";
import { PART_SIZE } from "./schema.ts";

/** Sent several times at once, a part comes once after the other: what has not come to its end counts for nobody. */
const arriving = openPlaces();

type UploadSize = Pick<Row<"file_uploads">, "size">;
type UploadBytes = Pick<Row<"file_uploads">, "id" | "organization_id" | "sha256" | "size">;

/** How many parts an upload has. */
export function partCount({ size }: UploadSize): number {
  return Math.ceil(size / PART_SIZE);
}

/** The size of a part in bytes; `number` counts from 1. */
function partSize({ size }: UploadSize, number: number): number {
  return Math.min(PART_SIZE, size - (number - 1) * PART_SIZE);
}

function bytesOf({ blobs }: Pick<Deps, "blobs">, upload: string): Blobs {
  return blobs.of(uploadOwner(upload));
}

/**
 * Stores the bytes of a part.
 * @throws 400 for a part that the upload doesn't have, or that has another size, which is named; 429 while it is
 * being sent by another request that takes long
 */
export async function storePart(
  deps: Pick<Deps, "blobs" | "db">,
  upload: Row<"file_uploads">,
  number: number,
  content: Readable,
): Promise<{ readonly hash: string; readonly size: number }> {
  const count = partCount(upload);
  if (number > count)
    throw invalid(`The upload has ${count} parts of ${PART_SIZE} bytes, and no part ${number}.`);
  const expected = partSize(upload, number);
  const bytes = bytesOf(deps, upload.id);
  const put = () => bytes.put(content, { maxBytes: expected });
  const stored = await arriving.take(`${upload.id} ${number}`, put).catch((error: unknown) => {
    throw error instanceof BlobTooLarge ? wrongSize(number, expected) : error;
  });
  if (stored.size === expected) return stored;
  await dropUnnamed(deps, upload, stored.hash);
  throw wrongSize(number, expected);
}

/** Removes bytes that no part has: several may have the same. What fails here goes with the upload. */
export async function dropUnnamed(
  deps: Pick<Deps, "blobs" | "db">,
  upload: Row<"file_uploads">,
  hash: string,
): Promise<void> {
  const parts = await listParts(deps.db.read, upload);
  if (parts.some((part) => part.hash === hash)) return;
  await bytesOf(deps, upload.id)
    .delete(hash)
    .catch(() => undefined);
}

function wrongSize(number: number, expected: number): HttpError {
  return invalid(`Part ${number} has ${expected} bytes; send exactly these.`);
}

/**
 * The whole file. It ends with an error when its bytes are not those that were announced.
 * @throws 409 naming the parts that are missing
 */
export async function openUpload(deps: Pick<Deps, "blobs" | "db">, upload: UploadBytes): Promise<Readable> {
  const parts = await listParts(deps.db.read, upload);
  const there = new Set(parts.map(({ number }) => number));
  const missing = Array.from({ length: partCount(upload) }, (_, index) => index + 1).filter(
    (number) => !there.has(number),
  );
  if (missing.length > 0) {
    const [some, more] = [missing.slice(0, 10).join(", "), missing.length > 10 ? " and more" : ""];
    throw conflict("upload-incomplete", `The upload lacks parts ${some}${more}; send them first.`);
  }
  return Readable.from(joined(bytesOf(deps, upload.id), parts, upload.sha256), { objectMode: false });
}

async function* joined(
  bytes: Blobs,
  parts: readonly Row<"file_upload_parts">[],
  sha256: string | null,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for (const part of parts) {
    const content = await bytes.get(part.hash);
    if (content === undefined)
      throw conflict("upload-incomplete", `The upload lost part ${part.number}; send it again.`);
    for await (const chunk of content as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  if (sha256 !== null && hash.digest("hex") !== sha256)
    throw conflict("upload-differs", "The parts don't come to the sha256 that was named: send them again.");
}
