import { headOf } from "../../content/spaces.fixture.ts";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkStore } from "../../content/check.ts";
import { resolvePath } from "../../content/formerSlugs.ts";
import { readZip } from "../../importers/zip.ts";
import { craftZip } from "../../importers/zip.fixture.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;
let reader: Person;
let stranger: Person;
let files: Server;
let address: string;
/** What the file server answers, by path. */
const served = new Map<string, Buffer | string>();

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  files = createServer((request, response) => {
    const content = served.get(request.url ?? "");
    response.writeHead(content === undefined ? 404 : 200);
    if (content === "cut short") {
      response.write("PK");
      response.socket?.destroy();
    } else response.end(content);
  });
  await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});
afterAll(() => void files.close());

const GUIDE = {
  "SUMMARY.md":
    "# Summary\n\n* [Start](README.md)\n* [Set up](setup.md)\n\n## More\n\n* [Deep](more/deep.md)\n",
  "README.md":
    '# Start\n\nGo to [setup](setup.md#first), or [nowhere](gone.md).\n\n{% include ".gitbook/includes/note.md" %}\n',
  "setup.md":
    "---\ndescription: How to\nhidden: true\n---\n\n# Set up\n\n![Logo](.gitbook/assets/logo.svg)\n",
  "more/deep.md": "# Deep\n\n[Back](../README.md)\n",
  ".gitbook/assets/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
  ".gitbook/includes/note.md": "---\ntitle: Note\n---\n\nMind the [set-up](../../setup.md).\n",
  ".gitbook/vars.yaml": "version: 1.2.3\n",
};

function zipOf(content: Record<string, string>): Buffer {
  return craftZip(Object.entries(content).map(([name, bytes]) => ({ name, bytes })));
}

async function newSpace(title = "Guide"): Promise<string> {
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title }, writer);
  return made.body.id;
}

function serve(path: string, content: Buffer | string): string {
  served.set(path, content);
  return address + path;
}

const importFrom = (space: string, body: unknown, as: Person | undefined = writer, headers = {}) =>
  world().post(`/spaces/${space}/content/import`, body, as, headers);

