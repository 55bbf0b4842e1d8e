import { expect, test } from "vitest";
import { reviewedBranch } from "./proposalRefs.ts";

const PROPOSED = {
  space_id: "s1",
  provider: "git",
  outgoing: "pull-request",
  proposal_number: null,
  proposal_commit: "a".repeat(40),
} as const;

test.each([
  ["a host without an API", {}, true],
  ["nothing proposed", { proposal_commit: null }, false],
  ["what is pushed by now", { outgoing: "push" }, false],
  ["what goes nowhere by now", { outgoing: "off" }, false],
  ["a pull request of Bitbucket", { provider: "bitbucket", proposal_number: 3 }, true],
  ["one that is being opened there", { provider: "bitbucket" }, false],
  ["one of GitHub, which keeps it", { provider: "github", proposal_number: 3 }, false],
] as const)("of %s the branch is looked at: %s", (_, more, isLookedAt) => {
  expect(reviewedBranch({ ...PROPOSED, ...more })).toBe(isLookedAt ? "refs/heads/lectern/s1" : undefined);
});
