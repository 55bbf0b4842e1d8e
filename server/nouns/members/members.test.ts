import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { grant } from "../../access/grants.ts";
import type { Role } from "../../access/roles.ts";
import { newId } from "../../ports/ids.ts";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
let reader: Person;
let guest: Person;
let stranger: Person;
let organization = "";

beforeAll(async () => {
  organization = world().organization;
  admin = await world().addPerson("ada", "admin");
  reader = await world().addPerson("rita", "read");
  guest = await world().addPerson("gus", null);
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
});

const people = (query = "", as: Person = admin) => world().get(`/orgs/${organization}/members${query}`, as);
const at = (person: Person, rest = "") => `/orgs/${organization}/members/${person.id}${rest}`;
const names = ({ body }: Answer): string[] =>
  body.items.map((item: { user: { displayName: string } }) => item.user.displayName);
const details = ({ body }: Answer): string[] => body.error.details.map(({ path }: { path: string }) => path);

async function setMember(person: Person, set: Record<string, unknown>): Promise<void> {
  await world().deps.db.transact(async (tx) => {
    await tx
      .updateTable("members")
      .set(set as never)
      .where("user_id", "=", person.id)
      .execute();
  });
}

/** How many changes somebody has made, by the audit log. */
async function changesBy(person: Person): Promise<number> {
  const log = await world().get(`/orgs/${organization}/audit-events?limit=1&actor=${person.id}`, admin);
  return log.body.count;
}

async function roleOf(person: Person): Promise<string | null | undefined> {
  const row = await world()
    .deps.db.read.selectFrom("members")
    .select("role")
    .where("user_id", "=", person.id)
    .executeTakeFirst();
  return row === undefined ? undefined : row.role;
}

describe("listMembersInOrganizationById", () => {
  test("lists members, the latest first, and the other way round", async () => {
    await setMember(admin, { joined_at: 1000 });
    await setMember(reader, { joined_at: 2000 });
    await setMember(guest, { joined_at: 3000 });
    const down = await people();
    expect([down.status, down.body.count, names(down)]).toEqual([200, 3, ["gus", "rita", "ada"]]);
    expect(names(await people("?order=asc"))).toEqual(["ada", "rita", "gus"]);
    expect(down.body.items[2]).toMatchObject({
      object: "member",
      id: admin.id,
      role: "admin",
      user: { email: "ada@example.com" },
      disabled: false,
      joinedAt: "1970-01-01T00:00:01.000Z",
      sso: false,
      teams: 0,
    });
    expect(down.body.items[2].lastSeenAt).toBeUndefined();
  });

  test("goes on where a page ends, in both directions and under filters", async () => {
    for (const order of ["asc", "desc"]) {
      const all = names(await people(`?order=${order}`));
      const found: string[] = [];
      let query = `?order=${order}&limit=1`;
      for (let page = 0; page < 5; page++) {
        const answer = await people(query);
        found.push(...names(answer));
        if (answer.body.next === undefined) break;
        query = `?order=${order}&limit=1&page=${answer.body.next.page}`;
      }
      expect(found).toEqual(all);
    }
  });

  test.each([
    ["role=guest", ["gus"]],
    ["role=read", ["rita"]],
    ["role=create", []],
    ["search=RIT", ["rita"]],
    ["search=%EF%BC%A1da", ["ada"]],
    ["search=EXAMPLE.com", ["gus", "rita", "ada"]],
    ["search=%25", []],
    ["search=gus&role=read", []],
  ])("filters by %s", async (query, found) => {
    const answer = await people(`?${query}`);
    expect([names(answer), answer.body.count]).toEqual([found, found.length]);
  });

  test("by lastSeenAt lists only those who are active", async () => {
    await setMember(admin, { last_seen_at: 60_000 });
    await setMember(reader, { last_seen_at: 120_000 });
    expect(names(await people("?sort=lastSeenAt"))).toEqual(["rita", "ada"]);
    expect(names(await people("?sort=lastSeenAt&order=asc&limit=1"))).toEqual(["ada"]);
    await setMember(reader, { disabled: 1 });
    expect(names(await people("?sort=lastSeenAt"))).toEqual(["ada"]);
    expect(names(await people())).toContain("rita");
    await setMember(reader, { disabled: 0 });
  });

  test.each(["role=owner", "sort=name", "order=up", "limit=1001", `search=${"x".repeat(257)}`])(
    "refuses %s",
    async (query) => {
      const answer = await people(`?${query}`);
      expect([answer.status, details(answer)]).toEqual([400, [`/${query.split("=")[0]}`]]);
    },
  );

  test("needs a token and a role, and hides from strangers", async () => {
    expect((await world().get(`/orgs/${organization}/members`)).status).toBe(401);
    expect((await people("", guest)).status).toBe(403);
    expect((await people("", reader)).status).toBe(200);
    expect((await people("", stranger)).status).toBe(404);
  });
});