function upload(space: string, name: string, content: Buffer, query = "", prefer = "") {
  const head = `--xx\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return world().call("POST", `/spaces/${space}/content/import${query}`, {
    as: writer,
    raw: Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--xx--\r\n")]),
    headers: { "content-type": "multipart/form-data; boundary=xx", prefer },
  });
}

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly path: string;
  readonly pages?: readonly Listed[];
}

async function pagesOf(space: string): Promise<Listed[]> {
  const { body } = await world().get(`/spaces/${space}/content/pages`, writer);
  const flat = (pages: readonly Listed[]): Listed[] =>
    pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  return flat(body.pages);
}

async function markdown(space: string, id: string): Promise<string> {
  return (await world().get(`/spaces/${space}/content/page/${id}`, writer)).body.markdown;
}

async function exported(space: string): Promise<Buffer> {
  const response = await world().app.inject({
    method: "GET",
    url: `/v1/spaces/${space}/export`,
    headers: { authorization: `Bearer ${reader.token}` },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toBe("application/zip");
  return response.rawPayload;
}

describe("importContent", () => {
  test("fetches an archive and makes one revision of it, none the second time", async () => {
    const space = await newSpace();
    const url = serve("/guide.zip", zipOf(GUIDE));
    const { status, body, headers } = await importFrom(space, { url, source: "zip" });
    expect(status).toBe(201);
    const imported = { pages: 4, files: 1, reusableContents: 1 };
    expect(body).toMatchObject({ imported, importedResources: 6, totalResources: 6 });
    expect(headers["location"]).toBe(`http://app.test/v1/spaces/${space}/revisions/${body.revision}`);
    const pages = await pagesOf(space);
    expect(pages.map(({ title, type, path }) => [title, type, path])).toEqual([
      ["Start", "document", "readme"],
      ["Set up", "document", "setup"],
      ["More", "group", "more"],
      ["Deep", "document", "more/deep"],
    ]);
    const [start, setup] = pages as [Listed, Listed];
    expect(await markdown(space, start.id)).toMatch(
      new RegExp(`^Go to \\[setup\\]\\(/pages/${setup.id}#first\\), or \\[nowhere\\]\\(gone.md\\)`),
    );
    expect(await markdown(space, start.id)).toMatch(/include "\/reusable\/\w{20}"/);
    expect(body.changed).toBe(true);
    expect((await importFrom(space, { url, source: "zip" })).body).toEqual({ ...body, changed: false });
    const { body: revisions } = await world().get(`/spaces/${space}/revisions`, writer);
    expect(revisions.count).toBe(2);
  });

  test("takes one Markdown file as one page", async () => {
    const space = await newSpace();
    const url = serve("/a%20b/first-steps.md?raw=1", "# First\n\nsteps");
    expect((await importFrom(space, { url, source: "markdown" })).body.importedResources).toBe(1);
    const [page] = await pagesOf(space);
    expect(page).toMatchObject({ title: "First", path: "first-steps" });
    expect(await markdown(space, page?.id ?? "")).toBe("steps");
  });

  test("an upload is an import too, and prunes when it is asked to", async () => {
    const space = await newSpace();
    expect((await upload(space, "guide.zip", zipOf(GUIDE))).status).toBe(201);
    const before = await pagesOf(space);
    const less = zipOf({ "SUMMARY.md": "* [Start](README.md)", "README.md": "# Start\n\nHello" });
    await upload(space, "guide.zip", less);
    expect((await pagesOf(space)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await upload(space, "guide.zip", less, "?prune=true");
    expect((await pagesOf(space)).map(({ id }) => id)).toEqual([before[0]?.id]);
    expect((await world().get(`/spaces/${space}/content/files`, writer)).body.count).toBe(0);
  });

  test("what a file can't be read of is pruned by nobody", async () => {
    const space = await newSpace();
    const files = (vars: string, tags: string) =>
      zipOf({
        "README.md": "# Start\n\nHello",
        ".gitbook/vars.yaml": vars,
        ".gitbook/tags.yaml": tags,
      });
    await upload(space, "guide.zip", files("product: Lanterns\n", "- tag: beta\n  label: Beta\n"));
    const settled = async () => {
      const [variables, tags] = await Promise.all(
        ["variables", "tags"].map((of) => world().get(`/spaces/${space}/content/${of}`, writer)),
      );
      return [variables?.body, tags?.body];
    };
    const before = await settled();
    expect(JSON.stringify(before)).toMatch(/Lanterns.*Beta/);
    const crowded = `a: "${"#".repeat(200_000)}"\n`;
    for (const [vars, tags] of [
      ["product: [\n", "product"],
      [crowded, crowded],
    ] as const) {
      const { body } = await upload(space, "guide.zip", files(vars, tags), "?prune=true");
      expect(body.report.problems.map(({ path }: { path: string }) => path)).toEqual([
        ".gitbook/vars.yaml",
        ".gitbook/tags.yaml",
      ]);
      expect(await settled()).toEqual(before);
    }
    await upload(space, "guide.zip", files("", ""), "?prune=true");
    expect(JSON.stringify(await settled())).not.toMatch(/Lanterns|Beta/);
  });

  test("respond-async answers with a job, whose report tells what came of it", async () => {
    const space = await newSpace();
    const url = serve("/async.zip", zipOf(GUIDE));
    const { status, body, headers } = await importFrom(space, { url, source: "zip" }, writer, {
      prefer: "respond-async",
    });
    expect([status, body.kind, body.status]).toEqual([202, "import", "queued"]);
    expect(headers["location"]).toBe(`http://app.test/v1/jobs/${body.id}`);
    expect(await pagesOf(space)).toEqual([]);
    await world().runJobs();
    const job = (await world().get(`/jobs/${body.id}`, writer)).body;
    expect(job).toMatchObject({ status: "done", report: { importedResources: 6, changed: true } });
    expect(job.report.report.brokenLinks).toEqual([{ page: "README.md", url: "gone.md" }]);
    expect(await pagesOf(space)).toHaveLength(4);
  });

  test("respond-async takes an upload as well, which its job reads", async () => {
    const space = await newSpace();
    const send = (content: Buffer) => upload(space, "guide.zip", content, "", "respond-async");
    const sent = await send(zipOf(GUIDE));
    expect([sent.status, sent.body.kind, sent.body.status]).toEqual([202, "import", "queued"]);
    expect(await pagesOf(space)).toEqual([]);
    const damaged = await send(Buffer.from("hello"));
    await world().runJobs();
    const [done, failed] = await Promise.all(
      [sent, damaged].map(async ({ body }) => (await world().get(`/jobs/${body.id}`, writer)).body),
    );
    expect(done).toMatchObject({ status: "done", report: { importedResources: 6, changed: true } });
    expect([failed.status, failed.error]).toEqual(["failed", expect.stringMatching(/zip/)]);
    expect(await pagesOf(space)).toHaveLength(4);
  });

  test.each(["an upload", "an address"])(
    "%s that waits while its space goes elsewhere is not imported there",
    async (what) => {
      const other = await world().addOrganization("Other", `other-${what.length}`);
      const space = await newSpace();
      const order = { url: `${address}/guide.zip`, source: "zip" };
      const { body } =
        what === "an upload"
          ? await upload(space, "guide.zip", zipOf(GUIDE), "", "respond-async")
          : await importFrom(space, order, writer, { prefer: "respond-async" });
      await world().deps.db.transact(async (tx) => {
        const member = { organization_id: other, user_id: writer.id, role: "admin" as const, joined_at: 1 };
        await tx.insertInto("members").values(member).execute();
      });
      expect((await world().post(`/spaces/${space}/transfer`, { organization: other }, writer)).status).toBe(
        200,
      );
      await world().runJobs();
      const job = (await world().get(`/jobs/${body.id}`, writer)).body;
      expect([job.status, job.error]).toEqual([
        "failed",
        "The space went to another organization after the import was asked for. Ask for it again.",
      ]);
    },
  );

  test("a job that can't succeed fails at once and says why", async () => {
    const space = await newSpace();
    const order = { url: `${address}/absent.zip`, source: "zip" };
    const { body } = await importFrom(space, order, writer, { prefer: "respond-async" });
    await world().runJobs();
    const job = (await world().get(`/jobs/${body.id}`, writer)).body;
    expect([job.status, job.error]).toEqual([
      "failed",
      "The address answered with status 404 instead of a file.",
    ]);
  });

  test.each([
    ["the server stops", (app: FastifyInstance) => app.close()],
    ["it takes ten minutes", () => Promise.resolve(void (world().ahead += 10 * 60_000 + 1))],
  ])("who waits for a website has its job instead when %s", async (_what, end) => {
    const space = await newSpace();
    const app = world().openApp();
    const answer = app.inject({
      method: "POST",
      url: `/v1/spaces/${space}/content/import`,
      headers: { authorization: `Bearer ${writer.token}` },
      payload: { url: `${address}/`, source: "website" },
    });
    const jobs = world().deps.db.read.selectFrom("jobs").select("id").where("space_id", "=", space);
    await expect.poll(() => jobs.execute()).toHaveLength(1);
    await end(app);
    const { statusCode, body } = await answer;
    const job = JSON.parse(body) as { id: string; status: string };
    expect([statusCode, [{ id: job.id }], job.status]).toEqual([202, await jobs.execute(), "queued"]);
    world().ahead = 0;
    await app.close();
    expect((await world().post(`/jobs/${job.id}/cancel`, undefined, writer)).status).toBe(200);
  });

  test.each([
    [{ url: "http://127.0.0.1/x", source: "nonsense" }, "/source"],
    [{ url: "ftp://127.0.0.1/x", source: "website" }, "/url"],
    [{ url: "http://a:99999/", source: "website" }, "/url"],
    [{ url: "http://:80/", source: "website" }, "/url"],
    [{ url: "https://a:b/", source: "google-docs" }, "/url"],
  ])("refuses %j", async (order, path) => {
    const { status, body } = await importFrom(await newSpace(), order);
    expect([status, body.error.details[0].path]).toEqual([400, path]);
  });

  const bomb = craftZip([{ name: "a.md", bytes: Buffer.alloc(30 * 2 ** 20) }]);
  test.each<[string, Buffer | string, number, RegExp]>([
    ["a bomb", bomb, 400, /100 times/],
    ["a way out", craftZip([{ name: "../../etc/a.md", bytes: "# A" }]), 400, /refused/],
    ["an entry that lies", craftZip([{ name: "a.md", bytes: "# A", crc: 1 }]), 400, /damaged/],
    ["something else", "hello", 400, /zip/],
    ["an answer that ends early", "cut short", 409, /could not be fetched/],
  ])("%s leaves nothing behind", async (_name, content, expected, message) => {
    const space = await newSpace();
    const { status, body } = await importFrom(space, { url: serve("/bad.zip", content), source: "zip" });
    expect([status, body.error?.message]).toEqual([expected, expect.stringMatching(message)]);
    expect(await pagesOf(space)).toEqual([]);
    expect((await world().get(`/spaces/${space}/revisions`, writer)).body.count).toBe(1);
  });

  test("an address that doesn't answer with a file is a conflict", async () => {
    const { status, body } = await importFrom(await newSpace(), { url: `${address}/none`, source: "zip" });
    expect([status, body.error.type]).toEqual([409, "source-not-fetched"]);
  });

  test("needs a body, a token and the right to edit; hides what is not visible; respects the lock", async () => {
    const space = await newSpace();
    const order = { url: serve("/rights.zip", zipOf(GUIDE)), source: "zip" };
    expect((await importFrom(space, {}, writer)).status).toBe(400);
    expect((await world().call("POST", `/spaces/${space}/content/import`, { as: writer })).status).toBe(400);
    expect((await importFrom(space, { ...order, more: 1 }, writer)).status).toBe(400);
    expect((await world().post(`/spaces/${space}/content/import`, order)).status).toBe(401);
    expect((await importFrom(space, order, reader)).status).toBe(403);
    expect((await importFrom(space, order, stranger)).status).toBe(404);
    await world().patch(`/spaces/${space}`, { editMode: "locked" }, writer);
    expect((await importFrom(space, order)).body.error.type).toBe("space-locked");
    expect(await pagesOf(space)).toEqual([]);
  });

  test("a repeated request has one effect", async () => {
    const space = await newSpace();
    const order = { url: serve("/once.md", "# One"), source: "markdown" };
    const first = await importFrom(space, order, writer, { "idempotency-key": "k1" });
    served.set("/once.md", "# Two");
    const second = await importFrom(space, order, writer, { "idempotency-key": "k1" });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect((await pagesOf(space)).map(({ title }) => title)).toEqual(["One"]);
  });
});

