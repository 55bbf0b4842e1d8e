import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { addTriedProvider } from "../saml/triedProvider.fixture.ts";

const world = useWorld();
let admin: Person;
let guest: Person;
let stranger: Person;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  guest = await world().addPerson("gus", null);
  const other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
});

describe("listOrganizationsForAuthenticatedUser", () => {
  test("lists the caller's organizations only", async () => {
    const { status, body } = await world().get("/orgs", admin);
    expect(status).toBe(200);
    expect(body.count).toBe(1);
    expect(body.items.map((item: { title: string }) => item.title)).toEqual(["Acme"]);
    expect(body.next).toBeUndefined();
  });

  test("lists each once, page by page, with what the caller is there, and none that they are disabled in", async () => {
    const person = await world().addPerson("paula", "create");
    const titles = ["Acme"];
    for (const [title, role, disabled] of [
      ["Guest's", null, 0],
      ["Gone", "admin", 1],
      ["Own", "admin", 0],
    ] as const) {
      const organization_id = await world().addOrganization(
        title,
        `listed-${title.toLowerCase().slice(0, 3)}`,
      );
      await world().deps.db.transact(async (tx) => {
        const member = { organization_id, user_id: person.id, role, disabled, joined_at: 1 } as const;
        await tx.insertInto("members").values(member).execute();
      });
      if (disabled === 0) titles.push(title);
    }
    const found: [string, boolean][] = [];
    for (let page: string | undefined = ""; page !== undefined;) {
      const { body } = await world().get(`/orgs?limit=1${page === "" ? "" : `&page=${page}`}`, person);
      expect([body.count, body.items.length]).toEqual([3, 1]);
      found.push([body.items[0].title, body.items[0].permissions.admin]);
      page = body.next?.page;
    }
    const all = (await world().get("/orgs", person)).body.items;
    expect(found.map(([title]) => title)).toEqual(all.map(({ title }: { title: string }) => title));
    expect(new Map(found)).toEqual(new Map(titles.map((title) => [title, title === "Own"])));
  });

  test("refuses a limit out of range and an unknown parameter, naming both", async () => {
    const { status, body } = await world().get("/orgs?limit=0&colour=red", admin);
    expect(status).toBe(400);
    expect(body.error.details.map((detail: { path: string }) => detail.path).toSorted()).toEqual([
      "/colour",
      "/limit",
    ]);
  });

  test("asks for a token", async () => {
    const { status, headers, body } = await world().get("/orgs");
    expect(status).toBe(401);
    expect(headers["www-authenticate"]).toContain("Bearer");
    expect(body.error.code).toBe(401);
  });
});

describe("getOrganizationById", () => {
  test("answers the organization with the caller's rights", async () => {
    const { status, body } = await world().get(`/orgs/${world().organization}`, admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: "organization",
      title: "Acme",
      hostname: "acme",
      internal_isOnNewTrial: true,
      permissions: { admin: true },
    });
    const seen = await world().get(`/orgs/${world().organization}`, guest);
    expect(seen.body.permissions).toMatchObject({ view: true, admin: false, listMembers: false });
  });

  test("answers 304 to the tag it gave, and another tag to another's rights", async () => {
    const path = `/orgs/${world().organization}`;
    const first = await world().get(path, admin);
    const tag = String(first.headers["etag"]);
    expect(tag).toMatch(/^"1\.[\w-]{22}"$/);
    const again = await world().get(path, admin, { "if-none-match": tag });
    expect(again.status).toBe(304);
    expect(again.text).toBe("");
    const seen = await world().get(path, guest, { "if-none-match": tag });
    expect(seen.status).toBe(200);
  });

  test("hides it from members of others, as if it did not exist", async () => {
    const hidden = await world().get(`/orgs/${world().organization}`, stranger);
    const absent = await world().get("/orgs/nowhere", stranger);
    expect([hidden.status, absent.status]).toEqual([404, 404]);
    const { requestId: _a, ...one } = hidden.body.error;
    const { requestId: _b, ...two } = absent.body.error;
    expect(one).toEqual(two);
  });
});

