import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { OPENAPI_LIMITS } from "../../engine/openapi/limits.ts";
import type { OperationPiece, Outline } from "../../engine/openapi/pieces.ts";
import { type Description, type PackedPieces, type DescriptionRead, readDescription } from "./openapi.ts";

const real = createRequire(import.meta.url);

async function read(text: string | Record<string, string>, canAskForFiles = false): Promise<DescriptionRead> {
  const files = typeof text === "string" ? { "": text } : text;
  return readDescription({
    files: Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(content) })),
    canAskForFiles,
  });
}

async function taken(text: string | Record<string, string>): Promise<Description> {
  const result = await read(text);
  if (!("packed" in result)) throw new Error(JSON.stringify(result).slice(0, 500));
  return result;
}

const refusal = async (text: string): Promise<string> => {
  const result = await read(text);
  return "refused" in result ? result.refused.message : "";
};

function pieceIn({ hashes, ends, bytes }: PackedPieces, hash: string): Buffer {
  const at = hashes.indexOf(hash);
  const start = ends[at - 1] ?? 0;
  return Buffer.from(bytes, start, (ends[at] as number) - start);
}
const valueIn = (packed: PackedPieces, hash: string) => JSON.parse(String(pieceIn(packed, hash))) as unknown;
const outlineOf = ({ packed, outline }: Description) => valueIn(packed, outline) as Outline;
const longIn = (packed: PackedPieces, hashes: readonly string[]) =>
  String(gunzipSync(Buffer.concat(hashes.map((hash) => pieceIn(packed, hash)))));

const api = (parts: object) =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, ...parts });

describe("real documents", () => {
  test("the largest there is comes apart into pieces that are smaller than itself", async () => {
    const text = readFileSync(real.resolve("@octokit/openapi/generated/api.github.com.json"), "utf8");
    const description = await taken(text);
    const outline = outlineOf(description);
    const { paths, "x-webhooks": webhooks } = JSON.parse(text);
    const count = (items: object) => Object.values(items).flatMap((item) => Object.keys(item)).length;
    expect(outline.operations.length).toBe(count(paths) + count(webhooks));
    expect(new Set(outline.operations.map(({ slug }) => slug)).size).toBe(outline.operations.length);
    const { packed } = description;
    // A page reads its outline, its operations and what they reach: never more than a part of the document.
    expect(pieceIn(packed, description.outline).length).toBeLessThan(text.length / 10);
    expect(packed.bytes.byteLength).toBeLessThan(text.length);
    const pieces = outline.operations.map(({ piece }) => valueIn(packed, piece) as OperationPiece);
    const known = new Set(packed.hashes);
    expect(
      pieces.flatMap(({ reaches }) => Object.values(reaches)).filter((hash) => !known.has(hash)),
    ).toEqual([]);
    expect(Math.max(...pieces.map(({ reaches }) => Object.keys(reaches).length))).toBeLessThan(100);
    expect(longIn(packed, description.raw)).toBe(text);
  });

  test("JSON and YAML of the same are the same", async () => {
    const json = readFileSync(real.resolve("@scalar/galaxy/3.1.json"), "utf8");
    const yaml = readFileSync(real.resolve("@scalar/galaxy/3.1.yaml"), "utf8");
    const [a, b] = [await taken(json), await taken(yaml)];
    expect([a.format, b.format, a.openapi]).toEqual(["json", "yaml", "3.1.1"]);
    const titles = (description: Description) => outlineOf(description).operations.map(({ title }) => title);
    expect(titles(a)).toEqual(titles(b));
    expect(outlineOf(a).operations.filter(({ isWebhook }) => isWebhook).length).toBe(1);
    expect(outlineOf(a).tags.map(({ name }) => name)).toContain("Planets");
  });

  test("Swagger 2.0 is read as OpenAPI 3.1", async () => {
    const swagger = {
      swagger: "2.0",
      info: { title: "Old", version: "1" },
      host: "api.example.com",
      basePath: "/v1",
      schemes: ["https"],
      paths: {
        "/pets": {
          get: {
            produces: ["application/json"],
            responses: { 200: { schema: { $ref: "#/definitions/Pet" } } },
          },
        },
      },
      definitions: { Pet: { type: "object" } },
    };
    const outline = outlineOf(await taken(JSON.stringify(swagger)));
    expect(outline.openapi).toMatch(/^3\.1/);
    expect(outline.servers).toEqual([{ url: "https://api.example.com/v1" }]);
    expect(outline.schemas.map(({ name }) => name)).toEqual(["Pet"]);
  });
});

