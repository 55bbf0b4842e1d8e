import { outage } from "./db/database.ts";
import type { Settings } from "./env.ts";
import { addressesOf } from "./ports/databaseAddress.ts";
import { BlobsAway } from "./ports/blobs.ts";
import { StartRefused } from "./ports/start-refused.ts";

const UNUSABLE_FOLDER =
  /^(EACCES|EPERM|EROFS|EIO|ENOENT|SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_NOTADB|SQLITE_CORRUPT)/;
/** What PostgreSQL says of a wrong password, user, database or right. */
const REFUSED_LOGIN = /^(28\w{3}|3D000|42501|53300)$/;

/**
 * What opening an installation failed of, as the one line that its operator needs; anything else comes back as it is,
 * a defect that needs its stack.
 */
export function startProblem(error: unknown, settings: Settings): unknown {
  if (!(error instanceof Error) || error instanceof StartRefused) return error;
  const code = String((error as NodeJS.ErrnoException).code ?? "");
  const reason = error.message === "" ? code : error.message;
  if (outage(error) === "full") {
    return new StartRefused(
      `The disk of the data folder ${settings.dataDir} or of the database is full (${reason}), which this has to write to. Make room, and try again.`,
    );
  }
  if (code === "EEXIST" || code === "ENOTDIR") {
    return new StartRefused(
      `The data folder ${settings.dataDir} can't be used: it, or a part of its path, is a file. Set LECTERN_DATA_DIR to a folder.`,
    );
  }
  if (UNUSABLE_FOLDER.test(code)) {
    return new StartRefused(
      `The data folder ${settings.dataDir} can't be used (${reason}). Make it writable for this user, or set LECTERN_DATA_DIR to another folder.`,
    );
  }
  if (settings.databaseUrl !== undefined && (outage(error) === "unreachable" || REFUSED_LOGIN.test(code))) {
    const urls = (addressesOf(settings.databaseUrl) ?? []).map((url) => new URL(url));
    const name = urls[0]?.pathname.slice(1) || "that is called like the user, since the address names none,";
    return new StartRefused(
      `The database ${name} on ${urls.map(({ host }) => host).join(" and ")} can't be used (${reason}). Check LECTERN_DATABASE_URL, and that PostgreSQL runs and has this database.`,
    );
  }
  if (error instanceof BlobsAway) return new StartRefused(`${reason} Check LECTERN_BLOB_URL.`);
  if (code === "EADDRINUSE") {
    return new StartRefused(
      `A port was taken while this start was under way (${reason}); set PORT or LECTERN_SITES_PORT to another one.`,
    );
  }
  return error;
}
