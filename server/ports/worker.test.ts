import { performance } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { openThreads, runInWorker, type WorkerFailed } from "./worker.ts";

const LIMITS = { timeout: 15_000, memory: 64 };

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
    const limits = { timeout: 15_000 };
    const echo = (text: string) => threads.run({ does: "echo", text }, limits);
    const failure = (does: string, timeout = 15_000) =>
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
