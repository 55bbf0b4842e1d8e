/* oxlint-disable unicorn/require-post-message-target-origin -- threads have no origin */
/**
 * The side of a process: runs a program in a thread, so that this one is always there to hear that the server is gone or
 * wants the end. Its arguments are the program's name, its address, and megabytes of JavaScript values.
 */
import { writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { HostMessage } from "../ports/worker-process.ts";
import type { WorkerAnswer } from "../ports/worker-runner.ts";

const [name = "", program = "", memory = ""] = process.argv.slice(2);
process.title = `lectern ${name}`;
beFirstToGo();
// A signal to the whole group is the server's to heed; it lets us finish what it waits for.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
// What the thread does meanwhile may be nothing that can be interrupted.
const end = (): void => void process.kill(process.pid, "SIGKILL");
process.on("disconnect", end);
// The server may have gone before anything here could hear of it.
if (!process.connected) end();

const thread = new Worker(new URL(program), {
  resourceLimits: { maxOldGenerationSizeMb: Number(memory) },
});
process.on("message", ({ input }: { input: unknown }) => thread.postMessage(input));
thread.on("message", (answer: WorkerAnswer) => send(answer));
thread.on("error", ({ code, message }: NodeJS.ErrnoException) => send({ fatal: { message, code } }));
thread.on("exit", (code) => send({ fatal: { message: `The thread ended with the code ${code}.` } }));

function send(message: HostMessage): void {
  process.send?.(message, undefined, {}, () => {
    if ("fatal" in message) process.kill(process.pid, "SIGKILL");
  });
}

/** Where the machine has no memory left, this process is ended and not the server. Only Linux can be told. */
function beFirstToGo(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // The memory is looked at nevertheless.
  }
}
