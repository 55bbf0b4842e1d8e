import { expect, test } from "vitest";
import { ASKERS, OWN_ADDRESSES } from "./askers.ts";
import { readSource, sourceFiles } from "./sources.ts";

test("the table of those who ask addresses is whole", () => {
  const asking = sourceFiles().filter(
    (file) =>
      !/\.test\.ts$|^server\/ports\//.test(file) &&
      /\bfetch\s*\.\s*(?:fetch|stream)\(/.test(readSource(file)),
  );
  expect(asking.toSorted()).toEqual([...ASKERS, ...OWN_ADDRESSES].toSorted());
});
