import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../../test/harness.ts";

const world = useWorld();
let editor: Person;
let reader: Person;
let stranger: Person;
let site: string;
let auth: string;

beforeAll(async () => {
  editor = await world().addPerson("edda", "create");
  reader = await world().addPerson("rita", "read");
  const other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
  site = await newSite("Members");
  auth = `${site}/publishing/auth`;
});

async function newSite(title: string): Promise<string> {
  const sites = `/orgs/${world().organization}/sites`;
  const { status, body } = await world().post(sites, { title, spaces: "sample" }, editor);
  expect([status, body]).toEqual([201, expect.anything()]);
  return `${sites}/${body.id}`;
}

const admin = () => world().addPerson("ada", "admin");
const stored = (column: "sealed" | "site_id") =>
  world().deps.db.read.selectFrom("site_auth").select(column).execute();

describe("getSitePublishingAuthById", () => {
  test("gives the site's own key, the same each time, encrypted where it is kept", async () => {
    const { status, body, headers } = await world().get(auth, editor);
    expect([status, body]).toEqual([
      200,
      {
        object: "publishing-auth",
        backend: "custom",
        privateKey: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
      },
    ]);
    const again = await world().get(auth, editor);
    expect([again.body, again.headers["etag"]]).toEqual([body, headers["etag"]]);
    const other = await world().get(`${await newSite("Others")}/publishing/auth`, editor);
    expect(other.body.privateKey).not.toBe(body.privateKey);
    expect(JSON.stringify(await stored("sealed"))).not.toContain(body.privateKey);
    const { body: trail } = await world().get(`/orgs/${world().organization}/audit-events`, editor);
    expect(JSON.stringify(trail ?? "")).not.toContain(body.privateKey);
  });

  test("opens for its own site alone: a key moved to another row is refused", async () => {
    const made = await newSite("Moved");
    await world().get(`${made}/publishing/auth`, editor);
    const [here, there] = [made, site].map((path) => path.split("/").at(-1) as string);
    await world().deps.db.transact(async (tx) => {
      const other = tx
        .selectFrom("site_auth")
        .select("sealed")
        .where("site_id", "=", there as string);
      const moved = tx
        .updateTable("site_auth")
        .set({ sealed: other })
        .where("site_id", "=", here as string);
      expect((await moved.executeTakeFirst()).numUpdatedRows).toBe(1n);
    });
    expect((await world().get(`${made}/publishing/auth`, editor)).status).toBe(500);
    expect(world().failures.splice(0)).toEqual([expect.stringContaining("SealBroken")]);
  });

  test("is for those who may change the site", async () => {
    expect((await world().get(auth)).status).toBe(401);
    expect((await world().get(auth, reader)).status).toBe(403);
    expect((await world().get(auth, stranger)).status).toBe(404);
    expect((await world().get(`${auth}?x=1`, editor)).status).toBe(400);
  });
});

describe("updateSitePublishingAuthById", () => {
  test("changes the login's address and the backend, and leaves the key", async () => {
    const { body: before } = await world().get(auth, editor);
    const fallbackURL = "https://login.example.com/docs?tenant=acme";
    const changed = await world().patch(auth, { backend: "custom", fallbackURL }, editor);
    expect([changed.status, changed.body]).toEqual([200, { ...before, fallbackURL }]);
    const other = await world().patch(auth, { backend: "integration" }, editor);
    expect(other.body).toEqual({ ...before, fallbackURL, backend: "integration" });
    const cleared = await world().patch(auth, { backend: "custom", fallbackURL: null }, editor);
    expect(cleared.body).toEqual(before);
  });

  test.each([
    "nowhere",
    "/login",
    "//login.example.com",
    "ftp://login.example.com/",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://user:pass@login.example.com/",
    "https://login.example.com/?location=/x",
    "https://login.example.com/?a=1&Location=",
    "https://login.example.com/?%6cocation=x",
    "http://sites.test/acme/members/login",
    "http://sites.test/acme/members",
    "http://sites.test./acme//ACME/../Members/?a=b",
    "https://sites.test/%61cme/members/#x",
  ])("refuses to send visitors to %s", async (fallbackURL) => {
    const { status, body } = await world().patch(auth, { backend: "custom", fallbackURL }, editor);
    expect([status, body.error.details[0].path]).toEqual([400, "/fallbackURL"]);
  });

  test("refuses other fields, those who may not, and who read it before", async () => {
    for (const body of [
      { backend: "own" },
      { privateKey: "mine" },
      { fallbackURL: "" },
      { integration: "x" },
    ]) {
      expect((await world().patch(auth, body, editor)).status).toBe(400);
    }
    const body = { backend: "custom" };
    expect((await world().patch(auth, body)).status).toBe(401);
    expect((await world().patch(auth, body, reader)).status).toBe(403);
    expect((await world().patch(auth, body, stranger)).status).toBe(404);
    const { headers } = await world().get(auth, editor);
    const tag = { "if-match": String(headers["etag"]) };
    expect((await world().patch(auth, body, editor, tag)).status).toBe(200);
    expect((await world().patch(auth, body, editor, tag)).status).toBe(412);
  });
});

