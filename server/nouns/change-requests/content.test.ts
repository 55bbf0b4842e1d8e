import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let reviewer: Person;
let editor: Person;
let commenter: Person;
let stranger: Person;
let space: string;
let page: string;

beforeAll(async () => {
  reviewer = await world().addPerson("wanda", "create");
  editor = await world().addPerson("ed", "edit");
  commenter = await world().addPerson("connie", "comment");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, reviewer);
  space = made.body.id;
  const written = await world().post(
    `/spaces/${space}/content`,
    { changes: [{ operation: "insert_page", document: { markdown: "# Start\n\nOne." } }] },
    reviewer,
  );
  page = written.body.changes[0].page;
  await world().patch(`/spaces/${space}`, { editMode: "locked" }, reviewer);
});

async function begin(): Promise<string> {
  const { body } = await world().post(`/spaces/${space}/change-requests`, {}, editor);
  return `/spaces/${space}/change-requests/${body.number}`;
}

const edit = (markdown: string, of = page) => ({
  operation: "update_page",
  page: of,
  document: { markdown },
});
const write = (request: string, changes: unknown[], as: Person | undefined = editor, query = "") =>
  world().post(`${request}/content${query}`, { changes }, as);
const markdownOf = async (contents: string, id = page) =>
  (await world().get(`${contents}/content/page/${id}`, commenter)).body.markdown;

function multipart(name: string, content: string, type = "text/markdown") {
  const raw = `--xx\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--xx--\r\n`;
  return { raw, headers: { "content-type": "multipart/form-data; boundary=xx" } };
}

