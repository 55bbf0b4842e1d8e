import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { MOST_NESTED } from "./parents.ts";

const world = useWorld();
let admin: Person;
let creator: Person;
let reader: Person;
let guest: Person;
let stranger: Person;
let other: string;

beforeAll(async () => {
  other = await world().addOrganization("Other", "other");
  admin = await world().addPerson("ada", "admin");
  creator = await world().addPerson("carl", "create");
  reader = await world().addPerson("rita", "read");
  guest = await world().addPerson("gus", null);
  stranger = await world().addPerson("sam", "admin", other);
});

const list = () => `/orgs/${world().organization}/collections`;
const make = async (body: object = {}, as = creator) => (await world().post(list(), body, as)).body;
const makeSpace = async (body: object = {}, as = creator) =>
  (await world().post(`/orgs/${world().organization}/spaces`, body, as)).body;
const at = (collection: { id: string }) => `/collections/${collection.id}`;

/** The fields that an answer finds fault with. */
const faults = (answer: { body: { error: { details?: { path: string }[] } } }) =>
  answer.body.error.details?.map(({ path }) => path);

describe("createCollection", () => {
  test("makes a collection, at the top or in another one", async () => {
    const { status, body, headers } = await world().post(list(), { title: "Guides" }, creator);
    expect(status).toBe(201);
    expect(headers["location"]).toBe(`http://app.test/v1/collections/${body.id}`);
    expect(body).toMatchObject({
      object: "collection",
      title: "Guides",
      organization: world().organization,
      defaultLevel: "inherit",
      permissions: { view: true, create: true, admin: true, viewInviteLinks: true },
    });
    expect(body).not.toHaveProperty("parent");
    expect(await make({ parent: body.id })).toMatchObject({ title: "Untitled", parent: body.id });
  });

  test("refuses what isn't one", async () => {
    const foreign = (await world().post(`/orgs/${other}/collections`, {}, stranger)).body;
    const hidden = await make({}, admin);
    await world().patch(at(hidden), { defaultLevel: null }, admin);
    for (const [body, path] of [
      [{ title: "x".repeat(51) }, "/title"],
      [{ title: "" }, "/title"],
      [{ parent: "absent" }, "/parent"],
      [{ parent: foreign.id }, "/parent"],
      [{ parent: hidden.id }, "/parent"],
      [{ emoji: "🚀" }, "/emoji"],
    ] as const) {
      const answer = await world().post(list(), body, creator);
      expect([answer.status, faults(answer)]).toEqual([400, [path]]);
    }
  });

  test("needs a token, a place where one may create, and to see the organization", async () => {
    const collection = await make();
    expect((await world().post(list(), {})).status).toBe(401);
    expect((await world().post(list(), {}, reader)).status).toBe(403);
    expect((await world().post(list(), { parent: collection.id }, reader)).status).toBe(403);
    expect((await world().post(list(), {}, stranger)).status).toBe(404);
    await world().patch(at(collection), { defaultLevel: "create" }, admin);
    expect((await world().post(list(), { parent: collection.id }, reader)).status).toBe(201);
    expect((await makeSpace({ parent: collection.id }, reader)).parent).toBe(collection.id);
  });

  test(`goes ${MOST_NESTED} deep and no deeper`, async () => {
    let parent = await make();
    for (let depth = 2; depth <= MOST_NESTED; depth++) parent = await make({ parent: parent.id });
    const answer = await world().post(list(), { parent: parent.id }, creator);
    expect([answer.status, answer.body.error.type, faults(answer)]).toEqual([409, "too-deep", ["/parent"]]);
    const pair = await make();
    await make({ parent: pair.id });
    expect((await world().post(`${at(pair)}/move`, { parent: parent.id }, creator)).status).toBe(409);
  });
});

