import { stat } from "node:fs/promises";
import type { ImportSource } from "./files.ts";
import { readFolder } from "./folder.ts";
import { kindOfFile, readArchive, readFileAs, type SourceReading, type SourceKind } from "./kinds.ts";
import { baseName } from "./pageNames.ts";
import { ImportRefused } from "./refusal.ts";
import { readZip } from "./zip.ts";

/** Opens what a path names, its files as they are: a folder, or a zip archive. Throws ImportRefused, with what to do. */
export async function openSource(path: string): Promise<ImportSource> {
  return (await isFolder(path)) ? readFolder(path) : readZip(path);
}

/**
 * Reads what a path names, as `kind` or as what its name says: HTML, documents and exports become Markdown.
 * Throws ImportRefused, with what to do.
 */
export async function readSource(
  path: string,
  kind?: SourceKind,
  reading?: SourceReading,
): Promise<ImportSource> {
  if (!(await isFolder(path))) {
    const name = baseName(path.replaceAll("\\", "/"));
    return readFileAs(kind ?? kindOfFile(name), path, name, reading);
  }
  const folder = await readFolder(path);
  return readArchive(kind ?? "zip", folder, reading);
}

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    throw new ImportRefused("not-found", `${path} does not exist. Name a folder or a file.`);
  }
}
