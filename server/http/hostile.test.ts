/** Hostile values in every place of every operation: each answer is one that the caller can act on, never a 500. */
import { beforeAll, describe, expect, inject, test } from "vitest";
import { operations } from "../app.ts";
import { type Person, useWorld } from "../test/harness.ts";

const FULL = process.env["LECTERN_TEST_TIER"] === "full";
const world = useWorld();
let person: Person;
const known = new Map<string, string>();

beforeAll(async () => {
  person = await world().addPerson("ada", "admin");
  const organization = `/orgs/${world().organization}`;
  known.set("organizationId", world().organization);
  const site = await world().post(`${organization}/sites`, { title: "Site", spaces: "sample" }, person);
  known.set("siteId", site.body.id);
  const spaces = await world().get(`${organization}/spaces`, person);
  known.set("spaceId", spaces.body.items[0].id);
  known.set("revisionId", spaces.body.items[0].revision);
  const { body } = await world().get(`/spaces/${known.get("spaceId")}/content/pages`, person);
  known.set("pageId", body.pages[0].id);
  known.set("pagePath", body.pages[0].path);
  const token = await world().post("/user/tokens", { label: "to be revoked" }, person);
  known.set("tokenId", token.body.id);
});

interface Schema {
  readonly [keyword: string]: unknown;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ a: inner }), 1);

/** As JSON text, since some of it no value can be written from. */
const HOSTILE: readonly string[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e308,
  5e-324,

  "",
  " ",
  "a",
  "x".repeat(10_000),
  "😀".repeat(300),
  "́".repeat(500),
  "\u202e\u2066",
  "a\r\nset-cookie: x",
  "\u007f\u0085\ufeff",

  "'; drop table users; --",
  "%",
  "_%\\",
  "${7*7}{{7*7}}",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "toString",

  "NaN",
  "-0",
  "1e999",
  "2026-13-45T99:99:99Z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "٣",
  "javascript:alert(1)",

  [],
  [[]],
  {},
  [null],
  ["a", "b"],
  Array.from({ length: 200 }, () => "x"),
  nested(40),
  { toString: 1, valueOf: 2 },
]
  .map((value) => JSON.stringify(value))
  .concat(['"\\u0000"', '"\\ud800"', '{"\\u0000":1}', '{"__proto__":{"a":1}}', "1e400", "-1e400", "[1e400]"]);

/** The least value that a schema takes. */
function sample(schema: Schema): unknown {
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice !== undefined) return sample(choice);
  switch (schema.type) {
    case "object": {
      const entries = (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]);
      return Object.fromEntries(entries);
    }
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}));
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return schema["format"] === "uri" ? "http://127.0.0.1:1/x" : "sample";
  }
}

/** The schema's least value as JSON, once for each place in it, with `<here>` in that place. */
function places(schema: Schema, put: (inner: string) => string = (inner) => inner): string[] {
  const here = [put("<here>")];
  for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) here.push(...places(choice, put));
  if (schema.type === "array" && schema.items) {
    here.push(...places(schema.items, (inner) => put(`[${inner}]`)));
  }
  if (schema.type === "object") {
    const least = sample(schema) as Record<string, unknown>;
    const around = (name: string) => (inner: string) => {
      const others = Object.entries(least).filter(([other]) => other !== name);
      const fields = others.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
      return put(`{${[...fields, `${JSON.stringify(name)}:${inner}`].join(",")}}`);
    };
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      here.push(...places(property, around(name)));
    }
    here.push(around("undeclared")("<here>"));
  }
  return [...new Set(here)];
}

const address = (url: string): string =>
  url.replace(/:(\w+)/g, (_, name: string) => known.get(name) ?? "absent");

