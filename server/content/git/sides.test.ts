/** The two sides of a sync over the store: what a commit says as a revision, and a revision as files. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyChanges, type Change, type NewRevision } from "../../../engine/change.ts";
import { contentHash } from "../../../engine/hash.ts";
import { readPages } from "../../../engine/tree.ts";
import type { RepositoryEntry } from "../../importers/repository/entry.ts";
import { targetsOf } from "../../../engine/markdown/textLinks.ts";
import { readFolder } from "../../importers/folder.ts";
import { IMPORT_LIMITS } from "../../importers/limits.ts";
import { blobId } from "../../importers/repository/printRepository.ts";
import {
  type Files,
  filesOf,
  textOf,
  treeOf,
  writtenBy,
} from "../../importers/repository/repository.fixture.ts";
import { openDiskBlobs } from "../../ports/blobs-disk.ts";
import { GitError } from "../../ports/git/error.ts";
import { openTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { NO_CONTENT } from "../commit.ts";
import { type ImportDeps, importDeps } from "../import/importDeps.ts";
import { addSpace, headOf } from "../spaces.fixture.ts";
import { openContent } from "../store.ts";
import { stageContent } from "../write.ts";
import { changedEntries, type CommitEntries, type EntriesAsked } from "./entries.ts";
import { printOurEdits } from "./ourEdits.ts";
import { type Ours, type OursRequest, printOurs } from "./ours.ts";
import { besides, withoutLost, withSide } from "./sides.ts";
import { readTheirEdits } from "./theirEdits.ts";
import { readTheirs, type Theirs, type TheirsRequest } from "./theirs.ts";

const FASTIFY = fileURLToPath(new URL("../../../node_modules/fastify/docs", import.meta.url));
const NOW = 1_700_000_000_000;

let database: TestDatabase;
let folder: string;
let deps: ImportDeps;
let space: string;
let empty: string;
/** Objects of all trees that a test has shown. */
const objects = new Map<string, Uint8Array>();
/** As git gives them to who has room for so much. */
async function readWithin(id: string, most = Infinity): Promise<Uint8Array> {
  const bytes = objects.get(id) as Uint8Array;
  if (bytes.byteLength > most) throw new GitError("too-large", "An object has more bytes than are read.");
  return bytes;
}

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "lectern-git-"));
  const { db } = database;
  const blobs = await openDiskBlobs(join(folder, "files"));
  const newId = (): string => "none";
  const content = openContent(db);
  deps = importDeps({ db, blobs, content, clock: { now: () => NOW }, newId }, "org");
  space = await addSpace(db);
  empty = (await headOf(db.read, space))?.root ?? "";
  expect(empty).toBe(NO_CONTENT.root);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

type Side = Pick<Theirs, "root" | "entries">;

function theirs(files: Files, base: Side = { root: empty, entries: [] }): Promise<Theirs> {
  const tree = treeOf(files);
  for (const bytes of files.values()) objects.set(blobId(bytes, "sha1"), bytes);
  const request: TheirsRequest = {
    space,
    base,
    tree,
    directory: "",
    read: async (id) => objects.get(id) ?? Promise.reject(new Error(`there is no ${id}`)),
    newId: (kind, path) => `${kind}${contentHash(path).slice(0, 12)}`,
    now: NOW,
  };
  return readTheirs(deps, request);
}

async function ours(
  files: Files,
  from: Side,
  root: string,
  { most }: Pick<OursRequest, "most"> = {},
): Promise<Ours & { files: Files; written: ReadonlyMap<string, Uint8Array | null> }> {
  const { db, content, blobs } = deps;
  const tree = treeOf(files);
  const request = {
    space,
    from,
    root,
    tree,
    directory: "",
    format: "sha1",
    held: new Set<string>(),
    largeAmong: () => Promise.resolve(new Set<string>()),
    ...(most !== undefined && { most }),
  } as const;
  const print = await printOurs({ content, read: db.read, blobs }, request);
  const after = new Map(files);
  const written = await writtenBy(print);
  for (const [path, bytes] of written)
    if (bytes === null) after.delete(path);
    else after.set(path, bytes);
  return { ...print, files: after, written };
}

