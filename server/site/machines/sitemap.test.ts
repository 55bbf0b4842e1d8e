import { expect, test } from "vitest";
import { inFile } from "./sitemap.ts";

test.each([
  [[], undefined, { addresses: [] }],
  [["a", "b"], undefined, { addresses: ["a", "b"] }],
  [["a", "b", "c"], undefined, { files: 2 }],
  [["a", "b", "c", "d"], undefined, { files: 2 }],
  [["a", "b", "c", "d", "e"], undefined, { files: 3 }],
  [["a", "b", "c"], 1, { addresses: ["a", "b"] }],
  [["a", "b", "c"], 2, { addresses: ["c"] }],
  [["a", "b", "c"], 3, undefined],
  [["a", "b"], 2, undefined],
  [[], 1, { addresses: [] }],
])("of %j the file %s of two each has", (all, part, has) => {
  expect(inFile(all, part, 2)).toEqual(has);
});

test("ten thousand are in one file, and one more is in another", () => {
  const all = Array.from({ length: 10_001 }, (_, index) => index);
  expect(inFile(all.slice(1), undefined)).toEqual({ addresses: all.slice(1) });
  expect(inFile(all, undefined)).toEqual({ files: 2 });
  expect(inFile(all, 2)).toEqual({ addresses: [10_000] });
});
