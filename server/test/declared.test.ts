/**
 * What the public API's document declares for an operation that is here too: each parameter and each field of a body is
 * taken, within the same limits, or refused with a word on why.
 */
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { operations } from "../app.ts";
import { compileInput, inputRefused } from "../http/input.ts";
import type { HttpError } from "../http/errors.ts";

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly unsupported?: string;
  readonly [keyword: string]: unknown;
}
interface Declared {
  readonly parameters?: readonly Schema[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const document = createRequire(import.meta.url)("@gitbook/api/spec/openapi.json") as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Declared>> & Pick<Declared, "parameters">>>;
};

/** What stands behind a reference. */
function resolved(schema: Schema | undefined): Schema {
  let found: unknown = schema ?? {};
  while (typeof (found as Schema).$ref === "string") {
    const names = ((found as Schema).$ref as string).slice(2).split("/");
    found = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
  }
  return found as Schema;
}

const choices = ({ oneOf = [], anyOf = [], allOf = [] }: Schema): Schema[] =>
  [...oneOf, ...anyOf, ...allOf].map(resolved);

/** The fields of a body, of all of its shapes. */
function fieldsOf(schema: Schema): Map<string, Schema> {
  const own = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, resolved(field)] as const,
  );
  return new Map([...choices(schema).flatMap((choice) => [...fieldsOf(choice)]), ...own]);
}

/** By the type that they limit: elsewhere they say nothing. */
const LIMITS: Readonly<Record<string, readonly string[]>> = {
  string: ["maxLength", "minLength"],
  array: ["maxItems", "minItems"],
  object: ["maxProperties"],
  number: ["maximum"],
  integer: ["maximum"],
};

/** The limits of a field, those of its shapes included. None is the same as a least length of nothing. */
function limitsOf(schema: Schema): Record<string, unknown> {
  const names = LIMITS[String(schema["type"])] ?? [];
  const own = names.flatMap((name) => ((schema[name] ?? 0) === 0 ? [] : [[name, schema[name]]]));
  return Object.assign({}, ...choices(schema).map(limitsOf), Object.fromEntries(own));
}

/** The values that a field is chosen from, in all of its shapes. */
function valuesOf(schema: Schema): unknown[] {
  const own = (schema["enum"] as unknown[] | undefined) ?? ("const" in schema ? [schema["const"]] : []);
  return [...own, ...(schema["type"] === "null" ? [null] : []), ...choices(schema).flatMap(valuesOf)];
}

const normal = (path: string): string => path.replace(/\{\w+\}|:\w+/g, "{}");
const paths = new Map(Object.entries(document.paths).map(([path, item]) => [normal(path), item]));

const pairs = operations.flatMap((operation) => {
  const item = paths.get(normal(operation.url));
  const declared = item?.[operation.method.toLowerCase()];
  if (item === undefined || declared === undefined) return [];
  const asked = [...(declared.parameters ?? []), ...(item.parameters ?? [])].map(resolved);
  const query = asked.filter((parameter) => parameter["in"] === "query");
  return [
    {
      id: operation.operationId,
      theirs: new Map([
        ...query.map(({ name, schema }) => [`?${name as string}`, resolved(schema as Schema)] as const),
        ...[...fieldsOf(resolved(declared.requestBody?.content["application/json"]?.schema))].map(
          ([name, field]) => [`/${name}`, field] as const,
        ),
      ]),
      mine: new Map([
        ...Object.entries((operation.shapes.query?.properties ?? {}) as Record<string, Schema>).map(
          ([name, field]) => [`?${name}`, field] as const,
        ),
        ...[...fieldsOf((operation.shapes.body ?? {}) as Schema)].map(
          ([name, field]) => [`/${name}`, field] as const,
        ),
      ]),
    },
  ];
});

test("every parameter and field that is declared is known", () => {
  expect(pairs.length).toBeGreaterThan(150);
  const unknown = pairs.flatMap(({ id, theirs, mine }) =>
    [...theirs.keys()].filter((name) => !mine.has(name)).map((name) => `${id} ${name}`),
  );
  expect(unknown).toEqual([]);
});

test("its limits are those that are declared", () => {
  const other = pairs.flatMap(({ id, theirs, mine }) =>
    [...theirs].flatMap(([name, field]) => {
      const own = mine.get(name);
      const limits =
        own === undefined || own.unsupported !== undefined ? [] : Object.entries(limitsOf(field));
      return limits
        .filter(([limit, value]) => own !== undefined && limitsOf(own)[limit] !== value)
        .map(
          ([limit, value]) =>
            `${id} ${name} ${limit} ${String(value)}: ${String(limitsOf(own as Schema)[limit])}`,
        );
    }),
  );
  expect(other).toEqual([]);
});

/** Values that are refused, by what they are of, each with its reason. */
const REFUSED: readonly { readonly value: RegExp; readonly because: string }[] = [
  {
    value: /^(inviteTo|update(User|Team)PermissionIn)\w+ \/role null$/,
    because: "A role that was given is taken back by deleting it.",
  },
];

test("every value that is declared may be chosen", () => {
  const missing = pairs.flatMap(({ id, theirs, mine }) =>
    [...theirs].flatMap(([name, field]) => {
      const own = mine.get(name);
      const chosen = own === undefined || own.unsupported !== undefined ? [] : valuesOf(field);
      const known = new Set(valuesOf(own ?? {}));
      return chosen.filter((value) => !known.has(value)).map((value) => `${id} ${name} ${String(value)}`);
    }),
  );
  expect(missing.filter((each) => !REFUSED.some(({ value }) => value.test(each)))).toEqual([]);
  expect(REFUSED.filter(({ value }) => !missing.some((each) => value.test(each)))).toEqual([]);
});

test("what isn't supported is refused with what to do instead", () => {
  const unsupported = operations.flatMap(({ operationId, shapes }) =>
    [shapes.query, shapes.body].flatMap((schema) =>
      [...fieldsOf((schema ?? {}) as Schema)].flatMap(([name, field]) =>
        field.unsupported === undefined ? [] : [{ operationId, name, field }],
      ),
    ),
  );
  expect(unsupported.length).toBeGreaterThan(5);
  for (const { name, field } of unsupported) {
    const properties = { [name]: field };
    for (const part of ["body", "querystring"] as const) {
      const validate = compileInput(part, { type: "object", properties, additionalProperties: false });
      expect(validate({ [name]: "x" })).toBe(false);
      const refusal = inputRefused(part, validate.errors ?? []) as HttpError;
      expect(refusal.details).toEqual([
        { path: `/${name}`, message: `is not supported: ${field.unsupported}.` },
      ]);
      expect(validate({})).toBe(true);
    }
  }
});
