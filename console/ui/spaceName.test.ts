import { expect, test } from "vitest";
import { spaceChoices, spaceName } from "./spaceName.ts";

test.each([
  [{ title: "Manual" }, "Manual"],
  [{ title: "Manual", language: "de" }, "Manual (German)"],
  [{ title: "German manual", language: "de" }, "German manual"],
  [{ title: "Our german manual", language: "de" }, "Our german manual"],
  [{ title: "Manual", language: "pt-br" }, "Manual (Brazilian Portuguese)"],
] as const)("%j is called %s", (space, name) => {
  expect(spaceName(space)).toBe(name);
});

test("a translation and its source are told apart where one is chosen, and each is there once", () => {
  const manual = { id: "a", title: "Manual" };
  expect(spaceChoices([manual, { id: "b", title: "Manual", language: "de" }, manual])).toEqual([
    ["a", "Manual"],
    ["b", "Manual (German)"],
  ]);
});
