/** The way back: a space brought to a former revision, and what was deleted from it. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
});

async function newSpace(): Promise<string> {
  return (await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, writer)).body.id;
}

const change = (of: string, ...changes: unknown[]) =>
  world().post(`/spaces/${of}/content`, { changes }, writer);

async function insert(of: string, title: string, more: object = {}): Promise<string> {
  const { body } = await change(of, { operation: "insert_page", title, ...more });
  return body.changes[0].page;
}

const get = async (path: string) => (await world().get(path, writer)).body;
const titles = async (of: string) =>
  (await get(`/spaces/${of}/content/pages`)).pages.map(({ title }: { title: string }) => title);

describe("a space", () => {
  test("comes back whole to a revision, as a new one, with its text byte for byte", async () => {
    const of = await newSpace();
    const page = await insert(of, "A", { document: { markdown: "* one\n* two\n" } });
    const was = await get(`/spaces/${of}/content/page/${page}`);
    const { body: written } = await change(of, { operation: "set_variables", variables: { v: "1" } });
    await change(
      of,
      { operation: "update_page", page, title: "B", slug: "b", document: { markdown: "Else." } },
      { operation: "insert_page", title: "C" },
      { operation: "set_variables", variables: { v: "2", w: true } },
    );
    const restored = await world().post(`/spaces/${of}/revisions/${written.revision}/restore`, {}, writer);
    expect(restored.status).toBe(200);
    expect(restored.body).toMatchObject({ type: "rollback", current: true, createdBy: writer.id });
    expect(await titles(of)).toEqual(["A"]);
    const now = await get(`/spaces/${of}/content/page/${page}`);
    expect([now.markdown, now.title, now.path]).toEqual([was.markdown, "A", was.path]);
    expect((await get(`/spaces/${of}/content`)).variables).toEqual({ v: "1" });
    const again = await world().post(`/spaces/${of}/revisions/${written.revision}/restore`, {}, writer);
    expect(again.body.id).toBe(restored.body.id);
    const back = await get(`/spaces/${of}/revisions/${restored.body.id}/changes`);
    expect(back.changes.map(({ type }: { type: string }) => type).toSorted()).toEqual([
      "page_deleted",
      "page_edited",
      "variables_edited",
    ]);
  });

  test("isn't touched by who may not edit it, nor where it takes change requests alone", async () => {
    const of = await newSpace();
    const { body } = await change(of, { operation: "insert_page", title: "A" });
    await insert(of, "B");
    const rita = await world().addPerson("rita", "read");
    const url = `/spaces/${of}/revisions/${body.revision}/restore`;
    expect((await world().post(url, {}, rita)).status).toBe(403);
    await world().call("PATCH", `/spaces/${of}`, { as: writer, body: { editMode: "locked" } });
    const locked = await world().post(url, {}, writer);
    expect([locked.status, locked.body.error.type]).toEqual([409, "space-locked"]);
    expect(await titles(of)).toEqual(["A", "B"]);
  });

  test("is compared with any of its revisions, and with none of another's", async () => {
    const of = await newSpace();
    const { body: first } = await change(of, { operation: "insert_page", title: "A" });
    await insert(of, "B");
    const { body: last } = await change(of, { operation: "insert_page", title: "C" });
    const url = `/spaces/${of}/revisions/${last.revision}/changes`;
    expect((await get(`${url}?with=${first.revision}`)).changes).toHaveLength(2);
    expect((await get(url)).changes).toHaveLength(1);
    expect((await world().get(`${url}?with=absent`, writer)).status).toBe(400);
  });
});

describe("deleted pages", () => {
  test("are told with what went with them, and no more once they are back", async () => {
    const of = await newSpace();
    const page = await insert(of, "Setup", { emoji: "🚀" });
    const below = await insert(of, "Linux", { into: page });
    const other = await insert(of, "FAQ");
    const gone = await change(of, { operation: "delete_page", page });
    await change(of, { operation: "delete_page", page: other });
    const { items } = await get(`/spaces/${of}/deleted-pages`);
    expect(items).toEqual([
      expect.objectContaining({ id: other, title: "FAQ", pages: 0, deletedBy: writer.id }),
      expect.objectContaining({ id: page, title: "Setup", pages: 1, revision: gone.body.before }),
    ]);
    await change(of, { operation: "revert_page", page, revision: items[1].revision });
    const left = async () =>
      (await get(`/spaces/${of}/deleted-pages`)).items.map(({ id }: { id: string }) => id);
    // It came back alone: what was below it is told until it is back too.
    expect(await left()).toEqual([other, below]);
    await change(of, { operation: "revert_page", page: below, revision: items[1].revision });
    expect(await left()).toEqual([other]);
  });
});
