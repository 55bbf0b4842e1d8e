/** Every limit that is promised for people, collections, spaces and integrations: both of its edges, over HTTP. */
import { beforeAll, expect, test } from "vitest";
import { operations } from "../app.ts";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { idpKeys } from "../access/saml/idp.fixture.ts";
import { type Answer, type Person, useWorld } from "./harness.ts";

const world = useWorld();
let admin: Person;
/** Addresses of the things that are changed, by their noun. */
const at: Record<string, string> = {};

const keys = idpKeys();

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  at["org"] = `/orgs/${world().organization}`;
  const make = async (path: string, body: object) => (await world().post(at["org"] + path, body, admin)).body;
  at["space"] = `/spaces/${(await make("/spaces", {})).id}`;
  at["collection"] = `/collections/${(await make("/collections", {})).id}`;
  at["saml"] = `${at["org"]}/saml/${(await make("/saml", { label: "L" })).id}`;
  const team = await world().put(`${at["org"]}/teams`, { title: "T" }, admin);
  at["team"] = `${at["org"]}/teams/${team.body.id}`;
});

const text = (length: number): string => "x".repeat(length);
const address = (length: number): string => `https://a.example/${text(length - 18)}`;
const certificate = (length: number): string => keys.certificate.padEnd(length);
/** One emoji of so many code points: people joined to a family. */
const emoji = (length: number): string =>
  length === 0 ? "" : `👨${"\u200d👨".repeat((length - 1) >> 1)}${length % 2 === 0 ? "\ufe0f" : ""}`;

/** A value of so many characters. */
type Value = (length: number) => string;
/** What is changed, the field, its shortest and longest value, and what makes one of a length. */
type Limit = readonly [thing: string, field: string, least: number, most: number, value: Value];

const CHANGED: readonly Limit[] = [
  ["space", "title", 1, 50, text],
  ["space", "title", 1, 50, (length) => "😀".repeat(length)],
  ["space", "emoji", 1, 50, emoji],
  ["collection", "title", 1, 50, text],
  ["collection", "description", 0, 100, text],
  ["org", "title", 2, 255, text],
  ["org", "hostname", 3, 32, text],
  ["org", "logo", 19, 2048, address],
  ["team", "title", 1, 64, text],
  ["saml", "label", 1, 30, text],
  ["saml", "entityID", 0, 1024, text],
  ["saml", "certificate", keys.certificate.length, 10_000, certificate],
  ["saml", "ssoURL", 19, 2048, address],
];

/** Below the least of what a pattern or a form rules out anyway there is nothing to try. */
const outside = (least: number, most: number): number[] => [
  ...(least > 0 && least < 4 ? [least - 1] : []),
  most + 1,
];

const faults = ({ status, body }: Answer): unknown[] => [
  status,
  [...new Set(body?.error?.details?.map(({ path }: { path: string }) => path))],
];

test.each(CHANGED)("a %s's %s has %i to %i characters", async (thing, field, least, most, value) => {
  const path = at[thing] as string;
  for (const length of [least, most]) {
    const { status, body } = await world().patch(path, { [field]: value(length) }, admin);
    expect([length, status]).toEqual([length, 200]);
    const shown = field === "logo" ? body.urls.logo : body[field];
    if (field !== "certificate" && length > 0) expect(shown).toBe(value(length));
  }
  const before = (await world().get(path, admin)).body;
  for (const length of outside(least, most)) {
    const answer = await world().patch(path, { [field]: value(length) }, admin);
    expect([length, ...faults(answer)]).toEqual([length, 400, [`/${field}`]]);
  }
  expect((await world().get(path, admin)).body).toEqual(before);
});

const LINK = { url: "https://a.example", label: "A" };
const secrets = (length: number) => Array.from({ length }, (_, index) => [`S${index}`, "x"]);

/** What an integration says of itself: where, the least and the most, and the fields that say so much. */
type Said = readonly [path: string, least: number, most: number, fields: (length: number) => object];

const PUBLISHED: readonly Said[] = [
  ["/title", 2, 30, (length) => ({ title: text(length) })],
  ["/description", 0, 100, (length) => ({ description: text(length) })],
  ["/summary", 0, 2048, (length) => ({ summary: text(length) })],
  ["/blocks/0/title", 2, 40, (length) => ({ blocks: [{ id: "a", title: text(length) }] })],
  [
    "/blocks/0/description",
    0,
    150,
    (length) => ({ blocks: [{ id: "a", title: "Aa", description: text(length) }] }),
  ],
  ["/externalLinks", 0, 5, (length) => ({ externalLinks: Array.from({ length }, () => LINK) })],
  ["/secrets", 0, 20, (length) => ({ secrets: Object.fromEntries(secrets(length)) })],
  ["/integrationName", 1, 100, () => ({})],
];

test.each(PUBLISHED)(
  "an integration's %s has %i to %i characters or parts",
  async (path, least, most, fields) => {
    const publish = (length: number): Promise<Answer> => {
      const name = path === "/integrationName" ? text(length) : "bounded";
      return world().post(`/integrations/${name}`, publication(world().organization, fields(length)), admin);
    };
    for (const length of [least, most])
      expect([length, (await publish(length)).status]).toEqual([length, 200]);
    const before = (await world().get("/integrations/bounded", admin)).body;
    // Without a name there is another address.
    for (const length of outside(least, most).filter((one) => one > 0)) {
      expect([length, ...faults(await publish(length))]).toEqual([length, 400, [path]]);
    }
    expect((await world().get("/integrations/bounded", admin)).body).toEqual(before);
  },
);

test("every list has pages of 1 to 1000", () => {
  const limits = operations.flatMap(({ operationId, shapes }) => {
    const { minimum, maximum } = (shapes.query?.properties["limit"] ?? {}) as Record<string, number>;
    return shapes.query?.properties["limit"] === undefined ? [] : [[operationId, minimum, maximum]];
  });
  // The audit log has long entries; the public API's pages of it are as small.
  expect(limits.filter(([, least, most]) => least !== 1 || most !== 1000)).toEqual([
    ["listAuditEvents", 1, 100],
  ]);
});
