import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtAssets } from "../../test/assets.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { buildSites } from "../serve.ts";
import { tokenOf } from "../visitor/visitors.fixture.ts";

const world = useWorld();
const base = "/acme/framed/";
let writer: Person;
let site: string;
let sites: FastifyInstance;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const { body: space } = await world().post(
    `/orgs/${world().organization}/spaces`,
    { title: "Framed" },
    writer,
  );
  const page = (markdown: string) => ({ operation: "insert_page", document: { markdown } });
  const changes = [
    page("# Start\n\nSee [below](#part).\n\n## Part\n\nWords."),
    page("# Second\n\nMore words."),
  ];
  await world().post(`/spaces/${space.id}/content`, { changes }, writer);
  const all = `/orgs/${world().organization}/sites`;
  const { body } = await world().post(all, { title: "Framed", spaces: [space.id] }, writer);
  site = `${all}/${body.id}`;
  await world().post(`${site}/publish`, undefined, writer);
  const { deps } = world();
  const addresses = { ...deps.addresses, embedders: ["https://app.example.com", "https://*.acme.com"] };
  sites = buildSites({ ...deps, addresses }, { trustedProxies: [] }, builtAssets());
});

afterAll(() => sites?.close());

const visit = async (path: string, sent: Readonly<Record<string, string>> = {}) => {
  const { statusCode, headers, body } = await sites.inject({
    url: path.startsWith("/") ? path : base + path,
    headers: { host: "sites.test", ...sent },
  });
  return { status: statusCode, policy: String(headers["content-security-policy"]), text: body };
};

test("a page alone is for frames of the origins that the installation names", async () => {
  for (const [path, words] of [
    ["~/embed", "Words."],
    ["~/embed/second", "More words."],
    ["~gitbook/embed/second", "More words."],
  ] as const) {
    const { status, policy, text } = await visit(path);
    expect([path, status]).toEqual([path, 200]);
    expect(policy).toContain("frame-ancestors https://app.example.com https://*.acme.com");
    expect(text).toContain(words);
    expect(text).toContain('<base target="_blank" />');
    expect(text).toContain('content="noindex, nofollow"');
    for (const around of ['class="top"', 'class="side', 'class="pager"', "<form"])
      expect(text).not.toContain(around);
  }
  expect((await visit("second")).policy).toContain("frame-ancestors 'none'");
});

test("there is none where nothing is, where nobody may frame, and before the door of a closed site", async () => {
  const none = await visit("~/embed/nowhere");
  expect([none.status, none.policy.includes("frame-ancestors 'none'")]).toEqual([404, true]);
  expect((await world().visit(`${base}~/embed/second`)).status).toBe(404);
  await world().patch(site, { visibility: "share-link" }, writer);
  const closed = await visit("~/embed/second");
  expect([closed.status, closed.policy.includes("frame-ancestors 'none'")]).toEqual([403, true]);
  expect(closed.text).not.toContain("More words.");
});

test("a closed site is framed by the address of a share link, and with the cookie of a visitor who has signed in", async () => {
  await world().patch(site, { visibility: "share-link" }, writer);
  const { body: link } = await world().post(`${site}/share-links`, { name: "Frames" }, writer);
  const shared = new URL(link.urls.published).pathname;
  const byLink = await visit(`${shared}~/embed/second`);
  expect(byLink).toMatchObject({ status: 200, text: expect.stringContaining("More words.") });
  expect(byLink.policy).toContain("frame-ancestors https://app.example.com");
  await world().patch(`${site}/publishing/auth`, { backend: "custom" }, writer);
  await world().patch(site, { visibility: "visitor-auth" }, writer);
  const { body: auth } = await world().get(`${site}/publishing/auth`, writer);
  const token = await tokenOf(world(), auth.privateKey);
  const without = await visit("~/embed/second");
  expect([without.status, without.policy.includes("frame-ancestors 'none'")]).toEqual([403, true]);
  const signedIn = await visit("~/embed/second", { cookie: `lectern-visitor-token=${token}` });
  expect(signedIn).toMatchObject({ status: 200, text: expect.stringContaining("More words.") });
  // A browser in a frame of another site keeps no such cookie, so that the address after it is as closed as before.
  const { headers } = await sites.inject({
    url: `${base}~/embed/second?jwt_token=${token}`,
    headers: { host: "sites.test" },
  });
  expect(String(headers["set-cookie"])).toContain("SameSite=Lax");
});
