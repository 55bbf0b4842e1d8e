import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { splitPage } from "../../../engine/markdown/frontMatter.ts";
import { toDocument } from "../../../engine/document/toDocument.ts";
import type { Block } from "../../../engine/markdown/document.ts";
import { walkBlocks } from "../../../engine/markdown/walk.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { documentViolations, laterDocumentViolations } from "../../test/documentContract.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const documentOf = (markdown: string) => toDocument(parse(markdown).document);

const world = useWorld();
let writer: Person;
let reader: Person;
let stranger: Person;
let space: string;

/** Those of the dialect, but for whose page has to know others: `include`, which is looked at below. */
const EVERY_BLOCK: readonly Block["type"][] = [
  ...(["paragraph", "heading", "list", "listItem", "blockquote", "code", "math", "thematicBreak"] as const),
  ...(["table", "cards", "hint", "tabs", "tab", "stepper", "step", "columns", "column", "details"] as const),
  ...(["embed", "contentRef", "file", "updates", "update", "prompt", "if", "openapiOperation"] as const),
  ...(["openapiSchemas", "integration", "figure", "html", "definition", "footnote"] as const),
];

const SINK = new URL("../../../engine/markdown/html/fixtures/kitchen-sink.md", import.meta.url);
const asJson = (markdown: string) => JSON.parse(JSON.stringify(documentOf(markdown)));

beforeAll(async () => {
  writer = await world().addPerson("wim", "create");
  reader = await world().addPerson("rob", "read");
  stranger = await world().addPerson("sven", "admin", await world().addOrganization("Else", "else"));
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Documents" }, writer);
  space = made.body.id;
});

const change = (...changes: unknown[]) => world().post(`/spaces/${space}/content`, { changes }, writer);

async function insert(document: object, more: object = {}): Promise<string> {
  const { status, body } = await change({ operation: "insert_page", title: "P", document, ...more });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.changes[0].page;
}

const page = async (id: string, query = "") =>
  (await world().get(`/spaces/${space}/content/page/${id}${query}`, reader)).body;

describe("format=document", () => {
  test("answers the text of a page as JSON, wherever pages are read", async () => {
    const { body } = splitPage(readFileSync(SINK, "utf8"));
    const markdown = `${body}\n\n[harbour]: https://example.com/\n`;
    const types = new Set(Array.from(walkBlocks(parse(markdown).document), ({ block }) => block.type));
    expect(EVERY_BLOCK.filter((type) => !types.has(type))).toEqual([]);
    const id = await insert({ markdown });
    const stored = await page(id);
    const { document, ...rest } = await page(id, "?format=document");
    expect([documentViolations(document), laterDocumentViolations(document)]).toEqual([[], []]);
    expect(document).toEqual(asJson(stored.markdown));
    expect({ ...rest, markdown: stored.markdown }).toEqual(stored);
    const [revision] = (await world().get(`/spaces/${space}/revisions`, reader)).body.items;
    const at = `/spaces/${space}/revisions/${revision.id}/page/${id}`;
    expect((await world().get(`${at}?format=document`, reader)).body.document).toEqual(document);
    expect((await world().get(`${at}/document`, reader)).body).toEqual(document);
    const path = `/spaces/${space}/content/path/${stored.path}?format=document`;
    expect((await world().get(path, reader)).body.document).toEqual(document);
    const request = await world().post(`/spaces/${space}/change-requests`, { subject: "D" }, writer);
    const within = `/spaces/${space}/change-requests/${request.body.id}/content/page/${id}?format=document`;
    expect((await world().get(within, writer)).body.document).toEqual(document);
  });

  test("has what is evaluated decided", async () => {
    const id = await insert({ markdown: "{% if false %}\nNo.\n{% endif %}\n\nYes." });
    const { document } = await page(id, "?format=document&evaluated=true");
    expect(document).toEqual(asJson("Yes."));
    expect((await page(id, "?format=document")).document.nodes).toHaveLength(2);
  });

  test("is kept under its own tag", async () => {
    const id = await insert({ markdown: "Tagged." });
    const at = `/spaces/${space}/content/page/${id}?format=document`;
    const { headers } = await world().get(at, reader);
    const tag = { "if-none-match": String(headers["etag"]) };
    expect((await world().get(at, reader, tag)).status).toBe(304);
    expect((await world().get(at.replace("document", "markdown"), reader, tag)).status).toBe(200);
  });
});