describe("an operation's piece", () => {
  const ok = (schema: object) => ({ responses: { 200: { content: { "application/json": { schema } } } } });

  test("names everything that it leads to, over cycles, and nothing else", async () => {
    const description = await taken(
      api({
        paths: {
          "/a": {
            parameters: [{ $ref: "#/components/parameters/P" }],
            get: ok({ $ref: "#/components/schemas/A" }),
          },
        },
        components: {
          parameters: { P: { name: "p", in: "query" } },
          schemas: {
            A: { properties: { b: { $ref: "#/components/schemas/B" }, example: { type: "string" } } },
            B: {
              example: { $ref: "#/components/schemas/Shown" },
              allOf: [{ $ref: "#/components/schemas/A" }],
            },
            Shown: {},
            Mapped: {},
          },
        },
      }),
    );
    const outline = outlineOf(description);
    const piece = valueIn(description.packed, outline.operations[0]?.piece ?? "") as OperationPiece;
    expect(Object.keys(piece.reaches)).toEqual([
      "#/components/schemas/A",
      "#/components/parameters/P",
      "#/components/schemas/B",
    ]);
    expect(piece.operation).toEqual(ok({ $ref: "#/components/schemas/A" }));
  });

  test("keeps its hash while nothing that it leads to changes", async () => {
    const text = (a: string, b: string) =>
      api({
        paths: {
          "/a": { get: ok({ $ref: "#/components/schemas/A" }) },
          "/b": { get: ok({ $ref: "#/components/schemas/B" }) },
        },
        components: { schemas: { A: { title: a }, B: { title: b } } },
      });
    const hashes = async (description: Promise<Description>) =>
      outlineOf(await description).operations.map(({ piece }) => piece);
    const [first, second] = [await hashes(taken(text("A", "B"))), await hashes(taken(text("A", "changed")))];
    expect(second[0]).toBe(first[0]);
    expect(second[1]).not.toBe(first[1]);
  });

  test("has whole references when it stands in another file", async () => {
    const description = await taken({
      "": api({ paths: { "/a": { $ref: "./paths/a.json#/item" } } }),
      "paths/a.json": JSON.stringify({ item: { get: ok({ $ref: "../m.json#/M" }) } }),
      "m.json": JSON.stringify({ M: { not: { $ref: "#/N" } }, N: {} }),
    });
    const piece = valueIn(
      description.packed,
      outlineOf(description).operations[0]?.piece ?? "",
    ) as OperationPiece;
    expect(Object.keys(piece.reaches)).toEqual(["m.json#/M", "m.json#/N"]);
    expect(JSON.stringify(piece.operation)).toContain('"$ref":"m.json#/M"');
    expect(valueIn(description.packed, piece.reaches["m.json#/M"] ?? "")).toEqual({
      not: { $ref: "m.json#/N" },
    });
  });
});