describe("regenerateSitePublishingAuthById", () => {
  test("replaces the key and nothing else", async () => {
    const { body: before } = await world().get(auth, editor);
    const { status, body } = await world().post(`${auth}/regenerate`, undefined, editor);
    expect([status, body]).toEqual([
      200,
      { ...before, privateKey: expect.stringMatching(/^[0-9A-Za-z]{43}$/) },
    ]);
    expect(body.privateKey).not.toBe(before.privateKey);
    expect((await world().get(auth, editor)).body).toEqual(body);
  });

  test("makes one for a site that has none, and is for those who may change the site", async () => {
    const made = await newSite("Fresh");
    expect((await world().post(`${made}/publishing/auth/regenerate`, undefined, editor)).status).toBe(200);
    expect((await world().post(`${auth}/regenerate`, undefined)).status).toBe(401);
    expect((await world().post(`${auth}/regenerate`, undefined, reader)).status).toBe(403);
    expect((await world().post(`${auth}/regenerate`, undefined, stranger)).status).toBe(404);
    expect((await world().post(`${auth}/regenerate`, { now: true }, editor)).status).toBe(400);
  });
});

describe("getSitePublishingPreviewById", () => {
  test("gives an address that opens, whether the site is published or not", async () => {
    const { status, body } = await world().get(`${site}/publishing/preview`, editor);
    expect([status, body.url]).toEqual([
      200,
      expect.stringMatching(/^http:\/\/sites\.test\/acme\/members\/~\/preview\/[\w.-]+\/$/),
    ]);
  });

  test("is opened by a scope that doesn't open the key of visitors' tokens", async () => {
    const scopes = ["site:preview"];
    const made = await world().post("/user/tokens", { label: "CI", scopes }, editor);
    const narrow = { ...editor, token: made.body.token as string };
    expect((await world().get(`${site}/publishing/preview`, narrow)).status).toBe(200);
    expect((await world().post(`${site}/publishing/preview`, {}, narrow)).status).toBe(201);
    expect((await world().get(`${site}/publishing/auth`, narrow)).status).toBe(403);
  });

  test("refuses variants and claims that are none, and those who may not change the site", async () => {
    const preview = `${site}/publishing/preview`;
    const { body } = await world().get(`${await newSite("Elsewhere")}/site-spaces`, editor);
    for (const [query, path] of [
      [`siteSpace=${body.items[0].id}`, "/siteSpace"],
      ["siteSpace=absent", "/siteSpace"],
      ["claims=plan", "/claims"],
      ["claims=(plan", "/claims"],
      ["claims=!(a)", "/claims"],
      [`claims=(a:'${"x".repeat(1600)}')`, "/claims"],
    ]) {
      const answer = await world().get(`${preview}?${query}`, editor);
      expect([query, answer.status, answer.body.error.details[0].path]).toEqual([query, 400, path]);
    }
    expect((await world().get(preview)).status).toBe(401);
    expect((await world().get(preview, reader)).status).toBe(403);
    expect((await world().get(preview, stranger)).status).toBe(404);
  });
});

