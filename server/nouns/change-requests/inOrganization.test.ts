import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let ada: Person;
let ben: Person;
let guest: Person;
let stranger: Person;
const spaces: string[] = [];

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  ben = await world().addPerson("ben", "edit");
  guest = await world().addPerson("gus", null);
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  for (const title of ["Guides", "Handbook"]) {
    const made = await world().post(`/orgs/${world().organization}/spaces`, { title }, ada);
    spaces.push(`/spaces/${made.body.id}`);
  }
});

async function begin(space: string | undefined, subject: string, by: Person): Promise<string> {
  const { body, status } = await world().post(`${space}/change-requests`, { subject }, by);
  expect(status).toBe(201);
  return `${space}/change-requests/${body.number}`;
}

async function subjects(query: string, by: Person): Promise<string[]> {
  const found = await world().get(`/orgs/${world().organization}/change-requests${query}`, by);
  expect(found.status).toBe(200);
  return found.body.items.map(({ subject }: { subject: string }) => subject).toSorted();
}

describe("listChangeRequestsInOrganization", () => {
  test("lists those of all spaces that somebody sees, by whose they are and how they stand", async () => {
    const [guides, handbook] = spaces;
    const adas = await begin(guides, "Of Ada", ada);
    const bens = await begin(handbook, "Of Ben", ben);
    const written = await begin(handbook, "Ben wrote in it", ada);
    await begin(handbook, "Nobody else's", ada);
    const page = { operation: "insert_page", title: "A", document: { markdown: "A" } };
    await world().post(`${written}/content`, { changes: [page] }, ben);
    await world().post(`${adas}/requested-reviewers`, { users: [ben.id] }, ada);
    expect(await subjects("?for=author", ben)).toEqual(["Of Ben"]);
    expect(await subjects("?for=reviewer", ben)).toEqual(["Of Ada"]);
    expect(await subjects("?for=involved", ben)).toEqual(["Ben wrote in it", "Of Ada", "Of Ben"]);
    expect(await subjects("?status=open", ben)).toEqual(["Of Ada"]);
    expect(await subjects("", ben)).toHaveLength(4);
    expect((await world().post(`${adas}/reviews`, { status: "approved" }, ben)).status).toBe(201);
    expect(await subjects("?for=reviewer", ben)).toEqual([]);
    expect(await subjects("?for=involved&status=open", ben)).toEqual(["Of Ada"]);
    await world().post(`${adas}/requested-reviewers`, { users: [ben.id] }, ada);
    expect(await subjects("?for=reviewer", ben)).toEqual(["Of Ada"]);
    await world().patch(bens, { status: "archived" }, ben);
    expect(await subjects("?for=author&status=archived", ben)).toEqual(["Of Ben"]);
    await world().delete(spaces[1] as string, ada);
    expect(await subjects("", ben)).toEqual(["Of Ada"]);
  });

  test("names the space, goes page by page, and shows nothing to who sees no space", async () => {
    const [guides] = spaces;
    await begin(guides, "Second", ada);
    const at = `/orgs/${world().organization}/change-requests`;
    const first = (await world().get(`${at}?limit=1`, ada)).body;
    expect(first.items[0]).toMatchObject({ space: String(guides).slice(8), spaceTitle: "Guides" });
    expect(first.count).toBe(2);
    const second = (await world().get(`${at}?limit=1&page=${encodeURIComponent(first.next.page)}`, ada)).body;
    expect(second.items[0].number).not.toBe(first.items[0].number);
    expect(second.next).toBeUndefined();
    expect((await world().get(at, guest)).body).toMatchObject({ items: [], count: 0 });
    expect((await world().get(at, stranger)).status).toBe(404);
    expect((await world().get(at)).status).toBe(401);
    expect((await world().get(`${at}?for=everybody`, ada)).status).toBe(400);
  });
});
