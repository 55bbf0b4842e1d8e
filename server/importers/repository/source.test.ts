import { expect, test } from "vitest";
import { pointerTo } from "../../ports/git/lfs.ts";
import { IMPORT_LIMITS } from "../limits.ts";
import type { RepositoryEntry } from "./entry.ts";
import { repositorySource } from "./source.ts";

const MODE = "100644";
/** A file that points to bytes of some size. */
function pointer(path: string, size: number) {
  const text = Buffer.from(pointerTo({ id: path.charCodeAt(0).toString(16).repeat(32), size }));
  return { text, file: { path, mode: MODE, id: `id of ${path}`, size: text.byteLength } };
}

test("files that are too large together are refused before any of them is fetched", async () => {
  const files = Array.from({ length: 21 }, (_, index) =>
    pointer(`${String.fromCharCode(97 + index)}.png`, IMPORT_LIMITS.fileBytes),
  );
  const texts = new Map(files.map(({ file, text }) => [file.id, text]));
  const tree = files.map(({ file }) => file);
  let asked = 0;
  const large = {
    bring: async () => ((asked += 1), new Map<string, never>()),
    read: () => Promise.reject(new Error("nothing is read")),
  };
  const read = async (id: string) => texts.get(id) ?? Buffer.of();
  await expect(repositorySource(tree, "", read, { large })).rejects.toThrow(
    "The directory holds more than 2048 MB.",
  );
  expect(asked).toBe(0);
});

test("a file whose new bytes can't be had is taken as it was, under its former id", async () => {
  const { file, text } = pointer("a.png", 3);
  const plain = { path: "b.png", mode: MODE, id: "new b", size: IMPORT_LIMITS.fileBytes + 1 };
  const entries = ["a.png", "b.png"].map((path): RepositoryEntry => {
    return {
      role: "file",
      path,
      object: path,
      spelling: {},
      file: { name: path, mode: MODE, id: `old ${path}` },
    };
  });
  const why = { why: "It is away.", isLate: false };
  const large = {
    bring: async (all: readonly { readonly id: string }[]) => new Map(all.map(({ id }) => [id, why])),
    read: () => Promise.reject(new Error("nothing is read")),
  };
  const taken = await repositorySource([file, plain], "", async () => text, { entries, large });
  expect([...taken.files].map(([path, { id }]) => [path, id])).toEqual([
    ["b.png", "old b.png"],
    ["a.png", "old a.png"],
  ]);
  expect([[...taken.former].toSorted(), [...taken.missing.keys()], taken.brought.size]).toEqual([
    ["a.png", "b.png"],
    ["a.png"],
    0,
  ]);
  expect(taken.source.skipped).toEqual([
    { path: "b.png", reason: "it is larger than 100 MB" },
    { path: "a.png", reason: "Git LFS doesn't give it: It is away." },
  ]);
});
