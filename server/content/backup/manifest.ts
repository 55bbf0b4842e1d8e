/** What a backup says about itself, and where things lie in it. */
import { isBlobOwner } from "../../ports/blobs.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Dialect } from "../../db/database.ts";
import { KINDS, type TableShape } from "../../db/shape.ts";

export const MANIFEST = "manifest.json";
export const SUMS = "SHA256SUMS";
export const SECRET = "secret";
/** Of the folder's layout; another number is another layout. */
export const FORMAT = 1;

export interface SavedTable {
  readonly name: string;
  readonly columns: TableShape["columns"];
  readonly rows: number;
  /** Where its counter stands; absent without one. */
  readonly lastCounted?: number;
}

export interface Manifest {
  readonly format: number;
  /** The release that wrote it. */
  readonly lectern: string;
  /** ISO 8601 */
  readonly at: string;
  /** Of the database that it was taken from; it can be restored into either. */
  readonly dialect: Dialect;
  readonly migrations: readonly string[];
  readonly tables: readonly SavedTable[];
  readonly files: { readonly count: number; readonly bytes: number };
  readonly secret: boolean;
}

/** A backup that can't be used; the message says what is wrong with it. */
export class BackupDamaged extends Error {
  override readonly name = "BackupDamaged";
}

/** Where a table's rows are, from the backup's folder. */
export function tablePath(table: string): string {
  return `tables/${table}.jsonl`;
}

/** Where a file is, from the backup's folder. */
export function filePath(owner: string, hash: string): string {
  return `files/${owner}/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
}

/** Whose the file at a path of the backup is. @throws BackupDamaged when no file can be there */
export function ownerOf(path: string): string {
  const owner = path.split("/")[1] ?? "";
  if (!isBlobOwner(owner)) throw new BackupDamaged(`${path} is no place for a file.`);
  return owner;
}

/** @throws BackupDamaged when the folder holds no backup, or one that this program can't read */
export async function readManifest(folder: string): Promise<Manifest> {
  let manifest: Partial<Manifest>;
  try {
    manifest = JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as Partial<Manifest>;
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new BackupDamaged(
      missing
        ? `${folder} is not a backup: it has no ${MANIFEST}.`
        : `${join(folder, MANIFEST)} can't be read: ${(error as Error).message}`,
    );
  }
  if (manifest.format !== FORMAT) {
    throw new BackupDamaged(
      `The backup has the format ${manifest.format}; this version of Lectern reads format ${FORMAT}. Restore it with the version that made it (${manifest.lectern}).`,
    );
  }
  if (!isWhole(manifest)) throw new BackupDamaged(`${join(folder, MANIFEST)} lacks some of its fields.`);
  return manifest;
}

function isWhole(manifest: Partial<Manifest>): manifest is Manifest {
  const { migrations, tables, files } = manifest;
  return (
    Array.isArray(migrations) &&
    Array.isArray(tables) &&
    typeof files?.count === "number" &&
    tables.every(isTable)
  );
}

function isTable({ name, columns, rows }: SavedTable): boolean {
  return (
    /^[a-z_]+$/.test(name) &&
    typeof rows === "number" &&
    Array.isArray(columns) &&
    columns.every((column) => /^[a-z_0-9]+$/.test(column.name) && KINDS.includes(column.kind))
  );
}
