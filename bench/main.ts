/** `npm run bench`: starts its servers, runs bounded loads and prints one table of ratios. */
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Pace } from "./compare.ts";
import { type Fixture, openFixture, type Places } from "./fixture.ts";
import { loopP99 } from "./ours.ts";
import { type PostgresServer, startPostgres, stopPostgres } from "./postgres.ts";
import { LOAD_CORE, openProgram, type Program } from "./processes.ts";
import { access } from "./rows/access.ts";
import { besideWriter } from "./rows/besideWriter.ts";
import { consoleScreens } from "./rows/console.ts";
import { descriptions } from "./rows/descriptions.ts";
import { documents } from "./rows/documents.ts";
import { edits } from "./rows/edits.ts";
import { gitOnSite } from "./rows/gitOnSite.ts";
import { gitSync } from "./rows/gitSync.ts";
import { creation, lookups } from "./rows/lookups.ts";
import { longMerges, merges } from "./rows/merges.ts";
import { mixed } from "./rows/mixed.ts";
import { imports, installSize, starts } from "./rows/process.ts";
import { prints } from "./rows/prints.ts";
import { published } from "./rows/published.ts";
import type { Row } from "./rows/row.ts";
import { search } from "./rows/search.ts";
import { sites } from "./rows/sites.ts";
import { siteTokens } from "./rows/siteTokens.ts";
import { trees } from "./rows/trees.ts";
import { websites } from "./rows/websites.ts";
import { measureIn, refuseUnknown } from "./session.ts";
import { isMet, type Result, tableOf } from "./table.ts";

const HELP = `npm run bench -- [options]
npm run bench -- fleet [--quick] [--database <name>]    many organizations, and one with many spaces: an hour, 20 GB

  --quick            smaller spaces and shorter turns: about three minutes, for a first look
  --only <text>      rows whose name contains the text (may be given several times)
  --database <name>  sqlite or postgres; both unless said
  --profile          has the measured server write a .cpuprofile into the current folder when it stops
  --json             prints JSON instead of the table`;

const PACE: Pace = { rounds: 5, ms: 1000, warmMs: 1200, connections: 32 };
const QUICK: Pace = { rounds: 3, ms: 500, warmMs: 700, connections: 32 };

interface Options {
  readonly only: readonly string[];
  readonly databases: readonly string[];
  readonly sizes: readonly [number, number, number];
  readonly pace: Pace;
  /** Of the row of requests of all kinds. */
  readonly mixed: number;
  readonly json: boolean;
  readonly nodeArgs: readonly string[];
}

function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      database: { type: "string", multiple: true, default: ["sqlite", "postgres"] },
      profile: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  refuseUnknown(values.database);
  return {
    only: values.only,
    databases: values.database,
    // The space of 1,000 is the published one, so it comes first.
    sizes: values.quick ? [1000, 100, 2000] : [1000, 100, 10_000],
    pace: values.quick ? QUICK : PACE,
    mixed: values.quick ? 20_000 : 200_000,
    json: values.json,
    nodeArgs: values.profile ? ["--cpu-prof", `--cpu-prof-dir=${process.cwd()}`] : [],
  };
}

/** Runs the bench; gives the exit code: 0 when it ran, whatever it measured. */
export async function main(
  args: readonly string[],
  { root, programs }: Pick<Places, "root" | "programs">,
): Promise<number> {
  const options = readOptions(args);
  if (options === undefined) {
    console.log(HELP);
    return 0;
  }
  return measureIn({ root, programs, json: options.json }, (places) => measure(places, options));
}