describe("updateOrganizationById", () => {
  const path = () => `/orgs/${world().organization}`;

  test("changes what is sent and nothing else", async () => {
    const { status, body } = await world().patch(
      path(),
      { title: "Acme Docs", emailDomains: ["acme.com"] },
      admin,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: "Acme Docs",
      emailDomains: ["acme.com"],
      hostname: "acme",
      defaultRole: null,
    });
    const cleared = await world().patch(path(), { defaultRole: "read" }, admin);
    expect(cleared.body).toMatchObject({ title: "Acme Docs", defaultRole: "read" });
    expect((await world().patch(path(), { defaultRole: null }, admin)).body.defaultRole).toBeNull();
  });

  test("makes single sign-on the only way once somebody has come by it, not before", async () => {
    const organization = await world().addOrganization("Untried", "untried");
    const owner = await world().addPerson("uma", "admin", organization);
    const enforce = (of: string, as: Person, sso = true) => world().patch(`/orgs/${of}`, { sso }, as);
    const { status, body } = await enforce(organization, owner);
    expect([status, body.error.type, body.error.details[0].path]).toEqual([
      409,
      "single-sign-on-untried",
      "/sso",
    ]);
    expect((await world().get(`/orgs/${organization}`, owner)).body.sso).toBe(false);
    expect((await enforce(organization, owner, false)).status).toBe(200);
    await addTriedProvider(world(), admin);
    expect((await enforce(world().organization, admin)).body.sso).toBe(true);
    // What is the only way stays it, though its providers go.
    const providers = await world().get(`${path()}/saml`, admin);
    await world().delete(`${path()}/saml/${providers.body.items[0].id}`, admin);
    expect((await enforce(world().organization, admin)).status).toBe(200);
    expect((await enforce(world().organization, admin, false)).status).toBe(200);
    expect((await enforce(world().organization, admin)).status).toBe(409);
  });

  test("sets each of its properties, and clears what may be null", async () => {
    await addTriedProvider(world(), admin);
    const site = await world().post(`${path()}/sites`, { title: "Start", spaces: "empty" }, admin);
    const set = {
      title: "Whole",
      emailDomains: ["example.org", "xn--e1afmkfd.xn--p1ai"],
      hostname: "whole",
      defaultRole: "comment",
      defaultContent: { type: "site", site: site.body.id },
      logo: "https://example.com/logo.png",
      sso: true,
      ai: true,
      inviteLinks: false,
    };
    const { logo, ...shown } = set;
    expect((await world().patch(path(), set, admin)).status).toBe(200);
    const { body } = await world().get(path(), admin);
    expect(body).toMatchObject({ ...shown, urls: { logo } });
    const cleared = { emailDomains: [], defaultRole: null, defaultContent: null, logo: null };
    const back = { title: "Acme", hostname: "acme", sso: false, ai: false, inviteLinks: true };
    const after = await world().patch(path(), { ...cleared, ...back }, admin);
    expect(after.body).toMatchObject({ ...back, emailDomains: [], defaultRole: null });
    expect([after.body.defaultContent, after.body.urls.logo]).toEqual([undefined, undefined]);
  });

  test("its default content goes with the site", async () => {
    const site = async () => (await world().post(`${path()}/sites`, { title: "Start" }, admin)).body.id;
    const [kept, gone] = [await site(), await site()];
    const content = async () => (await world().get(path(), admin)).body.defaultContent?.site;
    await world().patch(path(), { defaultContent: { type: "site", site: gone } }, admin);
    const tag = String((await world().get(path(), admin)).headers["etag"]);
    expect((await world().delete(`${path()}/sites/${gone}`, admin)).status).toBe(205);
    expect(await content()).toBeUndefined();
    expect((await world().patch(path(), { ai: true }, admin, { "if-match": tag })).status).toBe(412);
    await world().patch(path(), { defaultContent: { type: "site", site: kept } }, admin);
    await world().delete(`${path()}/sites/${await site()}`, admin);
    expect(await content()).toBe(kept);
    const [named, deleted] = await Promise.all([
      world().patch(path(), { defaultContent: { type: "site", site: kept } }, admin),
      world().delete(`${path()}/sites/${kept}`, admin),
    ]);
    expect([200, 400]).toContain(named.status);
    expect([deleted.status, await content()]).toEqual([205, undefined]);
  });

  test.each([
    [{ title: "A" }, "/title"],
    [{ title: "x".repeat(256) }, "/title"],
    [{ hostname: "No" }, "/hostname"],
    [{ hostname: "-acme" }, "/hostname"],
    [{ defaultRole: "owner" }, "/defaultRole"],
    [{ logo: "not a url" }, "/logo"],
    [{ logo: "javascript:alert(1)" }, "/logo"],
    [{ logo: "data:text/html,<script>alert(1)</script>" }, "/logo"],
    [{ emailDomains: ["not a domain"] }, "/emailDomains/0"],
    [{ emailDomains: ["example.com", "10.0.0.1"] }, "/emailDomains/1"],
    [{ emailDomains: ["example.com", "example.com"] }, "/emailDomains"],
    [{ sso: "true" }, "/sso"],
    [{ id: "mine" }, "/id"],
    [{ defaultContent: { type: "site", site: "foreign" } }, "/defaultContent/site"],
  ])("refuses %j", async (patch, field) => {
    const { status, body } = await world().patch(path(), patch, admin);
    expect(status).toBe(400);
    expect(body.error.details.map((detail: { path: string }) => detail.path)).toContain(field);
  });

  test("counts lengths in code points", async () => {
    expect((await world().patch(path(), { title: "😀" }, admin)).status).toBe(400);
    expect((await world().patch(path(), { title: "😀😀" }, admin)).status).toBe(200);
  });

  test("refuses NUL, lone surrogates and broken JSON", async () => {
    const headers = { "content-type": "application/json" };
    for (const raw of ['{"title":"a\\u0000b"}', '{"title":"\\ud800 x"}', '{"title":', '{"__proto__":{}}']) {
      const { status } = await world().call("PATCH", path(), { as: admin, raw, headers });
      expect(status, raw).toBe(400);
    }
    const broken = await world().call("PATCH", path(), {
      as: admin,
      raw: Buffer.from([0x22, 0xff, 0x22]),
      headers,
    });
    expect(broken.status).toBe(400);
    const text = await world().call("PATCH", path(), {
      as: admin,
      raw: "title=x",
      headers: { "content-type": "text/plain" },
    });
    expect(text.status).toBe(415);
  });

  test("needs a token, the right, and to see it", async () => {
    expect((await world().patch(path(), { title: "Nope" })).status).toBe(401);
    expect((await world().patch(path(), { title: "Nope" }, guest)).status).toBe(403);
    expect((await world().patch(path(), { title: "Nope" }, stranger)).status).toBe(404);
  });

  test("answers 409 when the hostname is taken, and changes nothing", async () => {
    const before = (await world().get(path(), admin)).body;
    const { status, body } = await world().patch(path(), { title: "Never", hostname: "other" }, admin);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ type: "hostname-taken", details: [{ path: "/hostname" }] });
    expect((await world().get(path(), admin)).body).toEqual(before);
  });

  test("compares If-Match with the version alone", async () => {
    const before = await world().get(path(), admin);
    const tag = String(before.headers["etag"]);
    expect((await world().patch(path(), { title: "First" }, admin, { "if-match": tag })).status).toBe(200);
    expect((await world().patch(path(), { title: "Second" }, admin, { "if-match": tag })).status).toBe(412);
    expect((await world().get(path(), admin)).body.title).toBe("First");
  });

  test("answers 204 when only the effect matters", async () => {
    const answer = await world().patch(path(), { title: "Quiet" }, admin, { prefer: "return=minimal" });
    expect([answer.status, answer.headers["preference-applied"]]).toEqual([204, "return=minimal"]);
  });
});

test("405 names the methods that a path has", async () => {
  const { status, headers } = await world().put(`/orgs/${world().organization}`, {}, admin);
  expect(status).toBe(405);
  expect(headers["allow"]).toBe("DELETE, GET, HEAD, PATCH");
});
