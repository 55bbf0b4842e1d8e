import { brotliDecompressSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "../app.ts";
import { dereferenced } from "../test/dereference.ts";
import { useWorld } from "../test/harness.ts";

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: object }[];
  readonly requestBody?: { readonly content: Record<string, { schema: object }> };
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
  readonly security?: readonly object[];
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Record<string, Described> & Partial<Pick<Described, "parameters">>>;
  readonly components: {
    readonly schemas: object;
    readonly parameters: object;
    readonly securitySchemes: object;
  };
}

const world = useWorld();
let text: string;
let document: Document;
/** Its operations, with what references name in their places. */
let all: [string, string, Described][];

beforeAll(async () => {
  text = (await world().call("GET", "//openapi.json")).text;
  document = JSON.parse(text) as Document;
  all = allOf(dereferenced(document));
});

function allOf({ paths }: Document): [string, string, Described][] {
  return Object.entries(paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods).map(([method, described]): [string, string, Described] => [
      path,
      method,
      { ...described, parameters: [...parameters, ...(described.parameters ?? [])] },
    ]),
  );
}

/** Every value in a JSON value, with the way to it. */
function* walk(value: unknown, path = "#"): Generator<[string, unknown]> {
  yield [path, value];
  if (typeof value !== "object" || value === null) return;
  for (const [name, item] of Object.entries(value)) yield* walk(item, `${path}/${name.replace(/\//g, "~1")}`);
}

describe("the description", () => {
  test("is OpenAPI 3.1 and has every operation once", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info.title).toBe("Lectern API");
    const ids = all.map(([, , { operationId }]) => operationId);
    expect(ids.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("says of every operation what a reader and a generator need", () => {
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const [path, method, described] of all) {
      expect([path, described.summary]).toEqual([path, expect.stringMatching(/^[A-Z].+[^.]$/)]);
      expect(described.operationId).toMatch(/^[a-z][A-Za-z0-9]+$/);
      expect(described.tags).toHaveLength(1);
      for (const tag of described.tags) expect(tags).toContain(tag);
      expect(Object.keys(described.responses)).toContain("default");
      expect(Object.keys(described.responses).some((status) => /^2\d\d$/.test(status))).toBe(true);
      for (const { description } of Object.values(described.responses)) expect(description).not.toBe("");
      expect(["get", "post", "put", "patch", "delete"]).toContain(method);
    }
  });

  test("declares each parameter of a path, and nothing else as one", () => {
    for (const [path, , { parameters }] of all) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = parameters.filter((parameter) => parameter.in === "path");
      expect([path, declared.map(({ name }) => name).toSorted()]).toEqual([path, named.toSorted()]);
      expect(declared.every(({ required }) => required)).toBe(true);
      const places = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(places).size).toBe(places.length);
    }
  });

  test("resolves every reference", () => {
    for (const [path, value] of walk(document)) {
      if (!path.endsWith("/$ref") || typeof value !== "string") continue;
      const found = value
        .slice(2)
        .split("/")
        .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], document);
      expect([value, found]).toEqual([value, expect.any(Object)]);
    }
  });

  test("has plain JSON Schemas that a validator compiles", () => {
    // Each of those that have a name is compiled once, and not in every place that refers to it.
    const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } });
    addFormats.default(ajv);
    ajv.addSchema(document, "document");
    const schemas = [...walk(document)].filter(([path]) =>
      /\/(?:schema|components\/schemas\/\w+)$/.test(path),
    );
    expect(schemas.length).toBeGreaterThan(500);
    // Most of the others stand in many places.
    const different = new Map(schemas.map(([path, schema]) => [JSON.stringify(schema), path]));
    for (const path of different.values())
      expect(() => ajv.compile({ $ref: `document${encodeURI(path)}` })).not.toThrow();
  });

  test("says nothing of how it was made", () => {
    const wrong = [...walk(document)].filter(
      ([path, value]) => /\/(?:~(?!1)|\$id$)/.test(path) || value === undefined,
    );
    expect(wrong).toEqual([]);
    // The script of an integration is in an example.
    const said = text.replace("() => undefined", "");
    expect(said).not.toMatch(/typebox|TypeBox|undefined|\[object /);
  });

  test("marks what can be sent again under its key", () => {
    const { Once } = document.components.parameters as Record<string, Record<string, unknown>>;
    expect(Once?.["x-lectern"]).toEqual({ idempotent: true });
    const parametersOf = (path: string, method: string): unknown =>
      (document.paths as Record<string, Record<string, { readonly parameters?: unknown }>>)[path]?.[method]
        ?.parameters;
    const marked = { $ref: "#/components/parameters/Once" };
    expect(parametersOf("/v1/spaces/{spaceId}", "delete")).toContainEqual(marked);
    expect(parametersOf("/v1/spaces/{spaceId}", "get")).not.toContainEqual(marked);
  });

  test("tells the kinds of content changes apart", () => {
    const { ContentChange } = document.components.schemas as Record<string, object>;
    expect(ContentChange).toMatchObject({
      discriminator: {
        propertyName: "operation",
        mapping: {
          update_page: "#/components/schemas/UpdatePage",
          insert_page: "#/components/schemas/InsertPage",
          delete_page: "#/components/schemas/DeletePage",
          revert_page: "#/components/schemas/RevertPage",
          insert_files: "#/components/schemas/InsertFiles",
          set_variables: "#/components/schemas/SetVariables",
        },
      },
      oneOf: expect.arrayContaining([{ $ref: "#/components/schemas/UpdatePage" }]),
    });
  });

  test("asks for a token wherever one is needed", () => {
    const described = new Map(all.map(([, , { operationId, security }]) => [operationId, security]));
    for (const { operationId, access } of operations)
      expect([operationId, described.get(operationId)]).toEqual([
        operationId,
        access.kind === "anyone" ? [] : undefined,
      ]);
  });
});

describe("serving it", () => {
  test("the same bytes under a tag, plain and compressed", async () => {
    const first = await world().call("GET", "//openapi.json");
    expect([first.status, first.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    const tag = String(first.headers["etag"]);
    const again = await world().call("GET", "//openapi.json", { headers: { "if-none-match": tag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    const compressed = await world().app.inject({
      url: "/openapi.json",
      headers: { "accept-encoding": "br" },
    });
    expect(compressed.headers["content-encoding"]).toBe("br");
    expect(compressed.headers["etag"]).not.toBe(tag);
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(text);
  });
});