async function measure(places: Places, options: Options): Promise<Result[]> {
  const results: Result[] = [];
  const note = (made: readonly Result[]): void => {
    for (const result of made) {
      results.push({ load: loadavg()[0] ?? 0, ...result });
      console.error(tableOf([result]).split("\n")[2], isMet(result) === false ? "  <--" : "");
    }
  };
  const wants = (name: string): boolean =>
    options.only.length === 0 || options.only.some((text) => name.toLowerCase().includes(text.toLowerCase()));
  if (options.databases.includes("sqlite")) {
    if (wants("start") || wants("resident memory")) note(await starts(places));
    if (wants("production packages")) note(installSize(places));
    if (wants("openapi")) note(await descriptions(places));
    if (wants("pdf")) note(await prints(places, options.nodeArgs));
    if (wants("website")) note(await websites(places, options.nodeArgs));
    if (wants("console")) note(await consoleScreens(places));
  }
  const loader = openProgram(join(places.programs, "load.js"), LOAD_CORE);
  for (const database of options.databases) {
    if (wants("git sync")) note(await besideGit(places, options, database));
    const rows = rowsOf(database, options).filter(({ name }) => wants(name));
    if (rows.length === 0 && !wants("import")) continue;
    const postgres = database === "postgres" ? await startPostgres() : undefined;
    try {
      await measureOn(places, options, { rows, loader, postgres, note, imports: wants("import") });
    } finally {
      await stopPostgres();
    }
  }
  await loader.end();
  return results;
}

async function besideGit(places: Places, { sizes }: Options, database: string): Promise<Result[]> {
  const postgres = database === "postgres" ? await startPostgres() : undefined;
  const [, small, large] = sizes;
  try {
    await postgres?.run("create database git");
    await postgres?.run("create database git_site");
    const prefix = postgres === undefined ? "" : "PostgreSQL: ";
    const beside = { url: postgres?.url("git"), sizes: [small, large], quiet: 1000, prefix } as const;
    const results = await gitSync(places, beside);
    return [...results, await gitOnSite(places, { url: postgres?.url("git_site"), pages: large, prefix })];
  } finally {
    await stopPostgres();
  }
}

function rowsOf(database: string, { sizes, mixed: requests }: Options): Row[] {
  const [middle, small, large] = sizes;
  const { reads, copies } = access(large);
  const rows = [
    ...lookups,
    ...reads,
    ...trees(database === "sqlite" ? [middle, large] : [middle]),
    ...(database === "sqlite" ? [...published, ...sites(large), siteTokens] : []),
    search(large),
    ...edits(small, large),
    merges(small, large),
    longMerges,
    ...(database === "sqlite" ? [documents] : []),
    copies,
    ...besideWriter,
    mixed(requests),
    creation,
  ];
  return database === "sqlite" ? rows : rows.map((row) => ({ ...row, name: `PostgreSQL: ${row.name}` }));
}

interface Measuring {
  readonly rows: readonly Row[];
  readonly loader: Program;
  readonly postgres: PostgresServer | undefined;
  readonly imports: boolean;
  readonly note: (results: readonly Result[]) => void;
}

async function measureOn(places: Places, options: Options, measuring: Measuring): Promise<void> {
  const { rows, loader, postgres, note } = measuring;
  const { sizes, nodeArgs, pace } = options;
  const prefix = postgres === undefined ? "" : "PostgreSQL: ";
  const fixture: Fixture = await openFixture(places, { sizes, postgres, nodeArgs });
  if (measuring.imports) note(imports(fixture.filled).map((row) => ({ ...row, name: prefix + row.name })));
  const held: [number, string][] = [];
  await loopP99(fixture.ours);
  for (const row of rows) {
    const made = await row.run({ fixture, loader, pace });
    note(
      made.map((result) => ({
        ...result,
        name: result.name.startsWith(prefix) ? result.name : prefix + result.name,
      })),
    );
    held.push([await loopP99(fixture.ours), row.name]);
  }
  const [most, where] = held.toSorted(([a], [b]) => b - a)[0] ?? [Number.NaN, ""];
  if (rows.length > 0) {
    note([
      {
        name: `${prefix}event loop held, p99 of the worst row`,
        ours: most,
        unit: "ms",
        goal: { of: "ours", most: 50 },
        note: `${where}; includes the 10 ms between two looks`,
      },
      {
        name: `${prefix}resident memory, after the loads`,
        ours: fixture.ours.residentMemory(),
        unit: "MB",
        goal: { of: "ours", most: 250 },
      },
    ]);
  }
  await fixture.close();
}
