/** What a bench runs within: a folder of its own and the built program, and an end that leaves nothing. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Places } from "./fixture.ts";
import { stopPostgres } from "./postgres.ts";
import { endAll } from "./processes.ts";
import { closeConnections } from "./request.ts";
import { machineFacts, type Result, tableOf } from "./table.ts";

interface Session extends Pick<Places, "root" | "programs"> {
  readonly json: boolean;
  /** Minutes after which it ends itself; never, unless said. */
  readonly minutes?: number;
}

/** Builds the program, measures, and prints the results. @returns the exit code: 0 when it ran, whatever it measured */
export async function measureIn(
  { root, programs, json, minutes }: Session,
  measure: (places: Places) => Promise<readonly Result[]>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
  // The database's package ends the process itself when it is interrupted, perhaps before us.
  process.once("exit", () => {
    for (const left of [folder, programs]) rmSync(left, { recursive: true, force: true });
  });
  const stop = (code: number): void => void cleanUp(folder).then(() => process.exit(code));
  process.once("SIGINT", () => stop(130)).once("SIGTERM", () => stop(143));
  if (minutes !== undefined) setTimeout(() => stop(1), minutes * 60_000).unref();
  try {
    const built = spawnSync(process.execPath, [join(root, "bin/build.js")], { stdio: "inherit" });
    if (built.status !== 0) throw new Error("The build failed.");
    const results = await measure({ root, programs, folder });
    if (json) console.log(JSON.stringify({ machine: machineFacts(), results }, undefined, 2));
    else console.log(`\n${machineFacts()}\n\n${tableOf(results)}`);
    return 0;
  } finally {
    await cleanUp(folder);
  }
}

/** @throws for the name of a database that is none: it becomes part of paths */
export function refuseUnknown(databases: readonly string[]): void {
  const unknown = databases.find((name) => name !== "sqlite" && name !== "postgres");
  if (unknown !== undefined) throw new Error(`--database is sqlite or postgres, not ${unknown}.`);
}

async function cleanUp(folder: string): Promise<void> {
  closeConnections();
  await endAll();
  await stopPostgres();
  rmSync(folder, { recursive: true, force: true });
}
