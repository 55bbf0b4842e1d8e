/**
 * What the same work costs by processor time in this checkout and in another one: two servers, each built from its own
 * sources and filled by its own commands, take slices of equal work in turns, A B B A: a server that has just worked
 * needs up to a fifth less for the next slice than one that has rested, and so each works once after itself and once
 * after the other. What is told is the median of the rounds' ratios, with the quarters below and above it: two processes
 * of one and the same checkout differ by up to a tenth on a busy machine, so that one round says nothing. ROUNDS sets
 * another number of them, ONLY a part of a name of rows, DATABASE=postgres another database (a server of its own, whose
 * processes are not counted). The other checkout needs packages of its own (`npm ci`).
 *
 *     npx esbuild bench/against.ts --bundle --platform=node --format=esm --packages=external \
 *       --outfile=node_modules/.cache/lectern/bench.mjs && node node_modules/.cache/lectern/bench.mjs <other checkout>
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "esbuild";
import { medianOf } from "./compare.ts";
import type { Filled, FillOrder } from "./fill.ts";
import { authorized } from "./fixture.ts";
import { type Ours, settingsOf, startOurs } from "./ours.ts";
import { startPostgres, stopPostgres } from "./postgres.ts";
import { endAll, openProgram } from "./processes.ts";
import { closeConnections, get, send } from "./request.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 8);
const IS_POSTGRES = process.env["DATABASE"] === "postgres";
const ONLY = (process.env["ONLY"] ?? "").toLowerCase();
const PAGES = 1000;
const AT_ONCE = 8;
/** Pages that are edited in turn. */
const EDITED = 100;

/** One of the two servers, with what it was filled with. */
interface Side {
  readonly ours: Ours;
  readonly filled: Filled;
  /** Texts of the pages that are edited, by id. */
  readonly texts: Map<string, string>;
}

interface Work {
  readonly name: string;
  /** Requests of one slice: about a second of a processor, since the system counts hundredths. */
  readonly count: number;
  readonly atOnce: number;
  run(side: Side, index: number): Promise<unknown>;
}

async function fetched(
  port: number,
  path: string,
  headers: Record<string, string> = authorized,
): Promise<Buffer> {
  const { status, body } = await get(port, path, headers);
  if (status !== 200) throw new Error(`${path} answers ${status}: ${body.toString().slice(0, 300)}`);
  return body;
}

const pageOf = ({ filled }: Side, index: number): string => {
  const ids = filled.pages[PAGES] ?? [];
  return ids[(index * 37) % ids.length] ?? "";
};
const contentOf = ({ filled }: Side): string => `/v1/spaces/${filled.spaces[PAGES]}/content`;

/** Adds a paragraph to a page, as an editor does. */
async function edit(side: Side, index: number): Promise<void> {
  const page = pageOf(side, index % EDITED);
  const path = `${contentOf(side)}/page/${page}`;
  const { port } = side.ours;
  const before =
    side.texts.get(page) ?? (JSON.parse((await fetched(port, path)).toString()).markdown as string);
  const markdown = `${before}\nChanged ${index}.\n`;
  const body = JSON.stringify({ changes: [{ operation: "update_page", page, document: { markdown } }] });
  const headers = { ...authorized, "content-type": "application/json" };
  const answer = await send(port, "POST", contentOf(side), headers, body);
  if (answer.status !== 200) throw new Error(`An edit answers ${answer.status}: ${answer.body.toString()}`);
  side.texts.set(page, markdown);
}

const reading = (name: string, count: number, path: (side: Side, index: number) => string): Work => ({
  name,
  count,
  atOnce: AT_ONCE,
  run: (side, index) => fetched(side.ours.port, path(side, index)),
});

const WORK: readonly Work[] = [
  { name: "edit one page of 1,000, one after the other", count: EDITED, atOnce: 1, run: edit },
  reading("one page by id", 40_000, (side, index) => `${contentOf(side)}/page/${pageOf(side, index)}`),
  reading("one space by id", 40_000, ({ filled }) => `/v1/spaces/${filled.spaces[PAGES]}`),
  reading("list of 20 spaces", 15_000, ({ filled }) => `/v1/orgs/${filled.organization}/spaces?limit=20`),
  reading("page tree of 1,000", 6000, (side) => `${contentOf(side)}/pages`),
  {
    name: "published page, ready",
    count: 40_000,
    atOnce: AT_ONCE,
    run: ({ ours, filled }) => fetched(ours.sitesPort, filled.published[0] ?? "", {}),
  },
];

