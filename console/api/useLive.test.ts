import { expect, test } from "vitest";
import { concerns } from "./useLive.ts";

const page = ["space", "s", "page", "p", ""];
const list = ["space", "s", "pages", ""];
const change = ["space", "s", "change", "7"];
const changes = ["organization", "o", "changes"];
const keys = [page, list, change, changes, ["organization", "o"], ["presence", "s", "", "", ""], ["user"]];

test.each([
  ["content", { space: "s", pages: ["p"] }, [page, list, change]],
  ["content", { space: "s", pages: ["other"] }, [list, change]],
  ["content", { space: "s" }, [page, list, change]],
  ["content", { space: "other" }, []],
  ["comment", { space: "s" }, [change, changes]],
  ["change-request", { space: "s", number: 7 }, [change, changes]],
  ["permissions", { space: "s" }, [page, list, change, changes, ["organization", "o"]]],
  ["permissions", { organization: "o" }, [changes, ["organization", "o"]]],
  ["presence", { space: "s" }, [["presence", "s", "", "", ""]]],
  ["session-ended", {}, [["user"]]],
  ["at", {}, []],
] as const)("%s of %j has read again what it is about", (event, data, expected) => {
  expect(keys.filter((key) => concerns({ event, data }, key))).toEqual(expected);
});
