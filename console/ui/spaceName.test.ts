import { expect, test } from "vitest";
import { spaceName } from "./spaceName.ts";

test.each([
  [{ title: "Manual" }, "Manual"],
  [{ title: "Manual", language: "de" }, "Manual (German)"],
  [{ title: "German manual", language: "de" }, "German manual"],
  [{ title: "Manual", language: "pt-br" }, "Manual (Brazilian Portuguese)"],
] as const)("%j is called %s", (space, name) => {
  expect(spaceName(space)).toBe(name);
});
