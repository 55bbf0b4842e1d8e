/** Which program of this machine listens on a port, as far as this user may see it. */
import { readdir, readFile, readlink } from "node:fs/promises";
import { visible } from "./terminal.ts";

/** The state of a socket that waits for connections, as the kernel writes it. */
const LISTENS = "0A";
/** Words of a command line that are shown at most. */
const WORDS = 3;
/** Words that may hold a secret: options, values that are given by name, addresses. What follows the first is left out. */
const TELLING = /^-|=|:\/\//;

/** "process 12 (node bin/lectern.js start, in /home/you/lectern)"; undefined where the system says nothing (all but Linux), or nothing to this user. */
export async function portHolder(port: number): Promise<string | undefined> {
  const sockets = new Set((await Promise.all(["tcp", "tcp6"].map((table) => listening(table, port)))).flat());
  if (sockets.size === 0) return undefined;
  for (const id of await readdir("/proc").catch(() => [])) {
    if (/^\d+$/.test(id) && (await hasOneOf(id, sockets))) return described(id);
  }
  return undefined;
}

/** The inodes of sockets that listen on a port. */
async function listening(table: string, port: number): Promise<string[]> {
  const text = await readFile(`/proc/net/${table}`, "utf8").catch(() => "");
  const ending = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return text.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    return state === LISTENS && local.endsWith(ending) && inode !== undefined ? [inode] : [];
  });
}

async function hasOneOf(id: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${id}/fd`;
  for (const file of await readdir(folder).catch(() => [])) {
    const target = await readlink(`${folder}/${file}`).catch(() => "");
    const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
    if (inode !== undefined && sockets.has(inode)) return true;
  }
  return false;
}

async function described(id: string): Promise<string> {
  const command = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
  const place = await readlink(`/proc/${id}/cwd`).catch(() => "");
  const all = command.split("\0").filter(Boolean).slice(0, WORDS);
  const telling = all.findIndex((word) => TELLING.test(word));
  const words = all.slice(0, telling < 0 ? WORDS : telling).join(" ");
  const told = [words, place && `in ${place}`].filter(Boolean).join(", ");
  return told === "" ? `process ${id}` : `process ${id} (${visible(told)})`;
}
