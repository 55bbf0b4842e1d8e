import { mostSpacesInMatch } from "../../content/search/matchingNumbers.ts";
import { Readable } from "node:stream";
import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { importDeps } from "../../content/import/importDeps.ts";
import { importInto } from "../../content/import/importInto.ts";
import { memorySource } from "../../importers/files.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { hearStatements } from "../../test/statements.ts";

const FULL = process.env["LECTERN_TEST_TIER"] === "full";

const world = useWorld();
let admin: Person;
let creator: Person;
let reader: Person;
let stranger: Person;
let both: Person;
let other: string;

beforeAll(async () => {
  other = await world().addOrganization("Other", "other");
  admin = await world().addPerson("ada", "admin");
  creator = await world().addPerson("carl", "create");
  reader = await world().addPerson("rita", "read");
  stranger = await world().addPerson("sam", "admin", other);
  both = await world().addPerson("bea", "create");
  await world().deps.db.transact(async (tx) => {
    const member = { organization_id: other, user_id: both.id, role: "create" as const, joined_at: 1 };
    await tx.insertInto("members").values(member).execute();
  });
});

const list = () => `/orgs/${world().organization}/spaces`;
const make = async (body: object = {}, as = creator) => (await world().post(list(), body, as)).body;
const makeCollection = async (body: object = {}, as = creator) =>
  (await world().post(`/orgs/${world().organization}/collections`, body, as)).body;
const at = (space: { id: string }) => `/spaces/${space.id}`;
const write = (space: { id: string }, title: string, as = creator) =>
  world().post(
    `${at(space)}/content`,
    { changes: [{ operation: "insert_page", document: { markdown: `# ${title}\n\nText.\n` } }] },
    as,
  );
const titles = async (space: { id: string }, as = creator) =>
  (await world().get(`${at(space)}/content/pages`, as)).body.pages.map(
    ({ title }: { title: string }) => title,
  );
const faults = (answer: { body: { error: { details?: { path: string }[] } } }) =>
  answer.body.error.details?.map(({ path }) => path);

describe("duplicateSpace", () => {
  test("copies content and access, beside the original, without its history", async () => {
    const collection = await makeCollection();
    const space = await make({ parent: collection.id, title: "T".repeat(50), emoji: "🚀", language: "de" });
    const after = await make({ parent: collection.id });
    await write(space, "One");
    await write(space, "Two");
    await world().patch(at(space), { defaultLevel: "edit" }, creator);
    const { status, body, headers } = await world().post(`${at(space)}/duplicate`, undefined, admin);
    expect([status, headers["location"]]).toEqual([201, `http://app.test/v1/spaces/${body.id}`]);
    expect(body).toMatchObject({
      title: `${"T".repeat(43)} (copy)`,
      emoji: "🚀",
      language: "de",
      parent: collection.id,
      defaultLevel: "edit",
    });
    expect(await titles(body, reader)).toEqual(["One", "Two"]);
    const { items } = (await world().get(`/collections/${collection.id}/spaces`, creator)).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([space.id, body.id, after.id]);
    await write(body, "Three", admin);
    expect([await titles(space), (await titles(body)).length]).toEqual([["One", "Two"], 3]);
  });

  test("a copy of what is closed is closed", async () => {
    const space = await make();
    await world().patch(at(space), { defaultLevel: null }, creator);
    const copy = (await world().post(`${at(space)}/duplicate`, undefined, creator)).body;
    expect((await world().get(at(copy), reader)).status).toBe(404);
    expect(copy.permissions.admin).toBe(true);
  });

  test("needs the right there and on it, and asks for a token", async () => {
    const closed = await makeCollection({}, admin);
    const space = await make({ parent: closed.id });
    await world().patch(at(space), { defaultLevel: "create" }, creator);
    await world().patch(`/collections/${closed.id}`, { defaultLevel: "edit" }, admin);
    const path = `${at(space)}/duplicate`;
    expect((await world().post(path, undefined)).status).toBe(401);
    expect((await world().post(path, undefined, reader)).status).toBe(403);
    expect((await world().post(path, undefined, stranger)).status).toBe(404);
    expect((await world().post(path, { title: "x" }, admin)).status).not.toBe(201);
    expect((await world().post(path, undefined, admin)).status).toBe(201);
  });
});

