/** The process: settings, database, first start, listen, stop. Only the command line imports it. */
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { migrate } from "./db/migrate.ts";
import type { Addresses } from "./deps.ts";
import { readSettings, type Settings } from "./env.ts";
import { prepareFirstStart } from "./firstStart.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { queueStaleSpaces } from "./jobs/indexing.ts";
import { openRunner } from "./jobs/runner.ts";
import { newLog, openInstallation } from "./open.ts";
import { lockFolder } from "./ports/lock.ts";
import { StartRefused } from "./ports/start-refused.ts";
import { buildSites } from "./site/serve.ts";
import { openAssets } from "./site/serve/assets.ts";

/** How long requests and the running job's slice may still take after the signal to stop. */
const DRAIN_MS = 30_000;

/** A running installation. */
export interface Running {
  readonly addresses: Addresses;
  /** Stops accepting, finishes what is under way, closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts the server; both ports listen when the promise resolves, and only then.
 * @throws StartRefused with one line when a setting, a port or the data folder is not right
 */
export async function start(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<Running> {
  const settings = readSettings(env);
  const ports = await choosePorts(settings);
  const addresses = addressesOf(settings, ports);
  const log = newLog(settings.logLevel);
  const release = await lockFolder(settings.dataDir, { shared: settings.databaseUrl !== undefined });
  const { deps, close } = await openInstallation(settings, addresses, log);
  await migrate(deps.db, { at: deps.clock.now() });
  const welcome = await prepareFirstStart(deps, settings);
  const assets = openAssets(assetsFolder());
  const app = buildApp(deps, { ...settings, assets });
  const sites = buildSites(deps, { ...settings, renderProgram: renderProgram() }, assets);
  await Promise.all([listen(app, settings.host, ports.app), listen(sites, settings.host, ports.sites)]);
  const runner = openRunner(deps, jobHandlers(deps));
  await queueStaleSpaces(deps);
  await runner.start();
  for (const line of welcome) print(line);
  return {
    addresses,
    async stop() {
      await Promise.race([Promise.all([app.close(), sites.close(), runner.stop()]), after(DRAIN_MS)]);
      await close();
      await release();
    },
  };
}

/** Stops on SIGTERM and SIGINT and ends with 0; a second signal ends at once. */
export function stopOnSignal(running: Running): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    void running.stop().then(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

interface PortPair {
  readonly app: number;
  readonly sites: number;
}

async function choosePorts(settings: Settings): Promise<PortPair> {
  const app = await freePort(settings.host, settings.port, "PORT");
  const wanted = settings.sitesPort ?? (settings.port === 0 ? 0 : settings.port + 1);
  return { app, sites: await freePort(settings.host, wanted, "LECTERN_SITES_PORT") };
}

/** The port, or a free one for 0. Asked before anything else is done, so that a taken port changes nothing. */
function freePort(host: string, port: number, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "is taken" : `can't be opened (${error.code})`;
      reject(new StartRefused(`Port ${port} on ${host} ${why}; set ${name} to another one.`));
    });
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}

function addressesOf(settings: Settings, ports: PortPair): Addresses {
  const host = ["0.0.0.0", "::"].includes(settings.host) ? "localhost" : settings.host;
  return {
    app: settings.publicUrl ?? `http://${host}:${ports.app}`,
    sites: settings.sitesUrl ?? `http://${host}:${ports.sites}`,
    sitesDomain: settings.sitesDomain,
  };
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  await app.listen({ host, port, listenTextResolver: () => "" });
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

/** Where the build has put the sites' script and style sheet: beside this file's bundle. */
function assetsFolder(): string {
  return fileURLToPath(new URL("./assets", import.meta.url));
}

/** The program of rendering threads, beside it. */
function renderProgram(): URL {
  return new URL("./renderWorker.js", import.meta.url);
}
