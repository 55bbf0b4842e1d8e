/** What `lectern login` leaves in the user's configuration folder: a token for each server, readable by nobody else. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartRefused } from "../ports/start-refused.ts";

interface Login {
  readonly token: string;
  /** When the token ends: ISO 8601. */
  readonly expiresAt: string;
}

export interface Logins {
  /** The address of the last login, which commands use that are told of none. */
  readonly current?: string | undefined;
  /** By the server's address. */
  readonly servers: Readonly<Record<string, Login>>;
}

/** Where they are. @param folder the user's folder for what programs remember */
export function loginsFile(folder: string): string {
  return join(folder, "logins.json");
}

/** @throws StartRefused when the file is there and can't be read */
export function readLogins(folder: string): Logins {
  const file = loginsFile(folder);
  try {
    const { current, servers } = JSON.parse(readFileSync(file, "utf8")) as Logins;
    return { current, servers: { ...servers } };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { servers: {} };
    throw new StartRefused(
      `${file} can't be read (${(error as Error).message}). Remove it, and log in again.`,
    );
  }
}

/** Writes them at once and whole: whoever reads meanwhile sees the former ones. */
export function writeLogins(folder: string, logins: Logins): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = loginsFile(folder);
  const partial = `${file}.partial-${process.pid}`;
  rmSync(partial, { force: true });
  writeFileSync(partial, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(partial, file);
}
