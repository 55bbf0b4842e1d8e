import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The oldest git that this program works with. */
export const OLDEST_GIT = "2.39";

/**
 * The last release of each line that mended something of security, as told by its notes up to that of 2.50.1. A line that
 * mends nothing any more may lack what later ones have: systems that stay on it mend it under the same number.
 */
const SECURED: Readonly<Record<string, number>> = {
  "2.39": 4,
  "2.40": 4,
  "2.41": 3,
  "2.42": 4,
  "2.43": 7,
  "2.44": 4,
  "2.45": 4,
  "2.46": 4,
  "2.47": 3,
  "2.48": 2,
  "2.49": 1,
  "2.50": 1,
};

/** The release of a version's own line whose security fixes it may lack; undefined where its line has no later ones. */
export function lackedRelease(version: string): string | undefined {
  const [major, minor, patch = "0"] = version.split(".");
  const line = `${major}.${minor}`;
  const secured = SECURED[line] ?? 0;
  return Number(patch) < secured ? `${line}.${secured}` : undefined;
}

/** The version of this machine's git; undefined where there is none. */
export async function gitVersion(): Promise<string | undefined> {
  const said = await promisify(execFile)("git", ["--version"], { timeout: 5000 }).catch(() => undefined);
  return /\d+\.\d+(?:\.\d+)*/.exec(said?.stdout ?? "")?.[0];
}

/** Whether a version is one that this program works with. */
export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [least = 0, lesser = 0] = OLDEST_GIT.split(".").map(Number);
  return major > least || (major === least && minor >= lesser);
}
