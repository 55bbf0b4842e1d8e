import type { Database, OpenOptions } from "./database.ts";
import { openPostgres } from "./postgres.ts";
import { CONNECTION_TIMEOUT } from "./serverPools.ts";
import { openSqlite } from "./sqlite.ts";

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

/** Opens the database without migrating it. Throws when it can't be reached, read or written. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { url, readUrl, file, poolSize = 10, patience = 5000, report = warn, lookEvery } = options;
  const { connectionPatience = CONNECTION_TIMEOUT, readPatience = 0 } = options;
  if (url === undefined) return openSqlite(file, { patience, report });
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new Error("The database URL must begin with postgres:// (leave it unset for SQLite).");
  }
  return openPostgres(url, {
    poolSize,
    connectionPatience,
    readPatience,
    report,
    ...(lookEvery === undefined ? {} : { lookEvery }),
    ...(readUrl === undefined ? {} : { readUrl }),
  });
}
