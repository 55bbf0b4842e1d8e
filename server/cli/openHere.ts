import { migrate } from "../db/migrate.ts";
import type { Deps } from "../deps.ts";
import { readSettings } from "../env.ts";
import type { Change } from "../http/change.ts";
import { runChange } from "../http/change.ts";
import type { Outcome } from "../http/operation.ts";
import { newLog, openInstallation } from "../open.ts";
import { lockFolder } from "../ports/lock.ts";
import { StartRefused } from "../ports/start-refused.ts";
import type { Console } from "./console.ts";

/** An installation that a command has to itself (on PostgreSQL: beside the servers). */
export interface OpenedInstallation {
  readonly deps: Deps;
  /** A change of the installation's own, with its trail. */
  readonly change: <R extends Outcome>(work: (change: Change) => Promise<R>) => Promise<R>;
  close(): Promise<void>;
}

/** Opens the installation that the settings name. @throws StartRefused when a server has it, saying how to go through it */
export async function openHere(env: Console["env"]): Promise<OpenedInstallation> {
  const settings = readSettings(env);
  const shared = settings.databaseUrl !== undefined;
  const release = await lockFolder(settings.dataDir, { shared }).catch((error: unknown) => {
    if (!(error instanceof StartRefused)) throw error;
    throw new StartRefused(
      `${error.message} Or go through the running server: add --url <its address> and --token <an API token>.`,
    );
  });
  const app = settings.publicUrl ?? `http://${settings.host}:${settings.port}`;
  const sites = settings.sitesUrl ?? `http://${settings.host}:${settings.sitesPort ?? settings.port + 1}`;
  const addresses = { app, sites, sitesDomain: settings.sitesDomain };
  try {
    const { deps, close } = await openInstallation(settings, addresses, newLog(settings.logLevel));
    await migrate(deps.db, { at: deps.clock.now() });
    const origin = { identity: undefined, ip: undefined, source: "cli" as const };
    return {
      deps,
      change: (work) => runChange(deps, origin, undefined, work),
      async close() {
        await close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}