describe("updateChangeRequestContent", () => {
  test("changes the change request and not the space, which may be locked", async () => {
    const request = await begin();
    const { status, body } = await write(request, [edit("Two.")]);
    expect([status, body.object, body.outdated]).toEqual([200, "change-request", false]);
    expect(body.revision).not.toBe(body.revisionInitial);
    expect([await markdownOf(request), await markdownOf(`/spaces/${space}`)]).toEqual(["Two.", "One."]);
    const history = await world().get(`/spaces/${space}/revisions`, commenter);
    expect(history.body.items.map(({ id }: { id: string }) => id)).not.toContain(body.revision);
  });

  test("answers what each change did when asked to, and reverts to the space's page", async () => {
    const request = await begin();
    const insert = { operation: "insert_page", document: { markdown: "# More" }, ref: "more" };
    const made = await write(request, [insert, edit("See [more](./more.md).")], editor, "?compat=false");
    expect(made.status).toBe(200);
    expect(made.body.changeRequest.object).toBe("change-request");
    const [more] = made.body.changes;
    expect(await markdownOf(request)).toBe(`See [more](/pages/${more.page}).`);
    expect((await write(request, [{ operation: "revert_page", page }])).status).toBe(200);
    expect(await markdownOf(request)).toBe("One.");
  });

  test("reverts what it deleted: the pages are where and what they were", async () => {
    const request = await begin();
    const titled = (title: string, more = {}) => ({
      operation: "insert_page",
      document: { markdown: `# ${title}\n\nSee [start](/pages/${page}).` },
      ...more,
    });
    const { body } = await write(request, [titled("Above"), titled("Last")], editor, "?compat=false");
    const [above] = body.changes.map((change: { page: string }) => change.page);
    const kid = await write(request, [titled("Kid", { into: above })], editor, "?compat=false");
    const [{ page: below }] = kid.body.changes;
    const before = (await world().get(`${request}/content`, commenter)).body;
    await write(request, [{ operation: "delete_page", page: above }]);
    const revert = (one: string) => ({ operation: "revert_page", page: one, revision: before.id });
    expect((await write(request, [revert(above), revert(below)])).status).toBe(200);
    const after = (await world().get(`${request}/content`, commenter)).body;
    expect(after.pages).toEqual(before.pages);
    const { body: links } = await world().get(`${request}/content/page/${page}/backlinks`, commenter);
    expect(links.count).toBe(3);
    await write(request, [{ operation: "delete_page", page: above }]);
    await write(request, [revert(below)]);
    const { body: alone } = await world().get(`${request}/content/page/${below}`, commenter);
    expect([alone.path, alone.markdown]).toEqual(["kid", `See [start](/pages/${page}).`]);
  });

  test("makes no revision when nothing changes", async () => {
    const request = await begin();
    const { body } = await write(request, [edit("One.")]);
    expect(body.revision).toBe(body.revisionInitial);
  });

  test.each([
    [[], "/changes"],
    [[{ operation: "delete_page", page: "absent" }], "/changes/0/page"],
    [[{ operation: "update_page", page: "absent", tile: "x" }], "/changes/0/tile"],
  ])("refuses %j", async (changes, path) => {
    const answer = await write(await begin(), changes);
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, path]);
  });

  test("is for those who may edit", async () => {
    const request = await begin();
    expect((await world().post(`${request}/content`, { changes: [edit("x")] })).status).toBe(401);
    expect((await write(request, [edit("x")], commenter)).status).toBe(403);
    expect((await write(request, [edit("x")], stranger)).status).toBe(404);
  });

  test("is refused while archived", async () => {
    const request = await begin();
    await world().patch(request, { status: "archived" }, editor);
    const answer = await write(request, [edit("x")]);
    expect([answer.status, answer.body.error.type ?? answer.body.error.code]).toEqual([
      409,
      expect.anything(),
    ]);
    await world().patch(request, { status: "open" }, editor);
    expect((await write(request, [edit("x")])).status).toBe(200);
  });

  test("under If-Match is made on what was read, or not at all", async () => {
    const request = await begin();
    const read = await world().get(`${request}/content/page/${page}`, editor);
    const relying = { "if-match": String(read.headers["etag"]) };
    const send = (text: string) =>
      world().post(`${request}/content`, { changes: [edit(text)] }, editor, relying);
    const answers = await Promise.all(["A", "B", "C"].map(send));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    const before = (await world().get(request, editor)).body;
    expect((await send("D")).status).toBe(412);
    expect((await world().get(request, editor)).body).toEqual(before);
  });

  test("leaves the version of its fields, and fields that of its content", async () => {
    const request = await begin();
    const tagOf = async (path: string) => String((await world().get(path, editor)).headers["etag"]);
    const [fields, content] = [await tagOf(request), await tagOf(`${request}/content`)];
    expect((await write(request, [edit("x")])).status).toBe(200);
    const renamed = await world().patch(request, { subject: "Renamed" }, editor, { "if-match": fields });
    expect(renamed.status).toBe(200);
    const [after, now] = [String(renamed.headers["etag"]), await tagOf(`${request}/content`)];
    expect(after.split(".")[0]).not.toBe(fields.split(".")[0]);
    expect(now.split(".")[0]).not.toBe(content.split(".")[0]);
    const again = { "if-match": now };
    const sent = { changes: [edit("y")] };
    expect((await world().post(`${request}/content`, sent, editor, again)).status).toBe(200);
  });

  test.each([
    ["merge", undefined],
    ["update", undefined],
    ["reviews", { status: "approved" }],
  ])("%s relies on the content that was read, not on the subject", async (what, body) => {
    const request = await begin();
    await write(request, [edit("x")]);
    const { headers } = await world().get(`${request}/content`, reviewer);
    const relying = { "if-match": String(headers["etag"]) };
    await world().patch(request, { subject: "Renamed" }, editor);
    const own = { "if-match": String((await world().get(request, reviewer)).headers["etag"]) };
    const wrong = await world().post(`${request}/${what}`, body, reviewer, own);
    expect([wrong.status, wrong.body.error.message]).toEqual([
      412,
      expect.stringMatching(/Read GET \S+content /),
    ]);
    await write(request, [edit("y")]);
    expect((await world().post(`${request}/${what}`, body, reviewer, relying)).status).toBe(412);
    const read = await world().get(`${request}/content`, reviewer);
    const now = { "if-match": String(read.headers["etag"]) };
    expect((await world().post(`${request}/${what}`, body, reviewer, now)).status).toBeLessThan(300);
  });

  test.each(["archived", "merged"])(
    "once it is %s, nothing is written, and no address is asked",
    async (status) => {
      const request = await begin();
      if (status === "merged") await world().post(`${request}/merge`, undefined, reviewer);
      else await world().patch(request, { status }, editor);
      const before = (await world().get(request, editor)).body;
      expect(before.status).toBe(status);
      const file = multipart("a.md", "# A");
      const zip = { url: "http://127.0.0.1:1/a.zip", source: "zip" };
      const site = { url: "http://127.0.0.1:1/", source: "website" };
      const answers = [
        await write(request, [edit("x")]),
        await world().call("POST", `${request}/content/files`, { as: editor, ...file }),
        await world().call("POST", `${request}/content/import`, { as: editor, ...file }),
        await world().post(`${request}/content/import`, zip, editor),
        await world().post(`${request}/content/import`, site, editor),
        await world().post(`${request}/content/import`, zip, editor, { prefer: "respond-async" }),
        await world().post(`${request}/content/page/${page}/import`, zip, editor),
        await world().post(`${request}/update`, undefined, editor),
        await world().post(`${request}/merge`, undefined, reviewer),
        await world().post(`${request}/reviews`, { status: "approved" }, reviewer),
        await world().post(`${request}/requested-reviewers`, { users: [] }, editor),
      ];
      expect(answers.map((answer) => [answer.status, answer.body.error?.type])).toEqual(
        answers.map(() => [409, `change-request-${status}`]),
      );
      expect((await world().get(request, editor)).body).toEqual(before);
    },
  );

  test("loses none of many writes at once", async () => {
    const request = await begin();
    const titles = Array.from({ length: 8 }, (_, index) => `P${index}`);
    const insert = (title: string) => [{ operation: "insert_page", title, document: { markdown: "x" } }];
    const answers = await Promise.all(titles.map((title) => write(request, insert(title))));
    expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200));
    const { body } = await world().get(`${request}/content/pages`, commenter);
    const found = body.pages.map(({ title }: { title: string }) => title);
    expect(found.filter((title: string) => title !== "Start").toSorted()).toEqual(titles);
  });
});

