/** What work costs, judged so that a slow or a busy machine comes to the same verdict. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";

/** What this process has used of the processor, in milliseconds: the work of others on the machine is not in it. */
function usedByProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What this thread alone has used, where the system tells it. */
function usedByThread(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** What work has used of the processor, in milliseconds: in this thread, and in all threads of this process. */
interface Used {
  readonly here: number;
  readonly inAll: number;
}

/** The cheapest of two, of each measure by itself: what else this process does only ever adds. */
function cheaper(one: Used, other: Used): Used {
  return { here: Math.min(one.here, other.here), inAll: Math.min(one.inAll, other.inAll) };
}

async function cheapest(work: () => unknown, runs = 3): Promise<Used> {
  let best: Used = { here: Infinity, inAll: Infinity };
  for (let run = 0; run < runs; run++) {
    const [all, own] = [usedByProcess(), usedByThread()];
    await work();
    best = cheaper(best, { here: usedByThread() - own, inAll: usedByProcess() - all });
  }
  return best;
}

/**
 * What is compared, of both by one measure. Threads that collect garbage beside this one wait for each other by turning
 * around, the longer the busier the machine is: they don't count, unless what is measured works in other threads itself.
 */
function compared(apart: Used, whole: Used): [apart: number, whole: number] {
  const isHere = [apart, whole].some(({ here, inAll }) => here >= inAll / 3);
  return isHere ? [apart.here, whole.here] : [apart.inAll, whole.inAll];
}

const TRIES = 4;
/** How many times less the small share is; it is taken as often. */
const TIMES = 8;
/** The same work in one piece may take some three times as long: more memory costs more than in proportion. */
const MOST = 5;

/**
 * Expects that the cost grows about as the input does: eight eighths of it, one after the other, cost about what the whole
 * does, where work that grows with the square would cost an eighth. `work` gets the share of its input to take, 1/8 or 1.
 * What else the machine does only ever adds, so of several measurements the cheapest counts.
 */
export async function expectModestGrowth(work: (share: number) => unknown): Promise<void> {
  const parts = async (): Promise<void> => {
    // Together, so that they collect garbage as the whole does: one alone may fit into the young part of the memory.
    for (let at = 0; at < TIMES; at++) await work(1 / TIMES);
  };
  await work(1 / TIMES);
  let [apart, whole] = [await cheapest(parts), await cheapest(() => work(1))];
  const isModest = (): boolean => {
    const [inParts, inOne] = compared(apart, whole);
    return inOne < MOST * inParts + 20;
  };
  for (let tries = 1; tries < TRIES && !isModest(); tries++) {
    apart = cheaper(apart, await cheapest(parts));
    whole = cheaper(whole, await cheapest(() => work(1)));
  }
  const [inParts, inOne] = compared(apart, whole);
  expect(inOne).toBeLessThan(MOST * inParts + 20);
}
