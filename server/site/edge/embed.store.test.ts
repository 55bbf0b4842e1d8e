import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtAssets } from "../../test/assets.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { buildSites } from "../serve.ts";

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

const visit = async (path: string) => {
  const { statusCode, headers, body } = await sites.inject({
    url: base + path,
    headers: { host: "sites.test" },
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
