/** Where a process keeps what it has of hosts' repositories: a folder of its own, which nothing has to outlive. */
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isRunning } from "../isRunning.ts";

/** Milliseconds after which a folder of another machine is nobody's: its process would have written to it. */
const STALE_MS = 24 * 3600 * 1000;

/** Makes the folder of this process below `folder`, and removes those of processes that are gone. */
export async function openGitFolder(folder: string): Promise<string> {
  const machine = hostname().replaceAll(/[^A-Za-z0-9]/g, "_");
  const own = `${machine}-${process.pid}`;
  for (const name of await readdir(folder).catch(() => [] as string[])) {
    const pid = name.startsWith(`${machine}-`) ? Number(name.slice(machine.length + 1)) : undefined;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }));
    const isGone =
      pid === undefined ? mtimeMs < Date.now() - STALE_MS : pid === process.pid || !isRunning(pid);
    if (isGone) await rm(join(folder, name), { recursive: true, force: true });
  }
  await mkdir(join(folder, own), { recursive: true, mode: 0o700 });
  return join(folder, own);
}
