/** The folders of processes that run scripts: each has the sockets of one, which nobody else reaches. */
import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { isRunning } from "../isRunning.ts";
import { configuration, ROOM_PROGRAM } from "./runtime.ts";

export interface RoomFolder {
  readonly path: string;
  /** The user that its process has, where we may choose. */
  readonly user: number | undefined;
}

/** A user of no account: what systemd takes such from. Each process has another, so that none reaches another. */
const FIRST_USER = 61_184;
const USERS = 4000;
/** What this process has made. */
const made = new Set<string>();
let users = 0;

/** Whether this process may give those that run scripts a user of their own. */
export const givesUsers = (): boolean => process.getuid?.() === 0;

/** What names of folders begin with; the machine in few letters, since the path of a socket is short. */
function prefix(): string {
  return `lectern-room-${createHash("sha256").update(hostname()).digest("hex").slice(0, 8)}-`;
}

/** Makes the folder with what the process is started from. */
export async function makeRoomFolder(): Promise<RoomFolder> {
  const path = await mkdtemp(join(tmpdir(), `${prefix()}${process.pid}-`));
  const user = givesUsers() ? FIRST_USER + (users++ % USERS) : undefined;
  made.add(path);
  const files = { "room.js": ROOM_PROGRAM, "config.capnp": configuration(path) };
  await mkdir(join(path, "empty"));
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(path, name), text)));
  // Its process reads them as another user, and the server makes files for nobody but itself.
  await Promise.all(Object.keys(files).map((name) => chmod(join(path, name), 0o644)));
  await chmod(join(path, "empty"), 0o755);
  if (user !== undefined) await chown(path, user, user);
  await chmod(path, 0o700);
  return { path, user };
}

export async function removeRoomFolder({ path }: Pick<RoomFolder, "path">): Promise<void> {
  await rm(path, { recursive: true, force: true });
  made.delete(path);
}

/** Removes what servers of this machine left that were killed: folders whose server is gone. */
export async function sweepRoomFolders(): Promise<void> {
  const begin = prefix();
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(begin)) continue;
    const server = Number.parseInt(name.slice(begin.length), 10);
    const path = join(tmpdir(), name);
    // In a container the next server has the number of the one before.
    const isGone = server === process.pid ? !made.has(path) : !isRunning(server);
    if (isGone && (await isOurs(path))) await removeRoomFolder({ path });
  }
}

/** Whether a folder is one of our own: anybody can make others of such a name. */
async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || !found.isDirectory()) return false;
  const { uid } = found;
  return uid === process.getuid?.() || (givesUsers() && uid >= FIRST_USER && uid < FIRST_USER + USERS);
}