/** What somebody changes in the space. */
async function changed(root: string, changes: readonly Change[]): Promise<string> {
  return (await stageContent(deps.db, "org", await made(root, changes), NOW)).root;
}

async function made(root: string, changes: readonly Change[]): Promise<NewRevision> {
  const result = await applyChanges(deps.content.nodes, root, changes, { now: NOW + 1 });
  if (!result.ok) throw new Error(result.refusal.message);
  return result;
}

const edit = (page: string, text: string): Change => ({
  operation: "update_page",
  page,
  body: { text, targets: targetsOf(text) },
});

async function pagesOf(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const take = (branches: Awaited<ReturnType<typeof deps.content.tree>>): void => {
    for (const { page, path, pages } of branches) {
      found[path] = page.id;
      take(pages);
    }
  };
  take(await deps.content.tree(root));
  return found;
}

test("a real documentation comes in, and nothing of it goes out; an edit goes out, and comes back as it went", async () => {
  const source = await readFolder(FASTIFY);
  const files = new Map(
    await Promise.all(source.files.map(async ({ path, read }) => [path, await read()] as const)),
  );
  const taken = await theirs(files);
  expect(Object.keys(await pagesOf(taken.root)).length).toBeGreaterThan(40);
  expect((await theirs(files)).root).toBe(taken.root);
  expect(await theirs(files, taken)).toMatchObject({ root: taken.root, entries: taken.entries });
  const full = await ours(files, { root: empty, entries: taken.entries }, taken.root);
  expect(full.changes).toEqual([]);

  const { "reference/hooks": hooks = "" } = await pagesOf(taken.root);
  const page = (await deps.content.tree(taken.root))
    .flatMap(({ pages }) => pages)
    .find((one) => one.page.id === hooks);
  const body = await deps.content.body(page?.page.body);
  const root = await changed(taken.root, [edit(hooks, body.replace("\n\n", "\n\nA line of ours.\n\n"))]);
  const out = await ours(files, taken, root);
  expect(out.changes.map(({ path }) => path)).toEqual(["Reference/Hooks.md"]);
  const back = await theirs(out.files, { root, entries: out.entries });
  expect(back.root).toBe(root);
  expect(back.entries).toEqual(
    out.entries.toSorted(
      (a, b) =>
        back.entries.findIndex(({ path }) => path === a.path) -
        back.entries.findIndex(({ path }) => path === b.path),
    ),
  );
});

test("pages that move, change places and leave a page that goes keep their ids and their addresses lead on", async () => {
  const before = {
    "SUMMARY.md":
      "# Contents\n\n* [Top](README.md)\n* [Old](old/README.md)\n  * [One](old/one.md)\n  * [Two](old/two.md)\n* [Three](three.md)\n\n## Group\n\n* [Four](four.md)\n",
    "README.md": "# Top\n\nSee [one](old/one.md).\n",
    "old/README.md": "# Old\n\nThe old folder.\n",
    "old/one.md": "# One\n\nThe first of all.\n",
    "old/two.md": "# Two\n\nThe second of them.\n",
    "three.md": "# Three\n\nThe third.\n",
    "four.md": "# Four\n\nThe fourth.\n",
  };
  const first = await theirs(filesOf(before));
  const ids = await pagesOf(first.root);
  const after = {
    "SUMMARY.md":
      "# Contents\n\n* [Top](README.md)\n* [Three](three.md)\n  * [One](old/one.md)\n\n## Group\n\n* [Two](second.md)\n* [Four](four.md)\n",
    "README.md": before["README.md"],
    "old/one.md": before["old/one.md"],
    "second.md": before["old/two.md"],
    "three.md": before["three.md"],
    "four.md": before["four.md"],
  };
  const second = await theirs(filesOf(after), first);
  const now = await pagesOf(second.root);
  expect(now).toEqual({
    readme: ids["readme"],
    three: ids["three"],
    "three/one": ids["old/one"],
    group: ids["group"],
    "group/second": ids["old/two"],
    "group/four": ids["group/four"],
  });
  expect(second.losses).toEqual({ pages: 1, of: 6, contents: false });
  expect((await ours(filesOf(after), { root: empty, entries: second.entries }, second.root)).changes).toEqual(
    [],
  );
  expect((await theirs(filesOf(after), second)).root).toBe(second.root);
});

