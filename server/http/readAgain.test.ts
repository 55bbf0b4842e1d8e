/** What was read before and hasn't changed asks the database for nothing but whether another process changed it. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import { statementsOf } from "../test/statements.ts";

const world = useWorld();
let reader: Person;
let space = "";
let page = "";

beforeAll(async () => {
  reader = await world().addPerson("rita", "create");
  space = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Read" }, reader)).body.id;
  const changes = [{ operation: "insert_page", title: "Page", document: { markdown: "Text." } }];
  expect((await world().post(`/spaces/${space}/content`, { changes }, reader)).status).toBe(200);
  page = (await world().get(`/spaces/${space}/content/pages`, reader)).body.pages[0].id;
});

test.each<[name: string, path: () => string]>([
  ["a space", () => `/spaces/${space}`],
  ["the list of spaces", () => `/orgs/${world().organization}/spaces`],
  ["a page", () => `/spaces/${space}/content/page/${page}`],
  ["a page's text", () => `/spaces/${space}/content/page/${page}?format=markdown`],
  ["the tree of pages", () => `/spaces/${space}/content/pages`],
])("%s", async (_name, path) => {
  const { db } = world().deps;
  const read = async () => expect((await world().get(path(), reader)).status).toBe(200);
  const again = async (): Promise<number> => {
    await read();
    return statementsOf(db, read);
  };
  // What is believed is believed for a second, which may end in between on a busy machine: not each time.
  await expect.poll(again).toBe(db.dialect === "sqlite" ? 0 : 1);
});
