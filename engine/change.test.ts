import { describe, expect, test } from "vitest";
import { applyChanges } from "./change.ts";
import type { Change } from "./change.ts";
import { contentHash } from "./hash.ts";
import { brokenTargets, linksFrom, linksTo } from "./links.ts";
import { prefixInMap } from "./mapRead.ts";
import type { PageFields } from "./page.ts";
import { BROKEN, EMPTY_ROOT } from "./revision.ts";
import { Space, body, insert, update } from "./space.fixture.ts";
import { pageByPath, pagePath, readChildren, readPage, readTrails, readTree } from "./tree.ts";

/** How many links a revision has, and how many of them lead to nothing; equal links of one page count once. */
async function countLinks({ nodes, root }: Space): Promise<{ total: number; broken: number }> {
  const { start, end } = await prefixInMap(nodes, root.backlinks, BROKEN);
  return { total: root.backlinks?.[1] ?? 0, broken: end - start };
}

describe("inserting pages", () => {
  test("puts them at the end or at a position among their siblings", async () => {
    const space = new Space();
    await space.apply(
      insert("a"),
      insert("b"),
      insert("c", { at: 0 }),
      insert("d", { at: 2 }),
      insert("e", { at: 99 }),
    );
    expect(await space.outline()).toEqual(["c", "a", "d", "b", "e"]);
    await space.apply(insert("x", { into: "a" }), insert("y", { into: "a", at: 0 }));
    expect(await space.outline()).toEqual(["c", "a", "a/y", "a/x", "d", "b", "e"]);
    expect((await readChildren(space.nodes, space.root, "a")).map(({ id }) => id)).toEqual(["y", "x"]);
  });

  test("makes a free slug from the title", async () => {
    const space = new Space();
    const titles = Array.from({ length: 12 }, (_, index) =>
      insert(`p${index}`, { fields: { title: "My Guide" } }),
    );
    await space.apply(...titles);
    expect(await space.outline()).toEqual([
      "my-guide",
      ...Array.from({ length: 11 }, (_, index) => `my-guide-${index + 1}`),
    ]);
  });

  test("keeps fields that say something, and no others", async () => {
    const space = new Space();
    const fields: Partial<PageFields> = {
      title: " A ",
      hidden: true,
      noIndex: false,
      emoji: "",
      description: "d",
      icon: "i",
    };
    await space.apply(insert("a", { fields, body: body("text") }));
    expect(await readPage(space.nodes, space.root, "a")).toEqual({
      id: "a",
      type: "document",
      title: "A",
      slug: "a",
      parent: null,
      order: expect.any(String),
      hidden: true,
      description: "d",
      icon: "i",
      body: contentHash("text"),
      createdAt: 1000,
      updatedAt: 1000,
    });
  });
});

