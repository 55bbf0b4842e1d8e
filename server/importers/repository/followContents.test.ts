import { expect, test, vi } from "vitest";
import type { RepositoryEntry } from "./entry.ts";
import { followContents } from "./followContents.ts";
import { filesOf, treeOf } from "./repository.fixture.ts";

/** Where what stood at some paths is found among other files, by its former path. `look` is told of each look at that. */
async function found(
  before: Record<string, string>,
  now: Record<string, string>,
  look: () => void = () => undefined,
): Promise<object> {
  const read = new Map<string, Uint8Array>();
  const files = (texts: Record<string, string>) =>
    treeOf(filesOf(texts)).map(({ path, mode, id }) => {
      read.set(id, Buffer.from(texts[path] ?? ""));
      return [path, { name: path, mode, id }] as const;
    });
  const entries = files(before).map(([path, file]): RepositoryEntry => ({
    role: "page",
    get path() {
      look();
      return path;
    },
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

test("of the same bytes a folder's page becomes one, or the page beside it, and no other", async () => {
  const before = { "guide/README.md": ONE, "x.md": ONE, "z/README.md": ONE };
  expect(await found(before, { "a.md": ONE, "guide.md": ONE, "w/index.md": ONE })).toEqual({
    "guide/README.md": "guide.md",
    "x.md": "a.md",
    "z/README.md": "w/index.md",
  });
  expect(await found(before, { "a.md": ONE, "guide.md": ONE })).toEqual({
    "guide/README.md": "guide.md",
    "x.md": "a.md",
  });
});

const numbered = (count: number, one: (n: number) => [string, string]): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => one(n)));
const placeholders = (folder: string, count: number) => numbered(count, (n) => [`${folder}/p${n}.md`, ONE]);

test("placeholders in a folder that gets another name are each looked at a few times, however many there are", async () => {
  let looks = 0;
  await found(placeholders("a", 1000), placeholders("b", 1000), () => looks++);
  expect(looks).toBeLessThan(100 * 1000);
});

/** How often others had their turn, on a clock that goes on by a millisecond whenever it is looked at. */
async function turnsOfOthers(work: () => Promise<unknown>): Promise<number> {
  let [now, turns, isOver] = [0, 0, false];
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now++);
  const next = (): void => {
    turns++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  await work();
  isOver = true;
  clock.mockRestore();
  return turns;
}

test("others have their turn between two files, and within one of many lines", async () => {
  const many = await turnsOfOthers(() => found(placeholders("a", 1000), placeholders("b", 1000)));
  expect(many).toBeGreaterThan(50);
  const lines = Array.from({ length: 20_000 }, (_, n) => `Line ${n}.\n`).join("");
  const one = await turnsOfOthers(() => found({ "a.md": lines }, { "b.md": `${lines}More.\n` }));
  expect(one).toBeGreaterThan(10);
});

test("lines are compared of as much text as there is room for, however long they are", async () => {
  const long = "a".repeat(3_900_000);
  const pages = (folder: string, word: string) =>
    numbered(10, (n) => [`${folder}/p${n}.md`, `Page ${n}.\nWith ${n} lines.\n${word}\n${long}\n`]);
  // Eight of them have less than 32,000,000 characters.
  expect(Object.keys(await found(pages("a", "One."), pages("b", "Other.")))).toEqual(
    Array.from({ length: 8 }, (_, n) => `a/p${n}.md`),
  );
});
