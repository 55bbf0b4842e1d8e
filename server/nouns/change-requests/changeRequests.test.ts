import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let reviewer: Person;
let editor: Person;
let commenter: Person;
let stranger: Person;
let space: string;

beforeAll(async () => {
  reviewer = await world().addPerson("wanda", "create");
  editor = await world().addPerson("ed", "edit");
  commenter = await world().addPerson("connie", "comment");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  space = await newSpace();
});

async function newSpace(fields: object = {}): Promise<string> {
  const { status, body } = await world().post(
    `/orgs/${world().organization}/spaces`,
    { title: "Guide", ...fields },
    reviewer,
  );
  expect(status).toBe(201);
  return body.id;
}

const begin = (body: unknown = {}, as: Person | undefined = editor, of = space) =>
  world().post(`/spaces/${of}/change-requests`, body, as);
const at = (request: string | number, of = space) => `/spaces/${of}/change-requests/${request}`;

describe("createChangeRequest", () => {
  test("begins a draft from what readers see, numbered within the space", async () => {
    const of = await newSpace({ editMode: "locked" });
    const first = await begin({ subject: "Typos", agentTaskId: "task-1" }, editor, of);
    expect(first.status).toBe(201);
    const { revision } = (await world().get(`/spaces/${of}`, reviewer)).body;
    expect(first.body).toMatchObject({
      number: 1,
      status: "draft",
      subject: "Typos",
      agentTaskId: "task-1",
      revision,
      revisionInitial: revision,
      outdated: false,
      comments: 0,
      createdBy: { id: editor.id },
    });
    for (const name of ["revisionMergedAncestor", "revisionMerged", "description"])
      expect(first.body).not.toHaveProperty(name);
    expect(first.headers["location"]).toBe(first.body.urls.location);
    expect((await begin({}, editor, of)).body).toMatchObject({ number: 2, subject: "" });
    expect((await world().get(`/spaces/${of}`, reviewer)).body).toMatchObject({
      changeRequests: 2,
      changeRequestsOpen: 0,
      changeRequestsDraft: 2,
    });
  });

  test("numbers those begun at once without a gap", async () => {
    const of = await newSpace();
    const made = await Promise.all(Array.from({ length: 12 }, () => begin({}, editor, of)));
    expect(made.map(({ body }) => body.number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
  });

  test.each([
    [{ subject: "x".repeat(101) }, "/subject"],
    [{ subject: 1 }, "/subject"],
    [{ status: "open" }, "/status"],
  ])("refuses %j", async (body, path) => {
    const answer = await begin(body);
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, path]);
  });

  test("is for those who may edit", async () => {
    expect((await world().post(`/spaces/${space}/change-requests`, {})).status).toBe(401);
    expect((await begin({}, commenter)).status).toBe(403);
    expect((await begin({}, stranger)).status).toBe(404);
  });
});

describe("getChangeRequestById", () => {
  test("finds it by id and by number, in its own space only", async () => {
    const { body } = await begin({ subject: "Find me" });
    for (const name of [body.id, body.number]) {
      const found = await world().get(at(name), commenter);
      expect([found.status, found.body]).toEqual([200, body]);
    }
    const other = await newSpace();
    expect((await world().get(at(body.id, other), commenter)).status).toBe(404);
    expect((await world().get(at(body.number, other), commenter)).status).toBe(404);
    expect((await world().get(at(body.id), stranger)).status).toBe(404);
    expect((await world().get(at(body.id))).status).toBe(401);
  });
});

