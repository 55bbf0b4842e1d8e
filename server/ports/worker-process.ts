/** Processes that run programs: they can be ended whatever they do, and nothing of what befalls them befalls us. */
import { fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { fontEnvironment } from "./fonts.ts";
import { programOf, type ProgramName } from "./worker-program.ts";
import { failureOf, type Runner, type WorkerAnswer, WorkerFailed } from "./worker-runner.ts";

/** What the process sends: an answer of its program, or why its thread ended. */
export type HostMessage =
  | WorkerAnswer
  | { readonly fatal: { readonly code?: string | undefined; readonly message: string } };

/** How often the memory of a process at work is looked at, in milliseconds. */
const LOOK_EVERY = 200;
/** What a process may have in memory, in megabytes for each megabyte that JavaScript's values may take. */
const ALL_FOR_VALUES = 2;

/**
 * Starts a process for a program.
 * @param memory megabytes of JavaScript values; with all else (buffers, the program's native parts) it may have twice as
 * much, where the system tells
 */
export async function startProcess(name: ProgramName, memory: number): Promise<Runner> {
  const [host, program] = await Promise.all([programOf("host"), programOf(name)]);
  const child = fork(fileURLToPath(host), [name, program.href, String(memory)], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // It needs nothing else of ours, and secrets may be there.
    env: fontEnvironment(),
    execArgv: [`--max-old-space-size=${memory}`],
  });
  const gone = new Promise<void>((done) => {
    child.once("exit", () => done());
    child.once("error", () => done());
  });
  let looking: NodeJS.Timeout | undefined;
  const fail = (failure: WorkerFailed): void => runner.listener?.failed(failure);
  const runner: Runner = {
    listener: undefined,
    send(input) {
      child.ref();
      child.channel?.ref();
      const look = async (): Promise<void> => {
        if ((await runner.megabytes()) > memory * ALL_FOR_VALUES)
          fail(new WorkerFailed("memory", `The work took more than ${memory * ALL_FOR_VALUES} MB.`));
      };
      looking ??= setInterval(() => void look(), LOOK_EVERY);
      // Where it is gone already, its exit tells.
      child.send({ input }, () => undefined);
    },
    megabytes: () => residentMegabytes(child.pid),
    rest() {
      clearInterval(looking);
      looking = undefined;
      child.unref();
      child.channel?.unref();
    },
    async end() {
      clearInterval(looking);
      child.kill("SIGKILL");
      await gone;
    },
    onGone: (tell) => void gone.then(tell),
  };
  child.on("message", (message: HostMessage) => {
    if ("fatal" in message) fail(failureOf(message.fatal, memory));
    else runner.listener?.answered(message);
  });
  child.on("error", (error) =>
    fail(new WorkerFailed("failed", `No process could be started: ${error.message}`)),
  );
  child.on("exit", (code, signal) => {
    clearInterval(looking);
    const how = signal === null ? `with the code ${code}` : `by ${signal}`;
    fail(new WorkerFailed("failed", `The process of the program ${name} was ended ${how}.`));
  });
  return runner;
}

/** What a process has in memory; 0 where the system doesn't tell. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}
