/** A process that runs scripts of strangers: what stands around it is the system's. */
import { spawn, type StdioOptions } from "node:child_process";
import type { Readable } from "node:stream";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { killGroup } from "../launcher.ts";
import type { RoomFolder } from "./folder.ts";
import { ROOM_SOCKET } from "./runtime.ts";

/** A running workerd. */
export interface RoomProcess {
  /** Where it listens. */
  readonly socket: string;
  /** Resolves with the last of what it said when it has ended, however that was. */
  readonly ended: Promise<string>;
  /** Bytes that it has in memory; 0 where the system doesn't tell. */
  memory(): Promise<number>;
  /** Milliseconds of processor that it has taken by now; 0 where the system doesn't tell. */
  processorTime(): Promise<number>;
  /** Ends it, with all that it may have started. */
  kill(): void;
}

/**
 * The shell sets the bounds, starts workerd, and waits for the end of its input, which comes when whoever started it is
 * gone: then the whole group ends. Nothing is written to files, and no core is dumped. What only some systems have
 * stands aside where it is missing.
 */
const WALLS = `
ulimit -c 0; ulimit -n 512; ulimit -f 0; ulimit -d "$1"; shift
PATH=/usr/local/bin:/usr/bin:/bin
if setpriv --no-new-privs --pdeathsig KILL true 2>&-; then set -- setpriv --no-new-privs --pdeathsig KILL "$@"; fi
if nice -n 19 true 2>&-; then set -- nice -n 19 "$@"; fi
"$@" </dev/null >/dev/null &
echo "$!" >&3
exec 3>&- 2>&- >&-
read -r _
kill -KILL 0
`;
/** Kilobytes that it may write to at all: what stops a bomb faster than a look at what it has. */
const MOST_DATA = 1024 * 1024;
const MOST_SAID = 4096;

/** Starts workerd in a folder. @throws what kept it from listening */
export async function startRoomProcess(workerd: string, { path, user }: RoomFolder): Promise<RoomProcess> {
  const stdio: StdioOptions = ["pipe", "ignore", "pipe", "pipe"];
  const serve = [workerd, "serve", "--experimental", "--control-fd=3", join(path, "config.capnp")];
  const child = spawn("/bin/sh", ["-c", WALLS, "workerd", String(MOST_DATA), ...serve], {
    cwd: join(path, "empty"),
    env: {},
    stdio,
    // A group of its own, so that it ends as one.
    detached: true,
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  const kill = (): void => killGroup(child.pid);
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  const control = child.stdio[3] as Readable;
  const ended = new Promise<string>((done) => {
    // workerd alone holds this end: the shell has closed its own.
    control.once("close", () => {
      kill();
      done(said);
    });
    child.once("error", (error) => done(error.message));
  });
  const pid = await listening(control, ended);
  return {
    socket: join(path, ROOM_SOCKET),
    ended,
    memory: () => residentBytes(pid),
    processorTime: () => processorMs(pid),
    kill,
  };
}

/** Waits for what it says first: its number, and that it listens. */
async function listening(control: Readable, ended: Promise<string>): Promise<string> {
  let told = "";
  const heard = new Promise<void>((done) => {
    control.setEncoding("utf8").on("data", (text: string) => {
      told = (told + text).slice(0, MOST_SAID);
      if (told.includes('"listen"')) done();
    });
  });
  const failure = await Promise.race([heard, ended]);
  if (failure !== undefined) throw new Error(`workerd could not be started: ${failure}`);
  return told.slice(0, told.indexOf("\n"));
}

async function residentBytes(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** What the system counts processor time in: a hundredth of a second on every Linux that there is. */
const TICK_MS = 10;

async function processorMs(pid: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name, in brackets, may hold anything; the times of the program and of the system for it are far behind it.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) * TICK_MS;
}
