/** How commands reach an installation beside a running server: reading one instant, or writing in short transactions. */
import { runChange } from "../http/runChange.ts";
import { existsSync } from "node:fs";
import type { Read } from "../db/database.ts";
import { isMigrated, refusalOf } from "../db/migrate.ts";
import { openSnapshot, type DatabasePlace, type Snapshot } from "../db/snapshot.ts";
import type { Addresses, Deps } from "../deps.ts";
import { readSettings, type Settings } from "../env.ts";
import type { RunningChange } from "../http/change.ts";
import { addressesOf, databasePlace, newLog, openInstallation, refuseWithoutSecret } from "../open.ts";
import { listeningIn } from "../ports/listening.ts";
import { StartRefused } from "../ports/start-refused.ts";
import type { Console } from "./console.ts";

/**
 * Gives `work` the whole installation. A server may run beside it: SQLite makes the short transactions of several
 * processes wait for each other, and the server sees within a second what they changed.
 * @throws StartRefused when there is no installation of this version
 */
export async function withInstallation<T>(
  console: Console,
  work: (deps: Deps, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = readSettings(console.env);
  refuseAbsent(databasePlace(settings));
  await refuseWithoutSecret(settings);
  const { deps, close } = await openInstallation(settings, await addressesBeside(settings), newLog("error"));
  try {
    await refuseUnmigrated(deps.db.read);
    return await work(deps, settings);
  } finally {
    await close();
  }
}

/** Who makes the changes of commands: whoever is on the machine. */
export const CLI_ORIGIN = { identity: undefined, ip: undefined, source: "cli" } as const;

/** One change by a command, with its trail. @throws what `work` throws */
export function changeBy<T extends object>(
  deps: Deps,
  work: (change: RunningChange) => Promise<T>,
): Promise<T & { readonly status: number }> {
  return runChange(deps, CLI_ORIGIN, undefined, async (change) => ({ status: 200, ...(await work(change)) }));
}

/** The same, of the installation that the settings name. @throws as `withInstallation` and `work` */
export function changeInstallation<T extends object>(
  console: Console,
  work: (change: RunningChange, deps: Deps) => Promise<T>,
): Promise<T> {
  return withInstallation(console, (deps) => changeBy(deps, (change) => work(change, deps)));
}

/**
 * Gives `work` the database as it is now, to read only.
 * @throws StartRefused when there is no installation of this version
 */
export async function withSnapshot<T>(
  console: Console,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const place = databasePlace(readSettings(console.env));
  refuseAbsent(place);
  const snapshot = await openSnapshot(place);
  try {
    await refuseUnmigrated(snapshot.read);
    return await work(snapshot);
  } finally {
    await snapshot.close();
  }
}

/** @throws StartRefused when the SQLite file is not there */
export function refuseAbsent({ url, file }: DatabasePlace): void {
  if (url !== undefined || existsSync(file)) return;
  throw new StartRefused(
    `There is no installation at ${file}. Set LECTERN_DATA_DIR or LECTERN_DATABASE_URL as for the server, or run lectern start first.`,
  );
}

async function refuseUnmigrated(read: Read): Promise<void> {
  if (await isMigrated(read)) return;
  const refused = await refusalOf(read);
  throw new StartRefused(
    refused ??
      "The database has the tables of another version of Lectern. Run lectern start with this version once, or use the version that the server runs.",
  );
}

/** Where the process beside us listens, if there is one; else where the settings would have it. */
export async function addressesBeside(settings: Settings): Promise<Addresses> {
  const { dataDir, port, sitesPort = port + 1 } = settings;
  return addressesOf(settings, (await listeningIn(dataDir)) ?? { app: port, sites: sitesPort });
}
