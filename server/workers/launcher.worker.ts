/**
 * The small process that starts programs for the server (`ports/launcher.ts`). Its argument is the address where the
 * streams of what it starts connect to the server, so that no byte of theirs comes through here.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import { killGroup, type Launch, type LauncherNews, type LauncherOrder } from "../ports/launcher.ts";

const MOST_SAID = 16 * 1024;

const [address = ""] = process.argv.slice(2);
const running = new Map<number, ChildProcess>();
process.title = "lectern launcher";
// A signal to the whole group is the server's to heed; it lets what it waits for finish.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
const end = (): void => {
  for (const child of running.values()) killGroup(child.pid);
  process.exit();
};
process.on("disconnect", end);
// The server may have gone before anything here could hear of it.
if (!process.connected) end();
process.on("message", (order: LauncherOrder) => {
  if ("start" in order) void start(order.start);
  else killGroup(running.get(order.kill)?.pid);
});

async function start({
  id,
  command,
  args,
  folder,
  environment,
}: Launch & { readonly id: number }): Promise<void> {
  const streams = await Promise.all([connected(`${id} stdin`), connected(`${id} stdout`)]).catch(
    (error: Error) => error,
  );
  if (streams instanceof Error) return tell({ failed: id, why: streams.message });
  const fail = (error: Error): void => {
    for (const stream of streams) stream.destroy();
    tell({ failed: id, why: error.message });
  };
  let child: ChildProcess;
  try {
    child = spawn(command, args, {
      cwd: folder,
      env: environment,
      stdio: [...streams, "pipe"],
      // A group of its own, so that what it starts ends with it.
      detached: true,
    });
  } catch (error) {
    // Where there is no room for another process, or what is said to it is too long.
    return fail(error as Error);
  }
  running.set(id, child);
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  child.once("spawn", () => {
    // They are the program's now. The server writes from here on: nothing of it may be read here.
    for (const stream of streams) stream.destroy();
    if (child.pid !== undefined) tell({ started: id, pid: child.pid });
  });
  child.once("error", (error) => {
    running.delete(id);
    fail(error);
  });
  child.once("close", (code) => {
    if (!running.delete(id)) return;
    // Whatever it has left behind.
    killGroup(child.pid);
    tell({ ended: id, end: { code, said } });
  });
}

/** A connection to the server that says which stream it is, and reads nothing. */
function connected(name: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.pause();
    socket.once("error", reject);
    socket.write(`${name}\n`, () => resolve(socket));
  });
}

function tell(news: LauncherNews): void {
  process.send?.(news);
}
