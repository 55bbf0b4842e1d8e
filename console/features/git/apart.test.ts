import { expect, test } from "vitest";
import type { GitSyncStatus } from "../../../sdk/src/index.ts";
import { isApart } from "./apart.ts";

type Kind = GitSyncStatus["held"][number]["kind"];

test.each<[string, number, number, Kind[], boolean]>([
  ["nothing has changed", 0, 0, [], false],
  ["a page has", 1, 0, [], true],
  ["a variable has", 0, 1, [], true],
  ["a page has, which is held", 1, 0, ["page"], false],
  ["two have, one of which is held", 2, 0, ["page"], true],
  ["a page is held that has changed on the branch alone", 0, 0, ["page"], false],
  ["a page has, and a file is held", 1, 1, ["file"], true],
  ["a file and a tag have, which are held", 0, 2, ["file", "tag"], false],
  ["a file and a tag have, one of which is held", 0, 2, ["tag"], true],
  ["a variable has, and a page is held that has, too", 1, 1, ["page"], true],
  [
    "a page, a reusable content and a variable have, which are held",
    1,
    2,
    ["page", "reusable", "variable"],
    false,
  ],
])("%s: apart or not", (_, pagesAhead, othersAhead, kinds, expected) => {
  const held = kinds.map((kind, index) => ({ kind, id: String(index), reason: "both" as const }));
  const status = { pagesAhead, othersAhead, held: held as GitSyncStatus["held"] };
  expect(isApart({ ...status, isBehind: false })).toBe(expected);
  expect(isApart({ ...status, isBehind: true })).toBe(true);
});
