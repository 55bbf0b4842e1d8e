/** Where the process that serves a data folder listens: told to the commands that print addresses beside it. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isRunning } from "./isRunning.ts";

/** The ports of one process. */
export interface PortPair {
  readonly app: number;
  readonly sites: number;
}

interface Listening extends PortPair {
  readonly process: number;
  /** The machine: the folder may be shared with others. */
  readonly on: string;
}

const FILE = "listening.json";

/** Notes the ports of this process; gives the function that takes the note away again. */
export async function noteListening(folder: string, { app, sites }: PortPair): Promise<() => Promise<void>> {
  const own: Listening = { process: process.pid, on: hostname(), app, sites };
  await writeFile(join(folder, FILE), `${JSON.stringify(own)}\n`);
  return async () => {
    const noted = await readNote(folder);
    // Another process of the same folder may have noted itself since.
    if (noted?.process === own.process && noted.on === own.on) await rm(join(folder, FILE), { force: true });
  };
}

/** The ports of the process of this machine that noted itself last, while it runs; undefined where none does. */
export async function listeningIn(folder: string): Promise<PortPair | undefined> {
  const noted = await readNote(folder);
  if (noted === undefined || noted.on !== hostname() || !isRunning(noted.process)) return undefined;
  return { app: noted.app, sites: noted.sites };
}

async function readNote(folder: string): Promise<Listening | undefined> {
  const text = await readFile(join(folder, FILE), "utf8").catch(() => "");
  try {
    return JSON.parse(text) as Listening;
  } catch {
    return undefined;
  }
}
