import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The oldest git that this program works with. */
export const OLDEST_GIT = "2.39";

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
