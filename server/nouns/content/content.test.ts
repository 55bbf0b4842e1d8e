import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;
let reader: Person;
let stranger: Person;
let space: string;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  space = await newSpace();
});

async function newSpace(): Promise<string> {
  const { status, body } = await world().post(
    `/orgs/${world().organization}/spaces`,
    { title: "Guide" },
    writer,
  );
  expect(status).toBe(201);
  return body.id;
}

const change = (changes: unknown[], as: Person | undefined = writer, to = space) =>
  world().post(`/spaces/${to}/content`, { changes }, as);

const insert = (markdown: string, more: object = {}) => ({
  operation: "insert_page",
  document: { markdown },
  ...more,
});

async function pages(of = space): Promise<{ title: string; path: string; id: string }[]> {
  return (await world().get(`/spaces/${of}/content/pages`, writer)).body.pages;
}

describe("updateSpaceContent", () => {
  test("inserts pages that link to each other by ref, and answers what it did", async () => {
    const of = await newSpace();
    const { status, body } = await change(
      [
        insert("# Start\n\nGo to [setup](./setup.md#first).", { ref: "start" }),
        insert(
          "---\ndescription: How to set up\nhidden: true\n---\n\n# Set up\n\n[Back](start.md) [gone](nowhere.md)",
          {
            ref: "setup",
            emoji: "1f680",
          },
        ),
      ],
      writer,
      of,
    );
    expect(status).toBe(200);
    const [first, second] = body.changes;
    expect(second.brokenLinks).toEqual(["nowhere.md"]);
    const start = await world().get(`/spaces/${of}/content/page/${first.page}`, reader);
    expect(start.body).toMatchObject({
      title: "Start",
      path: "start",
      type: "document",
      markdown: `Go to [setup](/pages/${second.page}#first).`,
    });
    const setup = await world().get(`/spaces/${of}/content/path/set-up`, reader);
    expect(setup.body).toMatchObject({
      id: second.page,
      description: "How to set up",
      hidden: true,
      emoji: "🚀",
      markdown: `[Back](/pages/${first.page}) [gone](nowhere.md)`,
    });
    expect((await world().get(`/spaces/${of}`, reader)).body.revision).toBe(body.revision);
  });

  test("puts pages under others that the same request makes, by their ref", async () => {
    const of = await newSpace();
    const moved = await change([insert("# Moved"), insert("# Top")], writer, of);
    const top = moved.body.changes[1].page;
    const { status, body } = await change(
      [
        { operation: "insert_page", type: "group", title: "Guides", ref: "guides" },
        insert("# Install\n\nThen [use](use.md) it.", { ref: "install", into: "guides" }),
        insert("# Use\n\nAfter [installing](install.md).", { ref: "use", into: "install", at: 0 }),
        insert("# Far\n\n[Up](../../top.md), [beside](top.md).", { into: "install" }),
        { operation: "update_page", page: moved.body.changes[0].page, into: "install" },
      ],
      writer,
      of,
    );
    expect(status).toBe(200);
    const read = (path: string) => world().get(`/spaces/${of}/content/path/${path}`, reader);
    const [, install, use] = body.changes;
    expect([install.brokenLinks, use.brokenLinks]).toEqual([undefined, undefined]);
    expect((await read("guides%2Finstall")).body.markdown).toBe(`Then [use](/pages/${use.page}) it.`);
    expect((await read("guides%2Finstall%2Fuse")).body.markdown).toBe(
      `After [installing](/pages/${install.page}).`,
    );
    expect((await read("guides%2Finstall%2Fmoved")).status).toBe(200);
    // Links lead from where it lies, as they would the next time.
    expect((await read("guides%2Finstall%2Ffar")).body.markdown).toBe(
      `[Up](/pages/${top}), [beside](top.md).`,
    );
    const early = await change([insert("# A", { into: "b" }), insert("# B", { ref: "b" })], writer, of);
    expect(early.body.error.message).toBe(
      '/changes/0/into: is a page that this request makes later; put the change with the ref "b" before.',
    );
    const own = await change([insert("# C", { ref: "c", into: "c" })], writer, of);
    expect([own.status, own.body.error.details[0].path]).toEqual([400, "/changes/0/into"]);
  });

  test("evaluates conditions and expressions for those who ask", async () => {
    const of = await newSpace();
    const markdown =
      '{% if space.vars.edition == "pro" %}\nFor professionals.\n{% endif %}\n\n{% if visitor.claims.beta %}\nSecret.\n{% endif %}\n\nVersion <code class="expression">space.vars.version</code>.';
    const { body } = await change(
      [
        { operation: "set_variables", variables: { edition: "pro", version: 3 } },
        insert(markdown, { title: "Editions" }),
      ],
      writer,
      of,
    );
    const path = `/spaces/${of}/content/page/${body.changes[1].page}`;
    expect((await world().get(path, reader)).body.markdown).toBe(markdown);
    const { body: evaluated } = await world().get(`${path}?evaluated=true`, reader);
    expect(evaluated.markdown).toBe("For professionals.\n\nVersion 3.");
  });

  test("keeps covers, layouts and the targets of link pages as references", async () => {
    const of = await newSpace();
    const { body } = await change(
      [
        insert("# Covered", {
          cover: { ref: { kind: "url", url: "https://example.com/a.png" } },
          layout: { width: "wide", outline: false },
        }),
        {
          operation: "insert_page",
          type: "link",
          title: "Out",
          target: { kind: "url", url: "https://example.com" },
        },
        { operation: "insert_page", type: "group", title: "Group" },
      ],
      writer,
      of,
    );
    const page = async (at: number) =>
      (await world().get(`/spaces/${of}/content/page/${body.changes[at].page}`, reader)).body;
    expect(await page(0)).toMatchObject({
      cover: { ref: { kind: "url", url: "https://example.com/a.png" }, yPos: 0 },
      layout: { width: "wide", outline: false, title: true },
    });
    expect(await page(1)).toMatchObject({
      type: "link",
      target: { kind: "url", url: "https://example.com" },
    });
    expect(await page(2)).toMatchObject({ type: "group", path: "group", pages: [] });
  });

  test("keeps a body byte for byte", async () => {
    const body =
      'Text  with   spaces\r\n\r\n* a\n* b\n\n\n{% hint style="info" %}\nHi\n{% endhint %}\n\n| a |\n|---|\n| 1 |  ';
    const made = await change([insert(body, { title: "Exact" })]);
    const page = await world().get(`/spaces/${space}/content/page/${made.body.changes[0].page}`, writer);
    expect(page.body.markdown).toBe(body);
  });

  test("moves, renames and deletes; a title leaves the address alone, a slug moves it", async () => {
    const of = await newSpace();
    const made = await change([insert("# A"), insert("# B"), insert("# C")], writer, of);
    const [a, b, c] = made.body.changes.map((done: { page: string }) => done.page);
    await change([{ operation: "update_page", page: a, title: "First" }], writer, of);
    expect((await pages(of))[0]).toMatchObject({ title: "First", path: "a" });
    await change([{ operation: "update_page", page: c, into: b, at: 0, slug: "see" }], writer, of);
    expect((await pages(of)).map(({ path }) => path)).toEqual(["a", "b"]);
    expect(
      (await world().get(`/spaces/${of}/content/path/${encodeURIComponent("b/see")}`, writer)).body.id,
    ).toBe(c);
    await change([{ operation: "delete_page", page: b }], writer, of);
    expect((await pages(of)).map(({ id }) => id)).toEqual([a]);
    expect((await world().get(`/spaces/${of}/content/page/${c}`, writer)).status).toBe(404);
  });

  test("makes no revision when nothing changes", async () => {
    const before = (await world().get(`/spaces/${space}`, writer)).body.revision;
    const made = await change([insert("# Same")]);
    const again = await change([
      { operation: "update_page", page: made.body.changes[0].page, document: { markdown: "# Same" } },
    ]);
    expect(made.body.revision).not.toBe(before);
    expect(again.body.revision).toBe(made.body.revision);
  });

  test("is all or nothing", async () => {
    const before = (await world().get(`/spaces/${space}`, writer)).body.revision;
    const { status, body } = await change([insert("# Never"), { operation: "delete_page", page: "absent" }]);
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe("/changes/1/page");
    expect((await world().get(`/spaces/${space}`, writer)).body.revision).toBe(before);
    expect((await pages()).map(({ title }) => title)).not.toContain("Never");
  });

  test.each([
    [[], "/changes"],
    [Array.from({ length: 51 }, () => insert("x")), "/changes"],
    [[{ operation: "explode" }], "/changes/0/operation"],
    [[{}], "/changes/0/operation"],
    [[{ operation: "update_page" }], "/changes/0/page"],
    [[{ operation: "insert_page", colour: "red" }], "/changes/0/colour"],
    [[{ operation: "insert_page", markdown: "# A" }], "/changes/0/markdown"],
    [[insert("x", { ref: "a" }), insert("y", { ref: "a" })], "/changes/1/ref"],
    [[insert("x", { slug: "Not a slug!" })], "/changes/0/slug"],
    [[{ operation: "update_page", page: "absent", title: "x" }], "/changes/0/page"],
    [[insert("x", { into: "absent" })], "/changes/0/into"],
    [[insert("x"), insert("y", { title: "t".repeat(251) })], "/changes/1/title"],
    [[insert("x", { emoji: "word" })], "/changes/0/emoji"],
    [[{ operation: "insert_page", type: "link", title: "Out" }], "/changes/0/target"],
    [
      [{ operation: "insert_files", files: [{ name: "a.png", base64: "AAAA" }] }],
      "/changes/0/files/0/contentType",
    ],
    [[{ operation: "insert_files", files: [{ name: "a.png" }] }], "/changes/0/files/0"],
    [[{ operation: "set_variables", variables: { "2x": "no" } }], "/changes/0/variables/2x"],
    [
      [{ operation: "insert_page", type: "link", title: "Out", target: { kind: "moon" } }],
      "/changes/0/target/kind",
    ],
    [[insert("x", { cover: { ref: { kind: "page", page: "p" } } })], "/changes/0/cover/ref/kind"],
  ])("refuses %j naming the field", async (changes, path) => {
    const { status, body } = await change(changes);
    expect(status).toBe(400);
    expect(body.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  test("answers 409 for a slug that is taken, and in a locked space", async () => {
    const of = await newSpace();
    await change([insert("# One", { slug: "one" })], writer, of);
    const taken = await change([insert("# Two", { slug: "ONE" })], writer, of);
    const { type, details } = taken.body.error;
    expect([taken.status, type, details[0].path]).toEqual([409, "slug-taken", "/changes/0/slug"]);
    await world().patch(`/spaces/${of}`, { editMode: "locked" }, writer);
    const locked = await change([insert("# Three")], writer, of);
    expect([locked.status, locked.body.error.type]).toEqual([409, "space-locked"]);
  });

  test("needs a token, the right to edit, and to see the space", async () => {
    expect((await world().post(`/spaces/${space}/content`, { changes: [insert("x")] })).status).toBe(401);
    expect((await change([insert("x")], reader)).status).toBe(403);
    expect((await change([insert("x")], stranger)).status).toBe(404);
  });

  test("an Idempotency-Key makes a repeated request one change", async () => {
    const headers = { "idempotency-key": "once-only" };
    const send = (title: string) =>
      world().post(`/spaces/${space}/content`, { changes: [insert(`# ${title}`)] }, writer, headers);
    const [first, second] = [await send("Only"), await send("Only")];
    expect(second.body).toEqual(first.body);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    expect((await pages()).filter(({ title }) => title === "Only")).toHaveLength(1);
    expect((await send("Other")).status).toBe(409);
  });

  test("writers who meet lose nothing", async () => {
    const of = await newSpace();
    const titles = Array.from({ length: 12 }, (_, index) => `Page ${index}`);
    const answers = await Promise.all(titles.map((title) => change([insert(`# ${title}`)], writer, of)));
    expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200));
    expect((await pages(of)).map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
    const history = await world().get(`/spaces/${of}/revisions?limit=100`, writer);
    expect(history.body.count).toBe(13);
  });
});

describe("uploadFile, listFiles and getFileById", () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR4nGP4z8DwH4QZYAwAR8oH+Rq28akAAAAASUVORK5CYII=",
    "base64",
  );

  function multipart(name: string, type: string, content: Buffer) {
    const head = `--xx\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
    return {
      raw: Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--xx--\r\n")]),
      headers: { "content-type": "multipart/form-data; boundary=xx" },
    };
  }

  test("an upload is streamed in, described by its bytes, and listed", async () => {
    const sent = multipart("../logo.png", "text/html", png);
    const { status, body, headers } = await world().call("POST", `/spaces/${space}/content/files`, {
      as: writer,
      ...sent,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "logo.png",
      contentType: "image/png",
      size: png.length,
      dimensions: { width: 2, height: 3 },
    });
    expect(headers["location"]).toContain(body.id);
    expect(body.downloadURL).toMatch(/^http:\/\/sites\.test\/~\/files\//);
    const listed = await world().get(`/spaces/${space}/content/files`, reader);
    expect(listed.body.items).toContainEqual(body);
    expect((await world().get(`/spaces/${space}/content/files/${body.id}`, reader)).body).toEqual(body);
    expect((await world().get(`/spaces/${space}/content/files/absent`, reader)).status).toBe(404);
  });

  test("inline files can be linked to by the same request", async () => {
    const made = await change([
      {
        operation: "insert_files",
        files: [{ name: "dot.png", ref: "dot", contentType: "image/png", base64: png.toString("base64") }],
      },
      insert("# With image\n\n![dot](./dot)"),
    ]);
    const [file] = made.body.insertedFiles;
    const page = await world().get(`/spaces/${space}/content/page/${made.body.changes[1].page}`, writer);
    expect(page.body.markdown).toBe(`![dot](/files/${file.id})`);
  });

  test("a list goes on behind the last file, whatever came before it meanwhile", async () => {
    const of = await newSpace();
    const add = (count: number) =>
      change(
        [
          {
            operation: "insert_files",
            files: Array.from({ length: count }, () => ({
              name: "a.txt",
              contentType: "text/plain",
              base64: "aGk=",
            })),
          },
        ],
        writer,
        of,
      );
    await add(4);
    const path = `/spaces/${of}/content/files?limit=2`;
    const ids = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);
    const first = await world().get(path, reader);
    const all = ids(await world().get(`/spaces/${of}/content/files`, reader));
    await add(20);
    const { page } = first.body.next;
    const second = await world().get(`${path}&page=${encodeURIComponent(page)}`, reader);
    const later = ids(await world().get(`/spaces/${of}/content/files`, reader));
    const last = later.indexOf(all[1] as string);
    expect(ids(second)).toEqual(later.slice(last + 1, last + 3));
  });

  test.each([
    ["cut off", '--xx\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf', "xx"],
    ["cut off in its head", "--xx\r\ncontent-dispo", "xx"],
    ["without its boundary", "nothing of the kind", "xx"],
    ["whose boundary is not said", "--xx\r\n", undefined],
    ["of fields alone", '--xx\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--xx--\r\n', "xx"],
    [
      "with a field named as the prototype",
      '--xx\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nb\r\n--xx--\r\n',
      "xx",
    ],
    [
      "with U+0000 in its name",
      "--xx\r\ncontent-disposition: form-data; name=\"file\"; filename*=UTF-8''a%00b.txt\r\n\r\nb\r\n--xx--\r\n",
      "xx",
    ],
  ])("an upload %s is a 400", async (_what, raw, boundary) => {
    const type = boundary === undefined ? "multipart/form-data" : `multipart/form-data; boundary=${boundary}`;
    const answer = await world().call("POST", `/spaces/${space}/content/files`, {
      as: writer,
      raw,
      headers: { "content-type": type },
    });
    expect([answer.status, answer.text]).toEqual([400, expect.any(String)]);
  });

  test.each([
    ["a field before the file", ["field:title", "file:file"], "/title"],
    ["a field behind the file", ["file:file", "field:a/b"], "/a~1b"],
    ["a second file", ["file:file", "file:file"], "/file"],
    ["another file", ["file:file", "file:more"], "/more"],
    ["a file under another name", ["file:other"], "/other"],
  ])(
    "an upload with %s is refused by the name of that part, and nothing is added",
    async (_what, parts, at) => {
      const raw = parts
        .map((part) => {
          const [kind, name] = part.split(":");
          const file = kind === "file" ? '; filename="extra.md"' : "";
          return `--xx\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\nextra\r\n`;
        })
        .join("");
      const path = `/spaces/${space}/content/files`;
      const headers = { "content-type": "multipart/form-data; boundary=xx" };
      const answer = await world().call("POST", path, { as: writer, raw: `${raw}--xx--\r\n`, headers });
      expect([answer.status, answer.body.error.type]).toEqual([400, "invalid-input"]);
      expect(answer.body.error.details.map((problem: { path: string }) => problem.path)).toEqual([at]);
      const { body } = await world().get(`${path}?limit=1000`, writer);
      expect(body.items.filter(({ name }: { name: string }) => name === "extra.md")).toEqual([]);
      const imported = await world().call("POST", `/spaces/${space}/content/import`, {
        as: writer,
        raw: `${raw}--xx--\r\n`,
        headers,
      });
      expect([imported.status, imported.body.error.details[0].path]).toEqual([400, at]);
    },
  );

  test("an Idempotency-Key is for one file: the same one is stored once, another is refused", async () => {
    const path = `/spaces/${space}/content/files`;
    const send = (content: string) => {
      const { raw, headers } = multipart("once.txt", "text/plain", Buffer.from(content));
      return world().call("POST", path, {
        as: writer,
        raw,
        headers: { ...headers, "idempotency-key": "one-file" },
      });
    };
    const [first, second] = [await send("one"), await send("one")];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    const other = await send("two");
    expect([other.status, other.body.error.type]).toEqual([409, "idempotency-key-reused"]);
    const { body } = await world().get(`${path}?limit=1000`, writer);
    expect(body.items.filter(({ name }: { name: string }) => name === "once.txt")).toHaveLength(1);
  });

  test("an upload needs the right to edit, and a file", async () => {
    const sent = multipart("a.txt", "text/plain", Buffer.from("hi"));
    const path = `/spaces/${space}/content/files`;
    expect((await world().call("POST", path, sent)).status).toBe(401);
    expect((await world().call("POST", path, { as: reader, ...sent })).status).toBe(403);
    expect(
      (
        await world().call("POST", path, {
          as: writer,
          headers: { "content-type": "application/json" },
          raw: "{}",
        })
      ).status,
    ).toBe(400);
  });
});

describe("getCurrentRevision, getRevisionById, listSpaceRevisions and the pages and files of each", () => {
  test("an older revision answers what was, the head what is", async () => {
    const of = await newSpace();
    const first = await change([insert("# Old\n\nbefore")], writer, of);
    const { page } = first.body.changes[0];
    await change([{ operation: "update_page", page, document: { markdown: "# New\n\nafter" } }], writer, of);
    const then = await world().get(`/spaces/${of}/revisions/${first.body.revision}/page/${page}`, reader);
    const now = await world().get(`/spaces/${of}/content/page/${page}`, reader);
    expect([then.body.markdown, now.body.markdown]).toEqual(["before", "after"]);
    expect([then.body.title, now.body.title]).toEqual(["Old", "New"]);
    const revision = await world().get(`/spaces/${of}/content`, reader);
    expect(revision.body).toMatchObject({
      object: "revision",
      type: "edits",
      parents: [first.body.revision],
    });
    expect(
      (await world().get(`/spaces/${of}/revisions/${first.body.revision}`, reader)).body.pages,
    ).toHaveLength(1);
    expect((await world().get(`/spaces/${of}/revisions/absent`, reader)).status).toBe(404);
    expect((await world().get(`/spaces/${space}/revisions/${first.body.revision}`, reader)).status).toBe(404);
    const back = await change(
      [{ operation: "revert_page", page, revision: first.body.revision }],
      writer,
      of,
    );
    expect(back.status).toBe(200);
    expect((await world().get(`/spaces/${of}/content/page/${page}`, reader)).body.markdown).toBe("before");
  });

  test("a tree answers 304 until it changes, compressed for those who ask", async () => {
    const of = await newSpace();
    await change([insert("# One")], writer, of);
    const path = `/spaces/${of}/content/pages`;
    const first = await world().get(path, writer);
    const tag = String(first.headers["etag"]);
    expect((await world().get(path, writer, { "if-none-match": tag })).status).toBe(304);
    const compressed = await world().get(path, writer, { "accept-encoding": "br" });
    expect(compressed.headers["content-encoding"]).toBe("br");
    expect(compressed.headers["etag"]).not.toBe(tag);
    await change([insert("# Two")], writer, of);
    const second = await world().get(path, writer, { "if-none-match": tag });
    expect(second.status).toBe(200);
    expect(second.body.pages).toHaveLength(2);
  });

  test("every way to name a page or file of a revision answers the same", async () => {
    const of = await newSpace();
    const { body } = await change(
      [
        insert("# Top", { ref: "top" }),
        { operation: "insert_files", files: [{ name: "a.txt", contentType: "text/plain", base64: "aGk=" }] },
      ],
      writer,
      of,
    );
    const { revision } = body;
    const { page } = body.changes[0];
    const head = `/spaces/${of}/content`;
    const old = `/spaces/${of}/revisions/${revision}`;
    // getPageById, getPageInRevisionById, getPageByPath, getPageInRevisionByPath
    const pagesRead = [`${head}/page/${page}`, `${old}/page/${page}`, `${head}/path/top`, `${old}/path/TOP`];
    const answers = await Promise.all(pagesRead.map((path) => world().get(path, reader)));
    // Apart from where the console shows it: the page of a revision as that revision has it.
    const own = (text = ""): string => text.replaceAll(`/s/${of}/~/revisions/${revision}/`, `/s/${of}/`);
    for (const answer of answers) expect([answer.status, own(answer.text)]).toEqual([200, answers[0]?.text]);
    for (const at of [1, 3])
      expect(answers[at]?.body.urls.app).toContain(`/s/${of}/~/revisions/${revision}/${page}`);
    // listPages, listPagesInRevisionById, listFilesInRevisionById, getFileInRevisionById
    expect(own((await world().get(`${old}/pages`, reader)).text)).toBe(
      (await world().get(`${head}/pages`, reader)).text,
    );
    const files = await world().get(`${old}/files?limit=1`, reader);
    expect(files.body).toEqual((await world().get(`${head}/files?limit=1`, reader)).body);
    const file = files.body.items[0];
    expect((await world().get(`${old}/files/${file.id}`, reader)).body).toEqual(file);
    for (const path of [
      `${head}/path/nowhere`,
      `${old}/path/nowhere`,
      `${old}/page/absent`,
      `${old}/files/absent`,
    ]) {
      expect((await world().get(path, reader)).status).toBe(404);
      expect((await world().get(path, stranger)).status).toBe(404);
      expect((await world().get(path)).status).toBe(401);
    }
    for (const query of ["metadata=2", "format=html", "evaluated=maybe", "other=1"]) {
      expect((await world().get(`${head}/page/${page}?${query}`, reader)).status).toBe(400);
    }
    expect((await world().get(`${head}/page/${page}?metadata=false&computed=false`, reader)).status).toBe(
      200,
    );
  });
});
