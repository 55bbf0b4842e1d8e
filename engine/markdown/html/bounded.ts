/** Running synchronous work that might never end. */
import { Script } from "node:vm";

const SLOT = Symbol.for("lectern.bounded");
const run = new Script('globalThis[Symbol.for("lectern.bounded")]()');

/**
 * Runs `work` for at most so many milliseconds; says whether it came to its end. Unlike a check between steps,
 * this also stops a regular expression that goes through its possibilities one by one. What `work` did until
 * then stays done. Nothing may be running that way already. Throws what `work` throws.
 */
export function runBounded(work: () => void, milliseconds: number): boolean {
  const slots = globalThis as unknown as Record<symbol, unknown>;
  slots[SLOT] = work;
  try {
    run.runInThisContext({ timeout: Math.max(1, Math.ceil(milliseconds)) });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  } finally {
    slots[SLOT] = undefined;
  }
}

/** What this process has used of the processor, in milliseconds: grows with work, not with waiting. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
