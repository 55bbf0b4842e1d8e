/** What work costs, judged so that a slow or a busy machine comes to the same verdict. */
import { expect } from "vitest";

/** What this process has used of the processor, in milliseconds: the work of others on the machine is not in it. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The cheapest of some runs, in milliseconds of the processor: what else this process does only ever adds. */
async function cheapest(work: () => unknown, runs = 3): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = used();
    await work();
    best = Math.min(best, used() - before);
  }
  return best;
}

const TRIES = 4;

/**
 * Expects that the cost grows about as the input does: four times as much takes about four times as long, where work
 * that grows with the square would take sixteen times as long. `work` gets the share of its input to take, 1/4 or 1.
 * Work that grows too fast does so whenever it is measured, so a bad measurement is taken again.
 */
export async function expectModestGrowth(work: (share: number) => unknown): Promise<void> {
  await work(0.25);
  let [quarter, whole] = [0, Infinity];
  for (let tries = 0; tries < TRIES && whole >= 10 * quarter + 20; tries++) {
    [quarter, whole] = [await cheapest(() => work(0.25)), await cheapest(() => work(1))];
  }
  expect(whole).toBeLessThan(10 * quarter + 20);
}
