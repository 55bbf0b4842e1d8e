import { expect, test } from "vitest";
import { concerns, eachOnce } from "./useLive.ts";

const page = ["space", "s", "page", "p", ""];
const list = ["space", "s", "pages", ""];
const space = ["space", "s"];
const change = ["space", "s", "change", "7"];
const changes = ["organization", "o", "changes"];
const keys = [
  page,
  list,
  space,
  change,
  changes,
  ["organization", "o"],
  ["presence", "s", "", "", ""],
  ["user"],
];

test.each([
  ["content", { space: "s", pages: ["p"] }, [page, list, space, change]],
  ["content", { space: "s", pages: ["other"] }, [list, space, change]],
  ["content", { space: "s" }, [page, list, space, change]],
  ["content", { space: "other" }, []],
  ["comment", { space: "s" }, [space, change, changes]],
  ["change-request", { space: "s", number: 7 }, [space, change, changes]],
  ["permissions", { space: "s" }, [page, list, space, change, changes, ["organization", "o"]]],
  ["permissions", { organization: "o" }, [space, changes, ["organization", "o"]]],
  ["presence", { space: "s" }, [["presence", "s", "", "", ""]]],
  ["session-ended", {}, [["user"]]],
  ["at", {}, []],
] as const)("%s of %j has read again what it is about", (event, data, expected) => {
  expect(keys.filter((key) => concerns({ event, data }, key))).toEqual(expected);
});

test("what waits is done once, however often it is asked for meanwhile, and again afterwards", () => {
  const waiting: (() => void)[] = [];
  const done: string[] = [];
  const once = eachOnce((act) => void waiting.push(act));
  for (const name of ["one", "other", "one", "one"]) once(name, () => done.push(name));
  expect(waiting.length).toBe(2);
  for (const act of waiting.splice(0)) act();
  expect(done).toEqual(["one", "other"]);
  once("one", () => done.push("again"));
  for (const act of waiting) act();
  expect(done).toEqual(["one", "other", "again"]);
});
