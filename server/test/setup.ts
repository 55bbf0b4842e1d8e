/** Before every test file: what is generated is the same in every run but those of the full tier. */
import fc from "fast-check";
import { afterAll } from "vitest";

/**
 * The seed of all generated values. A change must not fail by a throw of dice that has nothing to do with it; new
 * values are looked for by the full tier, where each file of a run has a seed of its own and says which, so that it can
 * be had again by `LECTERN_TEST_SEED`.
 */
export const USUAL_SEED = 20_260_101;

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const given = process.env["LECTERN_TEST_SEED"];
const seed = given === undefined ? (isFull ? Date.now() % 2 ** 31 : USUAL_SEED) : Number(given);
if (!Number.isInteger(seed)) throw new Error(`LECTERN_TEST_SEED is "${given}" and must be an integer.`);
fc.configureGlobal({ seed });
if (isFull) process.stdout.write(`The seed of generated values is ${seed}.\n`);

/** Files share their process: one that left it another mask would have servers of later files read what they may not. */
const mask = process.umask();
afterAll(() => {
  const left = process.umask(mask);
  if (left !== mask)
    throw new Error(`The umask was ${mask.toString(8)} and is ${left.toString(8)}: put it back.`);
});
