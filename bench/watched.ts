/** What some work takes, by the clock, of the processor, of memory and of the event loop. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Milliseconds of the clock, and of the processor for this program, which is the host as well; what git takes is not in it. */
export async function timed(work: () => Promise<unknown>): Promise<{ wall: number; processor: number }> {
  const [wall, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { wall: performance.now() - wall, processor: (user + system) / 1000 };
}

/** Megabytes that this program has, and those git processes that work below a folder. */
function memoryBelow(folder: string): number {
  const kept = readdirSync("/proc").map((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return 0;
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  });
  return kept.reduce((sum, one) => sum + one, process.memoryUsage().rss / 1024 / 1024);
}

/** What some work takes of memory above what there is, in megabytes, and of the loop, in milliseconds. */
export async function watched(
  folder: string,
  work: () => Promise<unknown>,
): Promise<{ memory: number; loop: number }> {
  const before = memoryBelow(folder);
  let most = before;
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const look = setInterval(() => (most = Math.max(most, memoryBelow(folder))), 50);
  loop.enable();
  await work();
  loop.disable();
  clearInterval(look);
  return { memory: most - before, loop: loop.percentile(99) / 1e6 };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
