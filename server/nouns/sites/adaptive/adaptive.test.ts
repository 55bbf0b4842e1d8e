import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../../test/harness.ts";

const world = useWorld();
let editor: Person;
let reader: Person;
let stranger: Person;
let schema: string;

beforeAll(async () => {
  editor = await world().addPerson("edda", "create");
  reader = await world().addPerson("rita", "read");
  const other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
  const sites = `/orgs/${world().organization}/sites`;
  const { body } = await world().post(sites, { title: "Adaptive", spaces: "sample" }, editor);
  schema = `${sites}/${body.id}/adaptive-schema`;
});

const yes = (description: string) => ({ type: "boolean", description });
const closed = (properties: object, more: object = {}) => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});
const SCHEMA = closed(
  {
    isBetaUser: yes("Tries the beta"),
    "needs-care": yes("Needs care"),
    plan: { type: "string", description: "The plan", enum: ["free", "pro"] },
    name: { type: "string", description: "The name" },
    age: { type: "number", description: "The age" },
    regions: {
      type: "array",
      description: "The regions",
      items: { type: "string", description: "A region", enum: ["eu"] },
    },
    team: closed({ lead: yes("Leads the team") }, { description: "The team" }),
    unsigned: closed({ dark: yes("Likes it dark") }, { description: "Unsigned claims of the site visitor." }),
  },
  { $schema: "http://json-schema.org/draft-07/schema#" },
);

describe("getSiteAdaptiveSchema and updateSiteAdaptiveSchema", () => {
  test("there is none until one is put, then it is that one", async () => {
    expect((await world().get(schema, reader)).status).toBe(404);
    expect((await world().get(`${schema}/template-conditions`, reader)).body).toEqual({ items: [] });
    const put = await world().put(schema, { jsonSchema: SCHEMA }, editor);
    expect([put.status, put.body.object, put.body.jsonSchema]).toEqual([200, "site-adaptive-schema", SCHEMA]);
    const got = await world().get(schema, reader);
    expect([got.status, got.body]).toEqual([200, put.body]);
    const tag = { "if-match": String(got.headers["etag"]) };
    expect((await world().put(schema, { jsonSchema: SCHEMA }, editor, tag)).status).toBe(200);
    expect((await world().put(schema, { jsonSchema: SCHEMA }, editor, tag)).status).toBe(412);
  });

  test("is for members to read, and for those who may change the site to put", async () => {
    expect((await world().get(schema)).status).toBe(401);
    expect((await world().get(schema, stranger)).status).toBe(404);
    expect((await world().put(schema, { jsonSchema: SCHEMA })).status).toBe(401);
    expect((await world().put(schema, { jsonSchema: SCHEMA }, reader)).status).toBe(403);
    expect((await world().put(schema, { jsonSchema: SCHEMA }, stranger)).status).toBe(404);
  });

  const nested = (depth: number): object =>
    depth === 0 ? yes("deep") : closed({ a: nested(depth - 1) }, { description: "d" });
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`c${index}`, yes("d")]));
  test.each<[string, unknown, string]>([
    ["no object", [], "/jsonSchema"],
    ["no type", { properties: {}, additionalProperties: false }, "/jsonSchema/type"],
    ["another draft", closed({}, { $schema: "x" }), "/jsonSchema/$schema"],
    [
      "open to other claims",
      { ...closed({}), additionalProperties: true },
      "/jsonSchema/additionalProperties",
    ],
    ["without properties", { type: "object", additionalProperties: false }, "/jsonSchema/properties"],
    ["required claims", closed({}, { required: ["a"] }), "/jsonSchema"],
    ["no description", closed({ a: { type: "boolean" } }), "/jsonSchema/properties/a/description"],
    [
      "a pattern",
      closed({ a: { type: "string", description: "d", pattern: "(a+)+$" } }),
      "/jsonSchema/properties/a",
    ],
    ["a reference", closed({ a: { $ref: "#" } }), "/jsonSchema/properties/a/type"],
    ["another type", closed({ a: { type: "null", description: "d" } }), "/jsonSchema/properties/a/type"],
    [
      "a type of every object",
      closed({ a: { type: "constructor", description: "d" } }),
      "/jsonSchema/properties/a/type",
    ],
    [
      "values that are no texts",
      closed({ a: { ...yes("d"), type: "string", enum: [1] } }),
      "/jsonSchema/properties/a/enum",
    ],
    [
      "values twice",
      closed({ a: { ...yes("d"), type: "string", enum: ["x", "x"] } }),
      "/jsonSchema/properties/a/enum",
    ],
    ["no values", closed({ a: { ...yes("d"), type: "string", enum: [] } }), "/jsonSchema/properties/a/enum"],
    [
      "lists of lists",
      closed({ a: { type: "array", description: "d", items: { type: "array", description: "d" } } }),
      "/jsonSchema/properties/a/items",
    ],
    ["a forbidden name", closed({ constructor: yes("d") }), "/jsonSchema/properties/constructor"],
    ["an empty name", closed({ "": yes("d") }), "/jsonSchema/properties/"],
    ["unsigned claims of another form", closed({ unsigned: yes("d") }), "/jsonSchema/properties/unsigned"],
    ["too many levels", closed({ a: nested(18) }), expect.stringMatching(/\/a$/) as unknown as string],
    ["too many claims", closed(many), "/jsonSchema/properties"],
    [
      "too many values",
      closed({
        a: { ...yes("d"), type: "string", enum: Array.from({ length: 20_000 }, (_, at) => `${at}`) },
      }),
      "/jsonSchema/properties/a/enum",
    ],
  ])("refuses %s", async (_, jsonSchema, path) => {
    const { status, body } = await world().put(schema, { jsonSchema }, editor);
    expect([status, body.error.details[0].path]).toEqual([400, path]);
    expect(body.error.details.length).toBeLessThanOrEqual(20);
  });

  const levels = (depth: number, inside: string): string => {
    const open = '{"type":"object","description":"d","additionalProperties":false,"properties":{"a":';
    return `${open.repeat(depth)}${inside}${"}}".repeat(depth)}`;
  };
  const boolean = '{"type":"boolean","description":"d"}';
  test.each<[string, number, string]>([
    ["eight thousand levels", 400, levels(8000, boolean)],
    ["ten thousand lists in each other", 400, levels(1, `${"[".repeat(10_000)}${"]".repeat(10_000)}`)],
    [
      "a hundred thousand values",
      400,
      levels(
        1,
        `{"type":"string","description":"d","enum":[${Array.from({ length: 100_000 }, (_, at) => `"${at}"`).join()}]}`,
      ),
    ],
    [
      "a million values",
      413,
      levels(1, `{"type":"string","description":"d","enum":[${'"a",'.repeat(1_000_000)}"b"]}`),
    ],
    [
      "more than 64 KiB of descriptions",
      400,
      levels(
        1,
        `{"type":"object","description":"d","additionalProperties":false,"properties":{${Array.from({ length: 70 }, (_, at) => `"c${at}":{"type":"boolean","description":"${"d".repeat(1000)}"}`).join()}}}`,
      ),
    ],
    [
      "one name a hundred thousand times",
      400,
      `{"type":"object","additionalProperties":false,"properties":{${`"a":{"$ref":"#"},`.repeat(50_000)}"b":{"$ref":"#/properties/b"}}}`,
    ],
  ])("a bomb of %s is refused, and harms nobody", async (_, status, jsonSchema) => {
    const raw = `{"jsonSchema":${jsonSchema}}`;
    const headers = { "content-type": "application/json" };
    const answer = await world().call("PUT", schema, { as: editor, raw, headers });
    expect([answer.status, answer.body.error.requestId]).toEqual([status, expect.any(String)]);
    expect(answer.text.length).toBeLessThan(20_000);
    expect((await world().get(schema, reader)).body.jsonSchema).toEqual(SCHEMA);
  });

  test("refuses what is not asked for, and prototypes", async () => {
    expect((await world().put(schema, {}, editor)).status).toBe(400);
    expect((await world().put(schema, { jsonSchema: SCHEMA, more: 1 }, editor)).status).toBe(400);
    const raw = '{"jsonSchema":{"type":"object","additionalProperties":false,"properties":{"__proto__":{}}}}';
    const headers = { "content-type": "application/json" };
    expect((await world().call("PUT", schema, { as: editor, raw, headers })).status).toBe(400);
  });
});

