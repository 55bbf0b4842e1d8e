import { importDeps } from "./importDeps.ts";
import type { BlobStore } from "../../ports/blobs.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeZip } from "../../importers/exportZip.ts";
import { memorySource } from "../../importers/files.ts";
import { readFolder } from "../../importers/folder.ts";
import { readZip } from "../../importers/zip.ts";
import { openDiskBlobs } from "../../ports/blobs-disk.ts";
import { newId } from "../../ports/ids.ts";
import { openExport } from "../openExport.ts";
import { openTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { checkStore } from "../check.ts";
import { applyChanges, type Change } from "../../../engine/change.ts";
import { contentHash } from "../../../engine/hash.ts";
import { linksFrom, linksTo } from "../../../engine/links.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { references } from "../../../engine/markdown/references.ts";
import { resolveTarget } from "../../../engine/markdown/targets.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import { commit } from "../commit.ts";
import { resolvePath } from "../formerSlugs.ts";
import { headOf, addSpace, note } from "../spaces.fixture.ts";
import { type Content, openContent } from "../store.ts";
import { writeInTurn } from "../writeInTurn.ts";
import type { ImportDeps } from "./importDeps.ts";
import { type ImportOutcome, importInto } from "./importInto.ts";

const FASTIFY = fileURLToPath(new URL("../../../node_modules/fastify/docs", import.meta.url));

let database: TestDatabase;
let folder: string;
let deps: ImportDeps;
let store: BlobStore;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "lectern-import-"));
  const { db } = database;
  const blobs = await openDiskBlobs(join(folder, "files"));
  store = blobs;
  deps = importDeps({ db, blobs, content: openContent(db), clock: { now: () => Date.now() }, newId }, "org");
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

type Files = Readonly<Record<string, string>>;

function importFiles(space: string, files: Files, options: object = {}): Promise<ImportOutcome> {
  const source = memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
  return importInto(deps, { space, source, ...options });
}

interface Found {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly type: string;
  readonly body: string;
}

async function headRoot(space: string): Promise<RevisionRoot> {
  return deps.content.root((await headOf(deps.db.read, space))?.root ?? "");
}

/** A change that has nothing to do with an import. */
function edit(space: string, changes: readonly Change[]): Promise<void> {
  return writeInTurn(space, async () => {
    const head = await headOf(deps.db.read, space);
    if (head === undefined) throw new Error("no head");
    const made = await applyChanges(deps.content.nodes, head.root, changes, { now: 1 });
    if (!made.ok) throw new Error(made.refusal.message);
    const written = note(space, newId(), 1);
    await deps.db.transact((tx) => commit(tx, { expectedHead: head.id, note: written, content: made }));
  });
}

/** The files of a space's export, by path. */
async function exportOf(space: string): Promise<Files> {
  const { db, content, blobs } = deps;
  const head = await headOf(db.read, space);
  const { entries, openFile } = await openExport({ read: db.read, content, blobs }, space, head?.id ?? "");
  const files: Record<string, string> = {};
  for (const entry of entries)
    files[entry.path] = "text" in entry ? await entry.text() : await text(await openFile(entry.fileId));
  return files;
}

async function pagesOf(space: string): Promise<Found[]> {
  const head = await headOf(deps.db.read, space);
  const list: Found[] = [];
  const take = async (branches: Awaited<ReturnType<typeof deps.content.tree>>): Promise<void> => {
    for (const { page, path, pages } of branches) {
      const { id, title, type } = page;
      list.push({ id, path, title, type, body: await deps.content.body(page.body) });
      await take(pages);
    }
  };
  await take(await deps.content.tree(head?.root ?? ""));
  return list;
}