test("a move in the space is a line of the table of contents, and a name that is given up is free at once", async () => {
  const before = {
    "SUMMARY.md": "# Contents\n\n* [A](a.md)\n* [B](b.md)\n  * [C](c.md)\n",
    "a.md": "# A\n\nThe text of a.\n",
    "b.md": "# B\n\nThe text of b.\n",
    "c.md": "# C\n\nThe text of c, see [a](a.md).\n",
  };
  const files = filesOf(before);
  const taken = await theirs(files);
  const { a = "", "b/c": c = "" } = await pagesOf(taken.root);
  const moved = await changed(taken.root, [{ operation: "update_page", page: c, into: null, at: 0 }]);
  const out = await ours(files, taken, moved);
  expect(
    textOf(new Map([...out.written].flatMap(([path, bytes]) => (bytes ? [[path, bytes] as const] : [])))),
  ).toEqual({
    "SUMMARY.md": "# Contents\n\n* [C](c.md)\n* [A](a.md)\n* [B](b.md)\n",
  });
  // In the repository a goes, and b takes its name.
  const renamed = filesOf({
    "SUMMARY.md": "# Contents\n\n* [B](x.md)\n  * [C](c.md)\n* [New](b.md)\n",
    "x.md": before["b.md"],
    "b.md": "# New\n\nSomething else altogether.\n",
    "c.md": before["c.md"],
  });
  const next = await theirs(renamed, taken);
  const now = await pagesOf(next.root);
  expect(now["x/c"]).toBe(c);
  expect(Object.values(now)).not.toContain(a);
  expect(Object.keys(now)).toEqual(["x", "x/c", "b"]);
});

/** Entries as those who read edits ask for them. */
function entriesOf(all: readonly RepositoryEntry[]): CommitEntries {
  const find = ({ paths = [], objects = [] }: EntriesAsked): RepositoryEntry[] =>
    all.filter(({ path, object }) => paths.includes(path) || objects.includes(object ?? ""));
  return { changes: { put: [], gone: [] }, find: async (asked) => find(asked), all: async () => [...all] };
}

const byPath = (entries: readonly RepositoryEntry[]): RepositoryEntry[] =>
  entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));

const BOOK = {
  ".gitbook.yaml": "root: ./\n",
  "SUMMARY.md":
    "# Contents\n\n* [Start](README.md)\n* [Guide](guide/README.md)\n  * [Named here](guide/one.md)\n* [Two](Two%20words.md)\n* [Only a line]()\n",
  "README.md":
    "# Start\n\nSee [one](guide/one.md#top), ![a](.gitbook/assets/a.png) and [nothing](gone.md).\n",
  "guide/README.md": "---\n# kept\nicon: 'book'\n---\n\n# Guide\n\nBack to [start](../).\n",
  "guide/one.md": "Text without a title.\r\n\r\nTo [two](<../Two words.md>).",
  "Two words.md": '\ufeff# Two\n\n{% include ".gitbook/includes/part.md" %}\n',
  ".gitbook/includes/part.md": "---\ntitle: Part\n---\n\nShared.\n",
  ".gitbook/assets/a.png": "picture",
  "unused.png": "nobody's",
  "unlisted.md": "# Unlisted\n",
};

