import type { Compared, Pace } from "../compare.ts";
import { compare } from "../compare.ts";
import type { Fixture } from "../fixture.ts";
import type { Program } from "../processes.ts";
import type { Goal, Result } from "../table.ts";

/** What a row is measured with. */
export interface Bench {
  readonly fixture: Fixture;
  readonly loader: Program;
  readonly pace: Pace;
}

/** One row or a few that are measured together. */
export interface Row {
  readonly name: string;
  run(bench: Bench): Promise<Result[]>;
}

/** The requests of both sides: ours as they are made, the peer's for the same thing. */
interface Duel {
  readonly ours: readonly string[];
  readonly peer: readonly string[];
  readonly status?: number;
  /** Ours come from the sites' port. */
  readonly published?: boolean;
  readonly connections?: number;
}

/** A row in requests a second against the bare peer. */
export function against(name: string, goal: number, duel: (bench: Bench) => Promise<Duel> | Duel): Row {
  return {
    name,
    async run(bench) {
      const { fixture, loader, pace } = bench;
      const {
        ours,
        peer,
        status = 200,
        published = false,
        connections = pace.connections,
      } = await duel(bench);
      const { pid } = fixture.ours;
      const compared = await compare(
        loader,
        { pid, port: published ? fixture.ours.sitesPort : fixture.ours.port, requests: ours, status },
        { pid: fixture.peer.pid, port: fixture.peer.port, requests: peer, status },
        { ...pace, connections },
      );
      return [result(name, compared, { of: "ratio", least: goal })];
    },
  };
}

export function result(name: string, compared: Compared, goal: Goal): Result {
  const { ours, peer, ratio, least, most, byProcessor } = compared;
  return { name, ours, peer, unit: "/s", ratio, range: [least, most], byProcessor, goal };
}
