import { spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { Queue } from "../turns/queue.ts";
import { openThreads, runInWorker, type WorkerFailed, WorkerPool } from "./worker.ts";
import { programOf } from "./worker-program.ts";
import { type Runner, startThread } from "./worker-runner.ts";

const LIMITS = { timeout: 120_000, memory: 64 };

describe("a program in a thread", () => {
  test("gets its input and gives its answer", async () => {
    expect(await runInWorker("probe", { does: "echo", text: "Grüße" }, LIMITS)).toBe("Grüße");
  });

  test("hands over buffers without copying them", async () => {
    const buffer = await runInWorker<ArrayBuffer>("probe", { does: "hand", bytes: 1000 }, LIMITS);
    expect(buffer.byteLength).toBe(1000);
    const input = new ArrayBuffer(8);
    await runInWorker("probe", { does: "echo", text: "", input }, { ...LIMITS, transfer: [input] });
    expect(input.byteLength).toBe(0);
  });

  test("ends with its time, its memory, its own failure and its thread", async () => {
    const outcome = (does: string, limits = LIMITS) =>
      runInWorker("probe", { does }, limits).catch((error: { reason?: string }) => error.reason);
    expect(await outcome("spin", { ...LIMITS, timeout: 300 })).toBe("timeout");
    expect(await outcome("grow")).toBe("memory");
    expect(await outcome("throw")).toBe("failed");
    expect(await outcome("exit")).toBe("failed");
    expect(await runInWorker("probe", { does: "echo", text: "still here" }, LIMITS)).toBe("still here");
  });

  test("ends when it is given up, working or waiting for a thread", async () => {
    const stop = new AbortController();
    const runs = Array.from({ length: 6 }, () =>
      runInWorker("probe", { does: "spin" }, { ...LIMITS, signal: stop.signal }).catch(
        (error: { reason?: string }) => error.reason,
      ),
    );
    setImmediate(() => stop.abort());
    expect(new Set(await Promise.all(runs))).toEqual(new Set(["aborted"]));
    expect(await runInWorker("probe", { does: "echo", text: "free again" }, LIMITS)).toBe("free again");
  });

  test("leaves this thread free while it works", async () => {
    const before = performance.eventLoopUtilization();
    await runInWorker("probe", { does: "spin" }, { ...LIMITS, timeout: 500 }).catch(() => undefined);
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });
});

describe("threads that are kept", () => {
  test("answer one run after the other, two at a time, and begin anew after one that fails", async () => {
    const threads = openThreads("probe", 64);
    const limits = { timeout: 120_000 };
    const echo = (text: string) => threads.run({ does: "echo", text }, limits);
    const failure = (does: string, timeout = 120_000) =>
      threads.run({ does }, { timeout }).catch(({ reason }: WorkerFailed) => reason);
    try {
      expect(await Promise.all(["a", "b", "c", "d"].map(echo))).toEqual(["a", "b", "c", "d"]);
      expect(await failure("throw")).toBe("failed");
      expect(await failure("exit")).toBe("failed");
      expect(await failure("spin", 300)).toBe("timeout");
      expect(await threads.run({ does: "count" }, limits)).toBe(1);
      expect(await threads.run({ does: "count" }, limits)).toBe(2);
      const stop = new AbortController();
      const given = threads.run({ does: "spin" }, { ...limits, signal: stop.signal });
      stop.abort();
      await expect(given).rejects.toThrow("given up");
      expect(await echo("still here")).toBe("still here");
    } finally {
      await threads.close();
    }
  });
});

test("a thread is ended, and its run fails, when its input can't be sent", async () => {
  const threads: Runner[] = [];
  const gone: Promise<void>[] = [];
  const start = async () => {
    const thread = startThread(await programOf("probe"), 64);
    threads.push(thread);
    gone.push(new Promise((tell) => thread.onGone(tell)));
    return thread;
  };
  const pool = new WorkerPool({ name: "test", start, turns: new Queue(), restFor: Infinity });
  try {
    const sending = pool.run({ does: "echo", text: () => "" }, { timeout: 120_000 });
    await expect(sending).rejects.toThrow("could not be cloned");
    expect(threads.map(({ listener }) => listener)).toEqual([undefined]);
    await Promise.all(gone);
    expect(await pool.run({ does: "echo", text: "still here" }, { timeout: 120_000 })).toBe("still here");
  } finally {
    await pool.close();
  }
});

describe("a program in a process", () => {
  const run = <T>(does: string, limits: object = {}, more: object = {}) =>
    runInWorker<T>("probe-apart", { does, ...more }, { ...LIMITS, ...limits });
  const failure = (does: string, limits: object = {}) =>
    run(does, limits).catch(({ reason }: WorkerFailed) => reason);

  test("gets its input and gives its answer, and serves the next run too", async () => {
    expect(await run("echo", {}, { text: "Grüße" })).toBe("Grüße");
    const bytes = await run<ArrayBuffer>("hand", {}, { bytes: 1000 });
    expect([bytes.constructor.name, bytes.byteLength]).toEqual(["ArrayBuffer", 1000]);
    const first = await run<number>("count");
    expect(await run("count")).toBe(first + 1);
  });

  test("is ended at its time even where no JavaScript runs that could be interrupted", async () => {
    expect(await failure("block", { timeout: 500 })).toBe("timeout");
    expect(await failure("spin", { timeout: 500 })).toBe("timeout");
    const stop = new AbortController();
    const given = failure("block", { signal: stop.signal });
    setImmediate(() => stop.abort());
    expect(await given).toBe("aborted");
    expect(await run("echo", {}, { text: "still here" })).toBe("still here");
  });

  test("ends when the server was gone before it could hear of it", async () => {
    const [host, program] = await Promise.all([programOf("host"), programOf("probe-apart")]);
    const child = spawn(process.execPath, [fileURLToPath(host), "probe-apart", program.href, "64"], {
      stdio: "ignore",
    });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  });

  test("that dies says so, and the next run has another", async () => {
    await run("count");
    await expect(run("die")).rejects.toThrow("ended by SIGKILL");
    expect(await failure("exit")).toBe("failed");
    await expect(run("throw")).rejects.toThrow("as it was told");
    expect(await run("count")).toBe(1);
  });

  test("is ended when its input can't be sent, and the next run has another", async () => {
    await run("count");
    await expect(run("echo", {}, { text: () => "" })).rejects.toThrow("could not be cloned");
    expect(await run("count")).toBe(1);
  });

  test("is ended by what its values take, and on Linux by what it takes in all", async () => {
    expect(await failure("grow")).toBe("memory");
    if (process.platform === "linux") expect(await failure("swell")).toBe("memory");
    expect(await run("echo", {}, { text: "still here" })).toBe("still here");
  });
});
