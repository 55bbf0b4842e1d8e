/** The bench's own processes: started on a core of their choice, asked by message, ended by their id. */
import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";

/** Servers that are measured share one core, one at a time; the load comes from the other. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

const canPin = availableParallelism() >= 2 && spawnSync("taskset", ["-c", "0", "true"]).status === 0;

/** Whether processes are held on one core each. */
export function pins(): boolean {
  return canPin;
}

const running = new Set<ChildProcess>();

function pinned(core: number | undefined, args: readonly string[]): [string, string[]] {
  if (!canPin || core === undefined) return [process.execPath, [...args]];
  return ["taskset", ["-c", String(core), process.execPath, ...args]];
}

function track(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** A program of the bench, which talks by messages. */
export interface Program {
  readonly pid: number;
  ask<T>(order: unknown): Promise<T>;
  end(): Promise<void>;
}

export function openProgram(file: string, core: number | undefined): Program {
  // `taskset` becomes the program: the process id stays the same.
  const [execPath, execArgv] = pinned(core, ["--enable-source-maps"]);
  const child = track(fork(file, [], { execPath, execArgv, stdio: ["ignore", "inherit", "inherit", "ipc"] }));
  return {
    pid: child.pid as number,
    ask: <T>(order: unknown) =>
      new Promise<T>((resolve, reject) => {
        const exit = (code: number | null): void => reject(new Error(`${file} ended with ${code}`));
        child.once("exit", exit);
        child.once("message", (answer: { error?: string }) => {
          child.off("exit", exit);
          if (answer.error !== undefined) reject(new Error(answer.error));
          else resolve(answer as T);
        });
        child.send(order as object);
      }),
    end: () => end(child),
  };
}

/** A command in a process of its own; its standard output is given line by line. */
export function openCommand(
  args: readonly string[],
  options: { core: number | undefined; env: Record<string, string>; onLine?: (line: string) => void },
): ChildProcess {
  const [command, rest] = pinned(options.core, args);
  const child = track(spawn(command, rest, { env: options.env, stdio: ["ignore", "pipe", "inherit"] }));
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    for (const line of text.split("\n")) if (line !== "") options.onLine?.(line);
  });
  return child;
}

/** SIGTERM, and SIGKILL after five seconds. */
export function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill("SIGTERM");
  });
}

export async function endAll(): Promise<void> {
  await Promise.all([...running].map(end));
}

/** Processor time of a process so far, in seconds; NaN where the system doesn't tell. */
export function processorTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

/** The processes that a process has started and that still run; none where the system doesn't tell. */
export function processesBelow(pid: number): number[] {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return listed === "" ? [] : listed.split(" ").map(Number);
  } catch {
    return [];
  }
}

/** Resident memory in MB. */
export function residentMemory(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1] ?? Number.NaN) / 1024;
}

/** Bytes that a process has handed to the system for writing. */
export function bytesWritten(pid: number): number {
  return Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1] ?? Number.NaN);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
