import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sayingWhatFor } from "./waiting.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("says what a command waits for once that takes long, and nothing once it has it", async () => {
  const said: string[] = [];
  let answer: (value: string) => void = () => undefined;
  const asked = new Promise<string>((found) => (answer = found));
  const waiting = sayingWhatFor({ note: (line) => void said.push(line) }, "the database", () => asked);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(7_000);
  const first = "Waiting for the database, for 5 seconds so far …";
  expect(said).toEqual([first, "Waiting for the database, for 10 seconds so far …"]);
  answer("found");
  expect(await waiting).toBe("found");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toHaveLength(2);
});

test("ends with what went wrong", async () => {
  const failing = sayingWhatFor({ note: () => undefined }, "it", async () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(vi.getTimerCount()).toBe(0);
});