describe("getPageDocumentInRevisionById, getReusableContentDocumentInRevisionById", () => {
  test("answer the document of a text alone", async () => {
    const document = asJson("Shared *text*.");
    const inserted = await change({
      operation: "insert_reusable_content",
      title: "R",
      document: { document },
    });
    const id = inserted.body.changes[0].reusableContent;
    const at = `/spaces/${space}/revisions/${inserted.body.revision}/reusable-contents/${id}`;
    expect((await world().get(at, reader)).body.markdown).toBe("Shared *text*.");
    expect((await world().get(`${at}/document`, reader)).body).toEqual(document);
    expect((await world().get(`${at}?format=document`, reader)).status).toBe(400);
    expect((await world().get(`${at}/document?evaluated=true`, reader)).body.object).toBe("document");
    for (const gone of ["page/none/document", "reusable-contents/none/document"]) {
      const url = `/spaces/${space}/revisions/${inserted.body.revision}/${gone}`;
      expect((await world().get(url, reader)).status).toBe(404);
      expect((await world().get(url)).status).toBe(401);
      expect((await world().get(url, stranger)).status).toBe(404);
    }
  });
});

test("getPageDocumentInRevisionById with evaluated=true has expressions worked out, and without it as written", async () => {
  const id = await insert({ markdown: "{% if visitor.claims.vip %}\nVIP\n{% endif %}\n\nAll." });
  const { revision } = (await world().get(`/spaces/${space}`, reader)).body;
  const at = `/spaces/${space}/revisions/${revision}/page/${id}/document`;
  const found = async (query: string) => (await world().get(at + query, reader)).text.includes("VIP");
  expect([await found(""), await found("?evaluated=false"), await found("?evaluated=true")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("deterministic-only leaves what asks for the visitor, and works out the rest", async () => {
  const vip = "{% if visitor.claims.vip %}\nVIP\n{% endif %}";
  const markdown = `${vip}\n\n{% if 1 == 2 %}\nNever\n{% endif %}\n\n<code class="expression">1 + 1</code>`;
  const id = await insert({ markdown });
  const { revision } = (await world().get(`/spaces/${space}`, reader)).body;
  const at = `/spaces/${space}/revisions/${revision}/page/${id}`;
  const text = (await world().get(`${at}?evaluated=deterministic-only`, reader)).body.markdown;
  expect(text.trim()).toBe(`${vip}\n\n2`);
  const { body } = await world().get(`${at}/document?evaluated=deterministic-only`, reader);
  expect(body).toEqual(asJson(text));
});

test("dereferenced has reusable content in its places, read as its page is", async () => {
  const shared = {
    operation: "insert_reusable_content",
    title: "Shared",
    document: { markdown: "Shared.\n\n{% if visitor.claims.vip %}\nVIP\n{% endif %}" },
  };
  const { reusableContent } = (await change(shared)).body.changes[0];
  const include = `{% include "/reusable/${reusableContent}" %}`;
  const id = await insert({ markdown: `Before.\n\n${include}` });
  const { revision } = (await world().get(`/spaces/${space}`, reader)).body;
  const at = `/spaces/${space}/revisions/${revision}/page/${id}`;
  const types = async (query: string) => {
    const { body } = await world().get(`${at}/document${query}`, reader);
    expect([documentViolations(body), laterDocumentViolations(body)]).toEqual([[], []]);
    return body.nodes.map(({ type }: { type: string }) => type);
  };
  for (const query of ["", "?dereferenced=false"])
    expect(await types(query)).toEqual(["paragraph", "reusable-content"]);
  for (const wish of ["true", "reusable-contents"])
    expect(await types(`?dereferenced=${wish}`)).toEqual(["paragraph", "paragraph", "if"]);
  expect(await types("?dereferenced=true&evaluated=true")).toEqual(["paragraph", "paragraph"]);
  const { document } = await page(id, "?format=document&dereferenced=true");
  expect(document.nodes).toHaveLength(3);
  const refused = await world().get(`${at}?dereferenced=true`, reader);
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    "/dereferenced: is for documents. Ask with format=document, or leave it out.",
  ]);
});

describe("getDocumentById", () => {
  const documentAt = (at: string, id: string, person = reader) =>
    world().get(`${at}/documents/${id}`, person);

  test("answers what the space names: of now, of drafts, of earlier revisions and of changes", async () => {
    const at = `/spaces/${space}`;
    const id = await insert({ markdown: "First *text*." });
    const { documentId: first } = await page(id);
    const request = (await world().post(`${at}/change-requests`, { subject: "D" }, writer)).body.id;
    const edit = { operation: "update_page", page: id, document: { markdown: "Second." } };
    await world().post(`${at}/change-requests/${request}/content`, { changes: [edit] }, writer);
    const draft = `${at}/change-requests/${request}`;
    const { documentId: second } = (await world().get(`${draft}/content/page/${id}`, writer)).body;
    const { changes } = (await world().get(`${draft}/changes`, writer)).body;
    expect(changes[0].attributes.document).toEqual({ before: first, after: second });
    await change({ ...edit, document: { markdown: "Third." } });
    const third = (await page(id)).documentId;
    const answers = await Promise.all([first, second, third].map((one) => documentAt(at, one)));
    expect(answers.map(({ body }) => body)).toEqual(["First *text*.", "Second.", "Third."].map(asJson));
    const inserted = await change({
      operation: "insert_reusable_content",
      title: "R",
      document: { markdown: "Shared." },
    });
    const { reusableContent } = inserted.body.changes[0];
    const shared = await world().get(`${at}/content/reusable-contents/${reusableContent}`, reader);
    expect((await documentAt(at, shared.body.document)).body).toEqual(asJson("Shared."));
    const tag = { "if-none-match": String(answers[0]?.headers["etag"]) };
    expect((await world().get(`${at}/documents/${first}`, reader, tag)).status).toBe(304);
    expect((await world().get(`${at}/documents/${first}?schema=other`, reader)).status).toBe(400);
  });

  test("shows nothing for a hash, a changed id, an id of another space, or to strangers", async () => {
    const { documentId: id } = await page(await insert({ markdown: "Ours." }));
    const copied = (await world().post(`/spaces/${space}/duplicate`, undefined, writer)).body.id;
    const [copy, own] = [`/spaces/${copied}`, `/spaces/${space}`];
    expect((await documentAt(own, id)).status).toBe(200);
    expect((await documentAt(copy, id, writer)).status).toBe(404);
    const changed = id.slice(0, -1) + (id.endsWith("A") ? "B" : "A");
    for (const none of [changed, id.slice(0, 40), `${id}A`, "none", "%C3%A9"]) {
      expect([none, (await documentAt(own, none)).status]).toEqual([none, 404]);
    }
    expect((await documentAt(own, id, stranger)).status).toBe(404);
    expect((await world().get(`${own}/documents/${id}`)).status).toBe(401);
  });
});

describe("a document that is written", () => {
  test("is the page's body, with nothing taken for front matter or a title", async () => {
    const document = asJson("---\n\n# A heading\n\nText.");
    const id = await insert({ document });
    expect(await page(id)).toMatchObject({ title: "P", markdown: "---\n\n# A heading\n\nText." });
    expect((await page(id, "?format=document")).document).toEqual(document);
  });

  test("leaves what it has unchanged as it is written", async () => {
    const markdown =
      "__Old__ style\nin two lines\n\n* a\n* b\n\n    indented\n\nSetext\n======\n\n|a|b|\n|-|-|\n|1|2|\n\nLast[^1].\n\n[^1]: note";
    const id = await insert({ markdown });
    const { document } = await page(id, "?format=document");
    document.nodes[4].nodes[0].leaves[0].text = "The last";
    const { status } = await change({ operation: "update_page", page: id, document: { document } });
    expect(status).toBe(200);
    expect((await page(id)).markdown).toBe(markdown.replace("Last", "The last"));
  });

  test("links by what it refers to, and broken links are told", async () => {
    const target = await insert({ markdown: "Target." }, { title: "Target" });
    const sent = asJson(`[a](/pages/${target}) [b](/pages/none)`);
    const done = await change({ operation: "insert_page", title: "L", document: { document: sent } });
    expect(done.body.changes[0].brokenLinks).toEqual(["/pages/none"]);
    const [first] = (await page(done.body.changes[0].page, "?format=document")).document.nodes[0].nodes;
    expect(first.data.ref).toEqual({ kind: "page", page: target });
  });

  const deep = `${'{"object":"block","type":"blockquote","nodes":['.repeat(300)}${"]}".repeat(300)}`;
  test.each<[string, unknown, string]>([
    ["something else", 7, ""],
    [
      "an unknown block",
      { object: "document", nodes: [{ object: "block", type: "spaceship" }] },
      "/nodes/0/type",
    ],
    [
      "an address that runs code",
      {
        object: "document",
        nodes: [{ object: "block", type: "embed", data: { url: "javascript:alert(1)" } }],
      },
      "/nodes/0/data/url",
    ],
  ])("is refused when it is %s", async (_, document, path) => {
    const { status, body } = await change({ operation: "insert_page", title: "X", document: { document } });
    expect([status, body.error.details[0].path]).toEqual([400, `/changes/0/document/document${path}`]);
  });

  test("is refused when it goes deeper than any page", async () => {
    const document = { object: "document", nodes: [JSON.parse(deep)] };
    const { status, body } = await change({ operation: "insert_page", title: "X", document: { document } });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("nested")]);
  });

  test("is refused beside Markdown, and by nobody who may not write", async () => {
    const both = { markdown: "x", document: asJson("x") };
    expect((await change({ operation: "insert_page", title: "X", document: both })).status).toBe(400);
    expect((await change({ operation: "insert_page", title: "X", document: {} })).status).toBe(400);
    const one = { changes: [{ operation: "insert_page", title: "X", document: { document: asJson("x") } }] };
    expect((await world().post(`/spaces/${space}/content`, one, reader)).status).toBe(403);
    expect((await world().post(`/spaces/${space}/content`, one)).status).toBe(401);
  });
});