describe("importContentInPageById", () => {
  test("puts everything below the page; groups become pages", async () => {
    const space = await newSpace();
    const page = { operation: "insert_page", document: { markdown: "# Top\n\ntext" } };
    const made = await world().post(`/spaces/${space}/content`, { changes: [page] }, writer);
    const top: string = made.body.changes[0].page;
    const order = { url: serve("/under.zip", zipOf(GUIDE)), source: "zip" };
    const under = `/spaces/${space}/content/page/${top}/import`;
    expect((await world().post(under, order, writer)).status).toBe(201);
    expect((await pagesOf(space)).map(({ path, type }) => [path, type])).toEqual([
      ["top", "document"],
      ["top/readme", "document"],
      ["top/setup", "document"],
      ["top/more", "document"],
      ["top/more/deep", "document"],
    ]);
    const before = await pagesOf(space);
    expect((await world().post(`${under}?prune=true`, order, writer)).status).toBe(201);
    expect(await pagesOf(space)).toEqual(before);
    expect((await world().post(`/spaces/${space}/content/page/absent/import`, order, writer)).status).toBe(
      404,
    );
    expect((await world().post(under, order)).status).toBe(401);
  });
});

/** The address of the page that is found at an address, former ones included. */
async function leadsTo(space: string, path: string): Promise<string | undefined> {
  const { db } = world().deps;
  const content = world().deps.content.of(world().organization);
  const head = await headOf(db.read, space);
  const root = await content.root(head?.root ?? "");
  return (await resolvePath(db.read, content, space, root, path))?.page.slug;
}

