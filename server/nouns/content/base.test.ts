/** Writes that name the text they were made on: what others wrote meanwhile is kept, or nothing is written. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;
let space: string;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  space = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, writer)).body.id;
});

const change = (...changes: unknown[]) => world().post(`/spaces/${space}/content`, { changes }, writer);
const update = (page: string, document: object, more: object = {}) => ({
  operation: "update_page",
  page,
  document,
  ...more,
});
const read = async (page: string, query = "") =>
  (await world().get(`/spaces/${space}/content/page/${page}${query}`, writer)).body;
const revisions = async () => (await world().get(`/spaces/${space}/revisions`, writer)).body.count;

interface Made {
  readonly page: string;
  readonly base: string;
}

/** A page with a text, byte for byte. */
async function make(markdown: string, more: object = {}): Promise<Made> {
  const inserted = await change({ operation: "insert_page", title: "P", ...more });
  const { page } = inserted.body.changes[0];
  const { body } = await change(update(page, { markdown, base: null }));
  return { page, base: body.changes[0].documentId };
}

const conflictsOf = ({ status, body }: Answer) => [status, body.error.type, body.conflicts];

describe("a write with a base", () => {
  test("keeps what another wrote in another paragraph, and says so", async () => {
    const { page, base } = await make("A\n\nB");
    const first = await change(update(page, { markdown: "A1\n\nB", base }));
    const second = await change(update(page, { markdown: "A\n\nB2", base }));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.changes[0]).not.toHaveProperty("merged");
    expect(second.body.changes[0]).toMatchObject({ merged: true, markdown: "A1\n\nB2" });
    const { markdown, documentId, version } = await read(page);
    expect(markdown).toBe("A1\n\nB2");
    expect(second.body.changes[0]).toMatchObject({ documentId, version });
  });

  test("is refused where both changed the same, and writes nothing of its request", async () => {
    const { page, base } = await make("A\n\nB");
    const other = await make("Other");
    const head = (await change(update(page, { markdown: "A1\n\nB", base }))).body.changes[0].documentId;
    const before = await revisions();
    const answer = await change(
      update(other.page, { markdown: "Lost", base: other.base }),
      update(page, { markdown: "A2\n\nB", base }),
    );
    expect(conflictsOf(answer)).toEqual([
      409,
      "content-conflict",
      [
        {
          change: 1,
          page,
          documentId: head,
          kind: "body",
          block: expect.any(String),
          base: expect.stringMatching(/^A\s*$/),
          primary: expect.stringMatching(/^A1\s*$/),
          changed: expect.stringMatching(/^A2\s*$/),
        },
      ],
    ]);
    expect([await revisions(), (await read(other.page)).markdown]).toEqual([before, "Other"]);
  });

  test("is written as it is when nobody wrote meanwhile, and is no write when it says what is there", async () => {
    const { page, base } = await make("A");
    const { body } = await change(update(page, { markdown: "B", base }));
    expect(Object.keys(body.changes[0]).toSorted()).toEqual(["documentId", "operation", "page", "version"]);
    const again = await change(update(page, { markdown: "B", base }));
    expect([again.status, again.body.revision]).toEqual([200, body.revision]);
    const untouched = await change(update(page, { markdown: "A", base }));
    expect(untouched.body.changes[0]).toMatchObject({ merged: true, markdown: "B" });
  });

  test.each([
    ["front matter", "---\ntitle: Not a title\n---\n\nText\n"],
    ["a leading heading", "# Not a title\n\nText"],
    ["a rule and a heading", "---\n\n# H\n\n---\n"],
    ["a byte order mark", "\ufeffText"],
    ["line ends of Windows, tabs, trailing blanks", "A  \r\n\r\n\tB\t\r\n"],
    ["blank lines around", "\n\n\nA\n\n\n\n"],
    ["white space alone", " \n"],
    ["nothing", ""],
    ["a table, a list and code", "| a |\n|:-|\n| `x` |\n\n* a\n+ b\n\n```js\n\tx\n```"],
    ["odd Markdown", "<div>\n<p>[a]: b\n\n{% hint %}\n\n[a]: b\n***\n"],
  ])("is read back byte for byte: %s", async (_what, markdown) => {
    const { page, base } = await make("Before", { title: "Kept" });
    const answer = await change(update(page, { markdown, base }));
    expect(answer.body.changes[0]).not.toHaveProperty("markdown");
    expect(await read(page)).toMatchObject({ title: "Kept", markdown });
  });

  test("takes a title and fields from beside the text alone", async () => {
    const { page, base } = await make("x");
    await change(update(page, { markdown: "# H\n\nText", base }, { title: "T", icon: "star" }));
    expect(await read(page)).toMatchObject({ title: "T", icon: "star", markdown: "# H\n\nText" });
  });

  test("resolves destinations where it changed the text, and leaves the others as they are written", async () => {
    const there = await make("There", { title: "Later" });
    const { page } = await make("x");
    // Written before its page had that path, so nothing was found.
    const made = await change(update(page, { markdown: "See [it](soon.md).\n\nMore." }));
    const base = made.body.changes[0].documentId;
    await change({ operation: "update_page", page: there.page, slug: "soon" });
    const sent = "See [it](soon.md).\n\nMore, and [that](soon.md).";
    const { body } = await change(update(page, { markdown: sent, base }));
    const stored = `See [it](soon.md).\n\nMore, and [that](/pages/${there.page}).`;
    expect([body.changes[0].markdown, (await read(page)).markdown]).toEqual([stored, stored]);
    const links = await world().get(`/spaces/${space}/content/page/${there.page}/backlinks`, writer);
    expect(links.body.count).toBe(1);
  });

  test("keeps the blocks of its base's text, sent as a document", async () => {
    const source = "A  line\n\n* one\n* two\n\nB";
    const { page, base } = await make(source);
    await change(update(page, { markdown: source.replace("B", "B by another"), base }));
    const document = (await world().get(`/spaces/${space}/documents/${base}`, writer)).body;
    document.nodes[0].nodes[0].leaves[0].text = "A new line";
    const answer = await change(update(page, { document, base }));
    expect(answer.status).toBe(200);
    expect((await read(page)).markdown).toBe("A new line\n\n* one\n* two\n\nB by another");
  });

  test("is compared in the order of its request: the second change sees the first", async () => {
    const { page, base } = await make("A\n\nB");
    const { body } = await change(
      update(page, { markdown: "A1\n\nB", base }),
      update(page, { markdown: "A\n\nB1", base }),
    );
    expect(body.changes.map(({ merged }: { merged?: true }) => merged)).toEqual([undefined, true]);
    expect((await read(page)).markdown).toBe("A1\n\nB1");
  });
});

