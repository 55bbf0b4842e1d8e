import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let owner: Person;
let reader: Person;
let stranger: Person;
let space: string;
let request: string;
let pages: string[];

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, owner);
  space = `/spaces/${made.body.id}`;
  const insert = (title: string) => ({ operation: "insert_page", title, document: { markdown: title } });
  const written = await world().post(`${space}/content`, { changes: ["A", "B", "C"].map(insert) }, owner);
  pages = written.body.changes.map(({ page }: { page: string }) => page);
  const begun = await world().post(`${space}/change-requests`, { subject: "All of it" }, owner);
  request = `${space}/change-requests/${begun.body.number}`;
  const [a, b, c] = pages;
  const changes = [
    { operation: "update_page", page: a, title: "First", icon: "star", document: { markdown: "New." } },
    { operation: "update_page", page: b, into: a },
    { operation: "delete_page", page: c },
    insert("D"),
    { operation: "set_variables", variables: { edition: "pro" } },
    { operation: "insert_files", files: [{ name: "a.txt", contentType: "text/plain", base64: "aGk=" }] },
  ];
  expect((await world().post(`${request}/content`, { changes }, owner)).status).toBe(200);
});

const typesOf = (changes: readonly { type: string }[]) => changes.map(({ type }) => type).toSorted();
const ALL = ["file_created", "page_created", "page_deleted", "page_edited", "page_moved", "variables_edited"];

describe("getChangeRequestChanges", () => {
  test("tells what differs from the space, each with before and after", async () => {
    const { status, body } = await world().get(`${request}/changes`, reader);
    expect([status, typesOf(body.changes), body.more]).toEqual([200, ALL, undefined]);
    const told = (type: string) => body.changes.find((change: { type: string }) => change.type === type);
    expect(told("page_edited")).toMatchObject({
      page: { id: pages[0], type: "document", title: "First", path: "a" },
      attributes: {
        title: { before: "A", after: "First" },
        icon: { after: "star" },
        document: { before: expect.any(String), after: expect.any(String) },
      },
    });
    expect(told("page_moved")).toMatchObject({
      page: { id: pages[1], path: "a/b" },
      parent: { after: { id: pages[0] } },
    });
    expect(told("page_deleted").page).toMatchObject({ id: pages[2], path: "c" });
    expect(told("variables_edited").variables).toEqual({ edition: { after: "pro" } });
  });

  test("names the texts that came and went, which are read as they are written", async () => {
    const { body } = await world().get(`${request}/changes`, reader);
    const documentOf = (type: string) =>
      body.changes.find((change: { type: string }) => change.type === type).attributes.document;
    const textOf = async (id: string) =>
      (await world().get(`${space}/documents/${id}?format=markdown`, reader)).body;
    expect(await textOf(documentOf("page_created").after)).toEqual({ markdown: "D" });
    expect(await textOf(documentOf("page_deleted").before)).toEqual({ markdown: "C" });
    expect(await textOf(documentOf("page_edited").after)).toEqual({ markdown: "New." });
    const bad = await world().get(
      `${space}/documents/${documentOf("page_created").after}?format=html`,
      reader,
    );
    expect(bad.status).toBe(400);
  });

  test("goes on page by page between the two revisions of the first, whatever is written meanwhile", async () => {
    const first = await world().get(`${request}/changes?limit=2`, reader);
    expect([first.body.changes.length, first.body.more]).toEqual([2, 4]);
    const more = { operation: "insert_page", title: "A0", document: { markdown: "Later" } };
    const written = await world().post(`${request}/content`, { changes: [more] }, owner);
    expect(written.status).toBe(200);
    const next = (cursor: string) =>
      world().get(`${request}/changes?limit=3&page=${encodeURIComponent(cursor)}`, reader);
    const second = await next(first.body.next.page);
    expect([second.body.changes.length, second.body.more]).toEqual([3, 1]);
    const third = await next(second.body.next.page);
    expect([third.body.changes.length, third.body.more, third.body.next]).toEqual([1, undefined, undefined]);
    const told = [first, second, third].flatMap(({ body }) => body.changes);
    expect(typesOf(told)).toEqual(ALL);
    const listed = (await world().get(`${request}/content/pages`, reader)).body.pages;
    const page = listed.find(({ title }: { title: string }) => title === "A0").id;
    await world().post(`${request}/content`, { changes: [{ operation: "delete_page", page }] }, owner);
    expect((await next("e30.nothing")).status).toBe(400);
  });

  test("counts what is left out", async () => {
    expect((await world().get(`${request}/changes?limit=0`, reader)).status).toBe(400);
    expect((await world().get(`${request}/changes`)).status).toBe(401);
    expect((await world().get(`${request}/changes`, stranger)).status).toBe(404);
  });
});

describe("getRevisionSemanticChanges", () => {
  test("tells what a merge changed, and the change request it came from", async () => {
    const merged = await world().post(`${request}/merge`, undefined, owner);
    expect(merged.body.result).toBe("merge");
    const path = `${space}/revisions/${merged.body.revision}/changes`;
    const { status, body } = await world().get(path, reader);
    expect([status, typesOf(body.changes), body.mergedFrom.subject]).toEqual([200, ALL, "All of it"]);
    expect((await world().get(path)).status).toBe(401);
    expect((await world().get(path, stranger)).status).toBe(404);
    expect((await world().get(`${space}/revisions/absent/changes`, reader)).status).toBe(404);
  });

  test("tells everything of the first revision with content", async () => {
    const { body: history } = await world().get(`${space}/revisions`, reader);
    const oldest = history.items.at(-2);
    const { body } = await world().get(`${space}/revisions/${oldest.id}/changes`, reader);
    expect(typesOf(body.changes)).toEqual(["page_created", "page_created", "page_created"]);
    const first = await world().get(`${space}/revisions/${history.items.at(-1).id}/changes`, reader);
    expect(first.body).toEqual({ changes: [] });
  });
});