describe("listSiteAdaptiveTemplateConditions", () => {
  test("gives one for each claim that can decide, and each of them can be written", async () => {
    const { status, body } = await world().get(`${schema}/template-conditions`, reader);
    expect([status, body.items]).toEqual([
      200,
      [
        { description: "Tries the beta", condition: "visitor.claims.isBetaUser" },
        { description: "Needs care", condition: 'visitor.claims["needs-care"]' },
        { description: "The plan (free)", condition: 'visitor.claims.plan === "free"' },
        { description: "The plan (pro)", condition: 'visitor.claims.plan === "pro"' },
        { description: "The regions (eu)", condition: 'visitor.claims.regions.includes("eu")' },
        { description: "Leads the team", condition: "visitor.claims.team.lead" },
        { description: "Likes it dark", condition: "visitor.claims.unsigned.dark" },
      ],
    ]);
    const { body: made } = await world().get(`${schema.replace(/\/[^/]+$/, "")}/site-spaces`, editor);
    const siteSpace = `${schema.replace(/\/[^/]+$/, "")}/site-spaces/${made.items[0].id}`;
    for (const { condition } of body.items) {
      expect([condition, (await world().patch(siteSpace, { condition }, editor)).status]).toEqual([
        condition,
        200,
      ]);
    }
  });

  test("is for members", async () => {
    expect((await world().get(`${schema}/template-conditions`)).status).toBe(401);
    expect((await world().get(`${schema}/template-conditions`, stranger)).status).toBe(404);
    expect((await world().get(`${schema}/template-conditions?x=1`, reader)).status).toBe(400);
  });
});