describe("a base that is none", () => {
  test.each([
    ["of no space", () => "0".repeat(62)],
    ["of another space", () => ""],
    ["cut", () => "x"],
  ])("%s is 409 with the text that the page has, never a write", async (what, base) => {
    const { page, base: head } = await make("A");
    const stranger = async () => {
      const other = await world().post(`/orgs/${world().organization}/spaces`, {}, writer);
      const insert = { operation: "insert_page", document: { markdown: "A" } };
      const made = await world().post(`/spaces/${other.body.id}/content`, { changes: [insert] }, writer);
      return made.body.changes[0].documentId;
    };
    const named = what === "of another space" ? await stranger() : base();
    const answer = await change(update(page, { markdown: "B", base: named }));
    expect(conflictsOf(answer)).toEqual([
      409,
      "base-unknown",
      [{ change: 0, page, documentId: head, kind: "base-unknown" }],
    ]);
    expect((await read(page)).markdown).toBe("A");
  });

  test("and a page that is gone is 409", async () => {
    const { page, base } = await make("A");
    await change({ operation: "delete_page", page });
    for (const gone of [
      update(page, { markdown: "B", base }),
      { operation: "update_page", page, title: "T", was: { title: "P" } },
      { operation: "delete_page", page, ifVersion: "x" },
    ]) {
      const answer = await change(gone);
      expect(conflictsOf(answer)).toEqual([409, "page-removed", [{ change: 0, page, kind: "page-removed" }]]);
    }
    expect((await change(update(page, { markdown: "B" }))).status).toBe(400);
  });

  test.each([
    [{ base: null }, "/changes/0/document/markdown"],
    [{ base: "", markdown: "x" }, "/changes/0/document/base"],
    [{ base: null, markdown: "x", document: {} }, "/changes/0/document/document"],
  ])("%j is 400", async (document, path) => {
    const { page } = await make("A");
    const { status, body } = await change(update(page, document));
    expect([status, body.error.details[0].path]).toEqual([400, path]);
  });

  test("a new page has none", async () => {
    const insert = { operation: "insert_page", document: { markdown: "x", base: null } };
    expect((await change(insert)).status).toBe(400);
  });
});

