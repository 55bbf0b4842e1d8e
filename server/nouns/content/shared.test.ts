/** What pages share, told in lists: reusable contents and variables, of a space, a revision and a change request. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
});

test("lists follow the content that they are of, part by part", async () => {
  const { body: space } = await world().post(
    `/orgs/${world().organization}/spaces`,
    { title: "Guide" },
    writer,
  );
  const url = `/spaces/${space.id}`;
  const insert = (title: string) => ({
    operation: "insert_reusable_content",
    title,
    document: { markdown: `Text of ${title}.` },
  });
  const changes = [
    ...["A", "B", "C"].map(insert),
    { operation: "set_variables", variables: { v: "1", w: true } },
    {
      operation: "set_tags",
      tags: { beta: { label: "Beta", icon: "flask", color: "#d33" }, old: { label: "Old" } },
    },
  ];
  const { body: written } = await world().post(`${url}/content`, { changes }, writer);
  const { number } = (await world().post(`${url}/change-requests`, { subject: "x" }, writer)).body;
  const gone = written.changes[0].reusableContent;
  const deletion = { operation: "delete_reusable_content", reusableContent: gone };
  const unset = { operation: "set_variables", variables: { w: null, x: 3 } };
  const untag = { operation: "set_tags", tags: { old: null } };
  const request = `${url}/change-requests/${number}/content`;
  await world().post(request, { changes: [deletion, unset, untag] }, writer);
  const titles = async (at: string) =>
    (await world().get(`${at}/reusable-contents`, writer)).body.items
      .map(({ title }: { title: string }) => title)
      .toSorted();
  expect(await titles(`${url}/content`)).toEqual(["A", "B", "C"]);
  expect(await titles(`${url}/revisions/${written.revision}`)).toEqual(["A", "B", "C"]);
  expect(await titles(request)).toEqual(["B", "C"]);
  const variables = async (at: string) => (await world().get(`${at}/variables`, writer)).body.variables;
  expect(await variables(`${url}/content`)).toEqual({ v: "1", w: true });
  expect(await variables(`${url}/revisions/${written.revision}`)).toEqual({ v: "1", w: true });
  expect(await variables(request)).toEqual({ v: "1", x: 3 });
  const tags = async (at: string) => (await world().get(`${at}/tags`, writer)).body.tags;
  const beta = { label: "Beta", icon: "flask", color: "#d33" };
  expect(await tags(`${url}/content`)).toEqual({ beta, old: { label: "Old" } });
  expect(await tags(`${url}/revisions/${written.revision}`)).toEqual({ beta, old: { label: "Old" } });
  expect(await tags(request)).toEqual({ beta });
  expect((await world().get(request, writer)).body.tags).toEqual([
    { slug: "beta", label: "Beta", icon: "flask", color: "red" },
  ]);
  const { body: told } = await world().get(`${url}/change-requests/${number}/changes`, writer);
  expect(told.changes.find(({ type }: { type: string }) => type === "tag_deleted")).toEqual({
    type: "tag_deleted",
    tag: { tag: "old", slug: "old", label: "Old" },
  });
  const first = (await world().get(`${url}/content/reusable-contents?limit=2`, writer)).body;
  expect([first.items.length, first.count]).toEqual([2, 3]);
  const rest = await world().get(`${url}/content/reusable-contents?limit=2&page=${first.next.page}`, writer);
  expect(rest.body.items).toHaveLength(1);
  const one = first.items[0];
  const whole = (await world().get(`${url}/content/reusable-contents/${one.id}`, writer)).body;
  expect(whole).toMatchObject({ ...one, markdown: `Text of ${one.title}.` });
});

test("a variable that somebody else has changed meanwhile is a conflict, and what is so already is none", async () => {
  const { body: space } = await world().post(
    `/orgs/${world().organization}/spaces`,
    { title: "Guide" },
    writer,
  );
  const set = (variables: object, was: object) =>
    world().post(
      `/spaces/${space.id}/content`,
      { changes: [{ operation: "set_variables", variables, was }] },
      writer,
    );
  expect((await set({ v: "1" }, { v: null })).status).toBe(200);
  const late = await set({ v: "2" }, { v: null });
  expect(late.status).toBe(409);
  expect(late.body.conflicts).toEqual([
    { change: 0, kind: "variable", field: "v", base: null, primary: "1", changed: "2" },
  ]);
  expect((await set({ v: "1" }, { v: "0" })).status).toBe(200);
  expect((await set({ v: null }, { v: "1" })).status).toBe(200);
});

test("pages carry tags, and what is said of a tag is compared with what it was", async () => {
  const { body: space } = await world().post(
    `/orgs/${world().organization}/spaces`,
    { title: "Guide" },
    writer,
  );
  const write = (...changes: object[]) => world().post(`/spaces/${space.id}/content`, { changes }, writer);
  const set = (tags: object, was: object = {}) => write({ operation: "set_tags", tags, was });
  expect((await set({ beta: { label: " Beta " } }, { beta: null })).status).toBe(200);
  const late = await set({ beta: { label: "Preview" } }, { beta: null });
  expect([late.status, late.body.error.type]).toEqual([409, "content-conflict"]);
  expect(late.body.conflicts).toEqual([
    {
      change: 0,
      kind: "tag",
      field: "beta",
      base: null,
      primary: { label: "Beta" },
      changed: { label: "Preview" },
    },
  ]);
  for (const [tags, path] of [
    [{ beta: { label: "B", color: "nothing like it" } }, "/changes/0/tags/beta/color"],
    [{ "two words": { label: "B" } }, "/changes/0/tags/two words"],
    [{ beta: {} }, "/changes/0/tags/beta/label"],
    [{ beta: { label: " " } }, undefined],
  ] as const) {
    const refused = await set(tags);
    expect([tags, refused.status]).toEqual([tags, 400]);
    if (path !== undefined) expect(refused.body.error.details[0].path).toBe(path);
  }

  const tagged = (tag: string, primary?: boolean) => ({
    tag: { kind: "tag", tag },
    ...(primary === undefined ? {} : { primary }),
  });
  const made = await write({
    operation: "insert_page",
    title: "Install",
    document: { markdown: "Words." },
    tags: [tagged("beta", true), tagged("any")],
  });
  const { page } = made.body.changes[0];
  const tagsNow = async () =>
    (await world().get(`/spaces/${space.id}/content/page/${page}`, writer)).body.tags;
  expect(await tagsNow()).toEqual([tagged("beta", true), tagged("any")]);
  // Front matter says the same.
  await write({ operation: "update_page", page, document: { markdown: "---\ntags:\n  - new\n---\nWords." } });
  expect(await tagsNow()).toEqual([tagged("new")]);
  const update = (tags: object[], was: object[]) =>
    write({ operation: "update_page", page, tags, was: { tags: was } });
  const other = await update([tagged("beta")], [tagged("any")]);
  expect(other.body.conflicts).toMatchObject([
    {
      kind: "page-field",
      field: "tags",
      base: [tagged("any")],
      primary: [tagged("new")],
      changed: [tagged("beta")],
    },
  ]);
  expect((await update([], [tagged("new")])).status).toBe(200);
  expect(await tagsNow()).toEqual([]);
});
