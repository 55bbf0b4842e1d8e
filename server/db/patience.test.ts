import { expect, test } from "vitest";
import { within } from "./patience.ts";

const never = new Promise<never>(() => undefined);
const soon = (): Promise<string> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve, "done")));

test("gives what the work gives, or throws what it throws", async () => {
  expect(await within(0, Promise.resolve(1))).toBe(1);
  expect(await within(5000, soon())).toBe("done");
  await expect(within(0, Promise.reject(new Error("no")))).rejects.toThrow("no");
});

test("ends what outlasts it", async () => {
  await expect(within(0, soon())).rejects.toThrow("waited for something other than its database");
  await expect(within(1, never)).rejects.toThrow("waited for something other than its database");
});
