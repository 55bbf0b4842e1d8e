/** How visitors come in: from the login with a token in the address, back to the page that they asked for. */
import { PassThrough } from "node:stream";
import { pino } from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { buildSites } from "../serve.ts";
import { builtAssets } from "../../test/assets.ts";
import { cookiesFrom, LOGIN, makeSite, tokenOf, type VisitedSite } from "./visitors.fixture.ts";

const world = useWorld();
let writer: Person;
let site: VisitedSite;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Members");
  const page = (slug: string) => ({
    operation: "insert_page",
    slug,
    document: { markdown: `# The ${slug}` },
  });
  const changes = [page("home"), page("guide")];
  await world().post(`/spaces/${site.space}/content`, { changes }, writer);
  await world().patch(site.api, { visibility: "visitor-auth" }, writer);
});

const visit = (path: string, headers: Record<string, string> = {}) =>
  world().visit(site.base + path, headers);
const token = (claims: Record<string, unknown> = {}) => tokenOf(world(), site.key, claims);
const setCookies = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers["set-cookie"] ?? []].flat().map(String);

describe("signing in", () => {
  test("leads to the login, back with a token, and to the page without it", async () => {
    const first = await visit("guide");
    const login = new URL(String(first.headers["location"]));
    expect([first.status, login.searchParams.get("tenant")]).toEqual([303, "acme"]);
    const location = login.searchParams.get("location") ?? "";
    // As backends put it together, with a slash too many.
    const back = await world().visit(`${site.base}${location}?jwt_token=${await token()}&q=1`);
    expect([back.status, back.headers["location"]]).toEqual([303, `${site.base}guide?q=1`]);
    expect([back.headers["referrer-policy"], back.headers["cache-control"]]).toEqual([
      "no-referrer",
      "private, no-store",
    ]);
    expect(setCookies(back)).toEqual([
      expect.stringMatching(
        /^lectern-visitor-token~[0-9a-f]{16}=[\w.-]+; Path=\/acme\/members\/; HttpOnly; SameSite=Lax; Max-Age=7\d\d\d$/,
      ),
    ]);
    const inside = await visit("guide", { cookie: cookiesFrom(back) });
    expect([inside.status, inside.text.includes("The guide")]).toEqual([200, true]);
    expect(inside.headers["set-cookie"]).toBeUndefined();
  });

  test("a token without an end is kept for seven days, one at its end for a minute", async () => {
    for (const [claims, seconds] of [
      [{ exp: undefined, iat: undefined }, 604800],
      [{ exp: Math.floor(Date.now() / 1000) - 30 }, 60],
    ] as const) {
      const back = await visit(`?jwt_token=${await token(claims)}`);
      expect(setCookies(back)[0]).toContain(`Max-Age=${seconds}`);
    }
  });

  test("tells why a token in the address counts for nothing, and shows nothing", async () => {
    for (const [sent, reason] of [
      [await tokenOf(world(), "another key"), "The token signature is invalid."],
      [await token({ exp: 1 }), "The token has expired."],
      [await token({ more: "x".repeat(3800) }), "more than browsers keep"],
      ["<script>", "The token is not a signed JWT."],
    ] as const) {
      const answer = await visit(`guide?jwt_token=${encodeURIComponent(sent)}`);
      expect([reason, answer.status, answer.text.includes(reason)]).toEqual([reason, 403, true]);
      expect(answer.text).not.toMatch(/The guide|<script>/);
      expect(answer.text).toContain(`href="${site.base}~/auth/login"`);
      expect(answer.text).not.toContain(sent.slice(0, 30));
      expect([answer.headers["referrer-policy"], answer.headers["set-cookie"]]).toEqual([
        "no-referrer",
        undefined,
      ]);
    }
  });

  test("ends with the token, and with the key", async () => {
    const cookie = `gitbook-visitor-token=${await token({ exp: Math.floor(Date.now() / 1000) + 600 })}`;
    expect((await visit("guide", { cookie })).status).toBe(200);
    world().ahead = 661_000;
    expect((await visit("guide", { cookie })).status).toBe(303);
    world().ahead = 0;
    expect((await visit("guide", { cookie })).status).toBe(200);
    const { body } = await world().post(`${site.api}/publishing/auth/regenerate`, undefined, writer);
    expect((await visit("guide", { cookie })).status).toBe(303);
    site = { ...site, key: body.privateKey };
    expect((await visit("guide", { cookie: `gitbook-visitor-token=${await token()}` })).status).toBe(200);
  });

  test("believes the nearest cookie that counts", async () => {
    const back = await visit(`?jwt_token=${await token()}`);
    const good = cookiesFrom(back);
    const bad = good.replace(/=.*/, `=${await token({ exp: 1 })}`);
    for (const [cookie, status] of [
      [`${good}; gitbook-visitor-token=bad`, 200],
      [`${bad}; lectern-visitor-token=${await token()}`, 200],
      [`lectern-visitor-token=bad; gitbook-visitor-token=${await token()}`, 200],
      [bad, 303],
      [`lectern-visitor-token~0000000000000000=${await token()}`, 303],
      [`lectern-visitor-token-${await token()}`, 303],
      [`xlectern-visitor-token=${await token()}`, 303],
    ] as const) {
      expect([cookie.slice(0, 40), (await visit("guide", { cookie })).status]).toEqual([
        cookie.slice(0, 40),
        status,
      ]);
    }
  });

  test.each([
    ["//evil.example/", "/"],
    ["/\\evil.example", "/"],
    ["https://evil.example/", "/"],
    ["/guide\r\nset-cookie: a=b", "/"],
    ["guide", "/"],
    ["/guide", "/guide"],
    [null, "/"],
  ])("the login leads back to no other site: %s", async (location, expected) => {
    const query = location === null ? "" : `?location=${encodeURIComponent(location)}`;
    for (const door of ["~/auth/login", "~gitbook/auth/login"]) {
      const answer = await visit(door + query);
      const login = new URL(String(answer.headers["location"]));
      expect([answer.status, login.href.startsWith(LOGIN), login.searchParams.get("location")]).toEqual([
        303,
        true,
        expected,
      ]);
    }
  });

  test("the way back stays on the site, however the address is written", async () => {
    for (const path of ["//acme//members//guide", "/ACME/members/guide", "/acme/members//evil.example/"]) {
      const { status, headers } = await world().visit(`${path}?jwt_token=${await token()}`);
      expect([path, status]).toEqual([path, 303]);
      expect(String(headers["location"])).toMatch(/^\/acme\/members\/(?:guide|evil\.example\/)$/);
    }
  });

  test("signing out ends the session here, on a site for everybody too", async () => {
    for (const door of ["~/auth/logout", "~gitbook/auth/logout"]) {
      const answer = await visit(door);
      expect(setCookies(answer)).toEqual([
        expect.stringMatching(/^lectern-visitor-token~\w{16}=; Path=\/acme\/members\/; .*Max-Age=0$/),
        expect.stringMatching(/^lectern-visitor-public~\w{16}=; Path=\/acme\/members\/; .*Max-Age=0$/),
      ]);
      expect([answer.status, answer.text.includes("~/auth/login")]).toEqual([200, true]);
    }
    await world().patch(site.api, { visibility: "public" }, writer);
    const answer = await visit("~/auth/logout");
    expect([answer.status, answer.headers["location"]]).toEqual([303, site.base]);
    await world().patch(site.api, { visibility: "visitor-auth" }, writer);
  });

  test("nobody is signed out by a picture, a frame or a prefetch of a page", async () => {
    for (const [headers, ends] of [
      [{ "sec-fetch-dest": "image", "sec-fetch-site": "cross-site" }, false],
      [{ "sec-fetch-dest": "image", "sec-fetch-site": "same-origin" }, false],
      [{ "sec-fetch-dest": "iframe" }, false],
      [{ "sec-fetch-dest": "empty" }, false],
      [{ "sec-fetch-dest": "document", "sec-purpose": "prefetch" }, false],
      // Who follows a link is signed out, be it one of the owner's own application.
      [{ "sec-fetch-dest": "document", "sec-fetch-site": "cross-site" }, true],
    ] as const) {
      const answer = await visit("~/auth/logout", headers);
      expect([headers, answer.status, setCookies(answer).join("").includes("Max-Age=0")]).toEqual([
        headers,
        ends ? 200 : 403,
        ends,
      ]);
    }
  });

  test("without a login there is a page that says so, and what to do", async () => {
    await world().patch(`${site.api}/publishing/auth`, { backend: "custom", fallbackURL: null }, writer);
    for (const [path, status] of [
      ["guide", 403],
      ["~/auth/login", 403],
      ["~/auth/logout", 200],
    ] as const) {
      const answer = await visit(path);
      const says = ["Sign in to read this", "Open it from the place where you have your account"];
      expect([path, answer.status, says.filter((part) => answer.text.includes(part))]).toEqual([
        path,
        status,
        says,
      ]);
      expect(answer.text).not.toContain("~/auth/login");
    }
    const fallbackURL = LOGIN;
    await world().patch(`${site.api}/publishing/auth`, { backend: "custom", fallbackURL }, writer);
  });

  test("a login that has become the site itself is none: nobody is sent in circles", async () => {
    const signIn = (fallbackURL: string) =>
      world().patch(`${site.api}/publishing/auth`, { backend: "custom", fallbackURL }, writer);
    expect((await signIn("http://sites.test/acme/later/login")).status).toBe(200);
    await world().patch(site.api, { basename: "later" }, writer);
    for (const path of ["guide", "~/auth/login"]) {
      const answer = await world().visit(`/acme/later/${path}`);
      expect([path, answer.status, answer.text.includes("Sign in to read this")]).toEqual([path, 403, true]);
    }
    const url = "http://sites.test/acme/later/guide";
    expect((await world().post("/urls/published", { url })).status).toBe(404);
    await world().patch(site.api, { basename: "members" }, writer);
    await signIn(LOGIN);
  });
});

