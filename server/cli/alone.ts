import { runChange } from "../http/runChange.ts";
import type { Deps } from "../deps.ts";
import { readSettings } from "../env.ts";
import type { RunningChange } from "../http/change.ts";
import type { Outcome } from "../http/operation.ts";
import { databasePlace } from "../open.ts";
import { lockFolder } from "../ports/lock.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { CLI_ORIGIN, refuseAbsent, withInstallation } from "./beside.ts";
import type { Console } from "./console.ts";

/** An installation that a command has to itself (on PostgreSQL: beside the servers). */
export interface OpenedInstallation {
  readonly deps: Deps;
  /** A change of the installation's own, with its trail. */
  readonly change: <R extends Outcome>(work: (change: RunningChange) => Promise<R>) => Promise<R>;
}

/**
 * Gives `work` the installation for work that takes long, and keeps servers from starting on it meanwhile.
 * @throws StartRefused when there is none, or when a server has it, saying how to go through that
 */
export async function withInstallationAlone<T>(
  console: Console,
  work: (here: OpenedInstallation) => Promise<T>,
): Promise<T> {
  const settings = readSettings(console.env);
  refuseAbsent(databasePlace(settings));
  const shared = settings.databaseUrl !== undefined;
  const release = await lockFolder(settings.dataDir, { shared }).catch((error: unknown) => {
    if (!(error instanceof StartRefused)) throw error;
    throw new StartRefused(
      `${error.message} Or go through the running server: set LECTERN_URL to its address and LECTERN_TOKEN to an API token.`,
    );
  });
  try {
    return await withInstallation(console, (deps) =>
      work({ deps, change: (change) => runChange(deps, CLI_ORIGIN, undefined, change) }),
    );
  } finally {
    await release();
  }
}