describe("getMemberInOrganizationById", () => {
  test("answers a member; guests see themselves only", async () => {
    expect((await world().get(at(admin), reader)).body).toMatchObject({ id: admin.id, role: "admin" });
    expect((await world().get(at(guest), guest)).body.role).toBeNull();
    expect((await world().get(at(admin), guest)).status).toBe(404);
    expect((await world().get(at(admin), stranger)).status).toBe(404);
    expect((await world().get(at(stranger), admin)).status).toBe(404);
    expect((await world().get(at(admin))).status).toBe(401);
  });

  test("counts spaces that both can see", async () => {
    const made = await world().post(`/orgs/${organization}/spaces`, { title: "Open" }, admin);
    const hidden = await world().post(`/orgs/${organization}/spaces`, { title: "Hidden" }, admin);
    await world().patch(`/spaces/${hidden.body.id}`, { defaultLevel: null }, admin);
    const spaces = async (of: Person, as: Person) => (await world().get(at(of), as)).body.spaces;
    expect(await spaces(admin, admin)).toBe(2);
    expect(await spaces(reader, admin)).toBe(1);
    expect(await spaces(admin, reader)).toBe(1);
    expect(await spaces(guest, admin)).toBe(0);
    const list = await world().get(at(reader, "/spaces"), admin);
    expect(list.body.items).toMatchObject([
      { permission: "read", space: { id: made.body.id, permissions: { admin: true } } },
    ]);
    const seen = await world().get(at(admin, "/spaces"), reader);
    expect(seen.body).toMatchObject({ count: 1, items: [{ permission: "admin", space: { title: "Open" } }] });
  });
});

describe("listSpacesForOrganizationMember", () => {
  test("orders by creation, the latest first unless said, in pages", async () => {
    const titles = async (query: string, as = admin) =>
      (await world().get(at(admin, `/spaces${query}`), as)).body.items.map(
        (item: { space: { title: string } }) => item.space.title,
      );
    expect(await titles("")).toEqual((await titles("?order=asc")).toReversed());
    const first = await world().get(at(admin, "/spaces?order=asc&limit=1"), admin);
    expect(first.body.count).toBe(2);
    expect(await titles(`?order=asc&limit=1&page=${first.body.next.page}`)).toEqual(["Hidden"]);
  });

  test("is refused like the member is", async () => {
    expect((await world().get(at(admin, "/spaces?order=no"), admin)).status).toBe(400);
    expect((await world().get(at(admin, "/spaces"))).status).toBe(401);
    expect((await world().get(at(admin, "/spaces"), guest)).status).toBe(404);
    expect((await world().get(at(guest, "/spaces"), guest)).body).toMatchObject({ count: 0, items: [] });
    expect((await world().get(at(admin, "/spaces"), stranger)).status).toBe(404);
  });
});