describe("listChangeRequestsForSpace", () => {
  test("lists the open ones unless said, newest first, page by page", async () => {
    const of = await newSpace();
    for (const subject of ["a", "b", "c"]) {
      const { body } = await begin({ subject }, editor, of);
      await world().patch(at(body.id, of), { status: "open" }, editor);
    }
    await begin({ subject: "draft" }, reviewer, of);
    const list = async (query = "") =>
      (await world().get(`/spaces/${of}/change-requests${query}`, commenter)).body;
    expect((await list()).items.map((one: { subject: string }) => one.subject)).toEqual(["c", "b", "a"]);
    expect((await list("?status=draft")).items).toHaveLength(1);
    expect((await list(`?contributor=${reviewer.id}`)).count).toBe(0);
    expect((await list(`?status=draft&contributor=${reviewer.id}`)).count).toBe(1);
    const first = await list("?limit=2");
    expect([first.items.length, first.count]).toEqual([2, 3]);
    const second = await list(`?limit=2&page=${encodeURIComponent(first.next.page)}`);
    expect(second.items.map((one: { subject: string }) => one.subject)).toEqual(["a"]);
    expect((await world().get(`/spaces/${of}/change-requests?status=all`, commenter)).status).toBe(400);
    expect((await world().get(`/spaces/${of}/change-requests`)).status).toBe(401);
    expect((await world().get(`/spaces/${of}/change-requests`, stranger)).status).toBe(404);
  });

  test("lists those that touch a page: its text, its fields, its place, or that it is there", async () => {
    const of = await newSpace();
    const write = async (path: string, ...changes: readonly object[]) => {
      const { status, body } = await world().post(`${path}/content`, { changes }, editor);
      expect([status, body.error]).toEqual([200, undefined]);
      return (body.changes ?? []) as { page: string }[];
    };
    const page = (title: string) => ({
      operation: "insert_page",
      type: "document",
      title,
      document: { markdown: "As it was." },
    });
    const begun = await write(`/spaces/${of}`, page("One"), page("Two"), page("Three"));
    const [one = "", two = "", three = ""] = begun.map((change) => change.page);
    const proposing = async (...changes: readonly object[]) => {
      const { body } = await begin({}, editor, of);
      await write(at(body.number, of), ...changes);
      return { number: body.number as number };
    };
    const text = { operation: "update_page", page: one, document: { markdown: "Otherwise." } };
    const written = await proposing(text);
    const titled = await proposing({ operation: "update_page", page: one, title: "The first" });
    const moved = await proposing({ operation: "update_page", page: two, into: one });
    const gone = await proposing({ operation: "delete_page", page: three });
    const made = await proposing(page("Four"));
    const taken = await proposing(text);
    await write(at(taken.number, of), { ...text, document: { markdown: "As it was." } });
    // What the space has changed since is nothing that a change request does.
    await write(`/spaces/${of}`, { ...text, page: two });
    const touching = async (id: string, query = "") => {
      const list = `/spaces/${of}/change-requests?status=draft&pageId=${id}${query}`;
      const { status, body } = await world().get(list, commenter);
      expect(status).toBe(200);
      return body;
    };
    const numbers = async (id: string) =>
      (await touching(id)).items.map(({ number }: { number: number }) => number);
    expect(await numbers(one)).toEqual([titled.number, written.number]);
    expect(await numbers(two)).toEqual([moved.number]);
    expect(await numbers(three)).toEqual([gone.number]);
    const { pages } = (await world().get(`${at(made.number, of)}/content/pages`, editor)).body;
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(["One", "Two", "Three", "Four"]);
    expect(await numbers(pages[3].id)).toEqual([made.number]);
    expect(await numbers("absent")).toEqual([]);
    const first = await touching(one, "&limit=1");
    expect([first.count, first.items[0].number]).toEqual([2, titled.number]);
    const rest = await touching(one, `&limit=1&page=${encodeURIComponent(first.next.page)}`);
    expect(rest.items[0].number).toBe(written.number);
  });
});

describe("updateChangeRequestById", () => {
  test("moves it between draft, open and archived, and keeps the counts", async () => {
    const of = await newSpace();
    const { body } = await begin({}, editor, of);
    const counts: unknown[] = [];
    for (const status of ["open", "open", "archived", "draft"]) {
      const patched = await world().patch(at(body.number, of), { status }, editor);
      expect([patched.status, patched.body.status]).toEqual([200, status]);
      const { changeRequests, changeRequestsOpen, changeRequestsDraft } = (
        await world().get(`/spaces/${of}`, editor)
      ).body;
      counts.push([changeRequests, changeRequestsOpen, changeRequestsDraft]);
    }
    expect(counts).toEqual([
      [1, 1, 0],
      [1, 1, 0],
      [1, 0, 0],
      [1, 0, 1],
    ]);
  });

  test("leaves absent fields and clears the description with null", async () => {
    const { body } = await begin({ subject: "One", description: "Why" });
    const patched = await world().patch(at(body.id), { subject: "Two" }, editor);
    expect(patched.body).toMatchObject({ subject: "Two", description: "Why" });
    expect(
      (await world().patch(at(body.id), { description: null }, editor)).body.description,
    ).toBeUndefined();
  });

  test.each([
    [{ status: "merged" }, "/status"],
    [{ subject: "x".repeat(101) }, "/subject"],
    [{ number: 3 }, "/number"],
  ])("refuses %j", async (patch, path) => {
    const { body } = await begin();
    const answer = await world().patch(at(body.id), patch, editor);
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, path]);
  });

  test("archiving is for the author and for reviewers", async () => {
    const other = await world().addPerson("eva", "edit");
    const { body } = await begin();
    const patch = (fields: object, as?: Person) => world().patch(at(body.id), fields, as);
    expect((await patch({ status: "archived" })).status).toBe(401);
    expect((await patch({ status: "archived" }, commenter)).status).toBe(403);
    expect((await patch({ status: "archived" }, stranger)).status).toBe(404);
    expect((await patch({ status: "archived" }, other)).status).toBe(403);
    expect((await patch({ subject: "Shared" }, other)).status).toBe(200);
    expect((await patch({ status: "archived" }, reviewer)).status).toBe(200);
  });

  test("refuses a version that is no longer there", async () => {
    const { body } = await begin();
    const { headers } = await world().get(at(body.id), editor);
    const match = { "if-match": headers["etag"] as string };
    expect((await world().patch(at(body.id), { subject: "a" }, editor, match)).status).toBe(200);
    expect((await world().patch(at(body.id), { subject: "b" }, editor, match)).status).toBe(412);
  });
});
