import { stat } from "node:fs/promises";
import type { ImportSource } from "./files.ts";
import { readFolder } from "./folder.ts";
import type { ImportLimits } from "./limits.ts";
import { ImportRefused } from "./refusal.ts";
import { readZip } from "./zip.ts";

/** Opens what a path names: a folder, or a zip archive. Throws ImportRefused, with what to do. */
export async function openSource(path: string, limits?: ImportLimits): Promise<ImportSource> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(path)).isDirectory();
  } catch {
    throw new ImportRefused("not-found", `${path} does not exist. Name a folder or a .zip file.`);
  }
  return isFolder ? readFolder(path, limits) : readZip(path, limits);
}
