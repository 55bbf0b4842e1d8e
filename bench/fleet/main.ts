/**
 * `npm run bench -- fleet`: what a request costs in an installation of thousands of organizations, and in an
 * organization of very many spaces, held against one of a hundred spaces. Rows are written directly and share content.
 */
import { mkdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { medianOf } from "../compare.ts";
import type { Places } from "../fixture.ts";
import { type Ours, settingsOf, startOurs, TOKEN } from "../ours.ts";
import { type PostgresServer, startPostgres, stopPostgres } from "../postgres.ts";
import { openProgram, SERVER_CORE } from "../processes.ts";
import { send } from "../request.ts";
import { measureIn, refuseUnknown } from "../session.ts";
import { type Result, tableOf } from "../table.ts";
import type { Caller, FleetFilled, FleetOrder } from "./fill.ts";

const HELP = `npm run bench -- fleet [options]
  --quick            100 organizations and 2,000 spaces instead of 10,000 and 100,000
  --database <name>  sqlite or postgres; both unless said
  --json             prints JSON instead of the table`;

/** Room that the largest takes, with what grows beside it, and minutes after which the bench ends itself. */
const ROOM_GB = { quick: 2, full: 20 };
const MOST_MINUTES = 60;
const SPACES = 100;
/** Of the one organization, or spread over all of them: what is believed of callers is as cold on both sides. */
const CALLERS = 200;
const ROUNDS = 5;
const LIST = 50;
/** How much more a request may take. */
const MOST = 1.5;

interface Options {
  readonly quick: boolean;
  readonly databases: readonly string[];
  readonly json: boolean;
}

/** One that is filled and runs. */
interface Running {
  readonly ours: Ours;
  readonly filled: FleetFilled;
}

/** Runs it; gives the exit code: 0 when it ran, whatever it measured. */
export async function main(
  args: readonly string[],
  { root, programs }: Pick<Places, "root" | "programs">,
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      database: { type: "string", multiple: true, default: ["sqlite", "postgres"] },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  refuseUnknown(values.database);
  const { json, quick } = values;
  return measureIn({ root, programs, json, minutes: MOST_MINUTES }, async (places) => {
    const room = quick ? ROOM_GB.quick : ROOM_GB.full;
    const { bavail, bsize } = statfsSync(places.folder);
    if (bavail * bsize < room * 1e9)
      throw new Error(`The fleet needs ${room} GB of room in ${places.folder}.`);
    const results: Result[] = [];
    for (const database of values.database) results.push(...(await measure(places, database, { quick })));
    return results;
  });
}

async function measure(
  places: Places,
  database: string,
  { quick }: Pick<Options, "quick">,
): Promise<Result[]> {
  const postgres = database === "postgres" ? await startPostgres() : undefined;
  const prefix = postgres === undefined ? "" : "PostgreSQL: ";
  const organizations = quick ? 100 : 10_000;
  const more = quick ? 2000 : 100_000;
  const callers = Math.min(CALLERS, organizations);
  const open = (name: string, shape: Pick<FleetOrder, "organizations" | "more">) =>
    openOne(places, `${database}-${name}`, postgres, { ...shape, callers });
  const results: Result[] = [];
  try {
    const small = await open("small", { organizations: 1, more: 0 });
    for (const [name, shape] of [
      [`${organizations.toLocaleString("en")} organizations of ${SPACES} spaces`, { organizations, more: 0 }],
      [`one organization of ${more.toLocaleString("en")} spaces`, { organizations: 1, more: more - SPACES }],
    ] as const) {
      const kind = shape.more > 0 ? "wide" : "fleet";
      const large = await open(kind, shape);
      const { seconds, bytes } = large.filled;
      const note = `${(bytes / 1e9).toFixed(2)} GB, filled in ${seconds.toFixed(0)} s`;
      for (const row of await rowsOf(large, small)) {
        const result = { ...row, name: `${prefix}${name}: ${row.name}`, note };
        results.push(result);
        console.error(tableOf([result]).split("\n")[2]);
      }
      await large.ours.stop();
      // The next one has its room.
      rmSync(join(places.folder, `${database}-${kind}`), { recursive: true });
      await postgres?.run(`drop database "${database}-${kind}" with (force)`);
    }
    await small.ours.stop();
  } finally {
    await stopPostgres();
  }
  return results;
}

async function openOne(
  { root, programs, folder }: Places,
  name: string,
  postgres: PostgresServer | undefined,
  shape: Omit<FleetOrder, "env" | "spaces">,
): Promise<Running> {
  const data = join(folder, name);
  mkdirSync(data);
  await postgres?.run(`create database "${name}" template template0 encoding 'UTF8'`);
  const env = settingsOf(data, postgres?.url(name));
  const filler = openProgram(join(programs, "fleetFill.js"), undefined);
  const order: FleetOrder = { env, ...shape, spaces: SPACES };
  const { filled } = await filler.ask<{ filled: FleetFilled }>(order);
  await filler.end();
  return { filled, ours: await startOurs(root, env, { core: SERVER_CORE }) };
}

interface Asked {
  readonly name: string;
  readonly status: number;
  readonly requests: number;
  readonly ask: (running: Running, turn: number) => ReturnType<typeof send>;
}

const by = ({ token }: Pick<Caller, "token">): Record<string, string> => ({
  authorization: `Bearer ${token}`,
});
const callerOf = ({ filled: { callers } }: Running, turn: number): Caller =>
  callers[turn % callers.length] as Caller;

const ASKED: readonly Asked[] = [
  {
    name: `a member's list of ${LIST} spaces`,
    status: 200,
    requests: 200,
    ask: (running, turn) => {
      const caller = callerOf(running, turn);
      return send(
        running.ours.port,
        "GET",
        `/v1/orgs/${caller.organization}/spaces?limit=${LIST}`,
        by(caller),
      );
    },
  },
  {
    name: "a member's space by id",
    status: 200,
    requests: 400,
    ask: (running, turn) => {
      const caller = callerOf(running, turn);
      return send(running.ours.port, "GET", `/v1/spaces/${caller.space}`, by(caller));
    },
  },
  {
    name: "a member's page by id",
    status: 200,
    requests: 400,
    ask: (running, turn) => {
      const caller = callerOf(running, turn);
      return send(
        running.ours.port,
        "GET",
        `/v1/spaces/${caller.space}/content/page/${caller.page}`,
        by(caller),
      );
    },
  },
  {
    name: "a site by its hostname",
    status: 200,
    requests: 400,
    ask: (running, turn) => {
      const { host } = callerOf(running, turn);
      return send(running.ours.sitesPort, "GET", "/", { host, "accept-encoding": "identity" });
    },
  },
  {
    name: "creating a space",
    status: 201,
    requests: 40,
    ask: (running, turn) => {
      // The administrator is in the first organization alone.
      const { organization } = callerOf(running, 0);
      const headers = { ...by({ token: TOKEN }), "content-type": "application/json" };
      const body = JSON.stringify({ title: `Made ${turn}` });
      return send(running.ours.port, "POST", `/v1/orgs/${organization}/spaces`, headers, body);
    },
  },
];

/** Both sides asked in turns, one request after the other. */
async function rowsOf(large: Running, small: Running): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, status, requests, ask } of ASKED) {
    const turn = async (running: Running): Promise<number> => {
      const times: number[] = [];
      for (let index = 0; index < requests; index++) {
        const answer = await ask(running, index);
        if (answer.status !== status) throw new Error(`${name} answers ${answer.status}: ${answer.body}`);
        times.push(answer.ms);
      }
      return medianOf(times);
    };
    // What is read for the first time, or compiled, is not counted.
    for (const running of [large, small]) await turn(running);
    const rounds: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Neither is always the second.
      const early = round % 2 === 0 ? undefined : await turn(small);
      const ours = await turn(large);
      rounds.push([ours, early ?? (await turn(small))]);
    }
    const ratios = rounds.map(([a, b]) => a / b);
    results.push({
      name,
      ours: medianOf(rounds.map(([a]) => a)),
      peer: medianOf(rounds.map(([, b]) => b)),
      unit: "ms",
      ratio: medianOf(ratios),
      range: [Math.min(...ratios), Math.max(...ratios)],
      goal: { of: "ratio", most: MOST },
    });
  }
  return results;
}
