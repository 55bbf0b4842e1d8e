/** Takes a backup: every row as of one instant, then every file, then what says that both are whole. */
import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { sql } from "kysely";
import { appliedTo } from "../../db/migrate.ts";
import { lastCounted, readShape, type TableShape } from "../../db/shape.ts";
import { openSnapshot, type DatabasePlace, type Snapshot } from "../../db/snapshot.ts";
import type { Blobs, BlobStore, OwnedBlob } from "../../ports/blobs.ts";
import { isPassingOwner } from "../../ports/blobs.ts";
import { openDiskBlobs } from "../../ports/blobs-disk.ts";
import { StartRefused } from "../../ports/start-refused.ts";
import { syncFolder } from "../../ports/sync-folder.ts";
import { version } from "../../version.ts";
import {
  filePath,
  FORMAT,
  MANIFEST,
  type Manifest,
  type SavedTable,
  SECRET,
  SUMS,
  tablePath,
} from "./manifest.ts";
import { rowLine } from "./rowLines.ts";
import { HashedFile } from "./sums.ts";

/** Hears how many rows, then how many files, are done. */
export type BackupProgress = (what: "rows" | "files", done: number, total: number) => void;

interface BackupOptions {
  /** Milliseconds. */
  readonly now: number;
  /** Written into the backup when given. */
  readonly secret?: string | undefined;
  /** Ends it: nothing of it is left then. */
  readonly signal?: AbortSignal;
  readonly progress?: BackupProgress;
}

interface Backup {
  readonly manifest: Manifest;
  /** Files that could not be saved, one sentence each. */
  readonly problems: readonly string[];
}

/** Files copied at once. */
const LANES = 8;

/**
 * Writes a backup into a folder that does not exist yet, or is empty. It is made beside it and renamed at the end, so
 * that what has the name is whole. The database may be in use: the rows are those of one instant, and the files are
 * listed after it, so none that a row names is left out.
 * @throws StartRefused when the folder is in use, or the database has no tables
 */
export async function writeBackup(
  from: { readonly place: DatabasePlace; readonly blobs: BlobStore },
  folder: string,
  options: BackupOptions,
): Promise<Backup> {
  const target = resolve(folder);
  const isThere = await refuseInUse(target, folder);
  const partial = `${target}.partial-${process.pid}`;
  await mkdir(join(partial, "tables"), { recursive: true, mode: 0o700 });
  try {
    const backup = await fill(from, partial, options);
    if (isThere) await rmdir(target);
    await rename(partial, target);
    await syncFolder(dirname(target));
    return backup;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Whether the folder is there, and empty. */
async function refuseInUse(target: string, name: string): Promise<boolean> {
  try {
    if ((await readdir(target)).length === 0) return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw new StartRefused(`${name} can't be read as a folder. Name a new one.`);
  }
  throw new StartRefused(`${name} is not empty. Name a new folder; a backup never replaces another one.`);
}

async function fill(
  { place, blobs }: { readonly place: DatabasePlace; readonly blobs: BlobStore },
  folder: string,
  options: BackupOptions,
): Promise<Backup> {
  const { secret, now, signal, progress = () => {} } = options;
  const sums = new Map<string, string>();
  const snapshot = await openSnapshot(place);
  let saved: Pick<Manifest, "migrations" | "tables">;
  try {
    saved = await saveTables(snapshot, folder, sums, (...at) => {
      signal?.throwIfAborted();
      progress(...at);
    });
  } finally {
    await snapshot.close();
  }
  const { problems, ...files } = await saveFiles(blobs, folder, sums, { progress, signal });
  if (secret !== undefined) await save(folder, SECRET, [secret], sums);
  const manifest: Manifest = {
    format: FORMAT,
    lectern: version,
    at: new Date(now).toISOString(),
    dialect: snapshot.dialect,
    ...saved,
    files,
    secret: secret !== undefined,
  };
  await save(folder, MANIFEST, [JSON.stringify(manifest, null, 2)], sums);
  const lines = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, sum]) => `${sum}  ${path}`);
  await save(folder, SUMS, lines, new Map());
  for (const name of ["tables", "."]) await syncFolder(join(folder, name));
  return { manifest, problems };
}

