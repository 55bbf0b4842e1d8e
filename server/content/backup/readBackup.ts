/** Checks a backup, and restores one. */
import { openDatabase } from "../../db/open.ts";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { BrokenReferences, NotEmpty, openLoader } from "../../db/load.ts";
import { appliedTo, migrate } from "../../db/migrate.ts";
import { migrations as known } from "../../db/migrations/list.ts";
import { isEmpty, readShape } from "../../db/shape.ts";
import type { DatabasePlace } from "../../db/snapshot.ts";
import type { BlobStore } from "../../ports/blobs.ts";
import { StartRefused } from "../../ports/start-refused.ts";
import { type BlobPresence, checkStore, type StoreReport } from "../check.ts";
import {
  BackupDamaged,
  filePath,
  MANIFEST,
  type Manifest,
  ownerOf,
  readManifest,
  tablePath,
} from "./manifest.ts";
import { pausing } from "./pausing.ts";
import { readRows } from "./rowLines.ts";
import { filesBelow, hashFile, readSums } from "./sums.ts";
import type { BackupProgress } from "./writeBackup.ts";

const HOLDS_DATA =
  "The database holds data already. Restore into an empty one: another LECTERN_DATA_DIR, or another LECTERN_DATABASE_URL.";

interface RestoreOptions {
  /** Milliseconds. */
  readonly now: number;
  readonly progress?: BackupProgress;
  /** Is awaited when everything was hashed and the files are stored, before the first row is written. */
  readonly beforeRows?: ((manifest: Manifest) => Promise<void>) | undefined;
}

export interface CheckedBackup {
  readonly manifest: Manifest;
  /** One sentence each; none: the backup can be restored and all of it is there. */
  readonly problems: readonly string[];
  /** What the store holds; undefined when it was not looked at, because of the problems before it. */
  readonly store: StoreReport | undefined;
}

interface RestoredBackup extends CheckedBackup {
  /** How many spaces were kept in step with a branch, and wait for somebody to let that go on. */
  readonly paused: number;
}

/**
 * Checks every hash of a backup, then loads it into a database of its own and checks that one: its pages, its
 * references, and the content of every revision. Leaves nothing behind.
 * @throws BackupDamaged when the folder holds no backup that this program reads
 */