describe("createSitePublishingPreview", () => {
  const preview = () => `${site}/publishing/preview`;
  const look = async () => (await world().get(`${site}/customization`, editor)).body;
  const visit = async (url: string) => world().visit(new URL(url).pathname, { host: "sites.test" });

  test("shows the site in settings that nobody else sees, and the console may frame it", async () => {
    const before = await look();
    const announcement = { enabled: true, message: "Tried out", style: "info" };
    const { status, body, headers } = await world().post(
      preview(),
      { customization: { ...before, announcement } },
      editor,
    );
    expect([status, headers["location"]]).toEqual([201, body.url]);
    const shown = await visit(body.url);
    expect([shown.status, shown.text.includes("Tried out"), shown.headers["cache-control"]]).toEqual([
      200,
      true,
      "private, no-store",
    ]);
    expect(shown.headers["content-security-policy"]).toContain("frame-ancestors http://app.test");
    expect(await look()).toEqual(before);
    const saved = await visit((await world().get(preview(), editor)).body.url);
    expect([saved.status, saved.text.includes("Tried out")]).toEqual([200, false]);
    await world().post(`${site}/publish`, undefined, editor);
    const { urls } = (await world().get(site, editor)).body;
    const read = await visit(urls.published);
    expect([read.status, read.text.includes("Tried out")]).toEqual([200, false]);
    expect(read.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  test("shows one variant in a look of its own, over the site's saved one or the one that is tried", async () => {
    const { items } = (await world().get(`${site}/site-spaces`, editor)).body;
    const own = `${site}/site-spaces/${items[0].id}/customization`;
    const said = (message: string) => ({ announcement: { enabled: true, message, style: "info" } });
    await world().patch(own, { ...said("Its own"), header: { preset: "bold" } }, editor);
    const shownIn = async (tried: object) => {
      const { status, body } = await world().post(preview(), { siteSpace: items[0].id, ...tried }, editor);
      const { text } = await visit(body.url);
      return [status, /Its own|Tried out|Of all/.exec(text)?.[0], text.includes("bar-bold")];
    };
    const customization = { ...(await look()), ...said("Of all") };
    expect(await shownIn({})).toEqual([201, "Its own", true]);
    expect(await shownIn({ customization })).toEqual([201, "Its own", true]);
    expect(await shownIn({ overrides: said("Tried out") })).toEqual([201, "Tried out", true]);
    expect(await shownIn({ customization, overrides: { announcement: null } })).toEqual([
      201,
      "Of all",
      true,
    ]);
    expect(await shownIn({ overrides: { announcement: null, header: { preset: null } } })).toEqual([
      201,
      undefined,
      false,
    ]);
    const emoji = await world().post(preview(), { overrides: { favicon: { emoji: "none" } } }, editor);
    expect([emoji.status, emoji.body.error.details[0].path]).toEqual([400, "/overrides/favicon/emoji"]);
    expect((await world().delete(own, editor)).status).toBe(205);
  });

  test("keeps the last twenty of somebody's, and ends with their rights", async () => {
    const customization = await look();
    const other = await world().addPerson("otto", "create");
    const addresses: string[] = [];
    for (let n = 0; n < 21; n++)
      addresses.push((await world().post(preview(), { customization }, other)).body.url);
    const [first = "", second = ""] = addresses;
    expect([(await visit(first)).status, (await visit(second)).status]).toEqual([404, 200]);
    await world().delete(`/orgs/${world().organization}/members/${other.id}`, await admin());
    expect((await visit(second)).status).toBe(404);
  });

  test("shows a space of the site as a change request has it, and no other", async () => {
    const { items } = (await world().get(`${site}/site-spaces`, editor)).body;
    const space = `/spaces/${items[0].space.id}`;
    const { body: request } = await world().post(`${space}/change-requests`, { subject: "Newer" }, editor);
    const text = {
      operation: "insert_page",
      type: "document",
      title: "Proposed",
      document: { markdown: "#" },
    };
    const changed = `${space}/change-requests/${request.number}`;
    await world().post(`${changed}/content`, { changes: [text] }, editor);
    const { status, body } = await world().post(preview(), { changeRequest: request.id }, editor);
    expect([status, body.url]).toEqual([
      201,
      expect.stringMatching(/\/~\/preview\/[\w.-]+\/~\/changes\/1\/$/),
    ]);
    const shown = await visit(`${body.url}proposed`);
    expect([shown.status, shown.text.includes("Proposed")]).toEqual([200, true]);
    expect((await visit((await world().get(preview(), editor)).body.url)).text).not.toContain("Proposed");
    // In a look that is tried too, and of the variant that is named.
    const announcement = { enabled: true, message: "Tried out", style: "info" };
    const both = { changeRequest: request.id, siteSpace: items[0].id, overrides: { announcement } };
    const dressed = await visit((await world().post(preview(), both, editor)).body.url);
    expect([dressed.status, dressed.text.includes("Tried out")]).toEqual([200, true]);
    const alone = await world().post(`/orgs/${world().organization}/spaces`, { title: "Alone" }, editor);
    const elsewhere = await world().post(`/spaces/${alone.body.id}/change-requests`, {}, editor);
    for (const changeRequest of [elsewhere.body.id, "absent", "1"]) {
      const { status: is, body: refused } = await world().post(preview(), { changeRequest }, editor);
      expect([changeRequest, is, refused.error.details[0].path]).toEqual([
        changeRequest,
        400,
        "/changeRequest",
      ]);
    }
  });

  test("shows a space of the site as one of its revisions has it, and no other", async () => {
    const { items } = (await world().get(`${site}/site-spaces`, editor)).body;
    const space = `/spaces/${items[0].space.id}`;
    const { body: request } = await world().post(`${space}/change-requests`, { subject: "Later" }, editor);
    const text = {
      operation: "insert_page",
      type: "document",
      title: "Unmerged",
      document: { markdown: "#" },
    };
    const changed = `${space}/change-requests/${request.number}`;
    await world().post(`${changed}/content`, { changes: [text] }, editor);
    // In no list of the space.
    const { revision } = (await world().get(changed, editor)).body;
    const { status, body } = await world().post(preview(), { revision }, editor);
    expect([status, body.url]).toEqual([
      201,
      expect.stringMatching(new RegExp(`/~/revisions/${revision}/$`)),
    ]);
    const shown = await visit(`${body.url}unmerged`);
    expect([shown.status, shown.text.includes("Unmerged")]).toEqual([200, true]);
    const alone = await world().post(`/orgs/${world().organization}/spaces`, { title: "Apart" }, editor);
    const elsewhere = (await world().get(`/spaces/${alone.body.id}`, editor)).body.revision;
    for (const asked of [
      { revision: elsewhere },
      { revision: "absent" },
      { revision, changeRequest: request.id },
    ]) {
      const { status: is, body: refused } = await world().post(preview(), asked, editor);
      expect([is, refused.error.details[0].path]).toEqual([400, "/revision"]);
    }
  });

  test("shows it to a visitor with claims, and refuses what is no look and no claims", async () => {
    const claims = { plan: "pro" };
    expect((await world().post(preview(), { claims }, editor)).status).toBe(201);
    const before = await look();
    for (const [body, path] of [
      [{ customization: { ...before, styling: undefined } }, "/customization/styling"],
      [{ customization: { ...before, favicon: { emoji: "none" } } }, "/customization/favicon/emoji"],
      [
        {
          customization: {
            ...before,
            header: { preset: "default", links: [{ title: "A", to: null, links: [], condition: "(" }] },
          },
        },
        "/customization/header/links/0/condition",
      ],
      [{ claims: { a: "x".repeat(1600) } }, "/claims"],
      [{ siteSpace: "absent" }, "/siteSpace"],
    ] as const) {
      const { status, body: refused } = await world().post(preview(), body, editor);
      expect([status, refused.error.details[0].path]).toEqual([400, path]);
    }
    expect((await world().post(preview(), {})).status).toBe(401);
    expect((await world().post(preview(), {}, reader)).status).toBe(403);
    expect((await world().post(preview(), {}, stranger)).status).toBe(404);
  });
});
