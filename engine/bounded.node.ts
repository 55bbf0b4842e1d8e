/** `#bounded`: running synchronous work that might never end. This is it where Node runs; see `bounded.browser.ts`. */
import { Script } from "node:vm";

const SLOT = Symbol.for("lectern.bounded");
const run = new Script('globalThis[Symbol.for("lectern.bounded")]()');

/**
 * Runs work for at most so many milliseconds; says whether it came to its end.
 * @param work asks between its steps whether the time is over, and then returns
 */
export type BoundedRun = (work: (isOver: () => boolean) => void, milliseconds: number) => boolean;

const never = (): boolean => false;

/**
 * Nobody has to ask here: the work is stopped from outside, be it in a regular expression that goes through its
 * possibilities one by one. What it did until then stays done. Nothing may be running that way already. Throws what the
 * work throws.
 */
export const runBounded: BoundedRun = (work, milliseconds) => {
  const slots = globalThis as unknown as Record<symbol, unknown>;
  slots[SLOT] = () => work(never);
  try {
    run.runInThisContext({ timeout: Math.max(1, Math.ceil(milliseconds)) });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  } finally {
    slots[SLOT] = undefined;
  }
};

/** What this process has used of the processor, in milliseconds: grows with work, not with waiting. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