test.each([
  ["a paragraph", "README.md", (text: string) => `${text}\nMore.\n`, true],
  ["another end", "guide/one.md", (text: string) => `${text}\r\n\r\nMore.`, true],
  ["a link to a page", "README.md", (text: string) => `${text}\n[Two](/Two%20words.md#x)\n`, true],
  ["a link without its extension", "README.md", (text: string) => `${text}\n[One](guide/one)\n`, true],
  ["a link to a folder", "guide/one.md", (text: string) => `${text} [Guide](./)`, true],
  [
    "a link to itself and to a picture",
    "Two words.md",
    (text: string) => `${text}![](.gitbook/assets/a.png) [x](<Two words.md>)\n`,
    true,
  ],
  ["no links", "README.md", () => "# Start\n\nNone.\n", true],
  ["no text", "README.md", () => "# Start\n", true],
  [
    "front matter",
    "guide/README.md",
    (text: string) => text.replace("icon: 'book'", "icon: star\ndescription: Said"),
    true,
  ],
  ["a cover", "README.md", (text: string) => `---\ncover: .gitbook/assets/a.png\n---\n${text}`, true],
  ["a link to what nobody used", "README.md", (text: string) => `${text}![](unused.png)\n`, false],
  ["a link to a page that is none", "README.md", (text: string) => `${text}[x](unlisted.md)\n`, false],
  ["a link by another case", "README.md", (text: string) => `${text}[x](GUIDE/one.md)\n`, false],
  ["a link to nothing", "README.md", (text: string) => `${text}[x](nowhere.md)\n`, false],
  ["another title", "README.md", (text: string) => text.replace("# Start", "# Begin"), false],
  ["a title where there was none", "guide/one.md", (text: string) => `# One\n\n${text}`, false],
  ["bytes that are no text", "README.md", () => Buffer.from([0x23, 0xff, 0xfe]), false],
  ["more than a page may have", "README.md", () => Buffer.alloc(IMPORT_LIMITS.pageBytes + 1, "a\n"), false],
] as const)("a file that gets %s is read alone as with all others", async (_what, path, edit, isAlone) => {
  const files = filesOf(BOOK);
  const taken = await theirs(files);
  const bytes = Buffer.from(edit(BOOK[path]));
  const after = new Map([...files, [path, bytes]]);
  objects.set(blobId(bytes, "sha1"), bytes);
  const side = (of: Uint8Array = bytes) => ({ mode: "100644", id: blobId(of, "sha1") });
  const alone = await readTheirEdits(deps, {
    base: taken.root,
    changes: [{ path, before: side(files.get(path)), now: side() }],
    directory: "",
    entries: entriesOf(taken.entries),
    at: async (one) => {
      if (after.has(one)) return "blob";
      return [...after.keys()].some((other) => one === "" || other.startsWith(`${one}/`))
        ? "tree"
        : undefined;
    },
    read: readWithin,
    now: NOW,
  });
  expect(alone !== undefined).toBe(isAlone);
  const whole = await theirs(after, taken);
  if (alone === undefined) return;
  expect(alone.root).toBe(whole.root);
  expect(alone.entries).toEqual(changedEntries(taken.entries, whole.entries).put);
  expect(alone.report.brokenLinks).toEqual(whole.report.brokenLinks);
});

test("pages that are edited together are read ahead up to so many bytes", async () => {
  const files = filesOf(BOOK);
  const taken = await theirs(files);
  const bytes = Buffer.alloc(IMPORT_LIMITS.pageBytes, "a\n");
  const now = { mode: "100644", id: blobId(bytes, "sha1") };
  objects.set(now.id, bytes);
  const pages = Object.keys(BOOK).filter((path) =>
    taken.entries.some((one) => one.path === path && one.role === "page"),
  );
  expect(pages.length).toBeGreaterThan(3);
  let held = 0;
  const alone = await readTheirEdits(deps, {
    base: taken.root,
    changes: pages.map((path) => ({
      path,
      before: { mode: "100644", id: blobId(files.get(path) as Uint8Array, "sha1") },
      now,
    })),
    directory: "",
    entries: entriesOf(taken.entries),
    at: async () => undefined,
    read: async (id, most) => {
      const read = await readWithin(id, most);
      held += read.byteLength;
      return read;
    },
    now: NOW,
  });
  expect(alone).toBeUndefined();
  expect(held).toBeLessThanOrEqual(16 * 1024 * 1024);
});

