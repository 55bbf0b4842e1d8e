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

/** Files without a row: how many went, and how many stay because they are suspiciously many. */
export interface StrayCounts {
  readonly removed: number;
  readonly held: number;
}

interface Looking {
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
  /** Removes them however many they are: somebody has looked why. */
  readonly isMany?: boolean | undefined;
}

/** What dead processes leave behind is little. More than this part of the files, and more than a few, is another database's. */
const MOST_STRAYS = 1 / 50;
const FEW = 20;
/** Files that one round removes. */
const MOST_REMOVED = 10_000;

/**
 * Removes bytes that no row is about and that were stored a week ago or earlier: a process died between storing and
 * noting them, or between forgetting and removing them. Only of organizations that are there: others' files in the same
 * place are not ours. Where they are more than such deaths explain, all stay: the place may be another installation's,
 * of which this one is a copy.
 * @throws the reason of `signal` when it is aborted
 */
export async function removeStrays(
  read: Read,
  blobs: FileRemoval,
  { now, signal, isMany = false }: Looking,
): Promise<StrayCounts> {
  const before = now - STRAY_AGE;
  const found: Files[] = [];
  let [files, strays] = [0, 0];
  for await (const old of oldFiles(blobs, before, signal)) {
    const hashes = await withoutRow(read, old);
    files += old.hashes.length;
    if (strays < MOST_REMOVED && hashes.length > 0) found.push({ ...old, hashes });
    strays += hashes.length;
  }
  if (!isMany && strays > FEW && strays > files * MOST_STRAYS) return { removed: 0, held: strays };
  let removed = 0;
  for (const each of found)
    // Looking through all took its time, in which a row may have come.
    for (const hash of await withoutRow(read, each))
      removed += await removeOldBytes(blobs.of(each.organization), hash, before, signal);
  return { removed, held: 0 };
}

/** All files stored before a time, some of one organization at a time. */
async function* oldFiles(
  blobs: FileRemoval,
  before: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Files> {
  let [organization, hashes] = ["", [] as string[]];
  for await (const { owner, hash, storedAt } of blobs.list()) {
    signal?.throwIfAborted();
    if (owner !== organization || hashes.length === SLICE) {
      if (hashes.length > 0) yield { organization, hashes };
      [organization, hashes] = [owner, []];
      await setImmediate();
    }
    if (storedAt < before) hashes.push(hash);
  }
  if (hashes.length > 0) yield { organization, hashes };
}

/** Those of an organization's files that no row is about; none of one that isn't there. */
async function withoutRow(read: Read, { organization, hashes }: Files): Promise<string[]> {
  if (!(await isThere(read, organization))) return [];
  const rows = new Set((await noted.all(read, { organization, hashes })).map(({ hash }) => hash));
  return hashes.filter((hash) => !rows.has(hash));
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