describe("the outline", () => {
  test("has tags in their order, with the fields of their pages; what is internal is left out", async () => {
    const { tags, operations, schemas } = outlineOf(
      await taken(
        api({
          tags: [
            { name: "b", "x-page-title": "Bees", "x-page-icon": "bug", description: "About **bees**" },
            { name: "a", "x-parent": "b", "x-page-description": "Ants" },
            { name: "hidden", "x-internal": true },
            { name: "x", parent: "y" },
            { name: "y", parent: "x" },
          ],
          paths: {
            "/a": {
              get: { tags: ["a", "used"], deprecated: true, responses: {} },
              put: { "x-gitbook-ignore": true },
            },
            "/b": { get: { operationId: "one/two", tags: ["hidden"] }, post: { operationId: "one-two" } },
          },
          components: { schemas: { Pet: {}, Secret: { "x-internal": true } } },
        }),
      ),
    );
    expect(tags).toEqual([
      { name: "b", slug: "bees", title: "Bees", icon: "bug", text: "About **bees**" },
      { name: "a", slug: "a", parent: "b", description: "Ants" },
      { name: "x", slug: "x" },
      { name: "y", slug: "y" },
      { name: "used", slug: "used" },
    ]);
    expect(operations.map(({ slug, title, isDeprecated }) => [slug, title, isDeprecated])).toEqual([
      ["get-a", "GET /a", true],
      ["one-two", "one/two", undefined],
      ["one-two-1", "one-two", undefined],
    ]);
    expect(schemas.map(({ name }) => name)).toEqual(["Pet"]);
  });
});

describe("what isn't a description", () => {
  test.each([
    ["", ""],
    ["just text", "object"],
    ["[]", "object"],
    ["null", "object"],
    ['{"swagger": "1.2", "paths": {}}', "1.2"],
    ['{"openapi": "9.9.9", "paths": {}}', "9.9.9"],
    ['{"openapi": "3.1.0", "info": {}}', "describes nothing"],
    ['{"openapi": "3.1.0", "paths": []}', "paths has to be an object"],
    ['{"openapi": "3.1.0",', ""],
    ["<!doctype html><title>Sign in</title>", "object"],
    ["\u0000\u0001\u0002", ""],
    ["%PDF-1.7", ""],
  ])("%j is refused with a sentence", async (text, words) => {
    const message = await refusal(text);
    expect(message).toMatch(/[.!]$|./);
    expect(message).toContain(words);
  });

  test("odd values anywhere are taken as they are", async () => {
    const odd = [
      null,
      1,
      "x",
      [],
      [null],
      {},
      { $ref: 1 },
      { $ref: "#" },
      { $ref: "#/nowhere" },
      { $ref: "#/paths" },
    ];
    for (const value of odd) {
      const parts = {
        tags: [value],
        servers: value,
        security: value,
        paths: {
          "/a": value,
          "/b": { get: value, parameters: value },
          "/c": { get: { tags: value, responses: value } },
        },
        webhooks: { w: value },
        components: { schemas: { A: value }, securitySchemes: { s: value } },
      };
      await taken(api(parts));
    }
  });
});

