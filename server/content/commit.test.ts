import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyChanges } from "../../engine/change.ts";
import type { Change, NewRevision } from "../../engine/change.ts";
import { readPage } from "../../engine/tree.ts";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import {
  NO_CONTENT,
  StaleHead,
  commit,
  copyRevision,
  onFreshHead,
  putRevision,
  readRevision,
} from "./commit.ts";
import type { RevisionNote } from "./commit.ts";
import { resolvePath } from "./formerSlugs.ts";
import { headOf, addSpace, insertPages, note } from "./spaces.fixture.ts";
import { MissingBody, openContent } from "./store.ts";
import type { Content } from "./store.ts";
import { MissingContent, recordBlob, stageContent } from "./write.ts";

let opened: TestDatabase;
let content: Content;
beforeAll(async () => {
  opened = await openTestDatabase();
  content = openContent(opened.db).of("org");
});
afterAll(() => opened.drop());

let revisions = 0;

/** Applies changes to a space's head and commits them. */
async function edit(space: string, changes: readonly Change[], now = 5000): Promise<string> {
  const { made, head } = await prepare(space, changes, now);
  return publish(space, head, made, now);
}

async function prepare(
  space: string,
  changes: readonly Change[],
  now = 5000,
): Promise<{ made: NewRevision; head: string }> {
  const head = await headOf(opened.db.read, space);
  const made = await applyChanges(content.nodes, head?.root as string, changes, { now });
  if (!made.ok) throw new Error(made.refusal.message);
  return { made, head: head?.id as string };
}

async function publish(space: string, expectedHead: string, made: NewRevision, now = 5000): Promise<string> {
  const id = `revision${revisions++}`;
  const revision: RevisionNote = { ...note(space, id, now), parents: [expectedHead] };
  await opened.db.transact((tx) => commit(tx, { expectedHead, note: revision, content: made }));
  return id;
}

describe("committing", () => {
  test("makes the new revision the head; the old one stays readable", async () => {
    const space = await addSpace(opened.db);
    const first = await edit(space, insertPages("a", "b"));
    const second = await edit(space, [
      { operation: "update_page", page: "a", body: { text: "Ω 文 text", targets: {} } },
    ]);
    expect(await headOf(opened.db.read, space)).toMatchObject({
      id: second,
      parents: JSON.stringify([first]),
    });
    const fresh = openContent(opened.db).of("org");
    const older = await readRevision(opened.db.read, { organization_id: "org", id: space }, first);
    const newer = await readRevision(opened.db.read, { organization_id: "org", id: space }, second);
    const before = await readPage(fresh.nodes, await fresh.root(older?.root as string), "a");
    const after = await readPage(fresh.nodes, await fresh.root(newer?.root as string), "a");
    expect(await fresh.body(before?.body)).toBe("text of a");
    expect(await fresh.body(after?.body)).toBe("Ω 文 text");
    expect((await fresh.tree(newer?.root as string)).map(({ path }) => path)).toEqual(["a", "b"]);
  });

  test("is refused when the head has moved, and leaves nothing", async () => {
    const space = await addSpace(opened.db);
    const { made, head } = await prepare(space, insertPages("mine"));
    await edit(space, insertPages("theirs"));
    await expect(publish(space, head, made)).rejects.toThrow(StaleHead);
    const left = await opened.db.read
      .selectFrom("nodes")
      .select("hash")
      .where("hash", "=", made.root)
      .execute();
    expect(left).toEqual([]);
  });

  test("of many at once loses none when each tries again on the new head", async () => {
    const space = await addSpace(opened.db);
    const ids = Array.from({ length: 8 }, (_, index) => `page${index}`);
    await Promise.all(ids.map((id) => onFreshHead(() => edit(space, insertPages(id)), 20)));
    const head = await headOf(opened.db.read, space);
    const tree = await content.tree(head?.root as string);
    expect(tree.map(({ page }) => page.id).toSorted()).toEqual(ids);
  });

  test("gives up when the head never stands still", async () => {
    let attempts = 0;
    const stale = (): Promise<never> => {
      attempts++;
      return Promise.reject(new StaleHead("s"));
    };
    await expect(onFreshHead(stale, 3)).rejects.toThrow(StaleHead);
    expect(attempts).toBe(3);
  });

  test("needs the bodies and blobs that it refers to", async () => {
    const space = await addSpace(opened.db);
    const file = {
      id: "f",
      name: "f",
      contentType: "image/png",
      size: 3,
      hash: "a".repeat(64),
      createdAt: 1,
    };
    const body = await prepare(space, [
      {
        operation: "insert_page",
        id: "p",
        type: "document",
        fields: { title: "p" },
        body: { hash: "gone", targets: {} },
      },
    ]);
    await expect(publish(space, body.head, body.made)).rejects.toThrow(MissingContent);
    const blob = await prepare(space, [{ operation: "put_file", file }]);
    await expect(publish(space, blob.head, blob.made)).rejects.toThrow(MissingContent);
    await opened.db.transact((tx) =>
      recordBlob(tx, { organization: "org", hash: file.hash, size: 3, at: 1 }),
    );
    await publish(space, blob.head, blob.made);
    const row = await opened.db.read
      .selectFrom("blobs")
      .selectAll()
      .where("hash", "=", file.hash)
      .executeTakeFirst();
    expect(row).toEqual({ organization_id: "org", hash: file.hash, size: 3, touched_at: 5000 });
  });

  test("refreshes the age of content that is put again", async () => {
    const one = await addSpace(opened.db);
    const other = await addSpace(opened.db);
    await edit(one, insertPages("same"), 1000);
    const { made, head } = await prepare(other, insertPages("same"), 1000);
    await publish(other, head, made, 7777);
    const ages = await opened.db.read
      .selectFrom("nodes")
      .select("touched_at")
      .where("hash", "in", [...made.nodes.keys()])
      .execute();
    expect(ages.length).toBe(made.nodes.size);
    expect(new Set(ages.map((row) => row.touched_at))).toEqual(new Set([7777]));
  });

  test("may be staged, so that the transaction itself is short", async () => {
    const space = await addSpace(opened.db);
    const { made, head } = await prepare(
      space,
      insertPages(...Array.from({ length: 300 }, (_, index) => `p${index}`)),
    );
    const staged = await stageContent(opened.db, "org", made, 5000);
    expect(staged.nodes.size + staged.bodies.size).toBe(0);
    await publish(space, head, staged);
    const fresh = openContent(opened.db).of("org");
    expect(await fresh.tree(made.root)).toHaveLength(300);
    expect((await fresh.bodies([...made.bodies.keys()])).size).toBe(300);
  });
});

