import { readFile, rm, writeFile, mkdir } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { isFull } from "./reserve.ts";
import { StartRefused } from "./start-refused.ts";

/**
 * Takes a data folder for this process alone and gives the function that lets it go. With `shared` nothing is locked:
 * the database is elsewhere and keeps several processes apart itself. Throws StartRefused when another process has it.
 *
 * The lock is one that the operating system keeps on `lock.db` (taken by SQLite, which knows how on every platform):
 * it ends with the process, however that ends, so there is no stale lock to guess about, not even where containers
 * make every process number 1. Nothing else may open `lock.db` in this process: closing it would drop the lock.
 */
export async function lockFolder(
  folder: string,
  { shared }: { shared: boolean },
): Promise<() => Promise<void>> {
  if (shared) return async () => undefined;
  await mkdir(folder, { recursive: true });
  const holder = join(folder, "lock-holder");
  const lock = new Sqlite(join(folder, "lock.db"), { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    throw new StartRefused(await takenBy(folder, holder));
  }
  const who = `process ${process.pid} on ${hostname()} since ${new Date().toISOString()}\n`;
  await writeFile(holder, who).catch((error: unknown) => {
    // The lock holds without it.
    if (!isFull(error)) throw error;
  });
  return async () => {
    if (!lock.open) return;
    await rm(holder, { force: true });
    lock.close();
  };
}

async function takenBy(folder: string, holder: string): Promise<string> {
  const who = (await readFile(holder, "utf8").catch(() => "")).trim();
  const by = who === "" ? "another Lectern" : `another Lectern (${who})`;
  return `The data folder ${folder} is in use by ${by}. Stop it first, or set LECTERN_DATA_DIR to another folder.`;
}
