import { spawnSync } from "node:child_process";

/**
 * Whether a program of others is here, which some tests ask about our files. Where it lacks they are skipped, and say so:
 * before a release all of them have to be (AGENTS.md names them).
 * @param said what its version has to have in it
 */
export function hasProgram(command: string, versionArgument: string, said = ""): boolean {
  const { status, stdout, stderr } = spawnSync(command, [versionArgument], { encoding: "utf8" });
  if (status === 0 && `${stdout}${stderr}`.includes(said)) return true;
  process.stderr.write(`Tests that ask ${command} are skipped: it is not installed here.\n`);
  return false;
}