describe("bombs", () => {
  const nested = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);

  test("references that multiply stay what they are", async () => {
    const level = (at: number) => ({
      allOf: Array.from({ length: 10 }, () => ({ $ref: `#/components/schemas/L${at + 1}` })),
    });
    const schemas = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`L${at}`, level(at)]));
    const paths = { "/a": { get: { requestBody: { $ref: "#/components/schemas/L0" } } } };
    const text = api({ paths, components: { schemas } });
    // Written out it would be 10^30 values.
    expect((await taken(text)).packed.bytes.byteLength).toBeLessThan(text.length * 3);
  });

  test("references to themselves, to each other and to everything end", async () => {
    const schemas = {
      A: { $ref: "#/components/schemas/A" },
      B: { $ref: "#/components/schemas/C" },
      C: { $ref: "#/components/schemas/B" },
      D: { $ref: "#" },
    };
    const paths = {
      "/a": { $ref: "#/paths/~1b" },
      "/b": { $ref: "#/paths/~1a" },
      "/c": {
        get: {
          requestBody: {
            anyOf: Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` })),
          },
        },
      },
    };
    const text = api({ paths, components: { schemas } });
    expect((await taken(text)).packed.bytes.byteLength).toBeLessThan(text.length * 6);
  });

  test("places that each hold all the others are cut off", async () => {
    const refs = Array.from({ length: 2000 }, (_, at) => ({ $ref: `#/components/schemas/S${at}` }));
    const schemas = Object.fromEntries(refs.map((_, at) => [`S${at}`, at < 20 ? { anyOf: refs } : {}]));
    const paths = Object.fromEntries(
      refs.slice(0, 200).map((ref, at) => [`/p${at}`, { get: { requestBody: ref } }]),
    );
    const description = await taken(api({ paths, components: { schemas } }));
    const piece = valueIn(
      description.packed,
      outlineOf(description).operations[0]?.piece ?? "",
    ) as OperationPiece;
    expect([Object.keys(piece.reaches).length, piece.isCut]).toEqual([OPENAPI_LIMITS.reach, true]);
  });

  test("values that lie too deep, or are too many, are refused before they are built", async () => {
    const schema = (inner: string) => `{"openapi":"3.1.0","components":{"schemas":{"A":${inner}}}}`;
    expect(await refusal(schema(nested('{"not":', "", 300)))).toContain("deep");
    expect(await refusal(schema(nested("[", "]", 300_000)))).toContain("deep");
    expect(await refusal(schema(`[${"0,".repeat(OPENAPI_LIMITS.values)}0]`))).toContain("too many");
    expect(await refusal(`a: ${nested("[", "]", 50_000)}`)).toContain("deep");
    expect(await refusal(`a:\n${"- 0\n".repeat(OPENAPI_LIMITS.values / 4)}`)).toContain("too many");
    expect(await refusal(`a: ${"x".repeat(OPENAPI_LIMITS.yamlBytes)}`)).toContain("10 MB");
  });

  test("a hundred thousand paths are refused, or a million", async () => {
    const length = process.env["LECTERN_TEST_TIER"] === "full" ? 1_000_000 : 100_000;
    const paths = Array.from({ length }, (_, at) => `"/${at}":{}`).join(",");
    expect(await refusal(`{"openapi":"3.1.0","paths":{${paths}}}`)).toContain("paths");
  });

  test("YAML aliases that multiply or lead back are refused", async () => {
    const laughs = ["a0: &a0 [lol, lol]"];
    for (let at = 1; at < 30; at++)
      laughs.push(
        `a${at}: &a${at} [${Array(9)
          .fill(`*a${at - 1}`)
          .join(", ")}]`,
      );
    expect(await refusal(`openapi: 3.1.0\npaths: {}\n${laughs.join("\n")}`)).not.toBe("");
    expect(await refusal("openapi: 3.1.0\npaths: &a\n  /x: *a\n")).not.toBe("");
  });

  test("keys that objects have by themselves change no object", async () => {
    const text = `{"openapi":"3.1.0","__proto__":{"polluted":1},"paths":{"__proto__":{"get":{}},"/a":{"get":{"__proto__":{"tags":["x"]}}}},
      "components":{"schemas":{"constructor":{"prototype":{"polluted":1}},"A":{"$ref":"#/components/schemas/toString"}}}}`;
    const description = await taken(text);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(outlineOf(description).schemas.map(({ name }) => name)).toEqual(["constructor", "A"]);
    const yaml =
      "openapi: 3.1.0\npaths: {}\nx: &x {__proto__: {polluted: 1}}\ny: {<<: *x}\n__proto__: {polluted: 1}\n";
    await taken(yaml);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("a text that isn't UTF-8, and lone surrogates, are stored as text", async () => {
    const result = await readDescription({
      files: [{ name: "", bytes: Buffer.from([0x7b, 0xff, 0xfe]) }],
      canAskForFiles: false,
    });
    expect("refused" in result).toBe(true);
    await taken(api({ paths: { "/\ud800": { get: { summary: "\udfff" } } } }));
  });
});
