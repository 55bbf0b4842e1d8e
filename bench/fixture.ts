/** One filled installation with both sides running on it: ours, and the bare peer on a copy of its database. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Filled, FillOrder } from "./fill.ts";
import { type Ours, settingsOf, startOurs, TOKEN } from "./ours.ts";
import type { PeerOrder } from "./peer.ts";
import type { PostgresServer } from "./postgres.ts";
import { openProgram, type Program, SERVER_CORE } from "./processes.ts";
import { get } from "./request.ts";

export interface Places {
  /** The repository. */
  readonly root: string;
  /** Where the bundled programs are. */
  readonly programs: string;
  /** A temporary folder of this run. */
  readonly folder: string;
}

export interface Fixture {
  readonly dialect: "sqlite" | "postgres";
  readonly filled: Filled;
  readonly ours: Ours;
  readonly peer: Program & { readonly port: number };
  /** Bytes that the database has written, ours alone. */
  bytesWritten(): Promise<number>;
  /** Has the peer hold bytes under a name. */
  giveConstant(name: string, constant: { type: string; encoding?: string; body: Buffer }): void;
  close(): Promise<void>;
}

export const authorized = { authorization: `Bearer ${TOKEN}` };

/** Fills a new installation, copies its database for the peer, and starts both. */
export async function openFixture(
  places: Places,
  options: {
    readonly sizes: readonly number[];
    readonly postgres?: PostgresServer | undefined;
    readonly nodeArgs?: readonly string[];
  },
): Promise<Fixture> {
  const { postgres } = options;
  const dialect = postgres === undefined ? "sqlite" : "postgres";
  const folder = join(places.folder, dialect);
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true });
  if (postgres !== undefined) await postgres.run("create database ours template template0 encoding 'UTF8'");
  const env = settingsOf(data, postgres?.url("ours"));
  const filler = openProgram(join(places.programs, "fill.js"), SERVER_CORE);
  const order: FillOrder = { env, folder, sizes: options.sizes, others: 30 };
  const { filled } = await filler.ask<{ filled: Filled }>(order);
  await filler.end();
  const file = join(folder, "peer.db");
  if (postgres === undefined) copyFileSync(join(data, "lectern.db"), file);
  else await postgres.run("create database peer template ours");
  const peer = openProgram(join(places.programs, "peer.js"), SERVER_CORE);
  const peerOrder: PeerOrder = { folder, file, url: postgres?.url("peer") };
  const { port } = await peer.ask<{ port: number }>(peerOrder);
  const ours = await startOurs(places.root, env, { core: SERVER_CORE, nodeArgs: options.nodeArgs ?? [] });
  // The first request notes when the token was used; that write belongs to no row.
  await get(ours.port, "/v1/user", authorized);
  return {
    dialect,
    filled,
    ours,
    peer: { ...peer, port },
    bytesWritten: async () => {
      if (postgres === undefined) return ours.bytesWritten();
      const [row] = await postgres.run("select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes");
      return Number(row?.["bytes"]);
    },
    giveConstant(name, { body, ...about }) {
      writeFileSync(join(folder, name), body);
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(about));
    },
    async close() {
      await ours.stop();
      await peer.end();
    },
  };
}
