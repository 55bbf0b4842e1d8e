import { expect, test } from "vitest";
import { inFile } from "./sitemap.ts";

test.each([
  [0, undefined, { from: 0, to: 0 }],
  [2, undefined, { from: 0, to: 2 }],
  [3, undefined, { files: 2 }],
  [4, undefined, { files: 2 }],
  [5, undefined, { files: 3 }],
  [3, 1, { from: 0, to: 2 }],
  [3, 2, { from: 2, to: 3 }],
  [3, 3, undefined],
  [2, 2, undefined],
  [0, 1, { from: 0, to: 0 }],
])("of %j addresses the file %s of two each has", (count, part, has) => {
  expect(inFile(count, part, 2)).toEqual(has);
});

test("ten thousand are in one file, and one more is in another", () => {
  expect(inFile(10_000, undefined)).toEqual({ from: 0, to: 10_000 });
  expect(inFile(10_001, undefined)).toEqual({ files: 2 });
  expect(inFile(10_001, 2)).toEqual({ from: 10_000, to: 10_001 });
});
