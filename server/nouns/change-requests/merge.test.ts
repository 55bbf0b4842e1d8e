import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let reviewer: Person;
let editor: Person;
let stranger: Person;

beforeAll(async () => {
  reviewer = await world().addPerson("wanda", "create");
  editor = await world().addPerson("ed", "edit");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
});

/** A space with one page and a change request of it. */
async function start(markdown = "One.\n\nTwo.\n\nThree.") {
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, reviewer);
  const space = `/spaces/${made.body.id}`;
  const insert = { operation: "insert_page", title: "Start", document: { markdown } };
  const written = await write(space, [insert, { operation: "set_variables", variables: { v: "1" } }]);
  const page: string = written.body.changes[0].page;
  return { space, page, request: await begin(space) };
}

async function begin(space: string): Promise<string> {
  const { status, body } = await world().post(`${space}/change-requests`, {}, editor);
  expect(status).toBe(201);
  return `${space}/change-requests/${body.number}`;
}

async function write(to: string, changes: object[]) {
  const answer = await world().post(`${to}/content`, { changes }, editor);
  expect(answer.status).toBe(200);
  return answer;
}

const edit = (page: string, markdown: string) => ({ operation: "update_page", page, document: { markdown } });
const markdownOf = async (of: string, page: string) =>
  (await world().get(`${of}/content/page/${page}`, editor)).body.markdown;
const merge = (request: string, as: Person | undefined = reviewer) =>
  world().post(`${request}/merge`, undefined, as);
const update = (request: string, as: Person | undefined = editor) =>
  world().post(`${request}/update`, undefined, as);
const conflictsOf = async (request: string) => (await world().get(`${request}/conflicts`, editor)).body.items;
const resolve = (request: string, id: string, resolution: unknown, as: Person | undefined = editor) =>
  world().put(`${request}/conflicts/${id}`, { resolution }, as);

