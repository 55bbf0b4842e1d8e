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

  /** Unions of several objects that stand in a schema. */
  function* unionsIn(schema: unknown): Generator<readonly Shape[]> {
    if (typeof schema !== "object" || schema === null) return;
    const { anyOf = [] } = schema as { readonly anyOf?: readonly Shape[] };
    const objects = anyOf.filter(({ type }) => type === "object");
    if (objects.length > 1) yield objects;
    for (const part of Object.values(schema)) yield* unionsIn(part);
  }

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