describe("previews", () => {
  const address = async (query = "") => {
    const { body } = await world().get(`${site.api}/publishing/preview${query}`, writer);
    return new URL(body.url).pathname;
  };

  test("show the site, and what nobody reads yet, for an hour and below their address alone", async () => {
    const { body: request } = await world().post(`/spaces/${site.space}/change-requests`, {}, writer);
    const changes = [{ operation: "insert_page", slug: "draft", document: { markdown: "# The draft" } }];
    await world().post(`/spaces/${site.space}/change-requests/${request.id}/content`, { changes }, writer);
    const { body: space } = await world().get(`/spaces/${site.space}`, writer);
    await world().post(`${site.api}/unpublish`, undefined, writer);
    const preview = await address();
    const drafts = `~/changes/${request.number}/`;
    for (const [path, status, words] of [
      [`${preview}guide`, 200, "The guide"],
      [`${preview}draft`, 404, ""],
      [`${preview}${drafts}draft`, 200, "The draft"],
      [`${preview}${drafts}draft.md`, 200, "The draft"],
      [`${preview}${drafts}guide`, 200, `href="${preview}${drafts}draft"`],
      [`${preview}~/revisions/${space.revision}/guide`, 200, "The guide"],
      [`${preview}~/revisions/${space.revision}/draft`, 404, ""],
      [`${preview}~/changes/99/guide`, 404, ""],
      [`${preview}~/changes/1e0/guide`, 404, ""],
      [`${preview}~/revisions/absent/guide`, 404, ""],
      [`${preview}~/preview/x/guide`, 404, ""],
      [`${site.base}${drafts}draft`, 404, ""],
      [`${site.base}~/revisions/${space.revision}/guide`, 404, ""],
      [`${preview.slice(0, -3)}xx/guide`, 404, ""],
      [`${site.base}guide`, 404, ""],
    ] as const) {
      const answer = await world().visit(path);
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.text).toContain(words);
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      if (status === 200) expect(answer.headers["x-robots-tag"]).toBe("noindex, nofollow");
    }
    const own = { cookie: `gitbook-visitor-token=${await token()}` };
    await world().post(`${site.api}/publish`, undefined, writer);
    expect((await visit(`${drafts}draft`, own)).status).toBe(404);
    world().ahead = 3_601_000;
    expect((await world().visit(`${preview}guide`)).status).toBe(404);
    world().ahead = 0;
  });

  test("show what their owner may see, and nothing once they may not edit the site", async () => {
    const org = `/orgs/${world().organization}`;
    const editor = await world().addPerson("edith", "create");
    const { body: secret } = await world().post(`${org}/spaces`, { title: "Secret" }, writer);
    const changes = [{ operation: "insert_page", slug: "plan", document: { markdown: "# The plan" } }];
    await world().post(`/spaces/${secret.id}/content`, { changes }, writer);
    const { body: added } = await world().post(`${site.api}/site-spaces`, { spaceId: secret.id }, writer);
    const path = `${added.path}/`;
    await world().post(`${site.api}/unpublish`, undefined, writer);
    const { body } = await world().get(`${site.api}/publishing/preview`, editor);
    const preview = new URL(body.url).pathname;
    const see = async () => [
      (await world().visit(`${preview}guide`)).status,
      (await world().visit(preview + path)).status,
    ];
    expect(await see()).toEqual([200, 200]);
    await world().patch(`/spaces/${secret.id}`, { defaultLevel: null }, writer);
    expect(await see()).toEqual([200, 404]);
    const admin = await world().addPerson("ann", "admin");
    const role = (to: string) => world().patch(`${org}/members/${editor.id}`, { role: to }, admin);
    expect((await role("edit")).status).toBe(200);
    expect(await see()).toEqual([404, 404]);
    await role("create");
    expect(await see()).toEqual([200, 404]);
    expect((await world().delete(`${org}/members/${editor.id}`, admin)).status).toBeLessThan(300);
    expect(await see()).toEqual([404, 404]);
    await world().delete(`${site.api}/site-spaces/${added.id}`, writer);
    await world().post(`${site.api}/publish`, undefined, writer);
  });

  test("are for one site, and for drafts of one space", async () => {
    const other = await makeSite(world(), writer, "Others");
    const { body: request } = await world().post(`/spaces/${other.space}/change-requests`, {}, writer);
    const preview = await address(`?siteSpace=${site.siteSpace}`);
    expect((await world().visit(preview.replace("/members/", "/others/"))).status).toBe(404);
    const { body: revision } = await world().get(`/spaces/${other.space}`, writer);
    for (const path of [`~/changes/${request.number + 5}/`, `~/revisions/${revision.revision}/`]) {
      expect((await world().visit(preview + path)).status).toBe(404);
    }
  });
});

