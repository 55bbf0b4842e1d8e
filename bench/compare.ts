/** Two sides under the same load, measured in turns: A B A B. */
import type { Load, Loaded } from "./load.ts";
import { processorTime, type Program } from "./processes.ts";

interface Side {
  readonly pid: number;
  readonly port: number;
  readonly requests: readonly string[];
  readonly status: number;
  /** What goes on during each of its turns, and is told when a turn is over. */
  readonly beside?: () => { stop(): Promise<unknown> };
}

export interface Pace {
  readonly rounds: number;
  /** Milliseconds of one turn, and of each side's turn before the first that counts. */
  readonly ms: number;
  readonly warmMs: number;
  readonly connections: number;
}

interface Turn extends Loaded {
  readonly perSecond: number;
  /** Answers a second of the server's own processor time. */
  readonly perProcessorSecond: number;
}

export interface Compared {
  /** Requests a second, medians of the rounds. */
  readonly ours: number;
  readonly peer: number;
  /** The median of the rounds' ratios, and the least and the greatest of them. */
  readonly ratio: number;
  readonly least: number;
  readonly most: number;
  /** The same ratio by the processor time that the servers took, which what else runs on the machine disturbs less. */
  readonly byProcessor: number;
  readonly median: number;
  readonly p99: number;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

async function turn(loader: Program, side: Side, ms: number, connections: number): Promise<Turn> {
  const { port, requests, status } = side;
  const before = processorTime(side.pid);
  const load: Load = { port, requests, connections, ms, status };
  const beside = side.beside?.();
  const { loaded } = await loader.ask<{ loaded: Loaded }>(load);
  await beside?.stop();
  const busy = processorTime(side.pid) - before;
  return { ...loaded, perSecond: loaded.answers / loaded.seconds, perProcessorSecond: loaded.answers / busy };
}

export async function compare(loader: Program, ours: Side, peer: Side, pace: Pace): Promise<Compared> {
  for (const side of [ours, peer]) await turn(loader, side, pace.warmMs, pace.connections);
  const rounds: [Turn, Turn][] = [];
  for (let index = 0; index < pace.rounds; index++) {
    const a = await turn(loader, ours, pace.ms, pace.connections);
    rounds.push([a, await turn(loader, peer, pace.ms, pace.connections)]);
  }
  const ratios = rounds.map(([a, b]) => a.perSecond / b.perSecond);
  return {
    ours: medianOf(rounds.map(([a]) => a.perSecond)),
    peer: medianOf(rounds.map(([, b]) => b.perSecond)),
    ratio: medianOf(ratios),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
    byProcessor: medianOf(rounds.map(([a, b]) => a.perProcessorSecond / b.perProcessorSecond)),
    median: medianOf(rounds.map(([a]) => a.median)),
    p99: medianOf(rounds.map(([a]) => a.p99)),
  };
}
