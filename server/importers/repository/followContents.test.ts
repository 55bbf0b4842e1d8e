import { expect, test } from "vitest";
import type { RepositoryEntry } from "./entry.ts";
import { followContents } from "./followContents.ts";
import { filesOf, treeOf } from "./repository.fixture.ts";

/** Where what stood at some paths is found among other files, by its former path. */
async function found(before: Record<string, string>, now: Record<string, string>): Promise<object> {
  const read = new Map<string, Uint8Array>();
  const files = (texts: Record<string, string>) =>
    treeOf(filesOf(texts)).map(({ path, mode, id }) => {
      read.set(id, Buffer.from(texts[path] ?? ""));
      return [path, { name: path, mode, id }] as const;
    });
  const entries = files(before).map(([path, file]): RepositoryEntry => ({
    role: "page",
    path,
    object: path,
    spelling: {},
    file,
  }));
  const followed = await followContents(entries, new Map(files(now)), (id) =>
    Promise.resolve(read.get(id) ?? new Uint8Array()),
  );
  return Object.fromEntries([...followed].map(([path, { object }]) => [object, path]));
}

const [ONE, OTHER] = ["# One\n\nWords of it.\n", "# Other\n\nNothing alike.\n"];

test.each([
  ["edited in place", { "a.md": `${ONE}\nMore.\n` }, { "a.md": "a.md" }],
  ["renamed", { "b.md": ONE }, { "a.md": "b.md" }],
  ["renamed and edited", { "b.md": `${ONE}\nMore.\n` }, { "a.md": "b.md" }],
  ["another file at its path", { "a.md": OTHER }, {}],
])("%s", async (_what, now, where) => {
  expect(await found({ "a.md": ONE }, now)).toEqual(where);
});

test("of files with the same bytes each has the one at its own path, and gives none of these away", async () => {
  expect(await found({ "b/x.md": ONE }, { "a/x.md": ONE, "b/x.md": ONE })).toEqual({ "b/x.md": "b/x.md" });
  const both = { "a/x.md": ONE, "b/x.md": ONE };
  expect(await found(both, { "b/x.md": ONE })).toEqual({ "b/x.md": "b/x.md" });
  expect(await found(both, { "b/x.md": ONE, "c/x.md": ONE })).toEqual({
    "b/x.md": "b/x.md",
    "a/x.md": "c/x.md",
  });
});
