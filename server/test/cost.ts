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

/**
 * The cheapest of some runs, in milliseconds of the processor: what else this process does only ever adds. Threads that
 * collect garbage beside this one wait for each other by turning around, the longer the busier the machine is: they don't
 * count, unless most of the work is done in other threads.
 */
async function cheapest(work: () => unknown, runs = 3): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const [all, own] = [usedByProcess(), usedByThread()];
    await work();
    const [inAll, here] = [usedByProcess() - all, usedByThread() - own];
    best = Math.min(best, here >= inAll / 3 ? here : inAll);
  }
  return best;
}

const TRIES = 4;
/** How many times less the small share is. */
const TIMES = 8;
/** More memory may cost more than in proportion, some three times: a small text stays in the young part of V8's. */
const MOST = 28;

/**
 * Expects that the cost grows about as the input does: eight times as much takes about eight times as long, where work
 * that grows with the square would take 64 times as long. `work` gets the share of its input to take, 1/8 or 1.
 * What else the machine does only ever adds, so of several measurements the cheapest counts.
 */
export async function expectModestGrowth(work: (share: number) => unknown): Promise<void> {
  await work(1 / TIMES);
  let [part, whole] = [Infinity, Infinity];
  for (let tries = 0; tries < TRIES && !(whole < MOST * part + 20); tries++) {
    part = Math.min(part, await cheapest(() => work(1 / TIMES)));
    whole = Math.min(whole, await cheapest(() => work(1)));
  }
  expect(whole).toBeLessThan(MOST * part + 20);
}
