/** Git Sync beside git doing the same work: what comes, what goes, the first time, and looks at what has not moved. */
import { join } from "node:path";
import type { Places } from "../fixture.ts";
import type { GitFigures, GitOrder } from "../gitSync.ts";
import { openProgram } from "../processes.ts";
import type { Result } from "../table.ts";

interface GitRows {
  readonly url: string | undefined;
  /** Pages of a small space and of a large one. */
  readonly sizes: readonly [number, number];
  readonly quiet: number;
  /** Put before the name of each. */
  readonly prefix: string;
}

/** Megabytes that another client of Git took for 10,000 files: see the goal of the memory. */
const MOST_MEMORY = 150;

/** An installation of its own, unpinned. */
export async function gitSync({ programs }: Places, { prefix, ...asked }: GitRows): Promise<Result[]> {
  const program = openProgram(join(programs, "gitSync.js"), undefined);
  try {
    const order: GitOrder = asked;
    return resultsOf(await program.ask<GitFigures>(order)).map((row) => ({
      ...row,
      name: `${prefix}Git Sync: ${row.name}`,
    }));
  } finally {
    await program.end();
  }
}

function resultsOf({ spaces, look, quiet }: GitFigures): Result[] {
  const [small, large] = [spaces[0], spaces.at(-1)];
  if (small === undefined || large === undefined) throw new Error("No space was measured.");
  const pages = large.pages.toLocaleString("en");
  const beside = (
    name: string,
    of: { readonly ours: number; readonly git: number },
    most: number,
  ): Result => ({
    name,
    ours: of.ours,
    peer: of.git,
    unit: "ms",
    ratio: of.ours / of.git,
    goal: { of: "ratio", most },
  });
  const ofSizes = (name: string, way: "arrives" | "leaves"): Result => ({
    ...beside(name, { ours: large[way].ours, git: small[way].ours }, 1.5),
  });
  return [
    beside(`a page of ${pages} arrives`, large.arrives, 2),
    beside(`a page of ${pages} leaves`, large.leaves, 2),
    ofSizes(`a page of ${pages} arrives, beside one of ${small.pages}`, "arrives"),
    ofSizes(`a page of ${pages} leaves, beside one of ${small.pages}`, "leaves"),
    beside(`connect ${pages} files, beside a clone and an import`, large.first, 1.5),
    {
      name: `connect ${pages} files: memory above idle, git's included`,
      ours: large.first.memory,
      unit: "MB",
      goal: { of: "ours", most: MOST_MEMORY },
    },
    {
      name: `connect ${pages} files: event loop held, p99`,
      ours: large.first.loop,
      unit: "ms",
      goal: { of: "ours", most: 50 },
    },
    beside("look at a branch that has not moved", look, 1.3),
    {
      name: "look at 1,000 branches that have not moved, each minute",
      ours: quiet.ours,
      peer: quiet.bare,
      ratio: quiet.ours / quiet.bare,
      note: "processor time of the fourth poll of a process, against the same requests by Node's client alone",
      unit: "% of a core",
      goal: { of: "ours", most: 2 },
    },
  ];
}
