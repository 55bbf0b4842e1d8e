/** What writes of content take and refuse at their bounds, and that a refused one changes nothing: updateSpaceContent. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
});

async function newSpace(): Promise<string> {
  return (await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, writer)).body.id;
}

const change = (changes: unknown[], to: string) => world().post(`/spaces/${to}/content`, { changes }, writer);
const insert = (markdown: string, more: object = {}) => ({
  operation: "insert_page",
  document: { markdown },
  ...more,
});
const pages = async (of: string): Promise<{ path: string }[]> =>
  (await world().get(`/spaces/${of}/content/pages`, writer)).body.pages;

const hello = { name: "a.txt", contentType: "text/plain", base64: "aGk=" };
const MEBIBYTE_AND_MORE = Buffer.alloc(2 ** 20 + 1).toString("base64");

test.each([
  [
    [{ operation: "insert_files", files: ["a", "b"].map((name) => ({ ...hello, name, ref: "same" })) }],
    "/changes/0/files/1/ref",
  ],
  [[{ operation: "insert_files", files: Array.from({ length: 21 }, () => hello) }], "/changes/0/files"],
  [
    [{ operation: "insert_files", files: [{ ...hello, base64: MEBIBYTE_AND_MORE }] }],
    "/changes/0/files/0/base64",
  ],
  ...[" ", "..", "a/b.txt", "a\\b.txt", "a\r\nb.txt", "a\0.txt", "a\u202egpj.exe"].map(
    (name): [unknown[], string] => [
      [{ operation: "insert_files", files: [{ ...hello, name }] }],
      "/changes/0/files/0/name",
    ],
  ),
  [[insert("x", { into: "absent" })], "/changes/0/into"],
  [[insert("Kept."), insert(`---\na:\n${"- b\n".repeat(2_300)}---\nx`)], "/changes/1/document/markdown"],
  [[insert("x"), { operation: "update_page", page: "absent", title: "x" }], "/changes/1/page"],
  [[{ operation: "revert_page", page: "absent" }], "/changes/0/revision"],
  [[{ operation: "revert_page", page: "absent", revision: "absent" }], "/changes/0/revision"],
])("refuses %#, naming the field, and changes nothing", async (changes, path) => {
  const of = await newSpace();
  const { status, body } = await change(changes, of);
  expect(status).toBe(400);
  expect(body.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
  expect((await world().get(`/spaces/${of}/revisions`, writer)).body.count).toBe(1);
});

test.each<[string, object]>([
  ["emoji: nonsense", {}],
  ["emoji: 1f680", { emoji: "🚀" }],
  [`icon: ${"x".repeat(51)}`, {}],
  [`icon: ${"x".repeat(50)}`, { icon: "x".repeat(50) }],
  ["cover: javascript:alert(1)", {}],
  ["cover: https://a.test/b.png\ncoverDark: data:text/html,x", {}],
  ["cover: /b.png", { cover: { ref: { kind: "url", url: "/b.png" }, yPos: 0 } }],
  ["vars:\n  1a: b", {}],
  [`vars:\n  a: ${"x".repeat(257)}`, {}],
  [`vars:\n  a: ${"x".repeat(256)}\n  b: 2`, { variables: { a: "x".repeat(256), b: 2 } }],
  ["layout:\n  width: huge", {}],
  ["layout:\n  cover:\n    size: tiny", {}],
  ["layout:\n  width: wide", { layout: { width: "wide", outline: true } }],
])("front matter is as bounded as fields are (%#)", async (front, fields) => {
  const of = await newSpace();
  const { status, body } = await change([insert(`---\n${front}\n---\n\nText`, { title: "Front" })], of);
  expect(status).toBe(200);
  const page = await world().get(`/spaces/${of}/content/page/${body.changes[0].page}`, writer);
  const { emoji, icon, cover, variables, layout } = page.body;
  const found = { emoji, icon, cover, variables, layout };
  const none = { emoji: undefined, icon: undefined, cover: undefined, variables: undefined };
  expect(found).toMatchObject({ ...none, layout: { width: "default", coverSize: "hero" }, ...fields });
});

test("takes as much as it says: fifty changes, twenty files, one of a megabyte", async () => {
  const of = await newSpace();
  const many = Array.from({ length: 49 }, (_, index) => insert(`# P ${index}`));
  const large = { ...hello, base64: Buffer.alloc(2 ** 20).toString("base64") };
  const files = [large, ...Array.from({ length: 19 }, () => hello)];
  const { status, body } = await change([...many, { operation: "insert_files", files }], of);
  expect([status, body.changes.length, body.insertedFiles.length]).toEqual([200, 50, 20]);
});

test("a file is not called as a page, which links could not tell apart", async () => {
  const of = await newSpace();
  await change([insert("# Setup")], of);
  const files = [{ ...hello, ref: "setup" }];
  const { status, body } = await change([{ operation: "insert_files", files }], of);
  expect([status, body.error.details[0].path]).toEqual([400, "/changes/0/files/0/ref"]);
  expect((await world().get(`/spaces/${of}/content/files`, writer)).body.count).toBe(0);
});

test("front matter beats the fields beside it, empty texts clear, and a page without a title is untitled", async () => {
  const of = await newSpace();
  const beside = {
    title: "B",
    description: "b",
    icon: "star",
    hidden: true,
    emoji: "1f680",
    condition: "true",
  };
  const front = "---\ntitle: F\ndescription: f\nicon: bolt\nhidden: false\n---\n\n# H\n\ntext";
  const made = await change([insert(front, beside), insert("text"), { operation: "insert_page" }], of);
  const [page, ...others] = made.body.changes.map((done: { page: string }) => done.page);
  const read = async (id: string) => (await world().get(`/spaces/${of}/content/page/${id}`, writer)).body;
  expect(await read(page)).toMatchObject({
    title: "F",
    description: "f",
    icon: "bolt",
    hidden: false,
    emoji: "🚀",
    condition: "true",
    markdown: "# H\n\ntext",
    path: "f",
  });
  const cleared = { emoji: "", icon: "", description: "", condition: "" };
  await change([{ operation: "update_page", page, ...cleared }], of);
  const after = await read(page);
  for (const name of Object.keys(cleared)) expect(after).not.toHaveProperty(name);
  expect(await Promise.all(others.map(read))).toMatchObject([
    { title: "Untitled", path: "untitled", markdown: "text" },
    { title: "Untitled", path: "untitled-1", markdown: "" },
  ]);
});

test.each([
  "/pages/ID",
  "/pages/alpha/beta",
  "/pages/alpha/beta.md",
  "/pages/alpha/beta/README.md",
  "alpha/beta.md",
  "alpha/beta/",
  "./alpha/beta/README.md",
  "/Alpha/Beta.md",
])("a link may name a page as %s", async (form) => {
  const of = await newSpace();
  const alpha = (await change([insert("# Alpha")], of)).body.changes[0].page;
  const beta = (await change([insert("# Beta", { into: alpha })], of)).body.changes[0].page;
  const { body } = await change([insert(`[b](${form.replace("ID", beta)}#x)`)], of);
  const page = await world().get(`/spaces/${of}/content/page/${body.changes[0].page}`, writer);
  expect([page.body.markdown, body.changes[0].brokenLinks]).toEqual([`[b](/pages/${beta}#x)`, undefined]);
});

test("a move under one's own child, and onto a taken address, is refused whole", async () => {
  const of = await newSpace();
  const top = (await change([insert("# Top"), insert("# Kid")], of)).body.changes[0].page;
  const kid = (await change([insert("# Kid", { into: top })], of)).body.changes[0].page;
  const before = (await world().get(`/spaces/${of}/content/pages`, writer)).body;
  for (const [move, status] of [
    [{ page: top, into: kid }, 400],
    [{ page: top, into: top }, 400],
    [{ page: kid, into: null }, 409],
  ] as const) {
    const { status: got, body } = await change([insert("# New"), { operation: "update_page", ...move }], of);
    expect([got, body.error.details[0].path]).toEqual([status, "/changes/1/into"]);
  }
  expect((await world().get(`/spaces/${of}/content/pages`, writer)).body).toEqual(before);
  await change([{ operation: "update_page", page: kid, into: null, slug: "kid-2", at: 0 }], of);
  expect((await pages(of)).map(({ path }) => path)).toEqual(["kid-2", "top", "kid"]);
});

const multipart = {
  raw: '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhi\r\n--xx--\r\n',
  headers: { "content-type": "multipart/form-data; boundary=xx" },
};

test("under If-Match writes only on what was read, also by uploads and imports", async () => {
  const of = await newSpace();
  const tag = String((await world().get(`/spaces/${of}/content`, writer)).headers["etag"]);
  const relying = { "if-match": tag };
  const send = (title: string) =>
    world().post(`/spaces/${of}/content`, { changes: [insert(`# ${title}`)] }, writer, relying);
  const answers = await Promise.all(["A", "B", "C"].map(send));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
  const order = { url: "http://127.0.0.1:1/a.zip", source: "zip" };
  const late = [
    await send("D"),
    await world().post(`/spaces/${of}/content/import`, order, writer, relying),
    await world().call("POST", `/spaces/${of}/content/files`, {
      as: writer,
      ...multipart,
      headers: { ...multipart.headers, ...relying },
    }),
  ];
  expect(late.map(({ status }) => status)).toEqual([412, 412, 412]);
  expect(await pages(of)).toHaveLength(1);
});
