import { expect, test } from "vitest";
import type { RepositoryEntry } from "./entry.ts";
import { followFiles } from "./followFiles.ts";
import { filesOf, treeOf } from "./repository.fixture.ts";

type Texts = Readonly<Record<string, string>>;

/**
 * What was agreed on, by path, has come to other paths: where each thing is now, by where it was. `look` is told of
 * each look at that.
 */
async function found(
  before: Texts,
  now: Texts,
  proposed: Readonly<Record<string, Texts>> = {},
  look: () => void = () => undefined,
) {
  const read = new Map<string, Uint8Array>();
  const files = (texts: Texts) =>
    treeOf(filesOf(texts)).map(({ path, mode, id }) => {
      read.set(id, Buffer.from(texts[path] ?? ""));
      return [path, { name: path, mode, id }] as const;
    });
  const entries = (object: string | undefined, texts: Texts): RepositoryEntry[] =>
    files(texts).map(([path, file]) => ({
      role: "page",
      get path() {
        look();
        return path;
      },
      object: object ?? path,
      spelling: {},
      file,
    }));
  const followed = await followFiles(entries(undefined, before), {
    files: new Map(files(now)),
    proposed: Object.entries(proposed).flatMap(([object, texts]) => entries(object, texts)),
    read: (id) => Promise.resolve(read.get(id) ?? new Uint8Array()),
  });
  return Object.fromEntries([...followed].map(([path, { object }]) => [object, path]));
}

const text = (word: string): string =>
  ["one", "two", "three", "four"].map((line) => `The ${line} of ${word}.\n`).join("\n");
const [A, B, C, NEW] = ["alpha", "beta", "gamma", "something else"].map(text) as [
  string,
  string,
  string,
  string,
];
const edited = (one: string): string => one.replace("The two", "The second");
const BEFORE = { "a.md": A, "b.md": B, "c.md": C };

test.each<[what: string, now: Texts, where: Texts]>([
  ["two that exchange their paths", { "a.md": B, "b.md": A, "c.md": C }, { "a.md": "b.md", "b.md": "a.md" }],
  [
    "three that go round",
    { "a.md": B, "b.md": C, "c.md": A },
    { "a.md": "c.md", "b.md": "a.md", "c.md": "b.md" },
  ],
  [
    "one that goes on to where another was",
    { "a.md": B, "d.md": A, "c.md": C },
    { "a.md": "d.md", "b.md": "a.md" },
  ],
  // One may be copied over another, and be written anew from the same template: nobody can tell.
  ["an exchange of which one is edited", { "a.md": edited(B), "b.md": A, "c.md": C }, {}],
  ["three that go round, of which one is edited", { "a.md": B, "b.md": edited(C), "c.md": A }, {}],
  [
    "one that goes on, edited, while its place is taken",
    { "a.md": B, "b.md": NEW, "d.md": edited(A), "c.md": C },
    { "a.md": "d.md", "b.md": "a.md" },
  ],
  ["one that is copied, and then written anew", { "a.md": NEW, "d.md": A, "b.md": B, "c.md": C }, {}],
  ["one that is written over by another that stays", { "a.md": B, "b.md": B, "c.md": C }, {}],
  // Who puts a draft in the place of a page may mean that page: nobody can tell.
  ["one that is written over by another that goes", { "a.md": B, "c.md": C }, { "b.md": "" }],
  ["both written anew", { "a.md": NEW, "b.md": edited(NEW), "c.md": C }, {}],
])("%s", async (_what, now, where) => {
  const expected = Object.entries({ "a.md": "a.md", "b.md": "b.md", "c.md": "c.md", ...where });
  expect(await found(BEFORE, now)).toEqual(Object.fromEntries(expected.filter(([, path]) => path !== "")));
});

test("a page that is copied over another, and then written anew from the same template, stays who it is", async () => {
  const page = (own: string): string => `${text("the template")}\n${own} alone.\n\nAnd only ${own}.\n`;
  const [one, other, next] = ["one", "other", "next"].map(page) as [string, string, string];
  expect(await found({ "a.md": one, "b.md": other }, { "a.md": other, "b.md": next })).toEqual({
    "a.md": "a.md",
    "b.md": "b.md",
  });
});

test("what was proposed to give way to another does so where that has come, be it edited there", async () => {
  const proposed = { "b.md": { "a.md": B }, new: { "c.md": NEW } };
  // One was deleted here, and another has got its address.
  expect(await found(BEFORE, { "a.md": edited(B), "c.md": C }, proposed)).toEqual({
    "b.md": "a.md",
    "c.md": "c.md",
  });
  // A new one has got the path of one that has another now.
  expect(await found(BEFORE, { "a.md": A, "b.md": B, "c.md": edited(NEW), "d.md": C }, proposed)).toEqual({
    "a.md": "a.md",
    "b.md": "b.md",
    "c.md": "d.md",
  });
  // What nobody has taken is edited where it is.
  expect(await found(BEFORE, { "a.md": edited(A), "b.md": edited(B), "c.md": C }, proposed)).toEqual({
    "a.md": "a.md",
    "b.md": "b.md",
    "c.md": "c.md",
  });
});

test("an exchange that was proposed is one where its files were edited", async () => {
  const proposed = { "a.md": { "b.md": A }, "b.md": { "a.md": B } };
  expect(await found(BEFORE, { "a.md": edited(B), "b.md": edited(A), "c.md": C }, proposed)).toEqual({
    "a.md": "b.md",
    "b.md": "a.md",
    "c.md": "c.md",
  });
});

test("chapters that all move on by one are each looked at a few times, however many there are", async () => {
  const chapters = (from: number, count: number): Texts =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}.md`, `# Chapter ${n + from}\n`]));
  let looks = 0;
  // The first is deleted: all others take the name of the one before.
  await found(chapters(0, 1000), chapters(1, 999), {}, () => looks++);
  expect(looks).toBeLessThan(100 * 1000);
});
