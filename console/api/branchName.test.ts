import { expect, test } from "vitest";
import { branchName, fullBranch } from "./branchName.ts";

test.each([
  ["main", "refs/heads/main"],
  [" release/2 ", "refs/heads/release/2"],
  ["refs/heads/main", "refs/heads/main"],
])("what is typed as %j is the branch %s, which has a short name", (typed, full) => {
  expect(fullBranch(typed)).toBe(full);
  expect(fullBranch(branchName(full))).toBe(full);
});
