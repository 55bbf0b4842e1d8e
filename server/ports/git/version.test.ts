import { expect, test } from "vitest";
import { gitVersion, isNewEnough } from "./version.ts";

test.each([
  ["2.39", true],
  ["2.39.5", true],
  ["2.50.1", true],
  ["3.0", true],
  ["2.38.9", false],
  ["1.99", false],
])("git %s is new enough: %s", (version, isEnough) => {
  expect(isNewEnough(version)).toBe(isEnough);
});

test("this machine's git says its version", async () => {
  expect(isNewEnough((await gitVersion()) ?? "0")).toBe(true);
});