describe("updateMemberInOrganizationById", () => {
  let person: Person;
  beforeEach(async () => {
    person = await world().addPerson(`p${newId()}`, "edit");
  });

  test("gives another role, which counts at once", async () => {
    expect((await world().get(`/orgs/${organization}`, person)).body.permissions.createContent).toBe(false);
    const { status, body } = await world().patch(at(person), { role: "create" }, admin);
    expect([status, body.role]).toEqual([200, "create"]);
    expect((await world().get(`/orgs/${organization}`, person)).body.permissions.createContent).toBe(true);
    expect((await world().patch(at(person), { role: null }, admin)).body.role).toBeNull();
    expect((await world().patch(at(person), {}, admin)).body.role).toBeNull();
  });

  test.each([
    [{ role: "owner" }, "/role"],
    [{ role: "guest" }, "/role"],
    [{ disabled: true }, "/disabled"],
    [{ id: "x", role: "read" }, "/id"],
  ])("refuses %j", async (body, path) => {
    const answer = await world().patch(at(person), body, admin);
    expect(answer.status).toBe(400);
    expect(details(answer)).toContain(path);
    expect(await roleOf(person)).toBe("edit");
  });

  test("needs a token and an administrator of this organization", async () => {
    expect((await world().patch(at(person), { role: "admin" })).status).toBe(401);
    expect((await world().patch(at(person), { role: "admin" }, person)).status).toBe(403);
    expect((await world().patch(at(person), { role: "admin" }, guest)).status).toBe(404);
    expect((await world().patch(at(person), { role: "admin" }, stranger)).status).toBe(404);
    expect((await world().patch(at(stranger), { role: "read" }, admin)).status).toBe(404);
    expect(await roleOf(stranger)).toBe("admin");
  });

  test("compares If-Match with the version", async () => {
    const tag = String((await world().get(at(person), admin)).headers["etag"]);
    const headers = { "if-match": tag };
    expect((await world().patch(at(person), { role: "read" }, admin, headers)).status).toBe(200);
    expect((await world().patch(at(person), { role: "edit" }, admin, headers)).status).toBe(412);
  });

  test("keeps the last administrator", async () => {
    for (const role of [null, "create"] as const) {
      const { status, body } = await world().patch(at(admin), { role }, admin);
      expect([status, body.error.type]).toEqual([409, "last-administrator"]);
    }
    await world().patch(at(person), { role: "admin" }, admin);
    await setMember(person, { disabled: 1 });
    expect((await world().patch(at(admin), { role: "read" }, admin)).status).toBe(409);
    expect((await world().patch(at(admin), { role: "admin" }, admin)).status).toBe(200);
  });
});