test("nothing of a secret address reaches the log, and no page leads it elsewhere", async () => {
  const lines: string[] = [];
  const stream = new PassThrough().on("data", (line: Buffer) => void lines.push(String(line)));
  const store = world().deps.content;
  const root = () => Promise.reject(new Error("the store is gone"));
  const broken = { ...store, of: (owner: string) => ({ ...store.of(owner), root }) };
  const log = pino({ level: "trace" }, stream);
  const canary = await token({ name: "canary" });
  const preview = (await world().get(`${site.api}/publishing/preview`, writer)).body.url.split("/").at(-2);
  for (const content of [world().deps.content, broken]) {
    const sites = buildSites({ ...world().deps, log, content }, { trustedProxies: [] }, builtAssets());
    for (const [url, headers] of [
      [`${site.base}guide?jwt_token=${canary}`, {}],
      [`${site.base}guide?jwt_token=${canary}x`, {}],
      [`${site.base}guide`, { authorization: `Bearer ${canary}` }],
      [`${site.base}guide`, { cookie: `gitbook-visitor-token=${canary}` }],
      [`${site.base}~/preview/${preview}/guide`, {}],
    ] as const) {
      const answer = await sites.inject({ url, headers: { host: "sites.test", ...headers } });
      const isSecret = url.includes("?") || (url.includes("preview") && answer.statusCode === 200);
      expect([url, answer.headers["referrer-policy"]]).toEqual([
        url,
        isSecret ? "no-referrer" : "strict-origin-when-cross-origin",
      ]);
    }
    await sites.close();
  }
  expect(lines.join("")).toContain("the store is gone");
  for (const secret of [canary, preview, site.key]) {
    expect(lines.join("").includes(String(secret).slice(-30))).toBe(false);
  }
});
