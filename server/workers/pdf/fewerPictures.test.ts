import { expect, test } from "vitest";
import { withFewerPictures } from "./fewerPictures.ts";
import type { Pictures } from "./pictures.ts";

/** Pictures of these names. */
function picturesOf(...names: readonly string[]): Pictures {
  return {
    bySrc: new Map(names.map((file) => [`/${file}`, { file, width: 1, height: 1 }])),
    files: new Map(names.map((file) => [file, Buffer.from(file)])),
  };
}

test.each([
  ["all that are sound", ["a", "b"], [], [], ["a", "b"]],
  ["those that are not broken", ["a", "bad", "b"], ["bad"], ["bad"], ["a", "b"]],
  ["none, where nobody knows which is at fault", ["a", "b"], [], ["a"], []],
  ["none, where the others end it as well", ["a", "bad", "b"], ["bad"], ["bad", "b"], []],
  ["none, where all are broken", ["bad"], ["bad"], ["bad"], []],
])("a document has %s", async (_, names, broken, fatal, expected) => {
  const draw = async ({ bySrc, files }: Pictures) => {
    if (fatal.some((name) => files.has(name))) throw new Error("refused");
    return [...bySrc.values()].map(({ file }) => file);
  };
  const brokenAmong = async (files: Pictures["files"]) => new Set(broken.filter((name) => files.has(name)));
  const { made, drawn } = await withFewerPictures(picturesOf(...names), draw, brokenAmong);
  expect([made, drawn]).toEqual([expected, expected.length]);
});

test("what ends a document without pictures is told", async () => {
  const draw = () => Promise.reject(new Error("too deep"));
  const none = async () => new Set<string>();
  await expect(withFewerPictures(picturesOf("a"), draw, none)).rejects.toThrow("too deep");
});
