import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memorySource } from "../../importers/files.ts";
import { readFolder } from "../../importers/folder.ts";
import { openDiskBlobs } from "../../ports/blobs-disk.ts";
import { newId } from "../../ports/ids.ts";
import { openTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { checkStore } from "../check.ts";
import { readHead } from "../commit.ts";
import { addSpace } from "../spaces.fixture.ts";
import { openContent } from "../store.ts";
import type { ImportDeps } from "./importDeps.ts";
import { type Imported, importInto } from "./importInto.ts";

const FASTIFY = fileURLToPath(new URL("../../../node_modules/fastify/docs", import.meta.url));

let database: TestDatabase;
let folder: string;
let deps: ImportDeps;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "lectern-import-"));
  const { db } = database;
  const blobs = await openDiskBlobs(join(folder, "files"));
  deps = { db, blobs, content: openContent(db.read), clock: { now: () => Date.now() }, newId };
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

type Files = Readonly<Record<string, string>>;

function importFiles(space: string, files: Files, options: object = {}): Promise<Imported> {
  const source = memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
  return importInto(deps, { space, source, ...options });
}

async function pagesOf(space: string) {
  const head = await readHead(deps.db.read, space);
  const list: { id: string; path: string; title: string; type: string; body: string }[] = [];
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
    const second = await importInto(deps, { space, source: await readFolder(FASTIFY) });
    expect(second).toEqual({ ...first, changed: false });
    expect(await pagesOf(space)).toEqual(pages);
    expect((await checkStore(deps.db, deps.blobs)).problems).toEqual([]);
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
});