describe("fields", () => {
  test("are kept where they are neither what they were nor what is sent", async () => {
    const { page, base } = await make("A");
    const rename = (title: string, was: string) =>
      change({ operation: "update_page", page, title, was: { title: was } });
    expect((await rename("Mine", "P")).status).toBe(200);
    expect(conflictsOf(await rename("Yours", "P"))).toEqual([
      409,
      "content-conflict",
      [
        {
          change: 0,
          page,
          documentId: base,
          kind: "page-field",
          field: "title",
          base: "P",
          primary: "Mine",
          changed: "Yours",
        },
      ],
    ]);
    expect((await rename("Mine", "P")).status).toBe(200);
    expect((await read(page)).title).toBe("Mine");
  });

  test.each([
    ["emoji", "", "1f680", "1f4d8"],
    ["icon", "", "star", "bolt"],
    ["description", "", "one", "two"],
    ["condition", "", "true || false", "visitor.claims.a"],
    ["hidden", false, true, undefined],
    ["cover", null, { ref: { kind: "url", url: "https://a.test/b.png" } }, { yPos: 3 }],
    ["variables", null, { a: "1" }, { a: "2" }],
    ["layout", null, { width: "wide" }, { outline: false }],
  ])("%s is compared as a page has it", async (field, none, one, other) => {
    const { page } = await make("A");
    const set = (value: unknown, was: unknown) =>
      change({ operation: "update_page", page, [field]: value, was: { [field]: was } });
    expect((await set(one, none)).status).toBe(200);
    expect((await set(one, none)).status).toBe(200);
    if (other === undefined) return;
    expect(conflictsOf(await set(other, none)).slice(0, 2)).toEqual([409, "content-conflict"]);
    const now = (await read(page))[field];
    expect((await set(other, now)).status).toBe(200);
  });

  test("a layout is written back as it is read; what every page has alike takes no other value", async () => {
    const { page } = await make("A");
    const set = (layout: object) => change({ operation: "update_page", page, layout });
    expect((await set({ width: "wide" })).status).toBe(200);
    const { layout } = await read(page);
    expect(layout).toMatchObject({ width: "wide", coverMask: "none", anchors: true });
    expect((await set({ ...layout, outline: false, tags: false })).status).toBe(200);
    expect((await read(page)).layout).toEqual({ ...layout, outline: false, tags: false });
    for (const [field, value] of [
      ["coverMask", "fade"],
      ["anchors", false],
    ] as const) {
      const { status, body } = await set({ ...layout, [field]: value });
      const { path, message } = body.error.details[0];
      expect([status, path]).toEqual([400, `/changes/0/layout/${field}`]);
      expect(message).toContain(String(layout[field]));
    }
  });

  test("under ifVersion are changed at that version alone", async () => {
    const { page } = await make("A");
    const { version } = await read(page);
    const rely = (more: object) =>
      change({ operation: "update_page", page, ifVersion: version, title: "T", ...more });
    expect((await rely({})).status).toBe(200);
    const now = (await read(page)).version;
    const stale = await rely({ title: "U" });
    expect(stale.body.conflicts).toMatchObject([
      { change: 0, page, kind: "page-version", base: version, primary: now },
    ]);
    const { revision } = (await world().get(`/spaces/${space}`, writer)).body;
    for (const stale of [{ operation: "delete_page" }, { operation: "revert_page", revision }])
      expect((await change({ ...stale, page, ifVersion: version })).status).toBe(409);
    expect((await change({ operation: "delete_page", page, ifVersion: now })).status).toBe(200);
  });

  test("of one request see the changes before them", async () => {
    const { page } = await make("A");
    const { status } = await change(
      { operation: "update_page", page, title: "One", was: { title: "P" } },
      { operation: "update_page", page, title: "Two", was: { title: "One" } },
    );
    expect(status).toBe(200);
  });
});