describe("updating pages", () => {
  test("a new title leaves the address, a new slug moves it", async () => {
    const space = new Space();
    await space.apply(insert("a"), insert("b", { into: "a" }));
    space.now = 2000;
    await space.apply(update("a", { fields: { title: "Else" } }));
    expect(await pagePath(space.nodes, space.root, "b")).toBe("a/b");
    await space.apply(update("a", { fields: { slug: "Moved" } }));
    expect(await pagePath(space.nodes, space.root, "b")).toBe("moved/b");
    expect((await pageByPath(space.nodes, space.root, "/MOVED/B/"))?.id).toBe("b");
    expect(await pageByPath(space.nodes, space.root, "a/b")).toBeUndefined();
    const trails = await readTrails(space.nodes, space.root, ["b", "none", "a"]);
    expect([...trails].map(([id, trail]) => [id, trail.map(({ slug }) => slug)])).toEqual([
      ["b", ["moved", "b"]],
      ["a", ["moved"]],
    ]);
    expect(await readPage(space.nodes, space.root, "a")).toMatchObject({
      title: "Else",
      createdAt: 1000,
      updatedAt: 2000,
    });
  });

  test("null clears, absent leaves", async () => {
    const space = new Space();
    await space.apply(
      insert("a", { fields: { title: "a", emoji: "x", condition: "true" }, body: body("t") }),
    );
    await space.apply(update("a", { fields: { emoji: null, icon: undefined }, body: null }));
    const page = await readPage(space.nodes, space.root, "a");
    expect(page).toMatchObject({ condition: "true" });
    expect(page).not.toHaveProperty("emoji");
    expect(page).not.toHaveProperty("body");
  });

  test("what changes nothing makes no new revision", async () => {
    const space = new Space();
    await space.apply(
      insert("a", { fields: { title: "A", emoji: "x" }, body: body("t", "page:a") }),
      insert("b"),
    );
    const before = space.rootHash;
    space.now = 9000;
    const made = await space.apply(
      update("a", {
        fields: { title: "A", emoji: "x", slug: "a" },
        body: body("t", "page:a"),
        into: null,
        at: 0,
      }),
    );
    expect(space.rootHash).toBe(before);
    expect(made.pages).toEqual([]);
  });

  test.each([
    [{ into: "b" }, ["b", "b/a", "c", "c/x"]],
    [{ into: "c", at: 0 }, ["b", "c", "c/a", "c/x"]],
    [{ at: 1 }, ["b", "a", "c", "c/x"]],
    [{ at: 9 }, ["b", "c", "c/x", "a"]],
    [{ into: null }, ["a", "b", "c", "c/x"]],
  ])("moves a page: %j", async (place, outline) => {
    const space = new Space();
    await space.apply(insert("a"), insert("b"), insert("c"), insert("x", { into: "c" }));
    await space.apply(update("a", place));
    expect(await space.outline()).toEqual(outline);
    expect((await readPage(space.nodes, space.root, "a"))?.updatedAt).toBe(1000);
  });

  test("finds room however often one place is used", async () => {
    const space = new Space();
    await space.apply(insert("first"), insert("last"));
    const expected = ["first", "last"];
    for (let round = 0; round < 25; round++) {
      const ids = Array.from({ length: 20 }, (_, index) => `p${round}-${index}`);
      await space.apply(...ids.map((id) => insert(id, { at: 1 })));
      expected.splice(1, 0, ...ids.toReversed());
    }
    expect(await space.outline()).toEqual(expected);
    for (const { page } of await readTree(space.nodes, space.root))
      expect(page.order.length).toBeLessThan(40);
  });
});

describe("deleting pages", () => {
  test("takes the subpages along, and everything kept about them", async () => {
    const space = new Space();
    await space.apply(insert("z"));
    const before = space.rootHash;
    await space.apply(
      insert("a"),
      insert("b", { into: "a" }),
      insert("c", { into: "b", body: body("t", "page:a", "x:y") }),
    );
    const made = await space.apply({ operation: "delete_page", page: "a" });
    expect(made.pages.map(({ id, after }) => [id, after])).toEqual(
      expect.arrayContaining([
        ["a", undefined],
        ["b", undefined],
        ["c", undefined],
      ]),
    );
    expect(space.rootHash).toBe(before);
  });
});

describe("the end of a list of siblings", () => {
  const gone: Change = { operation: "delete_page", page: "a" };
  test.each<[string, Change[]]>([
    ["after the last was removed", [insert("a"), gone, insert("b")]],
    ["after the last has moved", [insert("x"), insert("a"), update("a", { into: "x" }), insert("b")]],
    ["after one was put behind the last", [insert("x"), insert("a", { at: 1 }), insert("b")]],
    [
      "under a page that was removed and came back",
      [insert("a"), insert("u", { into: "a" }), gone, insert("a"), insert("v", { into: "a" })],
    ],
  ])("is the same in one batch as in several: %s", async (_, changes) => {
    const [batch, single] = [new Space(), new Space()];
    await batch.apply(...changes);
    for (const change of changes) await single.apply(change);
    expect(batch.rootHash).toBe(single.rootHash);
  });
});

