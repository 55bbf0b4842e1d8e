import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { operations } from "../app.ts";
import { compileInput, inputRefused } from "./input.ts";
import { closed } from "./named.ts";

const Place = Type.Union([
  closed({ kind: Type.Literal("page"), page: Type.String() }),
  closed({ kind: Type.Literal("external"), url: Type.String({ minLength: 3 }) }),
  Type.Null(),
]);

const validate = compileInput("body", closed({ to: Place, all: Type.Optional(Type.Array(Place)) }));

interface Shape {
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

const complaints = (body: unknown): string[] => said(validate, body);

/** Unions of several objects that stand in a schema. */
function* unionsIn(schema: unknown): Generator<readonly Shape[]> {
  if (typeof schema !== "object" || schema === null) return;
  const { anyOf = [] } = schema as { readonly anyOf?: readonly Shape[] };
  const objects = anyOf.filter(({ type }) => type === "object");
  if (objects.length > 1) yield objects;
  for (const part of Object.values(schema)) yield* unionsIn(part);
}

/** What is said of a body, as path and message; nothing of one that fits. */
function said(check: typeof validate, body: unknown): string[] {
  if (check(body)) return [];
  const { details } = inputRefused("body", check.errors ?? []) as unknown as {
    details: { path: string; message: string }[];
  };
  return details.map(({ path, message }) => `${path} ${message}`);
}

test.each([
  [{ kind: "page", page: "a" }, []],
  [null, []],
  [{ kind: "external", url: "x" }, ["/to/url must be at least 3 characters long."]],
  [
    { kind: "external", page: "a" },
    ["/to/url is required.", "/to/page is not a field of this operation; remove it."],
  ],
  [{ kind: "pages" }, ['/to/kind must be one of "page", "external".']],
  [{ kind: 1 }, ['/to/kind must be one of "page", "external".']],
  [{ page: "a" }, ["/to/kind is required."]],
  ["page", ["/to must be an object or null."]],
])("%j is found fault with as what it says it is", (to, found) => {
  expect(complaints({ to })).toEqual(found);
});

test("so is each of a list", () => {
  const all = [
    { kind: "page", page: "a" },
    { kind: "page", url: "b" },
  ];
  expect(complaints({ to: null, all })).toEqual([
    "/all/1/page is required.",
    "/all/1/url is not a field of this operation; remove it.",
  ]);
});

describe("shapes that no field tells apart", () => {
  const Source = Type.Union([
    closed({ url: Type.String({ minLength: 3 }), branch: Type.Optional(Type.String()) }),
    closed({ text: Type.String() }),
  ]);
  const check = compileInput("body", closed({ source: Source }));

  test.each([
    [{ text: "a" }, []],
    [{ url: "x" }, ["/source/url must be at least 3 characters long."]],
    [
      { url: "x", branch: 1 },
      ["/source/url must be at least 3 characters long.", "/source/branch must be a text."],
    ],
    [{ branch: "main" }, ["/source/url is required."]],
    [{ text: 5 }, ["/source/text must be a text."]],
    [{ text: "a", more: 1 }, ["/source/more is not a field of this operation; remove it."]],
    [{}, ['/source takes "url", or "text".']],
    [{ url: "abc", text: "a" }, ['/source takes "url", or "text".']],
    ["a", ["/source must be an object."]],
  ])("%j is found fault with as what it is most like", (source, found) => {
    expect(said(check, { source })).toEqual(found);
  });

  test("no body of an operation is found fault with for fields of a shape that it isn't", () => {
    const wrong: string[] = [];
    let count = 0;
    for (const { operationId, shapes } of operations) {
      for (const union of unionsIn(shapes.body)) {
        const checkOne = compileInput("body", closed({ it: { anyOf: union } as never }));
        for (const { required = [], properties = {} } of union) {
          const [name = "", ...more] = required;
          if ((properties[name] as Shape | undefined)?.type !== "string" || more.length > 0) continue;
          count += 1;
          const found = said(checkOne, { it: { [name]: [] } });
          if (found.some((line) => !line.startsWith(`/it/${name} `))) wrong.push(`${operationId}: ${found}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(3);
  });
});

/** The value of a field that each of some shapes needs with a value that no other has, shape by shape. */
function tagsOf(shapes: readonly Shape[]): { readonly field: string; readonly values: string[] } | undefined {
  for (const field of shapes[0]?.required ?? []) {
    const values = shapes.flatMap(({ required = [], properties = {} }) => {
      const { const: only, enum: some } = (properties[field] ?? {}) as Tag;
      const all = only === undefined ? (some ?? []) : [only];
      return required.includes(field) && typeof all[0] === "string" ? [all] : [];
    });
    const isTold = values.length === shapes.length && new Set(values.flat()).size === values.flat().length;
    if (isTold) return { field, values: values.map(([value]) => value as string) };
  }
  return undefined;
}

interface Tag {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

test("a body of an operation that says what it is is found fault with as that, and as nothing else", () => {
  const wrong: string[] = [];
  const looked = new Set<readonly Shape[]>();
  let count = 0;
  for (const { operationId, shapes } of operations) {
    for (const union of unionsIn(shapes.body)) {
      const tags = tagsOf(union);
      if (tags === undefined || looked.has(union)) continue;
      looked.add(union);
      const checkOne = compileInput("body", closed({ it: { anyOf: union } as never }));
      for (const [at, { required = [], properties = {} }] of union.entries()) {
        count += 1;
        const found = said(checkOne, { it: { [tags.field]: tags.values[at], stranger: 1 } });
        const missed = required.filter((name) => name !== tags.field);
        const expected = [
          ...missed.map((name) => `/it/${name} is required.`),
          "/it/stranger is not a field of this operation; remove it.",
        ];
        if (found.toSorted().join() !== expected.toSorted().join())
          wrong.push(`${operationId} ${tags.values[at]} (${Object.keys(properties)}): ${found.join(" ")}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(40);
});