describe("importInto", () => {
  test("brings in a real documentation, and nothing the second time", async () => {
    const space = await addSpace(deps.db);
    const first = await importInto(deps, { space, source: await readFolder(FASTIFY) });
    expect(first.changed).toBe(true);
    const pages = await pagesOf(space);
    expect(pages.length).toBeGreaterThan(40);
    expect(pages.find(({ path }) => path === "reference/hooks")?.body).toContain("/pages/");
    const source = await readFolder(FASTIFY);
    expect(pages).toHaveLength(source.files.filter(({ path }) => path.endsWith(".md")).length);
    const broken = new Set(first.report.brokenLinks.map(({ url }) => url));
    for (const { body } of pages) {
      const left = references(parse(body).document).map(({ url }) => url);
      const relative = left.filter((url) => resolveTarget(url).kind === "path");
      expect(relative.filter((url) => !broken.has(url))).toEqual([]);
    }
    const second = await importInto(deps, { space, source });
    expect(second).toEqual({ ...first, changed: false });
    expect(await pagesOf(space)).toEqual(pages);
    expect((await checkStore(deps.db, store)).problems).toEqual([]);
  });

  test("keeps how files were written for the export, until another import takes their place", async () => {
    const space = await addSpace(deps.db);
    const files = {
      "SUMMARY.md": "# Contents\n\n- [First page](one.md)\n- [Two & more](sub/two.md)\n",
      "one.md": "---\n# ours\nicon:   'book'\n---\n\n# One\n\nTo [two](./sub/two.md).\n",
      "sub/two.md": "Two\n===\n\n![](<../a b.png>)\n",
      "a b.png": "bytes",
    };
    await importFiles(space, files);
    expect(await exportOf(space)).toEqual(files);
    const first = (await pagesOf(space)).find(({ title }) => title === "One");
    const body = { text: "Changed.\n", targets: {} };
    await edit(space, [{ operation: "update_page", page: first?.id ?? "", fields: {}, body }]);
    const changed = files["one.md"].replace("To [two](./sub/two.md).", "Changed.");
    expect(await exportOf(space)).toEqual({ ...files, "one.md": changed });
    const next = { "one.md": "# One\n\nagain\n", "three.md": "# Three\n" };
    await importFiles(space, next, { prune: true });
    expect(await exportOf(space)).toEqual(next);
  });

  test("takes back its own export without a change, and makes the same of it elsewhere", async () => {
    const space = await addSpace(deps.db);
    await importInto(deps, { space, source: await readFolder(FASTIFY) });
    const files = await exportOf(space);
    expect((await importFiles(space, files, { prune: true })).changed).toBe(false);
    const copy = await addSpace(deps.db);
    await importFiles(copy, files);
    expect(await exportOf(copy)).toEqual(files);
  });

  test("is exported with few of its texts in memory at once, whatever their number", async () => {
    const space = await addSpace(deps.db);
    // Bytes that no archive makes smaller, so that what is written tells what has been read for it.
    const noise = (seed: number): string =>
      Array.from({ length: 640 }, (_, line) => contentHash(`${seed} ${line}`)).join("\n");
    const names = Array.from({ length: 20 }, (_, index) => `p${String(index).padStart(2, "0")}`);
    const files = Object.fromEntries(
      names.map((name, index) => [`${name}.md`, `# ${name}\n\n${noise(index)}\n`]),
    );
    await importFiles(space, files);
    const head = await headOf(deps.db.read, space);
    let handed = 0;
    const counted = (text: string): string => {
      handed += text.length;
      return text;
    };
    const content: Content = {
      ...deps.content,
      body: async (hash) => counted(await deps.content.body(hash)),
      bodies: async (hashes) => {
        const found = await deps.content.bodies(hashes);
        for (const one of found.values()) counted(one);
        return found;
      },
    };
    const from = { read: deps.db.read, content, blobs: deps.blobs };
    const { entries, openFile } = await openExport(from, space, head?.id ?? "");
    expect(handed).toBe(0);
    const [zip, ahead]: [Buffer[], number[]] = [[], []];
    let written = 0;
    for await (const chunk of writeZip(entries, openFile)) {
      zip.push(chunk as Buffer);
      written += (chunk as Buffer).byteLength;
      // A digit of sixteen takes half a byte at least.
      ahead.push(handed - written * 2);
      await setImmediate();
    }
    const each = noise(0).length;
    expect(Math.max(...ahead)).toBeLessThan(4 * each);
    expect(handed).toBeGreaterThanOrEqual(20 * each);
    const source = await readZip(Buffer.concat(zip));
    const texts = source.files.map(async ({ path, read }) => [path, Buffer.from(await read()).toString()]);
    expect(Object.fromEntries(await Promise.all(texts))).toEqual(files);
  });

  test("changes the page of a changed file alone", async () => {
    const space = await addSpace(deps.db);
    const files = { "a.md": "# A\n\nSee [b](b.md).", "b.md": "# B\n\ntext" };
    await importFiles(space, files);
    const before = await pagesOf(space);
    const { changed } = await importFiles(space, { ...files, "b.md": "# B\n\nother" });
    expect(changed).toBe(true);
    const after = await pagesOf(space);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after[0]).toEqual(before[0]);
    expect(after[1]?.body).toBe("other");
  });

  test("keeps the address of a page that the space renamed, and puts pages in the source's order", async () => {
    const space = await addSpace(deps.db);
    const files = { "a.md": "# A", "b.md": "# B", "c.md": "# C" };
    await importFiles(space, files);
    const [a, b, c] = (await pagesOf(space)) as [Found, Found, Found];
    await edit(space, [{ operation: "update_page", page: b.id, fields: { slug: "renamed" } }]);
    const summary = "* [C](c.md)\n* [New](new.md)\n* [A](a.md)\n* [B](b.md)";
    await importFiles(space, { ...files, "new.md": "# New", "SUMMARY.md": summary });
    const pages = await pagesOf(space);
    expect(pages.map(({ path }) => path)).toEqual(["c", "new", "a", "renamed"]);
    expect(pages.map(({ id }) => id)).toEqual([c.id, pages[1]?.id, a.id, b.id]);
  });

  test("what front matter no longer says is cleared, what it says oddly is kept", async () => {
    const space = await addSpace(deps.db);
    await importFiles(space, { "a.md": "---\nicon: bolt\nhidden: true\nodd: .inf\ncoverY: 3\n---\n\n# A" });
    const fields = async () => {
      const [branch] = await deps.content.tree((await headOf(deps.db.read, space))?.root ?? "");
      const { icon, hidden, extra } = branch?.page ?? {};
      return { icon, hidden, extra };
    };
    expect(await fields()).toEqual({ icon: "bolt", hidden: true, extra: { odd: "Infinity", coverY: 3 } });
    await importFiles(space, { "a.md": "# A" });
    expect(await fields()).toEqual({});
  });

  test("deletes nothing unless it prunes", async () => {
    const space = await addSpace(deps.db);
    const files = { "a.md": "# A", "b/README.md": "# B", "b/c.md": "# C", ".gitbook/vars.yaml": "x: 1" };
    await importFiles(space, files);
    const before = await pagesOf(space);
    expect((await importFiles(space, { "a.md": "# A" })).changed).toBe(false);
    await importFiles(space, { "a.md": "# A" }, { prune: true });
    expect(await pagesOf(space)).toEqual(before.slice(0, 1));
    expect((await headRoot(space)).variables).toBeNull();
  });

  test("a page of another type keeps its address; pruning gives it to the source's page", async () => {
    const space = await addSpace(deps.db);
    await edit(space, [
      { operation: "insert_page", id: "g", type: "group", fields: { title: "Old", slug: "a" } },
    ]);
    const { report } = await importFiles(space, { "a.md": "# A" });
    expect(report.problems).toEqual([{ path: "a.md", message: expect.stringContaining('gets "a-1"') }]);
    expect((await pagesOf(space)).map(({ path, type }) => [path, type])).toEqual([
      ["a", "group"],
      ["a-1", "document"],
    ]);
    expect((await importFiles(space, { "a.md": "# A" })).changed).toBe(false);
    await importFiles(space, { "a.md": "# A2" }, { prune: true });
    expect((await pagesOf(space)).map(({ path, type }) => [path, type])).toEqual([["a", "document"]]);
  });

  test("redirects of the source lead to its pages; those that can't are reported", async () => {
    const space = await addSpace(deps.db);
    const redirects =
      "redirects:\n  old: a.md\n  old/was: a.md\n  a/was: a.md\n  x/y: a.md\n  out: https://x.y\n  a: a.md\n";
    const long = `長い/`.repeat(250);
    const files = { "a.md": "# A", ".gitbook.yaml": `${redirects}  ${long}z: a.md\n` };
    const { report } = await importFiles(space, files);
    expect(report.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/redirect of out .* no page of this content/),
      expect.stringMatching(/redirect of a .* a page has its address/),
      expect.stringMatching(/its address has more than 1,500 bytes/),
    ]);
    for (const path of ["old", "old/was", "a/was", "OLD", "x/y", "X/Y"]) {
      const found = await resolvePath(deps.db.read, deps.content, space, await headRoot(space), path);
      expect([found?.page.slug, found?.redirected]).toEqual(["a", true]);
    }
    const missing = await resolvePath(deps.db.read, deps.content, space, await headRoot(space), "x");
    expect(missing).toBeUndefined();
    expect((await importFiles(space, files)).changed).toBe(false);
    // Where there is a page of that name now, what was kept in one piece still counts, unless a page has the address.
    await importFiles(space, { ...files, "x/README.md": "# X", "x/z.md": "# Z" });
    const below = await resolvePath(deps.db.read, deps.content, space, await headRoot(space), "x/y");
    expect([below?.page.slug, below?.redirected]).toEqual(["a", true]);
  });

  test("a page's includes are links to reusable contents", async () => {
    const space = await addSpace(deps.db);
    await importFiles(space, {
      "a.md": '# A\n\n{% include ".gitbook/includes/note.md" %}',
      ".gitbook/includes/note.md": "---\ntitle: Note\n---\n\nSee [a](../../a.md).",
    });
    const [a] = (await pagesOf(space)) as [Found];
    const root = await headRoot(space);
    const [target] = Object.keys(await linksFrom(deps.content.nodes, root, a.id));
    expect(target).toMatch(/^reusable:/);
    expect((await linksTo(deps.content.nodes, root, `page:${a.id}`)).backlinks).toEqual([
      { source: target, count: 1 },
    ]);
  });

  test("a change that comes between is kept: the import is made again on top of it", async () => {
    const space = await addSpace(deps.db);
    let meanwhile: Promise<unknown> | undefined;
    const onProgress = (step: string): void => {
      if (step === "pages") {
        meanwhile ??= edit(space, [
          { operation: "insert_page", id: "other", type: "document", fields: { title: "Other" } },
        ]);
      }
    };
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`p${index}.md`, `# P ${index}\n\n[next](p${index + 1}.md)`]),
    );
    await importFiles(space, files, { onProgress });
    await meanwhile;
    const pages = await pagesOf(space);
    expect(pages).toHaveLength(61);
    expect(pages.some(({ id }) => id === "other")).toBe(true);
    expect((await checkStore(deps.db, store)).problems).toEqual([]);
  });

  test("an import that is called off leaves nothing", async () => {
    const space = await addSpace(deps.db);
    const stop = new AbortController();
    const onProgress = (): void => stop.abort(new Error("called off"));
    await expect(importFiles(space, { "a.md": "# A" }, { onProgress, signal: stop.signal })).rejects.toThrow(
      "called off",
    );
    expect(await pagesOf(space)).toEqual([]);
  });
});
