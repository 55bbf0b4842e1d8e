import { expect, test } from "vitest";
import { gitVersion, isNewEnough, lackedRelease } from "./version.ts";

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

test.each([
  ["2.39", "2.39.4"],
  ["2.39.3", "2.39.4"],
  ["2.39.5", undefined],
  ["2.43.0", "2.43.7"],
  ["2.43.10", undefined],
  ["2.50.0", "2.50.1"],
  ["2.50.1", undefined],
  ["2.51.0", undefined],
  ["3.0", undefined],
])("git %s lacks the security fixes of %s", (version, release) => {
  expect(lackedRelease(version)).toBe(release);
});

test("this machine's git says its version", async () => {
  expect(isNewEnough((await gitVersion()) ?? "0")).toBe(true);
});
