/** Before every test file: what is generated is the same in every run but those of the full tier. */
import fc from "fast-check";
import { afterAll } from "vitest";

/**
 * The seed of all generated values. A change must not fail by a throw of dice that has nothing to do with it; new
 * values are looked for by the full tier, whose runs each have a seed of their own: fast-check prints it with a failure.
 */
export const USUAL_SEED = 20_260_101;

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
fc.configureGlobal(isFull ? {} : { seed: USUAL_SEED });

/** Files share their process: one that left it another mask would have servers of later files read what they may not. */
const mask = process.umask();
afterAll(() => {
  const left = process.umask(mask);
  if (left !== mask)
    throw new Error(`The umask was ${mask.toString(8)} and is ${left.toString(8)}: put it back.`);
});
