import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let ada: Person;
let reader: Person;
let guest: Person;
let stranger: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  reader = await world().addPerson("rita", "read");
  guest = await world().addPerson("gus", null);
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
});

const path = (person: Person) => `/users/${person.id}`;
const details = ({ body }: Answer): string[] =>
  body.error.details.map(({ path: field }: { path: string }) => field);

describe("getUserById", () => {
  test("shows members to those who may list members, and everybody themselves", async () => {
    expect((await world().get(path(ada), reader)).body).toMatchObject({ id: ada.id, displayName: "ada" });
    expect((await world().get(path(guest), guest)).status).toBe(200);
    expect((await world().get(path(ada), guest)).status).toBe(404);
    expect((await world().get(path(ada), stranger)).status).toBe(404);
    expect((await world().get("/users/absent", ada)).status).toBe(404);
    expect((await world().get(path(ada))).status).toBe(401);
  });

  test("hides them from members who are disabled", async () => {
    await world().deps.db.transact(async (tx) => {
      await tx.updateTable("members").set({ disabled: 1 }).where("user_id", "=", reader.id).execute();
    });
    expect((await world().get(path(ada), reader)).status).toBe(404);
    await world().deps.db.transact(async (tx) => {
      await tx.updateTable("members").set({ disabled: 0 }).where("user_id", "=", reader.id).execute();
    });
  });
});

describe("updateUserById", () => {
  test("changes one's own name and picture, and what searches find", async () => {
    const photoURL = "https://example.com/ada.png";
    const changed = await world().patch(path(ada), { displayName: "Ada Lovelace", photoURL }, ada);
    expect([changed.status, changed.body]).toMatchObject([200, { displayName: "Ada Lovelace", photoURL }]);
    const members = `/orgs/${world().organization}/members?search=LOVE`;
    expect((await world().get(members, ada)).body.count).toBe(1);
    expect((await world().patch(path(ada), { photoURL: null }, ada)).body.photoURL).toBeUndefined();
    expect((await world().get("/user", ada)).body.displayName).toBe("Ada Lovelace");
  });

  test.each<[object, string]>([
    [{ displayName: "" }, "/displayName"],
    [{ displayName: "x".repeat(65) }, "/displayName"],
    [{ photoURL: "picture" }, "/photoURL"],
    [{ email: "root@example.com" }, "/email"],
  ])("refuses %j", async (body, field) => {
    const answer = await world().patch(path(ada), body, ada);
    expect([answer.status, new Set(details(answer))]).toEqual([400, new Set([field])]);
  });

  test("changes nobody else", async () => {
    expect((await world().patch(path(ada), {}, ada)).status).toBe(200);
    expect((await world().patch(path(ada), { displayName: "X" })).status).toBe(401);
    expect((await world().patch(path(reader), { displayName: "X" }, ada)).status).toBe(403);
    expect((await world().patch(path(ada), { displayName: "X" }, stranger)).status).toBe(404);
  });

  test("compares If-Match with the version", async () => {
    const headers = { "if-match": String((await world().get(path(ada), ada)).headers["etag"]) };
    expect((await world().patch(path(ada), { displayName: "One" }, ada, headers)).status).toBe(200);
    expect((await world().patch(path(ada), { displayName: "Two" }, ada, headers)).status).toBe(412);
  });
});

describe("settings", () => {
  const at = "/user/settings";

  test("are kept field by field, and forgotten with null", async () => {
    const person = await world().addPerson("settled", "read");
    expect((await world().get(at, person)).body).toEqual({});
    const favourites = [{ space: "s1" }, { space: "s1", page: "p1" }];
    const first = await world().patch(at, { theme: "dark", favourites }, person);
    expect([first.status, first.body]).toEqual([200, { theme: "dark", favourites }]);
    await world().patch(at, { theme: null, singleKeys: false }, person);
    expect((await world().get(at, person)).body).toEqual({ favourites, singleKeys: false });
    const { headers } = await world().get(at, person);
    const ifMatch = { "if-match": String(headers["etag"]) };
    expect((await world().patch(at, { theme: "light" }, person, ifMatch)).status).toBe(200);
    expect((await world().patch(at, { theme: "dark" }, person, ifMatch)).status).toBe(412);
    const other = await world().addPerson("unsettled", "read");
    expect((await world().get(at, other)).body).toEqual({});
  });

  test("are of a shape, and not too many", async () => {
    const person = await world().addPerson("greedy", "read");
    for (const body of [
      { theme: "blue" },
      { colour: "red" },
      { favourites: [{ page: "p" }] },
      { recents: "all" },
    ])
      expect((await world().patch(at, body, person)).status).toBe(400);
    const long = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ space: `${"x".repeat(60)}${n}`, page: "y".repeat(60) }));
    expect((await world().patch(at, { favourites: long(50) }, person)).status).toBe(200);
    const refused = await world().patch(at, { recents: long(30) }, person);
    expect([refused.status, (await world().get(at, person)).body.recents]).toEqual([400, undefined]);
    expect((await world().get(at)).status).toBe(401);
    expect((await world().patch(at, { theme: "dark" })).status).toBe(401);
  });
});
