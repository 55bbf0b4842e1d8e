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
  ];
  const { body: written } = await world().post(`${url}/content`, { changes }, writer);
  const { number } = (await world().post(`${url}/change-requests`, { subject: "x" }, writer)).body;
  const gone = written.changes[0].reusableContent;
  const deletion = { operation: "delete_reusable_content", reusableContent: gone };
  const unset = { operation: "set_variables", variables: { w: null, x: 3 } };
  const request = `${url}/change-requests/${number}/content`;
  await world().post(request, { changes: [deletion, unset] }, writer);
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
