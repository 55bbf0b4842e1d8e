import { expect, test } from "vitest";
import type { GitSyncRun } from "../../../sdk/src/index.ts";
import { saidOf } from "./foreseen.ts";

const look = (more: Partial<GitSyncRun>): GitSyncRun => ({ state: "success", ...more }) as GitSyncRun;
const found = (preview: object, held?: number, isSite = false) =>
  saidOf(look({ report: { preview, held } }), isSite).text;

test("a look that another one took the place of says so, and not that nothing would happen", () => {
  const { text, isWrong } = saidOf(look({ state: "cancelled" }), true);
  expect([text, isWrong]).toEqual([
    "This look was ended, or another one was asked for meanwhile. Ask again to see what a sync would do.",
    true,
  ]);
  expect(saidOf(look({ state: "failure", error: "The branch is not there." }), false)).toEqual({
    text: "The branch is not there.",
    isWrong: true,
  });
});

test("what a sync would do is said with where it goes", () => {
  expect(found({ pageCount: 0, pagesTo: "space", fileCount: 0, filesTo: "branch" })).toBe(
    "A sync would do nothing.",
  );
  expect(found({ pageCount: 1, pagesTo: "space", fileCount: 2, filesTo: "branch" }, 1)).toBe(
    "1 page would change here, 2 files would change on the branch, 1 would wait for you",
  );
  expect(found({ pageCount: 3, pagesTo: "request", fileCount: 1, filesTo: "proposal" })).toBe(
    "3 pages would wait in a change request, 1 file would be proposed",
  );
});

test("of a site it is said that the structure was not looked at", () => {
  expect(found({ pageCount: 0, fileCount: 0 }, 0, true)).toBe(
    "A sync would change no page. What docs.yaml changes of the site is not shown.",
  );
  expect(found({ pageCount: 1, fileCount: 0 }, 0, true)).toBe(
    "1 page would change here. What docs.yaml changes of the site is not shown.",
  );
});
