/** Bytes in the store of files that nothing is about. */
import { setImmediate } from "node:timers/promises";
import { prepared, type Params, type Read } from "../db/database.ts";
import type { Blobs, BlobStore } from "../ports/blobs.ts";

/** The part of the store of files that removing needs. */
export interface FileRemoval extends Pick<BlobStore, "list"> {
  of(organization: string): Pick<Blobs, "list" | "delete">;
}

/**
 * How long bytes without a row are kept, in milliseconds: far longer than any upload takes. So long the database has to
 * have been looked through day by day as well, which one that was put back from a dump has not.
 */
export const STRAY_AGE = 7 * 24 * 3600 * 1000;

/** Files looked at by one statement. */
const SLICE = 500;

interface Files {
  organization: string;
  hashes: readonly string[];
}

const noted = prepared((read, p: Params<Files>) =>
  read
    .selectFrom("blobs")
    .select("hash")
    .where("organization_id", "=", p("organization"))
    .where("hash", "in", p.list("hashes")),
);
const organizationOf = prepared((read, p: Params<{ organization: string }>) =>
  read.selectFrom("organizations").select("id").where("id", "=", p("organization")),
);

/** Whether an organization has not gone. */
export async function isThere(read: Read, organization: string): Promise<boolean> {
  return (await organizationOf.first(read, { organization })) !== undefined;
}

/**
 * Removes bytes that no row is about and that were stored a week ago or earlier: a process died between storing and
 * noting them, or between forgetting and removing them. Only of organizations that are there: others' files in the same
 * place are not ours.
 * @throws the reason of `signal` when it is aborted
 * @returns how many went
 */
export async function removeStrays(
  read: Read,
  blobs: FileRemoval,
  { now, signal }: { readonly now: number; readonly signal?: AbortSignal | undefined },
): Promise<number> {
  const before = now - STRAY_AGE;
  let removed = 0;
  const look = async ({ organization, hashes }: Files): Promise<void> => {
    signal?.throwIfAborted();
    await setImmediate();
    if (!(await isThere(read, organization))) return;
    const rows = new Set((await noted.all(read, { organization, hashes })).map(({ hash }) => hash));
    for (const hash of hashes)
      if (!rows.has(hash)) removed += await removeOldBytes(blobs.of(organization), hash, before, signal);
  };
  let [organization, hashes] = ["", [] as string[]];
  for await (const { owner, hash, storedAt } of blobs.list()) {
    signal?.throwIfAborted();
    if (owner !== organization || hashes.length === SLICE) {
      if (hashes.length > 0) await look({ organization, hashes });
      [organization, hashes] = [owner, []];
    }
    if (storedAt < before) hashes.push(hash);
  }
  if (hashes.length > 0) await look({ organization, hashes });
  return removed;
}

/**
 * Removes the bytes under hashes that begin with `prefix`. Those that were just stored again are somebody's upload under
 * way, whose row comes after them: they stay.
 * @returns how many went
 */
export async function removeOldBytes(
  files: Pick<Blobs, "list" | "delete">,
  prefix: string,
  before: number,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  for await (const { hash, storedAt } of files.list(prefix)) {
    signal?.throwIfAborted();
    // A time that can't be read is NaN, which is no proof of any age.
    if (!(storedAt < before)) continue;
    await files.delete(hash);
    removed++;
  }
  return removed;
}
