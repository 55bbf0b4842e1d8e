/** Every limit that is promised for sites, what they consist of, descriptions of APIs and translations: both edges. */
import { beforeAll, expect, test } from "vitest";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
/** Addresses of the things that are changed and of the lists that are added to, by their noun. */
const at: Record<string, string> = {};
let spaceId = "";

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  const org = `/orgs/${world().organization}`;
  const make = async (path: string, body: object): Promise<string> =>
    (await world().post(path, body, admin)).body.id;
  spaceId = await make(`${org}/spaces`, { title: "Guide" });
  at["sites"] = `${org}/sites`;
  at["site"] = `${at["sites"]}/${await make(at["sites"], { spaces: [spaceId] })}`;
  for (const [noun, list, body] of [
    ["section", "sections", { spaceId }],
    ["group", "section-groups", { title: "More" }],
    ["away", "external-links", { title: "Status", url: "https://status.example.com/" }],
    ["link", "share-links", { name: "All" }],
    ["site-space", "site-spaces", { spaceId }],
  ] as const) {
    at[list] = `${at["site"]}/${list}`;
    at[noun] = `${at[list]}/${await make(at[list], body)}`;
  }
  at["structure"] = `${at["site"]}/structure`;
  at["translations"] = `${org}/translations`;
  at["openapi"] = `${org}/openapi`;
  at["described"] = `${at["openapi"]}/animals`;
});

type Value = (length: number) => unknown;
const text: Value = (length) => "x".repeat(length);
const emoji: Value = (length) => "😀".repeat(length);
const proxy: Value = (length) => `acme.example/${"x".repeat(length - 13)}`;
const slug: Value = (length) => "y".repeat(length);
const web: Value = (length) => `http://${"x".repeat(length - 7)}`;
/** A name of many labels, the last of which has two letters at least. */
const hostname: Value = (length) => "a.".repeat(Math.floor(length / 2) - 1) + "b".repeat(2 + (length % 2));
const spec = { text: "openapi: 3.1.0\ninfo: {title: Animals, version: '1'}\npaths: {}\n" };
const from: Value = (length) => ({ url: `https://a.example/${"x".repeat(length - 18)}` });

/** What is written to, the field, its shortest and longest value, what makes one, and what else is sent. */
type Limit = readonly [
  call: "PATCH" | "POST" | "PUT",
  thing: string,
  field: string,
  least: number,
  most: number,
  value?: Value,
  more?: () => object,
];

const LIMITS: readonly Limit[] = [
  ["POST", "sites", "title", 2, 128],
  ["PATCH", "site", "title", 2, 128],
  ["PATCH", "site", "title", 2, 128, emoji],
  ["PATCH", "site", "basename", 1, 100, slug],
  ["PATCH", "site", "hostname", 6, 512, hostname],
  ["PATCH", "site", "proxy", 14, 512, proxy],
  ["POST", "sections", "title", 2, 128, text, () => ({ spaceId })],
  ["POST", "sections", "icon", 0, 50, text, () => ({ spaceId })],
  ["PATCH", "section", "title", 2, 128],
  ["PATCH", "section", "path", 1, 100, slug],
  ["PATCH", "section", "condition", 1, 1024],
  ["PATCH", "section", "description", 0, 256],
  ["PATCH", "section", "description", 0, 256, emoji],
  ["PATCH", "section", "icon", 0, 50],
  ["PATCH", "site-space", "path", 1, 100],
  ["PATCH", "site-space", "condition", 1, 1024],
  ["POST", "section-groups", "title", 1, 100],
  ["POST", "section-groups", "icon", 0, 50, text, () => ({ title: "More" })],
  ["PATCH", "group", "title", 1, 100],
  ["PATCH", "group", "icon", 0, 50],
  ["POST", "external-links", "title", 2, 128, text, () => ({ url: "https://status.example.com/" })],
  ["POST", "external-links", "url", 8, 2048, web, () => ({ title: "Status" })],
  ["PATCH", "away", "title", 2, 128, emoji],
  ["PATCH", "away", "url", 8, 2048, web],
  ["PATCH", "away", "condition", 1, 1024],
  ["PATCH", "away", "description", 0, 256],
  ["PATCH", "away", "icon", 0, 50],
  ["POST", "share-links", "name", 0, 50],
  ["PATCH", "link", "name", 0, 50, emoji],
  ["POST", "translations", "title", 1, 100],
  ["POST", "openapi", "slug", 1, 100, text, () => ({ source: spec })],
  ["PUT", "described", "source", 19, 2048, from],
];

const faults = ({ status, body }: Answer): unknown[] => [
  status,
  [...new Set(body?.error?.details?.map(({ path }: { path: string }) => path.split("/")[1]))],
];

/** Where something is seen that has no address of its own to be read at. */
const SEEN: Readonly<Record<string, string>> = {
  section: "sections",
  group: "section-groups",
  away: "structure",
  "external-links": "structure",
  "site-space": "site-spaces",
  link: "share-links",
};

async function check([call, thing, field, least, most, value = text, more]: Limit): Promise<void> {
  const write = (length: number): Promise<Answer> =>
    world().call(call, at[thing] as string, { as: admin, body: { ...more?.(), [field]: value(length) } });
  for (const length of [least, most]) {
    const { status, body } = await write(length);
    expect([length, status]).toEqual([length, call === "POST" ? 201 : 200]);
    if (field === "source") expect({ url: body.sourceURL }).toEqual(value(length));
    else if (field === "proxy") expect(body.proxy.origin).toBe(value(length));
    else expect(body[field]).toEqual(value(length));
  }
  const seen = async () => (await world().get(at[SEEN[thing] ?? thing] as string, admin)).body;
  const before = await seen();
  // Below the least of what a pattern rules out anyway there is nothing to try.
  for (const length of [...(least > 0 && least < 4 ? [least - 1] : []), most + 1]) {
    expect([length, ...faults(await write(length))]).toEqual([length, 400, [field]]);
  }
  expect(before).toBeDefined();
  expect(await seen()).toEqual(before);
}

test.each(LIMITS.map((limit) => [limit] as const))("%j", (limit) => check(limit));
