/** The two sides of a sync over the store: what a commit says as a revision, and a revision as files. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyChanges, type Change } from "../../../engine/change.ts";
import { contentHash } from "../../../engine/hash.ts";
import { targetsOf } from "../../../engine/markdown/textLinks.ts";
import { readFolder } from "../../importers/folder.ts";
import { blobId } from "../../importers/repository/printRepository.ts";
import {
  type Files,
  filesOf,
  textOf,
  treeOf,
  writtenBy,
} from "../../importers/repository/repository.fixture.ts";
import { openDiskBlobs } from "../../ports/blobs-disk.ts";
import { openTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { NO_CONTENT } from "../commit.ts";
import { type ImportDeps, importDeps } from "../import/importDeps.ts";
import { addSpace, headOf } from "../spaces.fixture.ts";
import { openContent } from "../store.ts";
import { stageContent } from "../write.ts";
import { type Ours, printOurs } from "./ours.ts";
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

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "lectern-git-"));
  const { db } = database;
  const blobs = await openDiskBlobs(join(folder, "files"));
  const newId = (): string => "none";
  const content = openContent(db.read);
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
  const made = await applyChanges(deps.content.nodes, root, changes, { now: NOW + 1 });
  if (!made.ok) throw new Error(made.refusal.message);
  return (await stageContent(deps.db, "org", made, NOW)).root;
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