export async function checkBackup(folder: string, reading: RestoreOptions): Promise<CheckedBackup> {
  const manifest = await readManifest(folder);
  const problems = await checkSums(folder, manifest, reading.progress);
  if (problems.length > 0) return { manifest, problems, store: undefined };
  const temporary = await mkdtemp(join(tmpdir(), "lectern-verify-"));
  const place = { url: undefined, file: join(temporary, "lectern.db") };
  try {
    await load(folder, manifest, place, reading);
    const store = await checkRestored(place, presentIn(folder));
    return { manifest, problems: store.problems, store };
  } catch (error) {
    if (!(error instanceof BackupDamaged) && !(error instanceof BrokenReferences)) throw error;
    return { manifest, problems: [error.message], store: undefined };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Restores a backup into an empty database and a file store. Everything is hashed before anything is written, the
 * files are stored first, and the rows come in one transaction: an interrupted restore can be begun again. Spaces that
 * are kept in step with branches come paused.
 * @throws BackupDamaged when a part is not what it was, or references lead nowhere
 * @throws StartRefused when the database is not empty
 */
export async function restoreBackup(
  folder: string,
  to: { readonly place: DatabasePlace; readonly blobs: BlobStore },
  reading: RestoreOptions,
): Promise<RestoredBackup> {
  const manifest = await readManifest(folder);
  await refuseUsed(to.place, manifest);
  const problems = await checkSums(folder, manifest, reading.progress);
  if (problems.length > 0) throw new BackupDamaged(problems.join("\n"));
  const hashes = [...((await readSums(folder)) ?? [])].filter(([path]) => path.startsWith("files/"));
  for (const [index, [path]] of hashes.entries()) {
    await to.blobs
      .of(ownerOf(path))
      .put(createReadStream(join(folder, path)), { maxBytes: Number.MAX_SAFE_INTEGER });
    reading.progress?.("files", index + 1, hashes.length);
  }
  await reading.beforeRows?.(manifest);
  const paused = await load(folder, manifest, to.place, reading);
  const store = await checkRestored(to.place, to.blobs);
  return { manifest, problems: store.problems, store, paused };
}

async function refuseUsed(place: DatabasePlace, manifest: Manifest): Promise<void> {
  const db = await openDatabase(place);
  try {
    const applied = await appliedTo(db.read);
    const isOurs = applied.join() === manifest.migrations.slice(0, applied.length).join();
    if (isOurs && (await isEmpty(db.read))) return;
  } finally {
    await db.close();
  }
  throw new StartRefused(HOLDS_DATA);
}

/** Brings a database to the schema of the backup, fills it, and brings it to the schema of this program. @returns how many were paused */
async function load(
  folder: string,
  manifest: Manifest,
  place: DatabasePlace,
  { now, progress }: RestoreOptions,
): Promise<number> {
  const migrations = known.slice(0, manifest.migrations.length);
  if (migrations.map(({ name }) => name).join() !== manifest.migrations.join()) {
    throw new BackupDamaged(
      `The backup was made by a version with other tables (Lectern ${manifest.lectern}). Restore it with that version or a newer one.`,
    );
  }
  await migrateTo(place, { at: now, migrations });
  const paused = await fillTables(folder, manifest, place, { now, progress });
  await migrateTo(place, { at: now });
  return paused;
}

async function migrateTo(place: DatabasePlace, options: Parameters<typeof migrate>[1]): Promise<void> {
  const db = await openDatabase(place);
  try {
    await migrate(db, options);
  } finally {
    await db.close();
  }
}

async function fillTables(
  folder: string,
  { tables }: Manifest,
  place: DatabasePlace,
  { now, progress }: { readonly now: number; readonly progress: BackupProgress | undefined },
): Promise<number> {
  const shape = await shapeOf(place);
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  let [done, paused] = [0, 0];
  // The first look is hours old where a backup is large, and on PostgreSQL a server may have started since.
  const loader = await openLoader(place, shape).catch((error: unknown) => {
    throw error instanceof NotEmpty ? new StartRefused(HOLDS_DATA) : error;
  });
  try {
    for (const { name, columns, rows, lastCounted = 0 } of tables) {
      const table = shape.find((candidate) => candidate.name === name);
      const names = (list: typeof columns) =>
        list
          .map((column) => column.name)
          .toSorted()
          .join();
      if (table === undefined || names(table.columns) !== names(columns)) {
        throw new BackupDamaged(`The table ${name} is not one that Lectern has, or has other columns.`);
      }
      const before = done;
      const counted = counting(readRows(join(folder, tablePath(name)), columns), () => {
        done++;
        progress?.("rows", done, total);
      });
      const restored = pausing({ name, columns }, counted, { now, onPaused: () => void paused++ });
      await loader.put({ ...table, columns }, restored, lastCounted);
      if (done - before !== rows)
        throw new BackupDamaged(`The table ${name} has ${done - before} rows of ${rows}.`);
    }
    await loader.finish();
    return paused;
  } finally {
    await loader.close();
  }
}

async function shapeOf(place: DatabasePlace): Promise<Awaited<ReturnType<typeof readShape>>> {
  const db = await openDatabase(place);
  try {
    return await readShape(db.read);
  } finally {
    await db.close();
  }
}

async function* counting<T>(rows: AsyncIterable<T>, count: () => void): AsyncGenerator<T> {
  for await (const row of rows) {
    count();
    yield row;
  }
}

async function checkRestored(place: DatabasePlace, blobs: BlobPresence): Promise<StoreReport> {
  const db = await openDatabase(place);
  try {
    const report = await checkStore(db, blobs);
    if (db.dialect !== "sqlite") return report;
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.read);
    const broken = rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
    return { ...report, problems: [...broken, ...report.problems] };
  } finally {
    await db.close();
  }
}

function presentIn(folder: string): BlobPresence {
  return {
    of: (owner) => ({
      has: (hash) =>
        stat(join(folder, filePath(owner, hash))).then(
          () => true,
          () => false,
        ),
    }),
  };
}

/** Compares everything in the folder with the list of sums, and the list with the manifest. */
async function checkSums(folder: string, manifest: Manifest, progress?: BackupProgress): Promise<string[]> {
  const sums = await readSums(folder);
  if (sums === undefined)
    return ["SHA256SUMS is missing or damaged, so nothing of the backup can be checked."];
  const problems: string[] = [];
  const found = await filesBelow(folder);
  for (const [index, path] of found.entries()) {
    const sum = sums.get(path);
    if (sum === undefined) problems.push(`${path} is not in SHA256SUMS.`);
    else if ((await hashFile(join(folder, path))) !== sum) problems.push(`${path} is damaged.`);
    progress?.("files", index + 1, found.length);
  }
  const isFound = new Set(found);
  for (const path of [MANIFEST, ...manifest.tables.map(({ name }) => tablePath(name)), ...sums.keys()]) {
    if (!isFound.has(path) || !sums.has(path)) problems.push(`${path} is missing.`);
  }
  const files = found.filter((path) => path.startsWith("files/")).length;
  if (files !== manifest.files.count) problems.push(`${files} files are there of ${manifest.files.count}.`);
  return [...new Set(problems)];
}