describe("the content of a change request", () => {
  test("is read as a revision is", async () => {
    const request = await begin();
    await write(request, [edit("Two.")]);
    const revision = await world().get(`${request}/content`, commenter);
    expect([revision.status, revision.body.type, revision.body.pages[0].id]).toEqual([200, "edits", page]);
    expect((await world().get(`${request}/content/path/start`, commenter)).body.markdown).toBe("Two.");
    expect((await world().get(`${request}/content/page/absent`, commenter)).status).toBe(404);
  });

  test.each([
    ["getRevisionOfChangeRequestById", () => ""],
    ["listPagesInChangeRequest", () => "/pages"],
    ["listFilesInChangeRequestById", () => "/files"],
    ["getFileInChangeRequestById", () => "/files/absent"],
    ["getPageInChangeRequestById", () => `/page/${page}`],
    ["getPageInChangeRequestByPath", () => "/path/start"],
  ])("%s is for those who may read", async (_, path) => {
    const request = await begin();
    expect((await world().get(`${request}/content${path()}`, commenter)).status).toBe(
      path().endsWith("absent") ? 404 : 200,
    );
    expect((await world().get(`${request}/content${path()}`)).status).toBe(401);
    expect((await world().get(`${request}/content${path()}`, stranger)).status).toBe(404);
  });

  test("takes files, which the space does not have: uploadFileToChangeRequest", async () => {
    const request = await begin();
    const sent = await world().call("POST", `${request}/content/files`, {
      as: editor,
      ...multipart("note.txt", "hello", "text/plain"),
    });
    expect([sent.status, sent.body.name, sent.body.size]).toEqual([201, "note.txt", 5]);
    const path = `/content/files/${sent.body.id}`;
    expect((await world().get(`${request}${path}`, commenter)).status).toBe(200);
    expect((await world().get(`${request}/content/files`, commenter)).body.count).toBe(1);
    expect((await world().get(`/spaces/${space}${path}`, commenter)).status).toBe(404);
    for (const [as, status] of [
      [undefined, 401],
      [commenter, 403],
      [stranger, 404],
    ] as const) {
      const refused = await world().call("POST", `${request}/content/files`, {
        as,
        ...multipart("note.txt", "hello", "text/plain"),
      });
      expect(refused.status).toBe(status);
    }
  });

  test("takes imports, at its top and under a page: importContentInChangeRequest, importContentInChangeRequestPageById", async () => {
    const request = await begin();
    const importing = (path: string, as?: Person, name = "guide.md") =>
      world().call("POST", `${request}/content${path}`, { as, ...multipart(name, "# Imported\n\nText.") });
    const { status, body } = await importing("/import", editor);
    expect([status, body.importedResources]).toEqual([201, 1]);
    expect((await importing(`/page/${page}/import`, editor, "below.md")).status).toBe(201);
    const { body: tree } = await world().get(`${request}/content/pages`, commenter);
    expect(tree.pages.map(({ pages }: { pages: unknown[] }) => pages.length)).toEqual([1, 0]);
    const published = await world().get(`/spaces/${space}/content/pages`, commenter);
    expect(published.body.pages).toHaveLength(1);
    expect((await importing("/page/absent/import", editor)).status).toBe(404);
    expect((await importing("/import")).status).toBe(401);
    expect((await importing("/import", commenter)).status).toBe(403);
    expect((await importing("/import", stranger)).status).toBe(404);
    await world().patch(request, { status: "archived" }, editor);
    expect((await importing("/import", editor)).status).toBe(409);
  });
});