describe("two administrators", () => {
  async function pair(): Promise<{ path: (of: Person) => string; one: Person; two: Person }> {
    const own = await world().addOrganization("Pair", `pair-${newId().toLowerCase()}`);
    const one = await world().addPerson(`one${own}`, "admin", own);
    const two = await world().addPerson(`two${own}`, "admin", own);
    return { path: (of) => `/orgs/${own}/members/${of.id}`, one, two };
  }

  const rounds = process.env["LECTERN_TEST_TIER"] === "full" ? 100 : 10;

  test("who demote or remove each other at once leave one", async () => {
    for (let round = 0; round < rounds; round++) {
      const { path, one, two } = await pair();
      const answers = await Promise.all([
        world().patch(path(two), { role: "read" as Role }, one),
        round % 2 === 0 ? world().patch(path(one), { role: null }, two) : world().delete(path(one), two),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      expect([403, 404, 409]).toContain(answers.find(({ status }) => status >= 300)?.status);
      const admins = [await roleOf(one), await roleOf(two)].filter((role) => role === "admin");
      expect(admins).toHaveLength(1);
    }
  });

  test("who both leave at once leave one", async () => {
    for (let round = 0; round < rounds; round++) {
      const { path, one, two } = await pair();
      const answers = await Promise.all([
        world().delete(path(one), one),
        world().patch(path(two), { role: "edit" }, two),
      ]);
      expect(answers.map(({ status }) => status).toSorted()[1]).toBe(409);
    }
  });
});

describe("removeMemberFromOrganizationById", () => {
  test("ends every right at once, and is done once", async () => {
    const person = await world().addPerson("leaving", "edit");
    const space = (await world().post(`/orgs/${organization}/spaces`, { title: "Granted" }, admin)).body.id;
    await world().deps.db.transact((tx) =>
      grant(tx, {
        content: { kind: "space", id: space },
        organization,
        grantees: [{ kind: "user", id: person.id }],
        role: "create",
        now: 0,
      }),
    );
    expect((await world().get(`/spaces/${space}`, person)).status).toBe(200);
    const removed = await world().delete(at(person), admin);
    expect([removed.status, removed.text]).toEqual([204, ""]);
    expect((await world().get(`/spaces/${space}`, person)).status).toBe(404);
    expect((await world().get(`/orgs/${organization}`, person)).status).toBe(404);
    expect((await world().get("/user", person)).status).toBe(200);
    expect((await world().delete(at(person), admin)).status).toBe(404);
    const left = await world()
      .deps.db.read.selectFrom("grants")
      .select("role")
      .where("grantee_id", "=", person.id)
      .execute();
    expect(left).toEqual([]);
  });

  test("ends what they had closed to everybody else, also when they are invited again", async () => {
    const person = await world().addPerson("returning", "create");
    const closed = { defaultLevel: null };
    const collections = `/orgs/${organization}/collections`;
    const collection = (await world().post(collections, { title: "Theirs" }, person)).body.id;
    const made = async (fields: object) =>
      (await world().post(`/orgs/${organization}/spaces`, fields, person)).body.id;
    const alone = await made({ title: "Alone" });
    const inside = await made({ title: "Inside", parent: collection });
    const shared = await made({ title: "Shared" });
    await world().patch(`/spaces/${alone}`, closed, person);
    await world().patch(`/collections/${collection}`, closed, person);
    const seen = async (as: Person) => {
      const paths = [
        `/spaces/${alone}`,
        `/spaces/${inside}`,
        `/collections/${collection}`,
        `/spaces/${shared}`,
      ];
      return Promise.all(paths.map(async (path) => (await world().get(path, as)).status));
    };
    expect([await seen(person), await seen(reader)]).toEqual([
      [200, 200, 200, 200],
      [404, 404, 404, 200],
    ]);
    await world().delete(at(person), admin);
    const again = { emails: [{ email: "returning@example.com", role: "read" }] };
    expect((await world().post(`/orgs/${organization}/invites`, again, admin)).body.invited).toBe(1);
    expect([await seen(person), await seen(admin)]).toEqual([
      [404, 404, 404, 200],
      [200, 200, 200, 200],
    ]);
    // Nor does it come back when what closed the space above goes away.
    await world().delete(`/collections/${collection}`, admin);
    expect((await world().get(`/spaces/${inside}`, person)).status).toBe(404);
    await world().post(`/spaces/${alone}/permissions`, { users: [person.id], role: "edit" }, admin);
    expect((await world().get(`/spaces/${alone}`, person)).body.permissions).toMatchObject({ edit: true });
  });

  test("ends what they had under way: jobs say so, hooks are told nothing, requests find nothing", async () => {
    const person = await world().addPerson("busy", "admin");
    const spaces = `/orgs/${organization}/spaces`;
    const space = (await world().post(spaces, { title: "Busy" }, person)).body.id;
    const path = `/spaces/${space}`;
    const hooks = `/orgs/${organization}/webhooks`;
    const hook = (await world().post(hooks, { url: "https://127.0.0.1:65535/" }, person)).body.id;
    await world().post(`${hooks}/${hook}/ping`, undefined, person);
    const async = { prefer: "respond-async" };
    const pdf = await world().get(`${path}/pdf`, person, async);
    const source = { url: "https://127.0.0.1:65535/", source: "website" };
    const site = await world().post(`${path}/content/import`, source, person, async);
    expect([pdf.status, site.status]).toEqual([202, 202]);
    const under = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0
        ? world().patch(path, { title: `Busy ${index}` }, person)
        : world().get(`${path}/content/pages`, person),
    );
    const removed = await world().delete(at(person), admin);
    expect(removed.status).toBe(204);
    // Those that had come first may have been answered; what comes now is not.
    for (const { status } of await Promise.all(under)) expect([200, 404]).toContain(status);
    const settled = await changesBy(person);
    for (const answer of [
      await world().patch(path, { title: "Never" }, person),
      await world().get(`/jobs/${pdf.body.id}`, person),
      await world().get(`${hooks}/${hook}`, person),
      await world().get(spaces, person),
    ])
      expect(answer.status).toBe(404);
    await world().runJobs();
    for (const [job, why] of [
      [pdf, "may not read"],
      [site, "may not edit"],
    ] as const) {
      const { body } = await world().get(`/jobs/${job.body.id}`, admin);
      expect([body.status, JSON.stringify(body.error)]).toEqual(["failed", expect.stringContaining(why)]);
    }
    const { body } = await world().get(`${hooks}/${hook}`, admin);
    expect(body).toMatchObject({ active: false, disabled: { because: "owner" } });
    const [told] = (await world().get(`${hooks}/${hook}/deliveries`, admin)).body.items;
    expect(told).toMatchObject({ status: "failed", attempts: 0 });
    expect(await changesBy(person)).toBe(settled);
  });

  test("lets everybody leave, and only administrators remove others", async () => {
    const person = await world().addPerson("leaver", null);
    const other = await world().addPerson("stayer", "create");
    expect((await world().delete(at(person))).status).toBe(401);
    expect((await world().delete(at(person), other)).status).toBe(403);
    expect((await world().delete(at(person), stranger)).status).toBe(404);
    expect((await world().delete(at(person), person)).status).toBe(204);
  });

  test("keeps the last administrator", async () => {
    const answer = await world().delete(at(admin), admin);
    expect([answer.status, answer.body.error.type]).toEqual([409, "last-administrator"]);
    expect(await roleOf(admin)).toBe("admin");
  });
});

describe("updateOrganizationMemberLastSeenAt", () => {
  const ping = (as?: Person) => world().post(`/orgs/${organization}/ping`, undefined, as);

  test("notes the time to the minute and gives a token of this member", async () => {
    const { status, body } = await ping(guest);
    expect(status).toBe(200);
    const [header, payload, signature] = body.serviceVisitorClaims.split(".");
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    expect(read(header)).toMatchObject({ alg: "HS256" });
    const claims = read(payload);
    expect(claims).toMatchObject({ aud: organization, sub: guest.id, organization: { role: null } });
    expect(claims.exp - claims.iat).toBe(7 * 24 * 3600);
    expect(world().deps.secrets.verify("member claims", `${header}.${payload}`, signature)).toBe(true);
    const { lastSeenAt } = (await world().get(at(guest), guest)).body;
    expect(Date.parse(lastSeenAt) % 60_000).toBe(0);
    expect(Date.now() - Date.parse(lastSeenAt)).toBeLessThan(120_000);
  });

  test("writes once a minute", async () => {
    await ping(reader);
    const before = world().deps.db.writes;
    await ping(reader);
    // The minute may end between the two.
    expect(world().deps.db.writes - before).toBeLessThanOrEqual(1);
    world().ahead = 120_000;
    await ping(reader);
    world().ahead = 0;
    expect(Date.parse((await world().get(at(reader), reader)).body.lastSeenAt)).toBeGreaterThan(Date.now());
  });

  test("needs a token and a membership", async () => {
    expect((await ping()).status).toBe(401);
    expect((await ping(stranger)).status).toBe(404);
    await setMember(reader, { disabled: 1 });
    await world().deps.db.transact(async () => {});
    expect((await ping(reader)).status).toBe(404);
    await setMember(reader, { disabled: 0 });
  });
});

describe("setUserAsSSOMemberForOrganization", () => {
  test("sets the flag; again it stays", async () => {
    for (let times = 0; times < 2; times++) {
      const { status, body } = await world().post(at(reader, "/sso"), undefined, admin);
      expect([status, body.sso]).toEqual([200, true]);
    }
  });

  test("answers a repeated request as it answered the first", async () => {
    const send = () => world().post(at(reader, "/sso"), undefined, admin, { "idempotency-key": "sso-once" });
    const [first, second] = [await send(), await send()];
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(first.body.sso).toBe(true);
  });

  test("is the administrators' alone", async () => {
    expect((await world().post(at(reader, "/sso"), { sso: false }, admin)).status).toBe(400);
    expect((await world().post(at(reader, "/sso"), undefined)).status).toBe(401);
    expect((await world().post(at(reader, "/sso"), undefined, reader)).status).toBe(403);
    expect((await world().post(at(reader, "/sso"), undefined, stranger)).status).toBe(404);
  });
});