describe("refusals", () => {
  const cases: [string, Change, Record<string, unknown>][] = [
    ["an unknown page", update("nope", { fields: { title: "x" } }), { code: "page-unknown" }],
    ["deleting an unknown page", { operation: "delete_page", page: "nope" }, { code: "page-unknown" }],
    ["an id in use", insert("a"), { code: "page-exists" }],
    ["an unknown parent", insert("n", { into: "nope" }), { code: "parent-unknown" }],
    ["a slug in use", insert("n", { into: "a", fields: { slug: "B" } }), { code: "slug-taken", path: "a/b" }],
    ["moving onto a slug in use", update("b2", { into: "a" }), { code: "slug-taken", path: "a/b" }],
    ["a slug that is none", insert("n", { fields: { slug: "../x" } }), { code: "slug-invalid" }],
    ["a page under itself", update("a", { into: "a" }), { code: "under-itself" }],
    ["a page under its subpage", update("a", { into: "c" }), { code: "under-itself" }],
    ["a page under a link", insert("n", { into: "link" }), { code: "parent-holds-no-pages" }],
    ["a group in a page", insert("n", { type: "group", into: "a" }), { code: "group-not-at-top" }],
    ["moving a group into a page", update("group", { into: "a" }), { code: "group-not-at-top" }],
    ["a body of a link", update("link", { body: body("t") }), { code: "no-body" }],
    ["a long title", update("a", { fields: { title: "x".repeat(251) } }), { code: "title-too-long" }],
    ["an unknown file", { operation: "delete_file", file: "nope" }, { code: "file-unknown" }],
    [
      "a bad variable name",
      { operation: "set_variables", variables: { "1a": 1 } },
      { code: "variable-invalid" },
    ],
    [
      "a long variable",
      { operation: "set_variables", variables: { a: "x".repeat(257) } },
      { code: "variable-invalid" },
    ],
    [
      "a bad name of a tag",
      { operation: "set_tags", tags: { "a b": { label: "A" } } },
      { code: "tag-invalid" },
    ],
    [
      "a tag without a label",
      { operation: "set_tags", tags: { a: { label: " " } } },
      { code: "tag-invalid" },
    ],
    ["unknown reusable content", { operation: "delete_reusable", id: "nope" }, { code: "reusable-unknown" }],
  ];
  test.each(cases)("%s", async (_, change, refusal) => {
    const space = new Space();
    await space.apply(
      insert("a"),
      insert("b", { into: "a" }),
      insert("c", { into: "b" }),
      insert("b2", { fields: { slug: "b" } }),
      insert("link", { type: "link" }),
      insert("group", { type: "group" }),
    );
    expect(await space.attempt(insert("fine"), change)).toEqual({
      ok: false,
      refusal: { change: 1, message: expect.any(String), ...refusal },
    });
  });

  test("pages nested too deep, by insertion and by moving a branch", async () => {
    const space = new Space();
    const chain = Array.from({ length: 100 }, (_, index) =>
      insert(`p${index}`, { into: index === 0 ? null : `p${index - 1}` }),
    );
    await space.apply(...chain, insert("top"));
    expect(await space.attempt(insert("deeper", { into: "p99" }))).toMatchObject({
      refusal: { code: "too-deep" },
    });
    expect(await space.attempt(update("p0", { into: "top" }))).toMatchObject({
      refusal: { code: "too-deep" },
    });
    expect(await space.attempt(update("p1", { into: "top" }))).toMatchObject({ ok: true });
  });
});

describe("links", () => {
  test("are counted by target, and are broken while their target is absent", async () => {
    const space = new Space();
    await space.apply(
      insert("a", { body: body("1", "page:b", "file:f", "broken:./x.md", "url:elsewhere") }),
      insert("c", { body: body("2", "page:b") }),
    );
    expect(await countLinks(space)).toEqual({ total: 5, broken: 4 });
    await space.apply(insert("b"));
    expect(await countLinks(space)).toEqual({ total: 5, broken: 2 });
    expect(await linksTo(space.nodes, space.root, "page:b")).toEqual({
      total: 2,
      backlinks: [
        { source: "a", count: 1 },
        { source: "c", count: 1 },
      ],
    });
    expect((await linksTo(space.nodes, space.root, "page:b", 1, 2)).backlinks).toEqual([
      { source: "c", count: 1 },
    ]);
    await space.apply({
      operation: "put_file",
      file: { id: "f", name: "f.png", contentType: "image/png", size: 1, hash: "h", createdAt: 1 },
    });
    expect((await linksTo(space.nodes, space.root, "file:f")).total).toBe(1);
    await space.apply({ operation: "delete_page", page: "b" }, update("c", { body: body("3", "page:a") }));
    expect(await countLinks(space)).toEqual({ total: 5, broken: 2 });
    const targets = Object.keys(await linksFrom(space.nodes, space.root, "a"));
    expect(await brokenTargets(space.nodes, space.root, targets)).toEqual(new Set(["page:b"]));
    await space.apply(update("a", { body: null }), update("c", { body: body("3") }));
    expect(space.root.backlinks).toBeNull();
    expect(space.root.links).toBeNull();
  });
});