describe("listCollectionsInOrganizationById", () => {
  test("gives what the caller may see, nested or not, page by page", async () => {
    const top = await make({ title: "Top" });
    const nested = await make({ title: "Nested", parent: top.id });
    const secret = await make({ title: "Secret" }, admin);
    await world().patch(at(secret), { defaultLevel: null }, admin);
    const all = (await world().get(`${list()}?limit=1000`, reader)).body;
    const ids = all.items.map(({ id }: { id: string }) => id);
    expect([ids.includes(top.id), ids.includes(nested.id), ids.includes(secret.id)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(all.count).toBe(ids.length);
    const flat = (await world().get(`${list()}?limit=1000&nested=false`, reader)).body;
    expect(flat.items.every((item: object) => !("parent" in item))).toBe(true);
    expect([flat.count, flat.items.length < all.items.length]).toEqual([flat.items.length, true]);
    const paged: string[] = [];
    let page: string | undefined;
    do {
      const { body } = await world().get(`${list()}?limit=3${page ? `&page=${page}` : ""}`, reader);
      paged.push(...body.items.map(({ id }: { id: string }) => id));
      page = body.next?.page;
    } while (page !== undefined);
    expect(paged).toEqual(ids);
    expect((await world().get(list(), guest)).body).toMatchObject({ count: 0, items: [] });
  });

  test("refuses bad filters, asks for a token, hides other organizations", async () => {
    expect((await world().get(`${list()}?nested=perhaps`, reader)).status).toBe(400);
    expect((await world().get(list())).status).toBe(401);
    expect((await world().get(list(), stranger)).status).toBe(404);
  });
});

describe("getCollectionById", () => {
  test("answers with rights that are the caller's", async () => {
    const collection = await make({ title: "Seen" });
    expect((await world().get(at(collection), reader)).body.permissions).toEqual({
      view: true,
      create: false,
      admin: false,
      viewInviteLinks: false,
    });
    expect((await world().get(at(collection), admin)).body.permissions.admin).toBe(true);
  });

  test("hides it from guests and strangers, and asks for a token", async () => {
    const collection = await make();
    expect((await world().get(at(collection))).status).toBe(401);
    expect((await world().get(at(collection), guest)).status).toBe(404);
    expect((await world().get(at(collection), stranger)).status).toBe(404);
    expect((await world().get("/collections/absent", admin)).status).toBe(404);
  });
});

describe("updateCollectionById", () => {
  test("changes what is sent and clears what is null", async () => {
    const collection = await make({ title: "Before" });
    const patched = await world().patch(at(collection), { title: "After", description: "About" }, creator);
    expect(patched.body).toMatchObject({ title: "After", description: "About", defaultLevel: "inherit" });
    const cleared = await world().patch(at(collection), { description: null }, creator);
    expect(cleared.body).not.toHaveProperty("description");
    expect(cleared.body.title).toBe("After");
  });

  test("a default level reaches what inherits, however deep, and nothing else", async () => {
    const top = await make();
    const nested = await make({ parent: top.id });
    const inherits = await makeSpace({ parent: nested.id });
    const own = await makeSpace({ parent: nested.id });
    await world().patch(`/spaces/${own.id}`, { defaultLevel: "comment" }, creator);
    await world().patch(at(top), { defaultLevel: "edit" }, admin);
    const rights = async (space: { id: string }) =>
      (await world().get(`/spaces/${space.id}`, reader)).body.permissions;
    expect(await rights(inherits)).toMatchObject({ edit: true, review: false });
    expect(await rights(own)).toMatchObject({ comment: true, edit: false });
    await world().patch(at(nested), { defaultLevel: null }, admin);
    expect((await world().get(`/spaces/${inherits.id}`, reader)).status).toBe(404);
    expect((await world().get(`/spaces/${own.id}`, reader)).status).toBe(200);
    expect((await world().get(`/spaces/${inherits.id}`, creator)).body.permissions.admin).toBe(true);
  });

  test("refuses what isn't one, needs the right, and compares If-Match", async () => {
    const collection = await make();
    for (const patch of [
      { title: "" },
      { title: "x".repeat(51) },
      { description: "x".repeat(101) },
      { defaultLevel: "owner" },
      { parent: "x" },
    ]) {
      expect((await world().patch(at(collection), patch, creator)).status).toBe(400);
    }
    expect((await world().patch(at(collection), { title: "No" })).status).toBe(401);
    expect((await world().patch(at(collection), { title: "No" }, reader)).status).toBe(403);
    expect((await world().patch(at(collection), { title: "No" }, stranger)).status).toBe(404);
    const tag = String((await world().get(at(collection), creator)).headers["etag"]);
    const write = (title: string) => world().patch(at(collection), { title }, creator, { "if-match": tag });
    expect([(await write("One")).status, (await write("Two")).status]).toEqual([200, 412]);
  });
});

describe("listSpacesInCollectionById", () => {
  test("gives the spaces directly in it that the caller may see", async () => {
    const collection = await make();
    const nested = await make({ parent: collection.id });
    const seen = await makeSpace({ parent: collection.id, title: "Seen" });
    const hidden = await makeSpace({ parent: collection.id });
    await makeSpace({ parent: nested.id });
    await world().patch(`/spaces/${hidden.id}`, { defaultLevel: null }, creator);
    const { body } = await world().get(`${at(collection)}/spaces`, reader);
    expect([body.count, body.items.map(({ id }: { id: string }) => id)]).toEqual([1, [seen.id]]);
    expect(body.items[0]).toMatchObject({ parent: collection.id, visibility: "in-collection" });
    expect((await world().get(`${at(collection)}/spaces`, creator)).body.count).toBe(2);
  });

  test("refuses bad pages, asks for a token, hides what is hidden", async () => {
    const collection = await make();
    expect((await world().get(`${at(collection)}/spaces?limit=0`, reader)).status).toBe(400);
    expect((await world().get(`${at(collection)}/spaces`)).status).toBe(401);
    expect((await world().get(`${at(collection)}/spaces`, guest)).status).toBe(404);
  });
});

describe("moveCollection", () => {
  test("moves it with what it holds, and what inherits follows", async () => {
    const from = await make();
    const to = await make();
    await world().patch(at(to), { defaultLevel: null }, creator);
    const moved = await make({ parent: from.id });
    const space = await makeSpace({ parent: moved.id });
    const { status, body } = await world().post(`${at(moved)}/move`, { parent: to.id }, creator);
    expect([status, body.parent]).toEqual([200, to.id]);
    expect((await world().get(`/spaces/${space.id}`, reader)).status).toBe(404);
    const back = await world().post(`${at(moved)}/move`, { parent: null }, creator);
    expect(back.body).not.toHaveProperty("parent");
    expect((await world().get(`/spaces/${space.id}`, reader)).status).toBe(200);
  });

  test("refuses cycles and places that are none, and changes nothing then", async () => {
    const outer = await make();
    const inner = await make({ parent: outer.id });
    const foreign = (await world().post(`/orgs/${other}/collections`, {}, stranger)).body;
    const space = await makeSpace();
    const pointer = { type: "space", space: space.id };
    for (const [body, status, path] of [
      [{ parent: inner.id }, 409, "/parent"],
      [{ parent: outer.id }, 409, "/parent"],
      [{ parent: foreign.id }, 400, "/parent"],
      [{ parent: space.id }, 400, "/parent"],
      [{ parent: "absent" }, 400, "/parent"],
      [{ position: { after: { type: "collection", collection: inner.id } } }, 400, "/position/after"],
      [{ position: { before: { type: "collection", collection: foreign.id } } }, 400, "/position/before"],
      [{ position: { before: pointer, after: pointer } }, 400, "/position"],
    ] as const) {
      const answer = await world().post(`${at(outer)}/move`, body, creator);
      expect([answer.status, faults(answer)]).toEqual([status, [path]]);
    }
    for (const [before, path] of [
      [{ type: "space", id: space.id }, ["/position/before/space", "/position/before/id"]],
      [{ type: "page", page: space.id }, ["/position/before/type"]],
      [{ space: space.id }, ["/position/before/type"]],
      [space.id, ["/position/before"]],
    ] as const) {
      const answer = await world().post(`${at(outer)}/move`, { position: { before } }, creator);
      expect([answer.status, faults(answer)?.toSorted()]).toEqual([400, path.toSorted()]);
    }
    expect((await world().post(`${at(outer)}/move`, {}, creator)).status).toBe(400);
    expect((await world().get(at(outer), creator)).body).toEqual(outer);
  });

  test("of two that move into each other at once one is refused", async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await make(), await make()];
      const statuses = await Promise.all([
        world().post(`${at(a)}/move`, { parent: b.id }, creator),
        world().post(`${at(b)}/move`, { parent: a.id }, creator),
      ]);
      expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  test("needs the right on it and where it goes", async () => {
    const collection = await make();
    const path = `${at(collection)}/move`;
    expect((await world().post(path, { parent: null })).status).toBe(401);
    expect((await world().post(path, { parent: null }, reader)).status).toBe(403);
    expect((await world().post(path, { parent: null }, guest)).status).toBe(404);
    const closed = await make({}, admin);
    await world().patch(at(closed), { defaultLevel: "edit" }, admin);
    expect((await world().post(path, { parent: closed.id }, creator)).status).toBe(403);
    expect((await world().post(path, { parent: closed.id }, admin)).status).toBe(200);
  });
});

describe("deleteCollectionById", () => {
  test("moves what it holds to its place, in its order", async () => {
    const outer = await make();
    const first = await makeSpace({ parent: outer.id });
    const gone = await make({ parent: outer.id });
    const last = await makeSpace({ parent: outer.id });
    const [a, b] = [await makeSpace({ parent: gone.id }), await makeSpace({ parent: gone.id })];
    const inner = await make({ parent: gone.id });
    expect((await world().delete(at(gone), creator)).status).toBe(205);
    const { body } = await world().get(`${at(outer)}/spaces`, creator);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([first.id, a.id, b.id, last.id]);
    expect((await world().get(at(inner), creator)).body.parent).toBe(outer.id);
    expect((await world().delete(at(gone), creator)).status).toBe(404);
    expect((await world().get(at(gone), creator)).status).toBe(404);
  });

  test("widens nobody's access: what inherited takes over the level", async () => {
    const hidden = await make({}, admin);
    const space = await makeSpace({ parent: hidden.id }, creator);
    const nested = await make({ parent: hidden.id }, admin);
    await world().patch(at(hidden), { defaultLevel: null }, admin);
    expect((await world().get(`/spaces/${space.id}`, creator)).status).toBe(404);
    await world().delete(at(hidden), admin);
    // Its own creator was no owner of the collection, and does not become one.
    expect((await world().get(`/spaces/${space.id}`, creator)).status).toBe(404);
    expect((await world().get(`/spaces/${space.id}`, admin)).body).toMatchObject({ defaultLevel: null });
    expect((await world().get(at(nested), reader)).status).toBe(404);
  });

  test("needs the right, and asks for a token", async () => {
    const collection = await make();
    expect((await world().delete(at(collection))).status).toBe(401);
    expect((await world().delete(at(collection), reader)).status).toBe(403);
    expect((await world().delete(at(collection), stranger)).status).toBe(404);
  });
});

describe("transferCollection", () => {
  /** Somebody who may create in both organizations. */
  let both: Person;
  beforeAll(async () => {
    both = await world().addPerson("bea", "create");
    await world().deps.db.transact(async (tx) => {
      const member = { organization_id: other, user_id: both.id, role: "create" as const, joined_at: 1 };
      await tx.insertInto("members").values(member).execute();
    });
  });

  test("takes everything in it along, out of sight of those it leaves", async () => {
    const collection = await make({}, both);
    const nested = await make({ parent: collection.id }, both);
    const space = await makeSpace({ parent: nested.id }, both);
    const { status, body } = await world().post(`${at(collection)}/transfer`, { organization: other }, both);
    expect([status, body.organization, body.permissions.admin]).toEqual([200, other, true]);
    expect((await world().get(`/spaces/${space.id}`, both)).body).toMatchObject({
      organization: other,
      parent: nested.id,
    });
    expect((await world().get(`/spaces/${space.id}`, stranger)).body.permissions.admin).toBe(true);
    for (const path of [at(collection), at(nested), `/spaces/${space.id}`]) {
      expect((await world().get(path, admin)).status).toBe(404);
    }
  });

  test("refuses what holds content that the caller may not take, or that is in a site", async () => {
    const collection = await make({}, both);
    const space = await makeSpace({ parent: collection.id }, admin);
    await world().patch(`/spaces/${space.id}`, { defaultLevel: null }, admin);
    const refused = await world().post(`${at(collection)}/transfer`, { organization: other }, both);
    expect([refused.status, refused.body.error.type]).toEqual([409, "not-all-yours"]);
    await world().patch(`/spaces/${space.id}`, { defaultLevel: "inherit" }, admin);
    const site = { title: "Site", spaces: [space.id] };
    expect((await world().post(`/orgs/${world().organization}/sites`, site, admin)).status).toBe(201);
    const shown = await world().post(`${at(collection)}/transfer`, { organization: other }, both);
    expect([shown.status, shown.body.error.type]).toEqual([409, "in-site"]);
    expect((await world().get(at(collection), both)).body.organization).toBe(world().organization);
  });

  test("who loses the right there while it is copied has not transferred it", async () => {
    const collection = await make({}, both);
    const { members } = world().deps;
    const { find } = members;
    const role = (wanted: string) =>
      world().patch(`/orgs/${other}/members/${both.id}`, { role: wanted }, stranger);
    const spy = vi.spyOn(members, "find").mockImplementation(async (asked, caller) => {
      const member = await find(asked, caller);
      if (asked !== other || caller.userId !== both.id) return member;
      spy.mockRestore();
      expect((await role("read")).status).toBe(200);
      return member;
    });
    const { status } = await world().post(`${at(collection)}/transfer`, { organization: other }, both);
    expect(status).toBe(403);
    expect((await world().get(at(collection), both)).body.organization).toBe(world().organization);
    expect((await role("create")).status).toBe(200);
  });

  test("needs the right in both organizations, and names what is wrong", async () => {
    const collection = await make();
    const path = `${at(collection)}/transfer`;
    expect((await world().post(path, { organization: other })).status).toBe(401);
    expect((await world().post(path, { organization: other }, reader)).status).toBe(403);
    expect((await world().post(path, { organization: other }, guest)).status).toBe(404);
    expect((await world().post(path, {}, creator)).status).toBe(400);
    const foreign = await world().post(path, { organization: other }, creator);
    expect([foreign.status, faults(foreign)]).toEqual([400, ["/organization"]]);
    const same = await world().post(path, { organization: world().organization }, creator);
    expect([same.status, faults(same)]).toEqual([409, ["/organization"]]);
    const readsThere = await world().addPerson("rex", "create");
    await world().deps.db.transact(async (tx) => {
      const member = { organization_id: other, user_id: readsThere.id, role: "edit" as const, joined_at: 1 };
      await tx.insertInto("members").values(member).execute();
    });
    expect((await world().post(path, { organization: other }, readsThere)).status).toBe(403);
  });
});
