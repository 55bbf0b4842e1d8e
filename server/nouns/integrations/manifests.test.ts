/** What manifests of the public platform are made of, construction by construction: each is taken and told again as it is. */
import { beforeAll, describe, expect, test } from "vitest";
import { INTEGRATION_SCOPES } from "../../access/scopes.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { PIXEL, publication } from "./publication.fixture.ts";

const world = useWorld();
let admin: Person;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
});

/** A configuration in an organization, with one property. */
const property = (of: object, more: object = {}) => ({
  configurations: { account: { properties: { key: of }, ...more } },
});
const block = (more: object) => ({ blocks: [{ id: "card", title: "Card", ...more }] });

type ManifestRow = readonly [construction: string, said: Readonly<Record<string, unknown>>];

/** By what it is called; each is told again as it was said. */
const TAKEN: readonly ManifestRow[] = [
  ...["all", "site", "space", "organization"].map((target) => [`target ${target}`, { target }] as const),
  ...["public", "private", "unlisted"].map(
    (visibility) => [`visibility ${visibility}`, { visibility }] as const,
  ),
  ...["analytics", "collaboration", "content", "gitsync", "marketing", "visitor-auth", "other"].map(
    (category) => [`category ${category}`, { categories: [category] }] as const,
  ),
  ...INTEGRATION_SCOPES.map((scope) => [`scope ${scope}`, { scopes: [scope] }] as const),
  ["all scopes", { scopes: [...INTEGRATION_SCOPES] }],
  ["no scope", { scopes: [] }],
  ["a title of thirty characters", { title: "Visitor Authentication by Okta" }],
  ["a description of a hundred", { description: "d".repeat(100) }],
  ["a summary in Markdown", { summary: "# Overview\n\nSends *events*.\n\n- one\n- two\n" }],
  [
    "several links",
    { externalLinks: [1, 2, 3].map((n) => ({ label: `Link ${n}`, url: `https://a.example/${n}` })) },
  ],
  ["a text", property({ type: "string", title: "Tracking ID", description: "Looks like G-XXXXXXXXXX." })],
  ["a text with a default", property({ type: "string", default: "eu" })],
  ["one of several texts", property({ type: "string", enum: ["us", "eu"], default: "us" })],
  ["a text with choices of its own", property({ type: "string", completion_url: "/channels" })],
  ["a number", property({ type: "number", default: 0.5 })],
  ["a switch", property({ type: "boolean", default: false })],
  ["a switch without a default", property({ type: "boolean" })],
  ["a login", property({ type: "button", button_text: "Authorize", callback_url: "/oauth" })],
  [
    "a login that is required",
    property({ type: "button", button_text: "Go", callback_url: "/oauth" }, { required: ["key"] }),
  ],
  [
    "names of properties with all signs",
    { configurations: { site: { properties: { "a-b_c.D1": { type: "string" } } } } },
  ],
  [
    "three levels",
    {
      target: "all",
      configurations: {
        account: { properties: { token: { type: "string" } }, required: ["token"] },
        space: { properties: { channel: { type: "string", completion_url: "/channels" } } },
        site: { properties: { on: { type: "boolean", default: true } } },
      },
    },
  ],
  [
    "components for all levels",
    {
      configurations: {
        account: { componentId: "a" },
        space: { componentId: "b" },
        site: { componentId: "c" },
      },
    },
  ],
  ["no properties", { configurations: { account: { properties: {} } } }],
  ["a block", block({})],
  ["a block with a description and an icon", block({ description: "d", icon: "https://a.example/i.svg" })],
  [
    "a block for addresses",
    block({ urlUnfurl: ["https://a.example/**", "http://b.example/*/view", "https://*.c.example/x"] }),
  ],
  ["a block for code", block({ markdown: { codeblock: "mermaid", body: "content" } })],
  ["several blocks", { blocks: ["one", "two", "three"].map((id) => ({ id, title: `Block ${id}` })) }],
  [
    "a content source",
    { contentSources: [{ id: "rows", title: "Rows", configuration: { componentId: "rows" } }] },
  ],
  ["a policy as text", { contentSecurityPolicy: "img-src https://a.example; connect-src https://b.example" }],
];

describe("a manifest is taken with", () => {
  test.each(TAKEN)("%s", async (construction, said) => {
    const name = `kind-${TAKEN.findIndex(([one]) => one === construction)}`;
    const sent = publication("acme", said);
    const published = await world().post(`/integrations/${name}`, sent, admin);
    expect([published.status, published.body.error]).toEqual([200, undefined]);
    const { body } = await world().get(`/integrations/${name}`, admin);
    for (const [field, value] of Object.entries(said)) expect(body[field]).toEqual(value);
  });

  test.each<[construction: string, said: object, told: object]>([
    ["the first runtime", { runtime: "v1" }, {}],
    ["the second runtime", { runtime: "v2" }, {}],
    ["secrets", { secrets: { CLIENT_ID: "a", _b1: "" } }, {}],
    ["an icon", { icon: PIXEL }, { urls: { icon: expect.stringContaining("/~/integrations/") } }],
    [
      "three previews",
      { previewImages: [PIXEL, PIXEL, PIXEL] },
      { previewImages: [expect.any(String), expect.any(String), expect.any(String)] },
    ],
    [
      "a policy by directive",
      { contentSecurityPolicy: { "script-src": "https://a.example", "img-src": "*.b.example" } },
      { contentSecurityPolicy: "script-src https://a.example; img-src *.b.example" },
    ],
  ])("%s, which is told otherwise", async (construction, said, told) => {
    const name = `other-${construction.replaceAll(" ", "-")}`;
    const { status, body } = await world().post(`/integrations/${name}`, publication("acme", said), admin);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body).toMatchObject(told);
    expect(body).not.toHaveProperty("secrets");
  });
});