describe("links of a page's fields", () => {
  test("count like those of its body", async () => {
    const space = new Space();
    const cover = { ref: { kind: "file", file: "f" }, refDark: { kind: "file", file: "f" } };
    const target = { kind: "page", page: "a" };
    const elsewhere = { kind: "page", page: "a", space: "other" };
    await space.apply(
      insert("a", { fields: { title: "a", cover }, body: body("t", "page:a") }),
      insert("l", { type: "link", fields: { title: "l", target } }),
      insert("m", { type: "link", fields: { title: "m", target: elsewhere } }),
    );
    expect(await linksFrom(space.nodes, space.root, "a")).toEqual({ "page:a": 1, "file:f": 2 });
    expect((await linksTo(space.nodes, space.root, "page:a")).backlinks).toEqual([
      { source: "a", count: 1 },
      { source: "l", count: 1 },
    ]);
    expect(await countLinks(space)).toEqual({ total: 4, broken: 1 });
    expect(await linksFrom(space.nodes, space.root, "m")).toEqual({ "space:other/page:a": 1 });
    await space.apply(
      update("a", { fields: { cover: null } }),
      update("l", { fields: { target: { kind: "url", url: "x" } } }),
    );
    expect(await countLinks(space)).toEqual({ total: 3, broken: 0 });
  });
});

describe("other content", () => {
  test("variables, tags, files and reusable contents are put and removed", async () => {
    const space = new Space();
    const made = await space.apply(
      { operation: "set_variables", variables: { a: 1, b: "x", c: true } },
      { operation: "set_tags", tags: { beta: { label: "Beta", color: "red" } } },
      {
        operation: "put_file",
        file: { id: "f", name: "f", contentType: "t", size: 1, hash: "h", createdAt: 1 },
      },
      { operation: "put_reusable", id: "r", title: "R", body: body("shared", "page:p") },
    );
    expect([...made.bodies.values()]).toEqual(["shared"]);
    expect(made.blobs).toEqual(["h"]);
    expect(made.tags).toEqual(["beta"]);
    expect(await countLinks(space)).toEqual({ total: 1, broken: 1 });
    await space.apply(
      { operation: "set_variables", variables: { a: null, b: null, c: null } },
      { operation: "set_tags", tags: { beta: null } },
      { operation: "delete_file", file: "f" },
      { operation: "delete_reusable", id: "r" },
    );
    expect(space.rootHash).toBe(EMPTY_ROOT);
  });
});

describe("tags that something is said of", () => {
  const tags = (from: number, to: number, tag: { label: string } | null = { label: "A tag" }) => ({
    operation: "set_tags" as const,
    tags: Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`t${from + index}`, tag])),
  });

  test("are at most a thousand, however many changes say so, and one goes for another", async () => {
    const space = new Space();
    await space.apply(tags(0, 600), tags(600, 1000));
    const refused = { ok: false, refusal: { code: "tag-invalid", change: 0 } };
    expect(await space.attempt(tags(1000, 1001))).toMatchObject(refused);
    expect(await new Space().attempt(tags(0, 1001))).toMatchObject(refused);
    await space.apply(tags(500, 1000, { label: "Another" }));
    await space.apply({
      operation: "set_tags",
      tags: { ...tags(0, 1, null).tags, ...tags(1000, 1001).tags },
    });
    await space.apply(tags(1, 3, null), tags(1001, 1003));
    expect(await space.attempt(tags(1003, 1004))).toMatchObject(refused);
  });
});

describe("long work", () => {
  test("asks for a pause at every change and every chunk, and is no other for it", async () => {
    const space = new Space();
    const changes = Array.from({ length: 400 }, (_, index) => insert(`p${index}`));
    let asked = 0;
    const pause = async (): Promise<void> => void asked++;
    const made = await applyChanges(space.nodes, EMPTY_ROOT, changes, { now: space.now, pause });
    await space.apply(...changes);
    expect(made).toMatchObject({ ok: true, root: space.rootHash });
    expect(asked).toBeGreaterThan(400 + 30);
  });
});

describe("cost", () => {
  test("of editing or inserting one page among 10,000 siblings is near that among 100", async () => {
    const costs: { loads: number; bytes: number }[] = [];
    for (const size of [100, 10_000]) {
      const space = new Space();
      await space.apply(
        ...Array.from({ length: size }, (_, index) =>
          insert(`page${index}`, { body: body(`t${index}`, `page:page${index >> 1}`) }),
        ),
      );
      const edits: Change[] = [
        update(`page${size >> 1}`, { body: body("new text", "page:page1"), fields: { slug: "elsewhere" } }),
        insert("new", { at: size >> 1 }),
      ];
      const made = await space.apply(...edits);
      const bytes = [...made.nodes.values()].reduce((sum, text) => sum + text.length, 0);
      costs.push({ loads: space.nodes.loads, bytes });
    }
    const [small, large] = costs as [(typeof costs)[0], (typeof costs)[0]];
    expect(large.loads).toBeLessThan(small.loads * 4);
    expect(large.bytes).toBeLessThan(small.bytes * 6);
  });
});
