/** The process: settings, database, first start, listen, stop. Only the command line imports it. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { openNeighbours, type Signer } from "./db/neighbours.ts";
import { migrate } from "./db/migrate.ts";
import type { Addresses, Deps } from "./deps.ts";
import { type ProcessRole, readSettings, type Settings } from "./env.ts";
import { prepareFirstStart } from "./firstStart.ts";
import { buildHealth } from "./http/health.ts";
import { openLoopLag } from "./http/shedding.ts";
import { watchClock } from "./jobs/heartbeat.ts";
import { jobHandlers, rounds, standingJobs } from "./jobs/handlers.ts";
import { queueIndexLook } from "./jobs/indexLook.ts";
import { openRunner } from "./jobs/runner.ts";
import { budget } from "./memory/kept.ts";
import { noteSecret } from "./jobs/sealed.ts";
import { addressesOf, databasePlace, newLog, openInstallation, refuseWithoutSecret } from "./open.ts";
import { freePorts } from "./ports/free-port.ts";
import { noteListening, type PortPair } from "./ports/listening.ts";
import { lockFolder } from "./ports/lock.ts";
import { openReserve } from "./ports/reserve.ts";
import type { Secrets } from "./ports/secrets.ts";
import { StartRefused } from "./ports/start-refused.ts";
import { buildSites } from "./site/serve.ts";
import { openAssets } from "./pages/assets.ts";
import { keepAssets } from "./pages/formerAssets.ts";
import { tellOfChangedBuild } from "./site/edge/shownAnew.ts";
import { believeClaims } from "./nouns/sites/hostnames/commands.ts";
import { pauseCopies } from "./content/git/copies.ts";
import { noteSitesOrigin } from "./nouns/sites/site/origin.ts";
import { startProblem } from "./startProblem.ts";
import { openWhenThereIsRoom } from "./whenThereIsRoom.ts";

/** How long requests and the running job's slice may still take after the signal to stop. */
const DRAIN_MS = 30_000;

/**
 * Percent by which the heap may grow over what is in use until it is looked through for garbage. On a machine with much
 * memory the engine would let garbage take twice as much as all that is kept.
 */
const HEAP_GROWTH = 50;