describe("moveSpace", () => {
  test("moves it among its siblings, spaces and collections alike", async () => {
    const parent = await makeCollection();
    const [a, b, c] = [
      await make({ parent: parent.id }),
      await make({ parent: parent.id }),
      await make({ parent: parent.id }),
    ];
    const box = await makeCollection({ parent: parent.id });
    const order = async () =>
      (await world().get(`/collections/${parent.id}/spaces`, creator)).body.items.map(
        ({ id }: { id: string }) => [a.id, b.id, c.id].indexOf(id),
      );
    const move = (space: { id: string }, position: object) =>
      world().post(`${at(space)}/move`, { position }, creator);
    expect((await move(c, { before: { type: "space", space: a.id } })).status).toBe(200);
    expect(await order()).toEqual([2, 0, 1]);
    await move(a, { after: { type: "collection", collection: box.id } });
    expect(await order()).toEqual([2, 1, 0]);
    await move(c, { before: { type: "collection", collection: box.id } });
    expect(await order()).toEqual([1, 2, 0]);
    await move(b, {
      after: { type: "collection", collection: box.id },
      before: { type: "space", space: a.id },
    });
    expect(await order()).toEqual([2, 1, 0]);
    await move(c, {});
    expect(await order()).toEqual([1, 0, 2]);
  });

  test("keeps every order of spaces and collections that is asked for, however often", async () => {
    const parent = await makeCollection();
    const ids: string[] = [];
    for (let index = 0; index < 3; index++) ids.push((await make({ parent: parent.id })).id);
    for (let index = 0; index < 2; index++) ids.push((await makeCollection({ parent: parent.id })).id);
    const kindOf = (id: string) => (ids.indexOf(id) < 3 ? "space" : "collection");
    const model = [...ids];
    const moves = fc.array(
      fc.record({ from: fc.nat(4), to: fc.nat(4), side: fc.constantFrom("before", "after") }),
      { minLength: FULL ? 1000 : 60, maxLength: FULL ? 1000 : 60 },
    );
    const [plan] = fc.sample(moves, { numRuns: 1, seed: 7 });
    for (const { from, to, side } of plan ?? []) {
      const [moving, beside] = [ids[from] as string, ids[to] as string];
      if (moving === beside) continue;
      const body = { position: { [side]: { type: kindOf(beside), [kindOf(beside)]: beside } } };
      expect((await world().post(`/${kindOf(moving)}s/${moving}/move`, body, creator)).status).toBe(200);
      model.splice(model.indexOf(moving), 1);
      model.splice(model.indexOf(beside) + (side === "after" ? 1 : 0), 0, moving);
    }
    const { read } = world().deps.db;
    const rows = await read
      .selectFrom("spaces")
      .select(["id", "position"])
      .where("parent_id", "=", parent.id)
      .unionAll(read.selectFrom("collections").select(["id", "position"]).where("parent_id", "=", parent.id))
      .orderBy("position")
      .orderBy("id")
      .execute();
    expect(rows.map(({ id }) => id)).toEqual(model);
    const { body } = await world().get(`/collections/${parent.id}/spaces`, creator);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(
      model.filter((id) => kindOf(id) === "space"),
    );
  });

  test.each([
    ["stand in the same position", () => "V00000"],
    ["leave no room for a short key", (index: number) => `V00000${"0".repeat(31)}${index + 1}`],
  ])("finds a place between siblings that %s", async (_, position) => {
    const parent = await makeCollection();
    const made: string[] = [];
    for (let index = 0; index < 4; index++) made.push((await make({ parent: parent.id })).id);
    const ids = made.toSorted();
    await world().deps.db.transact(async (tx) => {
      for (const [index, id] of ids.entries()) {
        await tx
          .updateTable("spaces")
          .set({ position: position(index) })
          .where("id", "=", id)
          .execute();
      }
    });
    const [a, b, c, d] = ids;
    const order = async () =>
      (await world().get(`/collections/${parent.id}/spaces`, creator)).body.items.map(
        ({ id }: { id: string }) => id,
      );
    expect(await order()).toEqual([a, b, c, d]);
    const move = (id: string, body: object) => world().post(`/spaces/${id}/move`, body, creator);
    expect((await move(d as string, { position: { after: { type: "space", space: a } } })).status).toBe(200);
    expect(await order()).toEqual([a, d, b, c]);
    expect((await move(c as string, { position: { before: { type: "space", space: a } } })).status).toBe(200);
    expect(await order()).toEqual([c, a, d, b]);
  });

  test("a new parent decides for what inherits", async () => {
    const closed = await makeCollection();
    await world().patch(`/collections/${closed.id}`, { defaultLevel: null }, creator);
    const space = await make();
    const { body } = await world().post(`${at(space)}/move`, { parent: closed.id }, creator);
    expect(body).toMatchObject({ parent: closed.id, visibility: "in-collection" });
    expect((await world().get(at(space), reader)).status).toBe(404);
    await world().post(`${at(space)}/move`, { parent: null }, creator);
    expect((await world().get(at(space), reader)).status).toBe(200);
  });

  test("refuses what isn't there, and changes nothing then", async () => {
    const space = await make();
    const elsewhere = await make({ parent: (await makeCollection()).id });
    const foreign = (await world().post(`/orgs/${other}/collections`, {}, stranger)).body;
    const trashed = await make();
    await world().delete(at(trashed), creator);
    const before = (await world().get(at(space), creator)).body;
    for (const [body, path] of [
      [{ parent: "absent" }, "/parent"],
      [{ parent: foreign.id }, "/parent"],
      [{ position: { before: { type: "space", space: elsewhere.id } } }, "/position/before"],
      [{ position: { after: { type: "space", space: trashed.id } } }, "/position/after"],
      [{ position: { after: { type: "space", space: space.id } } }, "/position/after"],
    ] as const) {
      const answer = await world().post(`${at(space)}/move`, body, creator);
      expect([answer.status, faults(answer)]).toEqual([400, [path]]);
    }
    expect((await world().post(`${at(space)}/move`, {}, creator)).status).toBe(400);
    expect((await world().get(at(space), creator)).body).toEqual(before);
  });

  test("needs the right on it and where it goes, and asks for a token", async () => {
    const space = await make();
    const closed = await makeCollection({}, admin);
    await world().patch(`/collections/${closed.id}`, { defaultLevel: "review" }, admin);
    const path = `${at(space)}/move`;
    expect((await world().post(path, { parent: closed.id })).status).toBe(401);
    expect((await world().post(path, { parent: closed.id }, reader)).status).toBe(403);
    expect((await world().post(path, { parent: closed.id }, creator)).status).toBe(403);
    expect((await world().post(path, { parent: closed.id }, stranger)).status).toBe(404);
    expect((await world().post(path, { parent: closed.id }, admin)).status).toBe(200);
  });
});