async function save(
  folder: string,
  path: string,
  lines: readonly string[],
  sums: Map<string, string>,
): Promise<void> {
  const hash = await HashedFile.write(join(folder, path), async (file) => {
    for (const line of lines) await file.writeLine(line);
  });
  sums.set(path, hash);
}

async function saveTables(
  snapshot: Snapshot,
  folder: string,
  sums: Map<string, string>,
  progress: BackupProgress,
): Promise<Pick<Manifest, "migrations" | "tables">> {
  const migrations = await appliedTo(snapshot.read);
  if (migrations.length === 0)
    throw new StartRefused("The database has no tables yet: there is nothing to back up.");
  const shape = await readShape(snapshot.read);
  let total = 0;
  for (const { name } of shape) total += await countRows(snapshot, name);
  const tables: SavedTable[] = [];
  let before = 0;
  for (const table of shape) {
    const saved = await saveTable(snapshot, table, folder, sums, (rows) =>
      progress("rows", before + rows, total),
    );
    before += saved.rows;
    tables.push(saved);
  }
  return { migrations, tables };
}

async function countRows({ read }: Snapshot, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.id(table)}`.execute(read);
  return rows[0]?.count ?? 0;
}

async function saveTable(
  snapshot: Snapshot,
  table: TableShape,
  folder: string,
  sums: Map<string, string>,
  progress: (rows: number) => void,
): Promise<SavedTable> {
  const { name, columns, counter } = table;
  const names = columns.map((column) => column.name);
  let rows = 0;
  const hash = await HashedFile.write(join(folder, tablePath(name)), async (file) => {
    for await (const row of snapshot.rows(name, names)) {
      await file.writeLine(rowLine(row));
      progress(++rows);
    }
  });
  sums.set(tablePath(name), hash);
  const counted = counter === undefined ? {} : { lastCounted: await lastCounted(snapshot.read, table) };
  return { name, columns, rows, ...counted };
}

async function saveFiles(
  blobs: BlobStore,
  folder: string,
  sums: Map<string, string>,
  { progress, signal }: { readonly progress: BackupProgress; readonly signal: AbortSignal | undefined },
) {
  const copies = await openDiskBlobs(join(folder, "files"));
  const listed: OwnedBlob[] = [];
  for await (const blob of blobs.list()) if (!isPassingOwner(blob.owner)) listed.push(blob);
  const problems: string[] = [];
  let [done, count, bytes] = [0, 0, 0];
  const waiting = listed.values();
  const lane = async (): Promise<void> => {
    for (const { owner, hash } of waiting) {
      if (signal?.aborted) return;
      const copied = await copyFile(blobs.of(owner), copies.of(owner), hash);
      progress("files", ++done, listed.length);
      // Collected as garbage since it was listed: nothing needs it.
      if (copied === undefined) continue;
      if (typeof copied === "string") problems.push(copied);
      else {
        sums.set(filePath(owner, hash), hash);
        count++;
        bytes += copied.size;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  signal?.throwIfAborted();
  await rm(join(folder, "files", "tmp"), { recursive: true });
  return { count, bytes, problems };
}

/** Copies a file; undefined when it has gone, a sentence when its bytes are not what its name says. */
async function copyFile(
  from: Blobs,
  to: Blobs,
  hash: string,
): Promise<{ size: number } | string | undefined> {
  const content = await from.get(hash);
  if (content === undefined) return undefined;
  const copy = await to.put(content, { maxBytes: Number.MAX_SAFE_INTEGER });
  if (copy.hash === hash) return copy;
  await to.delete(copy.hash);
  return `The file ${hash} is damaged in the file store and was left out.`;
}