test("all that stands against a request is told at once; texts beyond 256 kB are left out", async () => {
  const long = (letter: string) => letter.repeat(100_000);
  const pages = [await make("A"), await make("B"), await make("C")];
  for (const { page, base } of pages) await change(update(page, { markdown: long("x"), base }));
  const { status, body } = await change(
    ...pages.map(({ page, base }) => update(page, { markdown: long("y"), base })),
  );
  expect([status, body.error.details.map(({ path }: { path: string }) => path)]).toEqual([
    409,
    ["/changes/0/document", "/changes/1/document", "/changes/2/document"],
  ]);
  expect(body.conflicts.map(({ omitted }: { omitted?: true }) => omitted)).toEqual([undefined, true, true]);
  expect(body.conflicts[2]).toMatchObject({ change: 2, page: pages[2]?.page, kind: "body" });
  expect(body.conflicts[2]).not.toHaveProperty("primary");
});

test("one conflict with texts beyond 256 kB leaves them out as well", async () => {
  const long = (letter: string) => letter.repeat(150_000);
  const { page, base } = await make("A");
  await change(update(page, { markdown: long("x"), base }));
  const { status, body } = await change(update(page, { markdown: long("y"), base }));
  expect([status, body.conflicts]).toMatchObject([409, [{ page, kind: "body", omitted: true }]]);
  expect(body.conflicts[0]).not.toHaveProperty("changed");
});

describe("reusable content", () => {
  const edit = (reusableContent: string, more: object) => ({
    operation: "update_reusable_content",
    reusableContent,
    ...more,
  });

  test("is merged, refused and compared as a page is", async () => {
    const insert = { operation: "insert_reusable_content", title: "R", document: { markdown: "A\n\nB" } };
    const { reusableContent: id, documentId: base } = (await change(insert)).body.changes[0];
    await change(edit(id, { document: { markdown: "A1\n\nB", base } }));
    const merged = await change(edit(id, { document: { markdown: "A\n\nB2", base } }));
    expect(merged.body.changes[0]).toMatchObject({ merged: true, markdown: "A1\n\nB2" });
    const refused = await change(
      edit(id, { title: "S", was: { title: "Q" }, document: { markdown: "A2\n\nB", base } }),
    );
    expect(refused.status).toBe(409);
    expect(refused.body.conflicts).toMatchObject([
      { kind: "body", reusableContent: id },
      { kind: "reusable", reusableContent: id, field: "title", base: "Q", primary: "R", changed: "S" },
    ]);
    await change({ operation: "delete_reusable_content", reusableContent: id });
    const gone = await change(edit(id, { document: { markdown: "x", base } }));
    expect([gone.status, gone.body.error.type]).toEqual([409, "page-removed"]);
  });
});

test("in a change request a base is compared with the text that it has", async () => {
  const { page, base } = await make("A\n\nB");
  const request = (await world().post(`/spaces/${space}/change-requests`, { subject: "S" }, writer)).body.id;
  const path = `/spaces/${space}/change-requests/${request}/content`;
  const write = (markdown: string) =>
    world().post(`${path}?compat=false`, { changes: [update(page, { markdown, base })] }, writer);
  await write("A1\n\nB");
  const second = await write("A\n\nB2");
  expect(second.body.changes[0]).toMatchObject({ merged: true, markdown: "A1\n\nB2" });
  expect((await write("A3\n\nB")).body.error.type).toBe("content-conflict");
  expect((await read(page)).markdown).toBe("A\n\nB");
});