describe("transferSpace", () => {
  test("takes content and history along, out of sight of those it leaves", async () => {
    const collection = await makeCollection();
    const space = await make({ parent: collection.id });
    await write(space, "Kept");
    const head = (await world().get(at(space), both)).body.revision;
    const { status, body } = await world().post(`${at(space)}/transfer`, { organization: other }, both);
    expect([status, body.organization, body.revision]).toEqual([200, other, head]);
    expect(body).not.toHaveProperty("parent");
    expect(await titles(space, stranger)).toEqual(["Kept"]);
    expect((await world().get(at(space), admin)).status).toBe(404);
    const { items } = (await world().get(`/orgs/${other}/spaces`, stranger)).body;
    expect(items.at(-1).id).toBe(space.id);
  });

  test("is found there by a search in more spaces than an index is asked for by name, and not where it was", async () => {
    const space = await make({}, both);
    await write(space, "Samovar", both);
    for (let at = 0; at <= mostSpacesInMatch; at++)
      await world().post(`/orgs/${other}/spaces`, { title: `Beside ${at}` }, both);
    await world().runJobs();
    const found = async (organization: string) =>
      (await world().get(`/orgs/${organization}/search?query=samovar`, both)).body.items.length;
    expect((await world().post(`${at(space)}/transfer`, { organization: other }, both)).status).toBe(200);
    // Before its index says whose it is, and after.
    expect([await found(other), await found(world().organization)]).toEqual([1, 0]);
    await world().runJobs();
    expect([await found(other), await found(world().organization)]).toEqual([1, 0]);
  });

  test("takes along how imported files were written", async () => {
    const space = await make({}, both);
    const { deps, organization } = world();
    const source = memorySource([{ name: "one.md", bytes: "---\n# ours\nicon: 'x'\n---\n# One\n\nText\n" }]);
    await importInto(importDeps(deps, organization), { space: space.id, source });
    const entries = () =>
      deps.db.read
        .selectFrom("source_entries")
        .select(["organization_id", "role", "path"])
        .where("space_id", "=", space.id)
        .execute();
    expect(await entries()).toEqual([{ organization_id: organization, role: "page", path: "one.md" }]);
    expect((await world().post(`${at(space)}/transfer`, { organization: other }, both)).status).toBe(200);
    expect(await entries()).toEqual([{ organization_id: other, role: "page", path: "one.md" }]);
  });

  test("takes along what was said and asked of its change requests, with all that hangs on it", async () => {
    const space = await make({}, both);
    await write(space, "Kept", both);
    const requests = `${at(space)}/change-requests`;
    const request = `${requests}/${(await world().post(requests, {}, both)).body.id}`;
    const review = { status: "approved", comment: { markdown: "Good" } };
    const made = (await world().post(`${request}/reviews`, review, both)).body;
    for (const place of [at(space), request]) {
      const { id } = (await world().post(`${place}/comments`, { body: { markdown: "Hm" } }, both)).body;
      const comment = `${place}/comments/${id}`;
      await world().post(`${comment}/replies`, { body: { markdown: "So?" } }, both);
      await world().put(comment, { addedReactions: ["👍"] }, both);
    }
    const told = async (as: Person) => {
      const paths = [`${at(space)}/comments`, `${request}/comments`, `${request}/reviews`];
      const answers = await Promise.all(paths.map((path) => world().get(path, as)));
      return answers.map(({ body }) =>
        body.items.map((one: { id: string; replies?: number }) => [one.id, one.replies]),
      );
    };
    const before = await told(both);
    expect(before.map((items) => items.length)).toEqual([1, 2, 1]);
    expect((await world().post(`${at(space)}/transfer`, { organization: other }, both)).status).toBe(200);
    expect(await told(stranger)).toEqual(before);
    const said = `${request}/comments/${made.comment.id}`;
    expect((await world().delete(said, stranger)).status).toBe(205);
    const left = (await world().get(`${request}/reviews/${made.id}`, stranger)).body;
    expect([left.status, left.comment]).toEqual(["approved", undefined]);
  });

  test("keeps the roles of those who are members there, and nobody else's", async () => {
    const space = await make({}, both);
    await world().patch(at(space), { defaultLevel: null }, both);
    const team = { title: "T", members: [reader.id] };
    const { id } = (await world().put(`/orgs/${world().organization}/teams`, team, admin)).body;
    const guest = await world().addPerson("gil", null, other);
    await world().deps.db.transact(async (tx) => {
      const member = { organization_id: world().organization, user_id: guest.id, role: null, joined_at: 1 };
      await tx.insertInto("members").values(member).execute();
    });
    const give = { users: [guest.id, creator.id], teams: [id], role: "edit" };
    expect((await world().post(`${at(space)}/permissions`, give, both)).status).toBe(204);
    await world().post(`${at(space)}/transfer`, { organization: other }, both);
    const { body } = await world().get(`${at(space)}/permissions/users`, stranger);
    expect(body.items.map(({ user }: { user: { id: string } }) => user.id)).toEqual([guest.id]);
    expect((await world().get(at(space), guest)).body.permissions).toMatchObject({
      edit: true,
      review: false,
    });
    expect((await world().get(`${at(space)}/permissions/teams`, stranger)).body.count).toBe(0);
    for (const gone of [creator, reader]) expect((await world().get(at(space), gone)).status).toBe(404);
  });

  test("refuses while it is in a site, and names what is wrong", async () => {
    const space = await make();
    const site = { title: "Holds it", spaces: [space.id] };
    await world().post(`/orgs/${world().organization}/sites`, site, creator);
    const path = `${at(space)}/transfer`;
    const shown = await world().post(path, { organization: other }, both);
    expect([shown.status, shown.body.error.type]).toEqual([409, "in-site"]);
    const foreign = await world().post(path, { organization: other }, creator);
    expect([foreign.status, faults(foreign)]).toEqual([400, ["/organization"]]);
    expect((await world().post(path, { organization: world().organization }, both)).status).toBe(409);
    expect((await world().post(path, { organization: other })).status).toBe(401);
    expect((await world().post(path, { organization: other }, reader)).status).toBe(403);
    expect((await world().post(path, { organization: other }, stranger)).status).toBe(404);
    expect((await world().get(at(space), creator)).body.organization).toBe(world().organization);
  });

  /** Lets a change happen just after the transfer's first look at an organization, while its content is copied. */
  const duringCopy = (organization: string, change: () => Promise<unknown>) => {
    const { members } = world().deps;
    const { find } = members;
    const spy = vi.spyOn(members, "find").mockImplementation(async (asked, caller) => {
      const member = await find(asked, caller);
      if (asked !== organization || caller.userId !== both.id) return member;
      spy.mockRestore();
      await change();
      return member;
    });
  };

  test.each([
    [
      "the role there",
      403,
      () => world().patch(`/orgs/${other}/members/${both.id}`, { role: "read" }, stranger),
    ],
    ["the membership there", 400, () => world().delete(`/orgs/${other}/members/${both.id}`, stranger)],
    ["the right on the space", 403, (space: string) => world().patch(space, { defaultLevel: "read" }, admin)],
    [
      "the membership here",
      404,
      () => world().delete(`/orgs/${world().organization}/members/${both.id}`, admin),
    ],
  ])("who loses %s while it is copied has not transferred it", async (_what, status, lose) => {
    const space = await make({}, admin);
    await write(space, "Kept", admin);
    const before = await world()
      .deps.db.read.selectFrom("members")
      .selectAll()
      .where("user_id", "=", both.id)
      .execute();
    duringCopy(other, async () => expect((await lose(at(space))).status).toBeLessThan(300));
    const answer = await world().post(`${at(space)}/transfer`, { organization: other }, both);
    expect(answer.status).toBe(status);
    expect((await world().get(at(space), admin)).body.organization).toBe(world().organization);
    await world().deps.db.transact(async (tx) => {
      await tx.deleteFrom("members").where("user_id", "=", both.id).execute();
      await tx.insertInto("members").values(before).execute();
    });
  });

  test("what is written while it goes waits a while, and is told why it can't be", async () => {
    const space = await make({}, both);
    await write(space, "Kept", both);
    let late: ReturnType<typeof write> | undefined;
    // As if ten seconds were over.
    const patience = vi.spyOn(AbortSignal, "timeout");
    const stop = hearStatements(world().deps.db, (sql) => {
      if (late !== undefined || !/insert into "?nodes/.test(sql)) return;
      patience.mockReturnValue(AbortSignal.abort());
      late = write(space, "Late", both);
    });
    const moved = await world().post(`${at(space)}/transfer`, { organization: other }, both);
    const answer = await late;
    stop();
    patience.mockRestore();
    expect([moved.status, answer?.status, answer?.body.error.type]).toEqual([200, 409, "in-transfer"]);
    expect(await titles(space, stranger)).toEqual(["Kept"]);
    expect((await write(space, "More", stranger)).status).toBe(200);
  });

  test("during writes, every write that was answered with success is there", async () => {
    const space = await make({}, both);
    const writes = Array.from({ length: 8 }, (_, index) => write(space, `P${index}`, both));
    const transfer = world().post(`${at(space)}/transfer`, { organization: other }, both);
    const [moved, ...answers] = await Promise.all([transfer, ...writes]);
    expect(moved.status).toBe(200);
    const written = answers.flatMap(({ status }, index) => (status < 300 ? [`P${index}`] : []));
    expect((await titles(space, stranger)).toSorted()).toEqual(written);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test.each(["content/files", "change-requests/REQUEST/content/files", "content/import"])(
    "what was begun before, by %s, finds nothing there any more",
    async (where) => {
      const space = await make({}, both);
      await write(space, "Kept", both);
      const request = (await world().post(`${at(space)}/change-requests`, {}, both)).body;
      const path = `/v1${at(space)}/${where.replace("REQUEST", request.id)}`;
      let moved: number | undefined;
      // Far more than waits on the way: what comes after it is asked for by the operation, which has the space then.
      const parts = async function* () {
        yield Buffer.from('--xx\r\ncontent-disposition: form-data; name="file"; filename="long.md"\r\n\r\n');
        for (let index = 0; index < 64; index++) yield Buffer.alloc(16_384, "word \n");
        moved = (await world().post(`${at(space)}/transfer`, { organization: other }, both)).status;
        yield Buffer.from("\r\n--xx--\r\n");
      };
      const headers = {
        authorization: `Bearer ${both.token}`,
        "content-type": "multipart/form-data; boundary=xx",
        "transfer-encoding": "chunked",
      };
      const payload = Readable.from(parts());
      const answer = await world().app.inject({ method: "POST", url: path, headers, payload });
      expect([moved, answer.statusCode]).toEqual([200, 404]);
      expect(await titles(space, stranger)).toEqual(["Kept"]);
      expect((await write(space, "More", stranger)).status).toBe(200);
      const inRequest = await write({ id: `${space.id}/change-requests/${request.id}` }, "More", stranger);
      expect(inRequest.status).toBe(200);
    },
  );
});