describe("exportSpace", () => {
  test("names former addresses of pages, and none of groups, which are no files", async () => {
    const space = await newSpace();
    const content = `/spaces/${space}/content`;
    const insert = (type: string, title: string) => ({ operation: "insert_page", type, title });
    const { body } = await world().post(
      content,
      { changes: [insert("group", "Guides"), insert("document", "Setup")] },
      writer,
    );
    const rename = ({ page }: { page: string }, slug: string) => ({ operation: "update_page", page, slug });
    const [group, page] = body.changes;
    await world().post(content, { changes: [rename(group, "learn"), rename(page, "install")] }, writer);
    const { files } = await readZip(await exported(space));
    const config = Buffer.from((await files.find(({ path }) => path === ".gitbook.yaml")?.read()) ?? "");
    expect(String(config)).toMatch(/^redirects:\n {2}setup: install\.md\n/m);
    expect(String(config)).not.toContain("/pages/");
  });

  test("gives an archive that imports to the same space, and to an equal one elsewhere", async () => {
    const space = await newSpace();
    await upload(space, "guide.zip", zipOf(GUIDE));
    const [, setup] = await pagesOf(space);
    await world().post(
      `/spaces/${space}/content`,
      { changes: [{ operation: "update_page", page: setup?.id, slug: "install", emoji: "1f680" }] },
      writer,
    );
    const archive = await exported(space);
    const head = (await world().get(`/spaces/${space}/content`, writer)).body.id;
    expect((await upload(space, "guide.zip", archive)).body.revision).toBe(head);
    const copy = await newSpace("Copy");
    expect((await upload(copy, "guide.zip", archive)).status).toBe(201);
    const shape = (page: Listed) => [page.title, page.type, page.path];
    expect((await pagesOf(copy)).map(shape)).toEqual((await pagesOf(space)).map(shape));
    expect(await leadsTo(copy, "setup")).toBe("install");
    // The ids are new ones, so the pages are compared by what they export.
    expect((await exported(copy)).equals(archive)).toBe(true);
  });

  test("needs a token, and hides what is not visible", async () => {
    const space = await newSpace();
    expect((await world().get(`/spaces/${space}/export`)).status).toBe(401);
    expect((await world().get(`/spaces/${space}/export`, stranger)).status).toBe(404);
  });
});

test("after all that the store is sound", async () => {
  expect((await checkStore(world().deps.db, world().deps.blobs)).problems).toEqual([]);
});