describe("edits of blocks", () => {
  const edit = (page: string, base: string | null, edits: object[], more: object = {}) =>
    change({ operation: "edit_page", page, base, edits, ...more });
  /** Keys of the blocks at the top, as a document has them. */
  const keysOf = async (page: string): Promise<string[]> => {
    const { document } = await read(page, "?format=document");
    return document.nodes.map(({ key }: { key: string }) => key);
  };

  test("leave all other text as it is written, and keep what others wrote since", async () => {
    const { page, base } = await make("Setext\n======\n\n* a\n* b\n\n\nC  \nd\n");
    const [title, list, last] = await keysOf(page);
    const others = await change(
      update(page, { markdown: "Setext\n======\n\n* a\n* b\n\n\nC  \nd e\n", base }),
    );
    expect(others.status).toBe(200);
    const { status, body } = await edit(page, base, [
      { block: list, markdown: "1. one\n" },
      { after: title, markdown: "New." },
      { after: null, markdown: "First." },
    ]);
    expect([status, body.changes[0].operation, body.changes[0].merged]).toEqual([200, "edit_page", true]);
    const { markdown, documentId } = await read(page);
    expect(markdown).toBe("First.\n\nSetext\n======\n\nNew.\n\n1. one\n\n\nC  \nd e\n");
    expect(body.changes[0].documentId).toBe(documentId);
    const { type, details } = (await edit(page, base, [{ remove: last }])).body.error;
    expect([type, details[0].path]).toEqual(["content-conflict", "/changes/0/edits"]);
    const gone = await edit(page, documentId, [{ remove: (await keysOf(page)).at(-1) }]);
    expect([gone.status, (await read(page)).markdown]).toEqual([
      200,
      "First.\n\nSetext\n======\n\nNew.\n\n1. one\n",
    ]);
  });

  test("make no part of a list of the indented code behind it", async () => {
    const { page, base } = await make("A\n\n    code");
    const [a, code] = await keysOf(page);
    const { status, body } = await edit(page, base, [{ after: a, markdown: "- item" }]);
    expect([status, body.error.details[0].path]).toEqual([400, "/changes/0/edits/0"]);
    expect(body.error.message).toContain("Write that block anew");
    const anew = { block: code, markdown: "```\ncode\n```" };
    expect((await edit(page, base, [{ after: a, markdown: "- item" }, anew])).status).toBe(200);
    expect((await read(page)).markdown).toBe("A\n\n- item\n\n```\ncode\n```");
  });

  test("say which of them can't be made, and write nothing", async () => {
    const { page, base } = await make("> A\n\nB");
    const [, b] = await keysOf(page);
    const before = await revisions();
    const fault = async (...edits: object[]) => {
      const { status, body } = await edit(page, base, edits);
      return [status, body.error.details[0]?.path];
    };
    expect(await fault({ remove: b }, { remove: "absent" })).toEqual([400, "/changes/0/edits/1"]);
    expect(await fault({ remove: b }, { block: b, markdown: "C" })).toEqual([400, "/changes/0/edits/1"]);
    expect((await edit(page, base, [])).status).toBe(400);
    expect((await edit(page, base, [{ block: b }])).status).toBe(400);
    const conflict = async (of: string, on: string) => {
      const { conflicts, error } = (await edit(of, on, [{ remove: b }])).body;
      return [conflicts, error.details[0].path];
    };
    expect(await conflict(page, "unknown")).toMatchObject([
      [{ kind: "base-unknown", page }],
      "/changes/0/base",
    ]);
    expect(await conflict("absent", base as string)).toMatchObject([
      [{ kind: "page-removed", page: "absent" }],
      "/changes/0/page",
    ]);
    expect(await revisions()).toBe(before);
  });
});