describe("copying a revision", () => {
  test("shares its content with another space", async () => {
    const space = await addSpace(opened.db);
    await edit(space, insertPages("a"));
    const other = await addSpace(opened.db);
    const head = await headOf(opened.db.read, space);
    const count = async (): Promise<unknown> =>
      opened.db.read
        .selectFrom("nodes")
        .select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirst();
    const before = await count();
    await opened.db.transact((tx) => copyRevision(tx, head as { root: string }, note(other, "copy", 6000)));
    expect((await readRevision(opened.db.read, { organization_id: "org", id: other }, "copy"))?.root).toBe(
      head?.root,
    );
    expect(await readRevision(opened.db.read, { organization_id: "org", id: space }, "copy")).toBeUndefined();
    expect(await count()).toEqual(before);
  });

  test("an empty space has a readable revision too", async () => {
    const space = await addSpace(opened.db);
    await opened.db.transact((tx) => putRevision(tx, note(space, "empty-one", 1), NO_CONTENT));
    const head = await headOf(opened.db.read, space);
    expect(await content.tree(head?.root as string)).toEqual([]);
  });
});

describe("resolving an address", () => {
  test("follows pages that were renamed, moved, or whose parents were", async () => {
    const space = await addSpace(opened.db);
    await edit(space, [
      ...insertPages("a", "b"),
      ...insertPages("c").map((change) => ({ ...change, into: "a" }) as Change),
    ]);
    await edit(space, [{ operation: "update_page", page: "a", fields: { slug: "renamed" } }]);
    await edit(space, [{ operation: "update_page", page: "c", into: "b" }]);
    const head = await headOf(opened.db.read, space);
    const root = await content.root(head?.root as string);
    const find = async (path: string): Promise<unknown> => {
      const found = await resolvePath(opened.db.read, content, space, root, path);
      return found && [found.page.id, found.redirected];
    };
    expect(await find("renamed")).toEqual(["a", false]);
    expect(await find("A")).toEqual(["a", true]);
    expect(await find("a/c")).toEqual(["c", true]);
    expect(await find("b/c/")).toEqual(["c", false]);
    expect(await find("a/nothing")).toBeUndefined();
    expect(await find("")).toBeUndefined();
    await edit(
      space,
      insertPages("new").map((change) => ({ ...change, fields: { title: "a" } }) as Change),
    );
    const later = await content.root((await headOf(opened.db.read, space))?.root as string);
    expect((await resolvePath(opened.db.read, content, space, later, "a"))?.page.id).toBe("new");
  });
});

describe("reading", () => {
  test("says what is missing", async () => {
    await expect(content.body("0000")).rejects.toThrow(MissingBody);
    await expect(content.root("0000")).rejects.toThrow(/0000/);
    await expect(content.nodes.load(["0000", "1111"])).rejects.toThrow(/0000/);
    expect(await content.body(undefined)).toBe("");
  });
});