test("what pages said before an edit is read for those alone of which it is asked", async () => {
  const files = filesOf(BOOK);
  const taken = await theirs(files);
  const edited = new Map([...files, ["guide/one.md", Buffer.from("Edited.\n")]]);
  for (const bytes of edited.values()) objects.set(blobId(bytes, "sha1"), bytes);
  const asked: (string | undefined)[] = [];
  const body = (hash: string | undefined): Promise<string> => {
    asked.push(hash);
    return deps.content.body(hash);
  };
  const before = { mode: "100644", id: blobId(files.get("guide/one.md") as Uint8Array, "sha1") };
  const now = { mode: "100644", id: blobId(edited.get("guide/one.md") as Uint8Array, "sha1") };
  const alone = await readTheirEdits(
    { ...deps, content: { ...deps.content, body } },
    {
      base: taken.root,
      changes: [{ path: "guide/one.md", before, now }],
      directory: "",
      entries: entriesOf(taken.entries),
      at: async () => undefined,
      read: readWithin,
      now: NOW,
    },
  );
  expect(alone?.entries.map(({ path }) => path)).toEqual(["guide/one.md"]);
  expect(asked).toEqual([]);
});

test("pages that were edited are printed alone as with all others", async () => {
  const files = filesOf(BOOK);
  const taken = await theirs(files);
  const {
    readme = "",
    guide = "",
    "guide/one": one = "",
    "two-words": two = "",
    "only-a-line": line = "",
  } = await pagesOf(taken.root);
  const picture = taken.entries.find(({ role }) => role === "file")?.object ?? "";
  const text = async (id: string): Promise<string> => {
    const page = await readPages(deps.content.nodes, await deps.content.root(taken.root), [id]);
    return deps.content.body(page.get(id)?.body);
  };
  const fields = (page: string, of: object): Change => ({ operation: "update_page", page, fields: of });
  const cases: [what: string, isAlone: boolean, changes: Change[]][] = [
    ["text", true, [edit(readme, `${await text(readme)}\nMore.\n`), edit(one, "Other.\r\n")]],
    ["links", true, [edit(guide, `${await text(guide)}\n[a](/pages/${one}#x) ![](/files/${picture})\n`)]],
    ["a link to what isn't there", true, [edit(two, "[a](/pages/none) [b](/files/none)\n")]],
    ["fields", true, [fields(guide, { description: "Said", icon: null }), fields(two, { hidden: true })]],
    ["no text", true, [{ operation: "update_page", page: readme, body: null }]],
    ["a cover", true, [fields(one, { cover: { ref: { kind: "file", file: picture } } })]],
    ["a link to a page without a file", false, [edit(guide, `[a](/pages/${line})\n`)]],
    ["a title", false, [fields(guide, { title: "Other" })]],
    ["a slug", false, [fields(guide, { slug: "other" })]],
    ["a place", false, [{ operation: "update_page", page: one, into: null, at: 0 }]],
    ["a page less", false, [{ operation: "delete_page", page: two }]],
  ];
  for (const [what, isAlone, changes] of cases) {
    const root = await changed(taken.root, changes);
    const from = { from: taken.root, root, format: "sha1" as const, entries: entriesOf(taken.entries) };
    const alone = await printOurEdits(deps.content, from);
    expect([what, alone !== undefined]).toEqual([what, isAlone]);
    if (alone === undefined) continue;
    const whole = await ours(files, taken, root);
    const byName = whole.changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    expect([what, alone.changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))]).toEqual([what, byName]);
    expect(alone.pages).toBe(whole.pages);
    const others = changedEntries(taken.entries, whole.entries);
    const known = new Map(taken.entries.map((entry) => [entry.path, JSON.stringify(entry)]));
    expect(byPath(alone.entries.filter((entry) => known.get(entry.path) !== JSON.stringify(entry)))).toEqual(
      byPath(others.put),
    );
    expect(others.gone).toEqual([]);
  }
});