/** A running installation. */
interface RunningInstallation {
  readonly addresses: Addresses;
  /** Says that it leaves, for as long as the settings give; then stops accepting, finishes what is under way, closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts the server and stops it on SIGTERM or SIGINT, which end the process with 0; the second one ends it at once.
 * The signals are heard from the first moment: one that comes during the start stops what has started.
 * @throws StartRefused
 */
export async function serve(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<void> {
  // What is stored is for nobody else of the machine.
  process.umask(0o077);
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  let asked = false;
  let running: RunningInstallation | undefined;
  const stop = (): void => {
    if (asked) process.exit(1);
    asked = true;
    if (running !== undefined) void end(running);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  running = await start(env, print);
  // Asked meanwhile, when there was nothing yet to stop.
  if (asked) await end(running);
}

async function end(running: RunningInstallation): Promise<void> {
  await running.stop();
  process.exit(0);
}

/**
 * Starts the server; both ports listen when the promise resolves, and only then.
 * @throws StartRefused with one line when a setting, a port or the data folder is not right
 */
export async function start(
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<RunningInstallation> {
  const settings = readSettings(env);
  const opened: Closing[] = [];
  try {
    return await open(settings, print, opened);
  } catch (error) {
    await closeAll(opened);
    throw startProblem(error, settings);
  }
}

/** Milliseconds that PostgreSQL may take for one question of somebody who waits for the answer. */
const READ_PATIENCE = 5000;

/** Milliseconds after which what nobody asked for since gives way. */
const REST_MS = 60_000;

type Closing = () => Promise<unknown>;

/** Notes in `opened`, step by step, what has to be closed again. */
async function open(
  settings: Settings,
  print: (line: string) => void,
  opened: Closing[],
): Promise<RunningInstallation> {
  const ports = await choosePorts(settings);
  const addresses = addressesOf(settings, ports);
  requireOriginApart(settings, addresses);
  const log = newLog(settings.logLevel);
  const resting = setInterval(() => budget.rest(), REST_MS).unref();
  opened.push(async () => clearInterval(resting));
  opened.push(await lockFolder(settings.dataDir, { shared: settings.databaseUrl !== undefined }));
  // Several processes share a database of PostgreSQL, and each is told in the log where its secret is another one.
  if (existsSync(databasePlace(settings).file) && settings.databaseUrl === undefined)
    await refuseWithoutSecret(settings);
  const reserve = await openReserve(settings.dataDir);
  const { deps, close } = await openInstallation(settings, addresses, log, READ_PATIENCE);
  opened.push(close);
  const room = openWhenThereIsRoom(log);
  opened.push(() => room.stop());
  await room.do(() => reserve.hold());
  await migrate(deps.db, { at: deps.clock.now() });
  await room.do(() => noteOwnSecret(deps));
  await room.do(() => noteSitesOrigin(deps.db, addresses));
  // Processes of other parts may be reached, if at all, at addresses of their own.
  if (does(settings, "api")) await room.do(() => pauseGitOfCopies(deps, settings));
  if (settings.trustHostnames) await room.do(() => believeClaims(deps.db, deps.clock.now()));
  if (settings.databaseUrl !== undefined) {
    const neighbours = openNeighbours(settings.databaseUrl, neighbourSigner(deps.secrets), settings.role);
    const apart = deps.limits.share(neighbours, deps.newId(), () => deps.clock.now());
    opened.push(() => (apart(), neighbours.close()));
  }
  const welcome = await prepareFirstStart(deps, settings, process.stdout.isTTY);
  const assets = openAssets(assetsFolder());
  // Before anybody is shown a page that names them.
  await room.do(() => keepAssets(deps, assets));
  const app = buildApp(deps, { ...settings, assets, loopLag: openLoopLag() });
  const sites = buildSites(deps, { ...settings, renderProgram: renderProgram() }, assets);
  const behind = { ...deps, db: deps.db.unhurried };
  const runner = openRunner(behind, jobHandlers(behind), [...standingJobs(behind), ...rounds]);
  // Where a process has no API, it says beside what it does how it does.
  const front = does(settings, "api") ? app : buildHealth(deps);
  const servers = [...new Set([app, front, sites])];
  opened.push(() => drained([runner.stop(), ...servers.map((server) => server.close())]));
  const listening = does(settings, "sites") ? [front, sites] : [front];
  const at = [ports.app, ports.sites];
  await Promise.all(listening.map((server, index) => listen(server, settings.host, at[index] as number)));
  if (does(settings, "sites")) await room.do(() => tellOfChangedBuild(deps, assets));
  if (does(settings, "api"))
    await room.do(async () => opened.push(await noteListening(settings.dataDir, ports)));
  await room.do(async () => opened.push(await watchClock(deps, settings.clockOffset)));
  if (does(settings, "jobs")) await room.do(() => queueIndexLook(deps));
  if (does(settings, "jobs")) await room.do(() => runner.start());
  // In one piece: whoever reads it and sees where things are has the rest as well.
  print([...welcome, ...listeningLine(settings, ports), ...dataLines(settings)].join("\n"));
  return {
    addresses,
    stop: () => leave(listening, settings.stopDelay * 1000).then(() => closeAll(opened)),
  };
}

function neighbourSigner(secrets: Secrets): Signer {
  const purpose = "neighbours";
  return {
    sign: (text) => secrets.sign(purpose, text),
    verify: (text, signature) => secrets.verify(purpose, text, signature),
  };
}

/** Whether a process has a part, by its role. */
function does({ role }: Settings, part: Exclude<ProcessRole, "all">): boolean {
  return role === "all" || role === part;
}

/** Where a proxy finds the process: its public addresses don't say. */
function listeningLine(settings: Settings, ports: PortPair): string[] {
  const { host, publicUrl, sitesUrl, role } = settings;
  if (publicUrl === undefined && sitesUrl === undefined) return [];
  const app = `port ${ports.app}${does(settings, "api") ? "" : ` for health, as ${role}`}`;
  const sites = does(settings, "sites") ? `, and port ${ports.sites} for the sites` : "";
  return [`Listening      ${host}, ${app}${sites}`];
}

/** Where everything is kept, and which names were set in vain: whoever meant another folder sees it at the first start. */
function dataLines({ dataDir, databaseUrl, strays }: Settings): string[] {
  const database = databaseUrl === undefined ? "" : ", and the database of LECTERN_DATABASE_URL";
  return [
    `Data           ${dataDir}${database}`,
    ...strays.map(({ name, meant }) => `Not read       ${name}: the setting is called ${meant}`),
  ];
}

/** A copy of an installation keeps no branch in step before somebody says so. */
async function pauseGitOfCopies(deps: Deps, { publicUrl }: Settings): Promise<void> {
  const paused = await pauseCopies(deps, publicUrl);
  if (paused === 0) return;
  deps.log.warn(
    { paused },
    'LECTERN_PUBLIC_URL is another one than at the last start, so this may be a copy: Git Sync is paused. "lectern git resume" lets each go on',
  );
}

/** Somebody who forgot the former secret hears of it before the first thing can't be read. */
async function noteOwnSecret({ db, secrets, log }: Deps): Promise<void> {
  const before = await noteSecret(db, secrets);
  if (before === undefined || secrets.has(before)) return;
  log.warn(
    "the secret is another one than at the last start: what that one encrypted can't be read, unless it is in LECTERN_FORMER_SECRETS. lectern doctor says whether anything is",
  );
}

async function leave(servers: readonly FastifyInstance[], delay: number): Promise<void> {
  for (const { stage } of servers) stage.is = "leaving";
  if (delay > 0) await after(delay);
}

async function closeAll(opened: readonly Closing[]): Promise<void> {
  for (const close of opened.toReversed()) await close();
}

async function drained(ends: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.all(ends), after(DRAIN_MS)]);
}

async function choosePorts(settings: Settings): Promise<PortPair> {
  const { host, port } = settings;
  const sitesPort = settings.sitesPort ?? (port === 0 ? 0 : port + 1);
  if (sitesPort > 65_535 || (sitesPort === port && port !== 0)) {
    throw new StartRefused("The published sites need a port of their own; set LECTERN_SITES_PORT.");
  }
  const [app, sites = sitesPort] = await freePorts(host, [
    { port, setting: "PORT" },
    ...(does(settings, "sites") ? [{ port: sitesPort, setting: "LECTERN_SITES_PORT" }] : []),
  ]);
  return { app: app as number, sites };
}

/** What integrations send is a stranger's: it shares a host with nothing of ours. */
function requireOriginApart({ integrations }: Settings, { app, sites, sitesDomain }: Addresses): void {
  const [origin, ...more] = integrations.map((each) => new URL(each.replace("*.", "")).hostname);
  if (origin === undefined) return;
  const taken = [app, sites].map((each) => new URL(each).hostname);
  const domain = sitesDomain?.replace(/:\d+$/, "");
  const isBelow = domain !== undefined && `.${origin}`.endsWith(`.${domain}`);
  if (more.length === 0 && !taken.includes(origin) && !isBelow) return;
  throw new StartRefused(
    "LECTERN_INTEGRATIONS_URL must be one origin, on a host that neither the API nor sites are on, and not below LECTERN_SITES_DOMAIN.",
  );
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