/** Sends it and gives what is wrong with the answer; undefined when the caller can act on it. */
async function wrong(method: string, url: string, raw?: string): Promise<string | undefined> {
  const response = await world().app.inject({
    method: method as "GET",
    url,
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(raw === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(raw === undefined ? {} : { payload: raw }),
  });
  const { statusCode, body } = response;
  const isRefused = statusCode >= 400 && statusCode < 500 && body.includes('"requestId"');
  // 502 is an address of the caller's that doesn't answer.
  if (statusCode < 400 || isRefused || statusCode === 502) return undefined;
  return `${method} ${url.slice(0, 200)} ${raw?.slice(0, 300) ?? ""}: ${statusCode} ${body.slice(0, 300)}`;
}

/** One in so many, others at each place of each operation and on each database; all of them in the full tier. */
const ONE_IN = 12;
const FIRST = inject("databases").dialect === "sqlite" ? 0 : ONE_IN / 2;

function* chosen(at: number): Generator<string> {
  for (const [index, hostile] of HOSTILE.entries())
    if (FULL || (index + at) % ONE_IN === FIRST) yield hostile;
}

const asText = (json: string): string => {
  const value: unknown = JSON.parse(json);
  return encodeURIComponent(typeof value === "string" ? value.toWellFormed() : json).slice(0, 8000);
};

// What deletes comes last: the others need what it takes away.
const inOrder = operations.toSorted((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));

describe.each(inOrder.map((operation, order) => [operation.operationId, operation, order] as const))(
  "%s",
  (_id, operation, order) => {
    const url = () => `/v1${address(operation.url)}`;

    test("takes no harm from its query", async () => {
      const names = [...Object.keys(operation.shapes.query?.properties ?? {}), "undeclared", "__proto__"];
      const found: (string | undefined)[] = [];
      for (const [at, name] of names.entries()) {
        for (const hostile of chosen(order + at))
          found.push(await wrong(operation.method, `${url()}?${name}=${asText(hostile)}`));
      }
      expect(found.filter(Boolean)).toEqual([]);
    });

    test("takes no harm from its path", async () => {
      const found: (string | undefined)[] = [];
      for (const [at, name] of [...operation.url.matchAll(/:(\w+)/g)].map(([whole]) => whole).entries()) {
        for (const hostile of chosen(order + at)) {
          const path = `/v1${address(operation.url.replace(name, () => asText(hostile)))}`;
          found.push(await wrong(operation.method, path, operation.method === "GET" ? undefined : ""));
        }
      }
      expect(found.filter(Boolean)).toEqual([]);
    });

    // Writing content has hundreds of places.
    test("takes no harm from its body", async () => {
      if (operation.method === "GET" || operation.method === "DELETE") return;
      const found: (string | undefined)[] = [];
      const body = (operation.shapes.body ?? { type: "object" }) as unknown as Schema;
      for (const [at, place] of places(body).entries()) {
        for (const hostile of chosen(order + at)) {
          found.push(
            await wrong(
              operation.method,
              url(),
              place.replace("<here>", () => hostile),
            ),
          );
        }
      }
      expect(found.filter(Boolean)).toEqual([]);
    });
  },
);

test("what hostile requests left behind can be read", async () => {
  const organization = `/v1/orgs/${world().organization}`;
  for (const url of [
    "/v1/user",
    "/v1/user/tokens?limit=1000",
    organization,
    `${organization}/spaces?limit=1000`,
    `${organization}/sites?limit=1000`,
    `/v1/spaces/${known.get("spaceId")}/content/pages`,
  ]) {
    const headers = { authorization: `Bearer ${person.token}` };
    expect([url, (await world().app.inject({ url, headers })).statusCode]).toEqual([url, 200]);
  }
  expect(({} as { a?: number }).a).toBeUndefined();
});

describe("the cursor of a list", () => {
  const at = (path: string, page: string, as: Person) =>
    world().get(`${path}${path.includes("?") ? "&" : "?"}limit=1&page=${encodeURIComponent(page)}`, as);
  let list = "";
  let page = "";

  beforeAll(async () => {
    list = `/orgs/${world().organization}/spaces`;
    for (const title of ["One", "Two"]) await world().post(list, { title }, person);
    page = (await world().get(`${list}?limit=1`, person)).body.next.page;
  });

  test("is good for its list, its filters and its user, under any token and limit, and for nothing else", async () => {
    const other = await world().addPerson("other", "admin");
    const { body } = await world().post("/user/tokens", { label: "Another" }, person);
    expect((await at(list, page, person)).status).toBe(200);
    expect((await at(list, page, { id: person.id, token: body.token })).status).toBe(200);
    for (const [path, as] of [
      [list, other],
      [`${list}?deleted=true`, person],
      [`/orgs/${world().organization}/collections`, person],
      ["/orgs", person],
    ] as const) {
      const answer = await at(path, page, as);
      expect([path, answer.status, answer.body.error?.details[0].path]).toEqual([path, 400, "/page"]);
    }
  });

  test("is refused when any of its characters is another, is missing or is one too many", async () => {
    const wrong = [...page].flatMap((letter, index) => {
      const [before, after] = [page.slice(0, index), page.slice(index + 1)];
      return [before + (letter === "A" ? "B" : "A") + after, before + after];
    });
    for (const one of [...wrong, `${page}A`, `${page}.`, page.repeat(2), ".", "\0", "x".repeat(10_000)]) {
      const { status, body } = await at(list, one, person);
      expect([one, status, body.error?.details[0].path]).toEqual([one, 400, "/page"]);
    }
  });
});