test("a revision that takes back a part of another new one names all that is new in it", async () => {
  const { root } = await theirs(filesOf({ "README.md": "# Top\n\nText.\n" }));
  const { readme: id = "" } = await pagesOf(root);
  const first = await stageContent(
    deps.db,
    "org",
    await made(root, [
      edit(id, "Ours.\n"),
      { operation: "set_tags", tags: { beta: { label: "Beta" } } },
      { operation: "set_variables", variables: { product: "Lectern" } },
    ]),
    NOW,
  );
  const second = await withSide(deps.content, first.root, root, [{ kind: "variable", source: "product" }]);
  const { pages, variables, tags, root: last } = besides(first, second);
  expect([pages.map((page) => page.id), variables, tags]).toEqual([[id], ["product"], ["beta"]]);
  expect(last).toBe(second.root);
});

test("what one side has lost is taken out of what both come from, as far as it is meant", async () => {
  const names = ["README.md", "a/README.md", "a/b.md", "a/c.md", "d.md"];
  const { root } = await theirs(
    filesOf(Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText.\n`]))),
  );
  const { a = "", "a/b": b = "", "a/c": c = "", d = "" } = await pagesOf(root);
  const base = await changed(root, [
    { operation: "set_variables", variables: { product: "Lectern", kept: "yes" } },
    { operation: "set_tags", tags: { beta: { label: "Beta" } } },
    { operation: "put_reusable", id: "r", title: "Note", body: { text: "Words.\n", targets: {} } },
  ]);
  const lessC = await changed(base, [{ operation: "delete_page", page: c }]);
  const side = await changed(lessC, [
    { operation: "update_page", page: b, into: null, at: 0 },
    { operation: "delete_page", page: a },
    { operation: "update_page", page: d, fields: { title: "Renamed" } },
    { operation: "set_variables", variables: { product: null } },
    { operation: "set_tags", tags: { beta: null } },
    { operation: "delete_reusable", id: "r" },
  ]);
  const without = async (of: {
    readonly side: string;
    readonly asked: string;
    readonly isPlaced: boolean;
  }) => {
    const { content, lost } = await withoutLost(deps.content, base, of);
    const made = await stageContent(deps.db, "org", content, NOW);
    const pages = await readPages(deps.content.nodes, await deps.content.root(made.root), [a, b, c, d]);
    return {
      lost: lost.map(({ kind, source }) => `${kind} ${source}`).toSorted(),
      paths: Object.keys(await pagesOf(made.root)).toSorted(),
      title: pages.get(d)?.title,
    };
  };
  const all = [`page ${a}`, `page ${c}`, "reusable r", "tag beta", "variable product"].toSorted();
  // What has left a page that is lost stands where it went; what says something else there is as it was agreed.
  expect(await without({ side, asked: side, isPlaced: false })).toEqual({
    lost: all,
    paths: ["b", "d", "readme"],
    title: "d.md",
  });
  // Without a table of contents the other's titles and places say nothing: they are no edits of it.
  expect(await without({ side, asked: side, isPlaced: true })).toMatchObject({ lost: all, title: "Renamed" });
  // What has gone since somebody was asked is not meant …
  expect(await without({ side, asked: lessC, isPlaced: false })).toMatchObject({
    lost: [`page ${c}`],
    paths: ["a", "a/b", "d", "readme"],
  });
  // … but for what has no place without what is.
  const lessA = await changed(base, [
    { operation: "update_page", page: b, into: null, at: 0 },
    { operation: "update_page", page: c, into: null, at: 0 },
    { operation: "delete_page", page: a },
  ]);
  const last = await changed(lessA, [{ operation: "delete_page", page: c }]);
  expect(await without({ side: last, asked: lessA, isPlaced: false })).toMatchObject({
    lost: [`page ${a}`, `page ${c}`].toSorted(),
    paths: ["b", "d", "readme"],
  });
});

test("more than a commit may bring says what to do", async () => {
  const files = filesOf({ "README.md": "# Top\n\nText.\n" });
  const taken = await theirs(files);
  const fresh = { id: "more", type: "document", fields: { title: "More" } } as const;
  const body = { text: "Words.\n", targets: {} };
  const root = await changed(taken.root, [{ operation: "insert_page", ...fresh, body }]);
  await expect(ours(files, taken, root, { most: 5 })).rejects.toThrow(
    /files that would go out .* Bring some of them to the branch first, or delete them\./,
  );
});
