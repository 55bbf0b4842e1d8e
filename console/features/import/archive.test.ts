import { expect, test } from "vitest";
import { archiveOf, chosenFiles } from "./archive.ts";

const files = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ path: `docs/${at}.md`, file: new File(["x"], `${at}.md`) }));

test("of a folder with more files than an import takes nothing is sent, instead of some of them", async () => {
  await expect(archiveOf(files(30_001))).rejects.toThrow(
    "These are 30001 files, and 30000 at once are the most. Choose folders within it, one after another.",
  );
  expect(chosenFiles(files(30_001).map(({ file }) => file))).toHaveLength(30_001);
});

test("the folder itself is left out, and a file alone is sent as it is", async () => {
  expect((await archiveOf(files(2))).name).toBe("docs.zip");
  const [alone] = files(1).map(({ file }) => ({ path: "a.md", file }));
  expect(await archiveOf([alone!])).toBe(alone!.file);
});
