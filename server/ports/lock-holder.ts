import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "better-sqlite3";

/**
 * Who has locked a data folder ("process 12 on host since …"); undefined when nobody has. Only looks. Not for the
 * process that holds the lock itself: closing the file would drop it.
 */
export async function folderHolder(folder: string): Promise<string | undefined> {
  const file = join(folder, "lock.db");
  if (!existsSync(file) || !isLocked(file)) return undefined;
  const who = await readFile(join(folder, "lock-holder"), "utf8").catch(() => "");
  return who.trim() || "another process";
}

function isLocked(file: string): boolean {
  const lock = new Sqlite(file, { readonly: true, timeout: 0 });
  try {
    lock.prepare("select count(*) from sqlite_master").get();
    return false;
  } catch (error) {
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    return true;
  } finally {
    lock.close();
  }
}
