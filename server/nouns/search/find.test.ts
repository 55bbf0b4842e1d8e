import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let ada: Person;
let space: string;
let of: string;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  of = `/orgs/${world().organization}`;
  space = (await world().post(`${of}/spaces`, { title: "Guides of today" }, ada)).body.id;
  await world().post(`${of}/spaces`, { title: "Today" }, ada);
  await world().post(`${of}/spaces`, { title: "Holidays" }, ada);
  await world().post(`${of}/collections`, { title: "Todays things" }, ada);
  await world().post(`${of}/sites`, { title: "Today's site" }, ada);
  await world().call("PUT", `${of}/teams`, { as: ada, body: { title: "today team" } });
  await world().post(`/spaces/${space}/change-requests`, { subject: "For today" }, ada);
  await world().post(
    `/spaces/${space}/content`,
    { changes: [{ operation: "insert_page", title: "Today at noon" }] },
    ada,
  );
  await world().runJobs();
});

const find = async (query: string, as = ada) =>
  (await world().get(`${of}/find?${query}`, as)).body.items as Record<string, any>[];
const titles = async (query: string, as = ada) =>
  (await find(query, as)).map(({ type, title }) => `${type} ${title}`);

test("everything that is called so is found, what begins so before what has it inside", async () => {
  expect(await titles("query=toda")).toEqual([
    "page Today at noon",
    "space Today",
    "collection Todays things",
    "site Today's site",
    "team today team",
    "space Guides of today",
    "change-request For today",
  ]);
  expect(await titles("query=today&types=space")).toEqual(["space Today", "space Guides of today"]);
  expect((await titles("query=today"))[0]).toBe("space Today");
  expect(await titles("query=ADA&types=member,team")).toEqual(["member ada"]);
});

test("pages that only say so come after all that are called so", async () => {
  const insert = { operation: "insert_page", title: "Noon", document: { markdown: "Holidays are over." } };
  await world().post(`/spaces/${space}/content`, { changes: [insert] }, ada);
  await world().runJobs();
  expect(await titles("query=holidays")).toEqual(["space Holidays", "page Noon"]);
});

test("a change request is found by its number, and says where it is", async () => {
  const [found] = await find("query=%231&types=change-request");
  expect(found).toMatchObject({
    id: "1",
    title: "For today",
    where: "Guides of today",
    urls: { app: expect.stringMatching(`/s/${space}/~/changes/1$`) },
  });
});

test("what somebody may not see is not found, and a guest finds neither people nor teams", async () => {
  const gus = await world().addPerson("gus", null);
  expect(await find("query=toda", gus)).toEqual([]);
  expect(await find("query=ada", gus)).toEqual([]);
});

test("characters that a pattern would mean something by are what they are", async () => {
  expect(await find("query=%25")).toEqual([]);
  expect(await find("query=_")).toEqual([]);
});

test.each(["", "query=", "query=a&types=page,user"])("%s is refused", async (query) => {
  expect((await world().get(`${of}/find?${query}`, ada)).status).toBe(400);
});
