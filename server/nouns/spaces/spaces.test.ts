import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
let creator: Person;
let reader: Person;
let guest: Person;
let stranger: Person;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  creator = await world().addPerson("carl", "create");
  reader = await world().addPerson("rita", "read");
  guest = await world().addPerson("gus", null);
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
});

const list = () => `/orgs/${world().organization}/spaces`;
const make = async (body?: object, as = creator) => (await world().post(list(), body, as)).body;

describe("createSpace", () => {
  test("makes a space with everything a space has, and says where it is", async () => {
    const { status, body, headers } = await world().post(
      list(),
      { title: "Handbook", emoji: "1f9ed", language: "de" },
      creator,
    );
    expect(status).toBe(201);
    expect(headers["location"]).toBe(`http://app.test/v1/spaces/${body.id}`);
    expect(body).toMatchObject({
      object: "space",
      title: "Handbook",
      emoji: "🧭",
      language: "de",
      visibility: "private",
      editMode: "live",
      defaultLevel: "inherit",
      comments: 0,
      changeRequests: 0,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
      organization: world().organization,
      permissions: { view: true, admin: true, edit: true, merge: true },
    });
  });

  test("needs nothing from the client", async () => {
    expect(await make()).toMatchObject({ title: "Untitled", emoji: "📘" });
    expect(await make({})).toMatchObject({ title: "Untitled" });
  });

  test.each([
    [{ title: "x".repeat(51) }, "/title"],
    [{ title: "" }, "/title"],
    [{ emoji: "smile" }, "/emoji"],
    [{ emoji: "d83d" }, "/emoji"],
    [{ emoji: "1f4d8-00" }, "/emoji"],
    [{ emoji: "📘📘" }, "/emoji"],
    [{ emoji: "📘 and more" }, "/emoji"],
    [{ language: "klingon" }, "/language"],
    [{ editMode: "open" }, "/editMode"],
    [{ parent: "absent" }, "/parent"],
    [{ visibility: "public" }, "/visibility"],
    [{ template: "docs" }, "/template"],
    [{ title: 7 }, "/title"],
    [[], ""],
  ])("refuses %j", async (body, path) => {
    const answer = await world().post(list(), body, creator);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  test("needs a token, the right to create, and to see the organization", async () => {
    expect((await world().post(list(), {})).status).toBe(401);
    expect((await world().post(list(), {}, reader)).status).toBe(403);
    expect((await world().post(list(), {}, guest)).status).toBe(403);
    expect((await world().post(list(), {}, stranger)).status).toBe(404);
  });

  test("leaves one row in the audit log for each", async () => {
    const count = async () =>
      (
        await world()
          .deps.db.read.selectFrom("audit")
          .select("id")
          .where("action", "=", "space.create")
          .execute()
      ).length;
    const before = await count();
    await make();
    await make({ title: "x".repeat(51) });
    expect(await count()).toBe(before + 1);
  });
});

describe("listSpacesInOrganizationById", () => {
  test("gives every space once, in the order they were made, whatever the page size", async () => {
    const all = await world().get(`${list()}?limit=1000`, reader);
    const titles: string[] = [];
    let page: string | undefined;
    do {
      const { body } = await world().get(`${list()}?limit=2${page ? `&page=${page}` : ""}`, reader);
      expect(body.count).toBe(all.body.count);
      titles.push(...body.items.map((item: { id: string }) => item.id));
      page = body.next?.page;
    } while (page !== undefined);
    expect(titles).toEqual(all.body.items.map((item: { id: string }) => item.id));
  });

  test("takes a cursor in its own list from its own user only, and not a changed one", async () => {
    const { body } = await world().get(`${list()}?limit=1`, reader);
    const { page } = body.next;
    expect((await world().get(`${list()}?page=${page}`, reader)).status).toBe(200);
    expect((await world().get(`${list()}?page=${page}`, admin)).status).toBe(400);
    expect((await world().get(`${list()}?page=${page}&deleted=true`, reader)).status).toBe(400);
    expect((await world().get(`/orgs?page=${page}`, reader)).status).toBe(400);
    for (let at = 0; at < page.length; at++) {
      const changed = page.slice(0, at) + (page[at] === "A" ? "B" : "A") + page.slice(at + 1);
      expect((await world().get(`${list()}?page=${encodeURIComponent(changed)}`, reader)).status).toBe(400);
    }
  });

  test("stays where it was while others write", async () => {
    const first = await world().get(`${list()}?limit=1`, reader);
    await make({ title: "Later" });
    const second = await world().get(`${list()}?limit=1000&page=${first.body.next.page}`, reader);
    expect(second.body.items[0].id).not.toBe(first.body.items[0].id);
    expect(second.body.items.at(-1).title).toBe("Later");
  });

  test("shows only what the caller may see, the count too", async () => {
    const secret = await make({ title: "Secret" });
    await world().patch(`/spaces/${secret.id}`, { defaultLevel: null }, creator);
    const ids = async (as: Person) => (await world().get(`${list()}?limit=1000`, as)).body;
    const [forReader, forCreator, forAdmin, forGuest] = [
      await ids(reader),
      await ids(creator),
      await ids(admin),
      await ids(guest),
    ];
    const has = (body: { items: { id: string }[] }) => body.items.some(({ id }) => id === secret.id);
    expect([has(forReader), has(forCreator), has(forAdmin), has(forGuest)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([forReader.count, forGuest.count]).toEqual([forCreator.count - 1, 0]);
  });

  test("gives a space once however many sites show it, with the address of the most open", async () => {
    const { body: home } = await world().post(`/orgs/${world().organization}/collections`, {}, admin);
    const [one, two, last] = [
      await make({ title: "Shown", parent: home.id }),
      await make({ parent: home.id }),
      await make({ parent: home.id }),
    ];
    const sites = `/orgs/${world().organization}/sites`;
    for (const [title, visibility] of [
      ["Behind a link", "share-link"],
      ["Open", "public"],
      ["Open later", "public"],
      ["Not published", "public"],
    ]) {
      const made = { title, visibility, spaces: [one.id, two.id] };
      const { body: site } = await world().post(sites, made, admin);
      if (title !== "Not published") await world().post(`${sites}/${site.id}/publish`, undefined, admin);
    }
    const within = `/collections/${home.id}/spaces`;
    const { body } = await world().get(`${within}?limit=2`, reader);
    expect(body.count).toBe(3);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([one.id, two.id]);
    expect(body.items[0]).toEqual((await world().get(`/spaces/${one.id}`, reader)).body);
    expect(body.items[0]).toMatchObject({ visibility: "public" });
    expect(body.items[0].urls.published).toContain("/open/");
    const rest = () => world().get(`${within}?limit=2&page=${body.next.page}`, reader);
    expect((await rest()).body).toMatchObject({
      count: 3,
      items: [{ id: last.id, visibility: "in-collection" }],
    });
    await world().delete(`/spaces/${last.id}`, admin);
    expect((await rest()).body).toMatchObject({ count: 2, items: [] });
  });

  test("refuses limits out of range, asks for a token, hides other organizations", async () => {
    for (const limit of ["0", "1001", "-1", "1.5", "x", ""]) {
      expect((await world().get(`${list()}?limit=${limit}`, reader)).status).toBe(400);
    }
    expect((await world().get(`${list()}?limit=1&limit=2`, reader)).status).toBe(400);
    expect((await world().get(list())).status).toBe(401);
    expect((await world().get(list(), stranger)).status).toBe(404);
  });
});

describe("getSpaceById", () => {
  test("answers with rights that are the caller's", async () => {
    const space = await make({ title: "Seen" });
    const rights = async (as: Person) => (await world().get(`/spaces/${space.id}`, as)).body.permissions;
    expect(await rights(reader)).toMatchObject({ view: true, comment: false, edit: false, admin: false });
    expect(await rights(admin)).toMatchObject({
      view: true,
      comment: true,
      edit: true,
      review: true,
      admin: true,
    });
    expect((await world().get(`/spaces/${space.id}?shareKey=abc`, reader)).status).toBe(200);
    expect((await world().get(`/spaces/${space.id}?other=abc`, reader)).status).toBe(400);
  });

  test("hides it from guests and strangers, and asks for a token", async () => {
    const space = await make();
    expect((await world().get(`/spaces/${space.id}`, guest)).status).toBe(404);
    expect((await world().get(`/spaces/${space.id}`, stranger)).status).toBe(404);
    expect((await world().get(`/spaces/${space.id}`)).status).toBe(401);
    expect((await world().get(`/spaces/${"x".repeat(200)}`, admin)).status).toBe(400);
  });
});

describe("updateSpaceById", () => {
  test("changes what is sent", async () => {
    const space = await make({ title: "Before" });
    const { status, body } = await world().patch(
      `/spaces/${space.id}`,
      { title: "After", emoji: "🚀", editMode: "locked" },
      creator,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: "After", emoji: "🚀", editMode: "locked", defaultLevel: "inherit" });
  });

  test("changes the language, and begins again with the emoji of all spaces", async () => {
    const space = await make({ emoji: "🚀" });
    const { body } = await world().patch(`/spaces/${space.id}`, { language: "pt-br", emoji: null }, creator);
    expect(body).toMatchObject({ language: "pt-br", emoji: "📘" });
    for (const [patch, path] of [
      [{ language: null }, "/language"],
      [{ icon: "https://example.com/i.png" }, "/icon"],
    ] as const) {
      const answer = await world().patch(`/spaces/${space.id}`, patch, creator);
      expect([answer.status, answer.body.error.details[0].path]).toEqual([400, path]);
    }
  });

  test("a default level decides for members without a grant of their own", async () => {
    const space = await make();
    await world().patch(`/spaces/${space.id}`, { defaultLevel: "edit" }, creator);
    expect((await world().get(`/spaces/${space.id}`, reader)).body.permissions).toMatchObject({
      edit: true,
      review: false,
    });
    expect((await world().get(`/spaces/${space.id}`, creator)).body.permissions).toMatchObject({
      edit: true,
      admin: false,
    });
    expect((await world().get(`/spaces/${space.id}`, admin)).body.permissions.admin).toBe(true);
    expect((await world().patch(`/spaces/${space.id}`, { defaultLevel: null }, creator)).status).toBe(403);
    await world().patch(`/spaces/${space.id}`, { defaultLevel: null }, admin);
    expect((await world().get(`/spaces/${space.id}`, reader)).status).toBe(404);
    expect((await world().get(`/spaces/${space.id}`, creator)).body.permissions.admin).toBe(true);
  });

  test("refuses what isn't one, needs the right, and compares If-Match", async () => {
    const space = await make();
    const path = `/spaces/${space.id}`;
    for (const patch of [
      { title: "" },
      { emoji: "" },
      { editMode: "x" },
      { defaultLevel: "owner" },
      { head: "x" },
      { organization: "x" },
    ]) {
      expect((await world().patch(path, patch, creator)).status).toBe(400);
    }
    expect((await world().patch(path, { title: "No" })).status).toBe(401);
    expect((await world().patch(path, { title: "No" }, reader)).status).toBe(403);
    expect((await world().patch(path, { title: "No" }, stranger)).status).toBe(404);
    const tag = String((await world().get(path, creator)).headers["etag"]);
    expect((await world().patch(path, { title: "One" }, creator, { "if-match": tag })).status).toBe(200);
    expect((await world().patch(path, { title: "Two" }, creator, { "if-match": tag })).status).toBe(412);
  });

  test("of many clients with the same tag one wins", async () => {
    const space = await make();
    const path = `/spaces/${space.id}`;
    const tag = String((await world().get(path, creator)).headers["etag"]);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        world().patch(path, { title: `T${index}` }, creator, { "if-match": tag }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(15);
  });

  test.each([
    ["delete", "DELETE", ""],
    ["duplicate", "POST", "/duplicate"],
    ["move", "POST", "/move"],
  ] as const)(
    "%s under If-Match loses against a change that was made meanwhile",
    async (_, method, action) => {
      const path = `/spaces/${(await make()).id}`;
      const tag = String((await world().get(path, creator)).headers["etag"]);
      const relying = { "if-match": tag };
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, (__, index) =>
          world().patch(path, { title: `T${index}` }, creator, relying),
        ),
        ...Array.from({ length: 6 }, () =>
          method === "DELETE"
            ? world().delete(path, creator, relying)
            : world().post(
                path + action,
                action === "/move" ? { parent: null } : undefined,
                creator,
                relying,
              ),
        ),
      ]);
      const changed = answers.filter(({ status }) => status === 200 || status === 205);
      const duplicated = answers.filter(({ status }) => status === 201).length;
      // A copy leaves its source's version as it is; everything else raises it.
      expect(answers.map(({ status }) => status).filter((status) => status > 412 || status === 409)).toEqual(
        [],
      );
      expect(changed).toHaveLength(1);
      expect(answers.filter(({ status }) => [404, 412].includes(status))).toHaveLength(11 - duplicated);
      expect(action === "/duplicate" || duplicated === 0).toBe(true);
    },
  );
});