describe("mergeChangeRequest", () => {
  test("publishes the changes, closes the change request for good, and keeps the counts", async () => {
    const { space, page, request } = await start();
    await write(request, [edit(page, "One!\n\nTwo.\n\nThree.")]);
    const { status, body } = await merge(request);
    expect([status, body.result]).toEqual([200, "merge"]);
    expect(await markdownOf(space, page)).toBe("One!\n\nTwo.\n\nThree.");
    const after = (await world().get(space, editor)).body;
    expect([after.revision, after.changeRequests, after.changeRequestsDraft]).toEqual([body.revision, 1, 0]);
    expect((await world().get(request, editor)).body).toMatchObject({
      status: "merged",
      revisionMerged: body.revision,
      outdated: false,
    });
    const history = (await world().get(`${space}/revisions`, editor)).body.items;
    expect(history[0]).toMatchObject({ id: body.revision, type: "merge", current: true });
    expect((await world().get(request, editor)).body).not.toHaveProperty("revisionMergedAncestor");
    expect((await merge(request)).status).toBe(409);
    expect((await update(request)).status).toBe(409);
    expect((await world().patch(request, { status: "open" }, editor)).status).toBe(409);
    const late = await world().post(`${request}/content`, { changes: [edit(page, "Late")] }, editor);
    expect(late.status).toBe(409);
    const events = await world()
      .deps.db.read.selectFrom("outbox")
      .select("payload")
      .where("kind", "=", "space_content_updated")
      .execute();
    expect(events.filter(({ payload }) => JSON.parse(payload).revisionId === body.revision)).toHaveLength(1);
  });

  test("joins what both sides changed: blocks of one page, moves, files, addresses that redirect", async () => {
    const { space, page, request } = await start();
    await write(request, [
      edit(page, "One!\n\nTwo.\n\nThree."),
      { operation: "update_page", page, slug: "begin" },
      { operation: "insert_page", title: "New", document: { markdown: "n" } },
    ]);
    await write(space, [
      edit(page, "One.\n\nTwo.\n\nThree!"),
      { operation: "update_page", page, title: "Go" },
    ]);
    expect((await world().get(request, editor)).body.outdated).toBe(true);
    expect((await merge(request)).body.result).toBe("merge");
    const { body } = await world().get(`${space}/content/path/begin`, editor);
    expect(body).toMatchObject({ id: page, title: "Go", markdown: "One!\n\nTwo.\n\nThree!" });
    expect((await world().get(`${space}/content/pages`, editor)).body.pages).toHaveLength(2);
  });

  test("is told with the revision that it made, wherever that is read", async () => {
    const { space, page, request } = await start("[self](./start.md)");
    await write(request, [edit(page, "[self](./start.md) One!")]);
    const { body } = await merge(request);
    const { id } = (await world().get(request, editor)).body;
    const next = await begin(space);
    for (const at of [`${space}/content`, `${space}/revisions/${body.revision}`, `${next}/content`]) {
      const revision = (await world().get(at, editor)).body;
      expect([at, revision.type, revision.mergedFrom]).toMatchObject([at, "merge", { id, status: "merged" }]);
    }
    const backlinks = await world().get(`${space}/content/page/${page}/backlinks`, editor);
    expect(backlinks.body.items[0].versionContext.revision.mergedFrom).toMatchObject({ id });
    const before = (await world().get(`${space}/content`, editor)).headers["etag"];
    await world().post(`${request}/comments`, { body: { markdown: "Hm" } }, editor);
    const after = await world().get(`${space}/content`, editor);
    expect([after.body.mergedFrom.comments, after.headers["etag"] === before]).toEqual([1, false]);
    expect((await world().get(`${next}/content/pages`, editor)).status).toBe(200);
  });

  test("with conflicts publishes nothing, and carries both sides until each is decided", async () => {
    const { space, page, request } = await start();
    await write(request, [edit(page, "Mine.\n\nTwo.\n\nThree.")]);
    await write(space, [edit(page, "Theirs.\n\nTwo.\n\nThree.")]);
    const head = (await world().get(space, editor)).body.revision;
    const { status, body } = await merge(request);
    expect([status, body.result]).toEqual([200, "conflicts"]);
    expect((await world().get(space, editor)).body.revision).toBe(head);
    expect((await world().get(request, editor)).body).toMatchObject({
      revision: body.revision,
      revisionMergedAncestor: head,
      conflicts: 1,
      outdated: false,
    });
    const both = await markdownOf(request, page);
    expect(both).toContain("Mine.");
    expect(both).toContain("Theirs.");
    const [found] = await conflictsOf(request);
    expect(found).toMatchObject({ kind: "body", page, block: expect.any(String) });
    expect([found.base, found.primary, found.changed].map((text) => text.trim())).toEqual([
      "One.",
      "Theirs.",
      "Mine.",
    ]);
    expect([(await merge(request)).status, (await update(request)).status]).toEqual([409, 409]);
    expect((await resolve(request, found.id, "changed")).status).toBe(200);
    expect((await merge(request)).body.result).toBe("merge");
    expect(await markdownOf(space, page)).toBe("Mine.\n\nTwo.\n\nThree.");
  });

  test("is for those who may merge, and not for archived ones", async () => {
    const { request } = await start();
    expect((await world().post(`${request}/merge`, undefined)).status).toBe(401);
    expect((await merge(request, editor)).status).toBe(403);
    expect((await merge(request, stranger)).status).toBe(404);
    await world().patch(request, { status: "archived" }, editor);
    expect((await merge(request)).status).toBe(409);
  });

  test("takes place once, however often it is asked for at once", async () => {
    const { space, page, request } = await start();
    await write(request, [edit(page, "Once.")]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => merge(request)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const history = (await world().get(`${space}/revisions`, editor)).body.items;
    expect(history.filter(({ type }: { type: string }) => type === "merge")).toHaveLength(1);
  });
});

describe("updateChangeRequest", () => {
  test("takes in what the space has, and says so", async () => {
    const { space, page, request } = await start();
    await write(request, [edit(page, "One!\n\nTwo.\n\nThree.")]);
    await write(space, [edit(page, "One.\n\nTwo.\n\nThree!")]);
    const { status, body } = await update(request);
    expect([status, body.result]).toEqual([200, "update"]);
    expect(await markdownOf(request, page)).toBe("One!\n\nTwo.\n\nThree!");
    expect(await markdownOf(space, page)).toBe("One.\n\nTwo.\n\nThree!");
    const head = (await world().get(space, editor)).body.revision;
    expect((await world().get(request, editor)).body).toMatchObject({
      revision: body.revision,
      revisionMergedAncestor: head,
      outdated: false,
    });
    expect((await update(request)).body).toEqual({ revision: body.revision, result: "update" });
    await write(space, [edit(page, "One.\n\nTwo.\n\nThree?")]);
    expect((await merge(request)).body.result).toBe("merge");
    expect(await markdownOf(space, page)).toBe("One!\n\nTwo.\n\nThree?");
  });

  test("is for those who may edit", async () => {
    const { request } = await start();
    const reader = await world().addPerson("rita", "read");
    expect((await world().post(`${request}/update`, undefined)).status).toBe(401);
    expect((await update(request, reader)).status).toBe(403);
    expect((await update(request, stranger)).status).toBe(404);
    await world().patch(request, { status: "archived" }, editor);
    expect((await update(request)).status).toBe(409);
  });
});

describe("resolveChangeRequestConflict", () => {
  async function contested() {
    const started = await start("One.\n\nTwo.\n\nThree.");
    await write(started.request, [edit(started.page, "Mine 1.\n\nTwo.\n\nMine 3.")]);
    await write(started.space, [edit(started.page, "Theirs 1.\n\nTwo.\n\nTheirs 3.")]);
    expect((await update(started.request)).body.result).toBe("conflicts");
    const found = await conflictsOf(started.request);
    expect(found).toHaveLength(2);
    return { ...started, found };
  }

  test.each<[unknown, unknown, string]>([
    ["primary", "changed", "Theirs 1.\n\nTwo.\n\nMine 3."],
    ["changed", "primary", "Mine 1.\n\nTwo.\n\nTheirs 3."],
    [{ markdown: "Ours." }, "changed", "Ours.\n\nTwo.\n\nMine 3."],
  ])("rebuilds the page from %j and %j", async (first, second, text) => {
    const { page, request, found } = await contested();
    await resolve(request, found[1].id, second);
    expect((await world().get(request, editor)).body.conflicts).toBe(1);
    const { status, body } = await resolve(request, found[0].id, first);
    expect([status, body.id, body.resolution]).toEqual([200, found[0].id, first]);
    expect((await markdownOf(request, page)).trim()).toBe(text);
    expect((await merge(request)).body.result).toBe("merge");
  });

  test("decides anew as often as one likes", async () => {
    const { page, request, found } = await contested();
    for (const resolution of ["primary", "changed", "primary"])
      await resolve(request, found[0].id, resolution);
    await resolve(request, found[1].id, "primary");
    expect((await markdownOf(request, page)).trim()).toBe("Theirs 1.\n\nTwo.\n\nTheirs 3.");
  });

  test("an edit of reusable content or of a variable decides as well", async () => {
    const { space } = await start();
    const shared = {
      operation: "insert_reusable_content",
      title: "R",
      document: { markdown: "One.\n\nTwo." },
    };
    const { reusableContent } = (await write(space, [shared])).body.changes[0];
    const request = await begin(space);
    const said = (text: string, v: string) => [
      {
        operation: "update_reusable_content",
        reusableContent,
        title: text,
        document: { markdown: `${text}\n\nTwo.` },
      },
      { operation: "set_variables", variables: { v } },
    ];
    await write(request, said("Mine.", "mine"));
    await write(space, said("Theirs.", "theirs"));
    expect((await update(request)).body.result).toBe("conflicts");
    const found = await conflictsOf(request);
    expect(found.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      "body",
      "reusable",
      "variable",
    ]);
    const body = found.find(({ kind }: { kind: string }) => kind === "body");
    expect([body.base, body.primary, body.changed].map((text) => text.trim())).toEqual([
      "One.",
      "Theirs.",
      "Mine.",
    ]);
    await write(request, said("Ours.", "ours"));
    expect((await world().get(request, editor)).body.conflicts).toBe(0);
    await resolve(request, body.id, "primary");
    expect((await world().get(`${request}/content`, editor)).body.variables).toEqual({ v: "ours" });
    expect((await merge(request)).body.result).toBe("merge");
    const now = await world().get(`${space}/content/reusable-contents/${reusableContent}`, editor);
    expect(now.body).toMatchObject({ title: "Ours.", markdown: "Ours.\n\nTwo." });
  });

  test("an edit of the page decides, and is not undone", async () => {
    const { space, page, request, found } = await contested();
    await write(request, [edit(page, "Mine alone.")]);
    expect((await world().get(request, editor)).body.conflicts).toBe(0);
    await resolve(request, found[0].id, "primary");
    expect(await markdownOf(request, page)).toBe("Mine alone.");
    expect((await merge(request)).body.result).toBe("merge");
    expect(await markdownOf(space, page)).toBe("Mine alone.");
  });

  const title = (page: string, text: string) => ({ operation: "update_page", page, title: text });
  const gone = (page: string) => ({ operation: "delete_page", page });
  const tag = (label: string) => ({ operation: "set_tags", tags: { t: { label } } });
  const variable = (value: string | null) => ({ operation: "set_variables", variables: { v: value } });
  const look = async (request: string, page: string) => {
    const read = await world().get(`${request}/content/page/${page}`, editor);
    const { variables, tags } = (await world().get(`${request}/content`, editor)).body;
    return [read.status === 200 ? read.body.title : null, tags[0]?.label ?? variables.v ?? null];
  };

  test.each<[string, (page: string) => object, (page: string) => object, string, unknown[], unknown[]]>([
    ["titles", (p) => title(p, "A"), (p) => title(p, "B"), "page-field", ["A", "1"], ["B", "1"]],
    ["a page removed by the space", gone, (p) => title(p, "B"), "page-removed", [null, "1"], ["B", "1"]],
    ["a page removed here", (p) => title(p, "A"), gone, "page-removed", ["A", "1"], [null, "1"]],
    ["variables", () => variable("2"), () => variable("3"), "variable", ["Start", "2"], ["Start", "3"]],
    [
      "a variable removed by the space",
      () => variable(null),
      () => variable("3"),
      "variable",
      ["Start", null],
      ["Start", "3"],
    ],
    ["tags", () => tag("2"), () => tag("3"), "tag", ["Start", "2"], ["Start", "3"]],
  ])("decides %s", async (_, there, here, kind, primary, changed) => {
    const { space, page, request } = await start();
    await write(request, [here(page)]);
    await write(space, [there(page)]);
    expect((await update(request)).body.result).toBe("conflicts");
    const [found] = await conflictsOf(request);
    expect(found.kind).toBe(kind);
    // A page that is gone does not come back: the side that removes it is decided last.
    const order = [
      ["primary", primary],
      ["changed", changed],
    ] as const;
    for (const [side, expected] of primary[0] === null ? order.toReversed() : order) {
      expect((await resolve(request, found.id, side)).status).toBe(200);
      expect(await look(request, page)).toEqual(expected);
    }
    expect((await resolve(request, found.id, { markdown: "x" })).status).toBe(400);
  });

  test.each([["neither"], [{ markdown: 1 }], [undefined]])("refuses %j", async (resolution) => {
    const { request } = await start();
    expect((await resolve(request, "absent", resolution)).status).toBe(400);
  });

  test("is for those who may edit; lists for those who may read: listChangeRequestConflicts", async () => {
    const { request, found } = await contested();
    const reader = await world().addPerson("rob", "read");
    expect((await world().put(`${request}/conflicts/${found[0].id}`, { resolution: "primary" })).status).toBe(
      401,
    );
    expect((await resolve(request, found[0].id, "primary", reader)).status).toBe(403);
    expect((await resolve(request, found[0].id, "primary", stranger)).status).toBe(404);
    expect((await resolve(request, "absent", "primary")).status).toBe(404);
    expect((await world().get(`${request}/conflicts`, reader)).status).toBe(200);
    expect((await world().get(`${request}/conflicts`)).status).toBe(401);
    expect((await world().get(`${request}/conflicts`, stranger)).status).toBe(404);
    const other = await start();
    expect((await resolve(other.request, found[0].id, "primary")).status).toBe(404);
  });
});
