/** By what content is known when it is written: revisions, documents, versions of pages, and what the answers say. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;
let space: string;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  space = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, writer)).body.id;
});

const at = () => `/spaces/${space}`;
const change = (...changes: unknown[]) => world().post(`${at()}/content`, { changes }, writer);
const insert = (markdown: string, more: object = {}) => ({
  operation: "insert_page",
  document: { markdown },
  ...more,
});
const read = (page: string) => world().get(`${at()}/content/page/${page}`, writer);
const tagOf = async (path: string) => String((await world().get(path, writer)).headers["etag"]);
const revisionIn = (tag: string) => tag.slice(1).split(".")[0];

describe("the answer of a write", () => {
  test("says of each page what its text and its version are, as reading does", async () => {
    const made = await change(
      insert("Text"),
      insert("# Two\n\nMore"),
      { operation: "insert_page", type: "group", title: "G" },
      insert(""),
    );
    for (const { page, documentId, version } of made.body.changes) {
      const { body } = await read(page);
      expect([documentId, version]).toEqual([body.documentId, body.version]);
      expect(version).toMatch(/^[0-9a-f]{22}$/);
    }
    const [text, titled, group, empty] = made.body.changes;
    expect(text).not.toHaveProperty("markdown");
    expect(titled.markdown).toBe("More");
    expect(group).not.toHaveProperty("documentId");
    expect(empty.documentId).toEqual(expect.any(String));
  });

  test("has the text where links in it became links by id, and where it was taken back", async () => {
    const to = (await change(insert("There", { title: "There" }))).body.changes[0].page;
    const made = (await change(insert("See [it](there.md)."))).body;
    const [{ page, markdown }] = made.changes;
    expect(markdown).toBe(`See [it](/pages/${to}).`);
    await change({ operation: "update_page", page, document: { markdown: "Gone" } });
    const back = await change({ operation: "revert_page", page, revision: made.revision });
    expect(back.body.changes[0].markdown).toBe(`See [it](/pages/${to}).`);
    const renamed = await change({ operation: "update_page", page, title: "Other" });
    expect(renamed.body.changes[0]).not.toHaveProperty("markdown");
  });

  test("refuses to take back some blocks where indented code would become a part of a list", async () => {
    const made = (await change(insert("- item\n\nBetween.\n\n    code"))).body;
    const [{ page }] = made.changes;
    const { body } = await read(`${page}?format=document`);
    const [list, between] = body.document.nodes.map(({ key }: { key: string }) => key);
    await change({ operation: "update_page", page, document: { markdown: "    code" } });
    const back = (...block: string[]) =>
      change({ operation: "revert_page", page, revision: made.revision, block });
    const { status, body: refused } = await back(list);
    expect([status, refused.error.details[0].path]).toEqual([400, "/changes/0/block"]);
    const taken = await back(list, between);
    expect(taken.body.changes[0].markdown).toBe("- item\n\nBetween.\n\n    code");
  });

  test("of two changes of one page both tell how it is at the end; of a deleted one there is nothing to tell", async () => {
    const { page } = (await change(insert("Text"))).body.changes[0];
    const { body } = await change(
      { operation: "update_page", page, document: { markdown: "One" } },
      { operation: "update_page", page, document: { markdown: "Two" } },
    );
    const [first, second] = body.changes;
    expect([first.documentId, first.version, first.markdown]).toEqual([
      second.documentId,
      second.version,
      "Two",
    ]);
    const gone = await change({ operation: "delete_page", page });
    expect(gone.body.changes).toEqual([{ operation: "delete_page", page }]);
  });

  test("of reusable content says the same", async () => {
    const document = { markdown: "Shared" };
    const made = await change({ operation: "insert_reusable_content", title: "S", document });
    const { reusableContent: id, documentId, version } = made.body.changes[0];
    const { body } = await world().get(`${at()}/content/reusable-contents/${id}`, writer);
    expect([documentId, version]).toEqual([body.document, body.version]);
    const renamed = await change({
      operation: "update_reusable_content",
      reusableContent: id,
      title: "T",
    });
    expect(renamed.body.changes[0].documentId).toBe(documentId);
    expect(renamed.body.changes[0].version).not.toBe(version);
  });
});

test("a version changes with fields, text and place, and is what it was when they are", async () => {
  const made = await change(insert("Text", { title: "V" }), insert("", { title: "Above" }));
  const [{ page, version }, { page: above }] = made.body.changes;
  const after = async (fields: object) =>
    (await change({ operation: "update_page", page, ...fields })).body.changes[0].version;
  const seen = [
    version,
    await after({ icon: "star" }),
    await after({ document: { markdown: "Other" } }),
    await after({ into: above }),
  ];
  expect(new Set(seen).size).toBe(4);
  const back = await after({ into: null, at: 0, icon: "", document: { markdown: "Text" } });
  expect(await after({ at: 1 })).not.toBe(back);
  expect(await after({ at: 0 })).toBe(back);
  await change({ operation: "update_page", page: above, title: "Renamed" });
  expect((await read(page)).body.version).toBe(back);
});

test("the empty text has an id, which answers the empty document", async () => {
  const { page, documentId } = (await change(insert(""))).body.changes[0];
  const { body } = await world().get(`${at()}/documents/${documentId}`, writer);
  expect(body).toMatchObject({ object: "document", nodes: [] });
  await change({ operation: "update_page", page, document: { markdown: "Full" } });
  const emptied = await change({ operation: "update_page", page, document: { markdown: "" } });
  expect(emptied.body.changes[0].documentId).toBe(documentId);
});

test("content is tagged by its revision, and a write's answer as the reads after it", async () => {
  const { body, headers } = await change(insert("Tagged"));
  const [{ page }] = body.changes;
  const paths = ["content", "content/pages", `content/page/${page}`, `revisions/${body.revision}/pages`];
  const tags = [String(headers["etag"]), ...(await Promise.all(paths.map((one) => tagOf(`${at()}/${one}`))))];
  expect(tags.map(revisionIn)).toEqual(tags.map(() => body.revision));
  const next = await world().post(`${at()}/content`, { changes: [insert("Next")] }, writer, {
    "if-match": String(headers["etag"]),
  });
  expect(next.status).toBe(200);
});

test.each([
  ["", { changes: [insert("x")] }],
  ["/files", { upload: "none", name: "a.png" }],
  ["/import", { url: "http://127.0.0.1:1/a.zip", source: "zip" }],
])("POST …/content%s under the tag of the space is 412, and says what to read", async (path, written) => {
  const relying = { "if-match": await tagOf(at()) };
  const { status, body } = await world().post(`${at()}/content${path}`, written, writer, relying);
  expect([status, body.error.type]).toEqual([412, "precondition-failed"]);
  expect(body.error.message).toContain(`GET /v1/spaces/${space}/content`);
});

test("settings under the tag of the content are 412, and say what to read", async () => {
  const relying = { "if-match": await tagOf(`${at()}/content`) };
  const { status, body } = await world().patch(at(), { title: "Other" }, writer, relying);
  expect([status, body.error.message]).toEqual([412, expect.stringContaining("Read the thing itself")]);
});

test("what writes the content leaves the version of the settings, and the other way", async () => {
  const [settings, content] = [await tagOf(at()), await tagOf(`${at()}/content`)];
  const renamed = await world().patch(at(), { title: "Renamed" }, writer, { "if-match": settings });
  const written = await world().post(`${at()}/content`, { changes: [insert("x")] }, writer, {
    "if-match": content,
  });
  const again = await world().patch(at(), { title: "Again" }, writer, {
    "if-match": String(renamed.headers["etag"]),
  });
  expect([renamed.status, written.status, again.status]).toEqual([200, 200, 200]);
});

const RENAMES = process.env["LECTERN_TEST_TIER"] === "full" ? 2000 : 200;

test(`a space is renamed ${RENAMES} times while others write its pages`, async () => {
  const renaming = new AbortController();
  let written = 0;
  const write = async (): Promise<void> => {
    const { page } = (await change(insert("Text"))).body.changes[0];
    for (let i = 0; !renaming.signal.aborted; i++) {
      const { status } = await change({ operation: "update_page", page, document: { markdown: `${i}` } });
      if (status === 200) written++;
    }
  };
  const writers = Array.from({ length: 4 }, write);
  const statuses = new Map<number, number>();
  let tag = await tagOf(at());
  for (let i = 0; i < RENAMES; i++) {
    const { status, headers } = await world().patch(at(), { title: `T${i}` }, writer, { "if-match": tag });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    tag = String(headers["etag"]);
  }
  renaming.abort();
  await Promise.all(writers);
  expect([...statuses]).toEqual([[200, RENAMES]]);
  expect(written).toBeGreaterThan(RENAMES / 10);
});

test("a title that is sent stays the title; a heading that says another stays in the text", async () => {
  const { body } = await change(
    insert("# Heading\n\nText", { title: "Sent" }),
    insert("# Same\n\nText", { title: "Same" }),
    insert("---\ntitle: Front\n---\n\n# Heading\n\nText", { title: "Beaten" }),
    insert("# Heading\n\nText", { title: "  " }),
  );
  const found = [];
  for (const { page } of body.changes) {
    const { title, markdown } = (await read(page)).body;
    found.push([title, markdown]);
  }
  expect(found).toEqual([
    ["Sent", "# Heading\n\nText"],
    ["Same", "Text"],
    ["Front", "# Heading\n\nText"],
    ["Heading", "Text"],
  ]);
  const { page } = body.changes[1];
  const document = { markdown: "# Third\n\nText" };
  await change({ operation: "update_page", page, title: "Kept", document });
  expect((await read(page)).body).toMatchObject({ title: "Kept", markdown: "# Third\n\nText" });
});