/** The work of a slice, and what follows it, in seconds of the server's processors. */
async function slice(side: Side, { count, atOnce, run }: Work, turn: number): Promise<number> {
  const begun = side.ours.processorTime();
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) await run(side, turn * count + next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  await settle(side.ours);
  return side.ours.processorTime() - begun;
}

/** Until jobs have followed what was written. */
async function settle(ours: Ours): Promise<void> {
  for (let last = ours.processorTime(), turn = 0; turn < 100; turn++) {
    await pause(250);
    const now = ours.processorTime();
    if (now - last <= 0.02) return;
    last = now;
  }
  throw new Error("The server does not come to rest.");
}

async function open(
  root: string,
  folder: string,
  { core, database }: { readonly core: number; readonly database: string | undefined },
): Promise<Side> {
  const built = spawnSync(process.execPath, [join(root, "bin/build.js")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (built.status !== 0) throw new Error(`${root} can't be built.`);
  // Below its own packages, which it names.
  const programs = join(root, "node_modules/.cache", `against-${process.pid}`);
  await build({
    absWorkingDir: root,
    entryPoints: ["bench/fill.ts"],
    outdir: programs,
    bundle: true,
    format: "esm",
    platform: "node",
    // Before that release Node had other words for what a JSON file is.
    target: "node20.19",
    packages: "external",
    logLevel: "warning",
  });
  try {
    mkdirSync(join(folder, "data"), { recursive: true });
    const env = settingsOf(join(folder, "data"), database);
    const filler = openProgram(join(programs, "fill.js"), undefined);
    const order: FillOrder = { env, folder, sizes: [PAGES], others: 30 };
    const { filled } = await filler.ask<{ filled: Filled }>(order);
    await filler.end();
    const ours = await startOurs(root, env, { core });
    return { ours, filled, texts: new Map() };
  } finally {
    rmSync(programs, { recursive: true, force: true });
  }
}

function quarter(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
}

async function compare(here: Side, there: Side, work: Work): Promise<void> {
  for (const side of [here, there]) await slice(side, work, 0);
  const rounds: (readonly [number, number])[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const turn = 2 * round + 1;
    const first = await slice(here, work, turn);
    const other = (await slice(there, work, turn)) + (await slice(there, work, turn + 1));
    rounds.push([first + (await slice(here, work, turn + 1)), other]);
  }
  const ratios = rounds.map(([a, b]) => a / b);
  const each = (of: 0 | 1): string =>
    ((medianOf(rounds.map((round) => round[of])) * 1000) / (2 * work.count)).toFixed(3);
  const [low, high] = [quarter(ratios, 0.25).toFixed(3), quarter(ratios, 0.75).toFixed(3)];
  console.log(
    `${work.name}: ${each(0)} ms here, ${each(1)} ms there; ${medianOf(ratios).toFixed(3)} (${low}–${high}); ` +
      `load ${loadavg()[0]?.toFixed(1)}`,
  );
}

async function main(): Promise<void> {
  const other = process.argv[2];
  if (other === undefined) throw new Error("Name the folder of the other checkout.");
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
  try {
    // One after the other on one core; the requests come from the other one.
    const server = IS_POSTGRES ? await startPostgres() : undefined;
    const databaseOf = async (name: string): Promise<string | undefined> => {
      await server?.run(`create database ${name}`);
      return server?.url(name);
    };
    const openSide = async (root: string, name: string): Promise<Side> =>
      open(root, join(folder, name), { core: 0, database: await databaseOf(name) });
    const here = await openSide(process.cwd(), "here");
    const there = await openSide(resolve(other), "there");
    for (const work of WORK) if (work.name.includes(ONLY)) await compare(here, there, work);
  } finally {
    closeConnections();
    await endAll();
    await stopPostgres();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
