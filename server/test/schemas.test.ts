/** Servers compile a schema when a request first needs it; here all of them are, so that none is found wrong by a user. */
import { expect, test } from "vitest";
import { operations } from "../app.ts";
import { compileInput, type InputPart } from "../http/input.ts";
import { compileAnswer } from "../http/schemas.ts";
import { PATTERN_REMEDIES } from "../http/shapes.ts";

/** Compiles what an operation declares; gives what is wrong with it. */
function problemsOf({ shapes, answers }: Pick<(typeof operations)[number], "shapes" | "answers">): string[] {
  const inputs: [InputPart, object | undefined][] = [
    ["params", shapes.params],
    ["querystring", shapes.query],
    ["body", shapes.body],
  ];
  const compiled: [string, () => unknown][] = [
    ...inputs.flatMap(([part, schema]): [string, () => unknown][] =>
      schema === undefined ? [] : [[part, () => compileInput(part, schema)]],
    ),
    ...Object.entries(answers).flatMap(([status, schema]): [string, () => unknown][] =>
      schema === null ? [] : [[status, () => compileAnswer(schema)]],
    ),
  ];
  return compiled.flatMap(([name, compile]) => {
    try {
      compile();
      return [];
    } catch (error) {
      return [`${name}: ${String(error)}`];
    }
  });
}

test("the schemas of all operations compile", () => {
  const problems = operations.flatMap((operation) =>
    problemsOf(operation).map((problem) => `${operation.operationId} ${problem}`),
  );
  expect(problems).toEqual([]);
});

test("a schema that can't be compiled is seen", () => {
  const wrong = { type: "object", properties: { a: { type: "no such type" } } };
  const problems = problemsOf({ shapes: { body: wrong as never }, answers: { 200: wrong as never } });
  expect(problems).toHaveLength(2);
});

/** The objects of a body that take fields which they don't declare, by where they are in it. */
function openObjects(schema: unknown, at: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties, additionalProperties, ...rest } = schema as Record<string, unknown>;
  const isOpen = properties !== undefined && additionalProperties !== false;
  return [
    ...(isOpen ? [at] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => openObjects(inner, `${at}/${name}`)),
    ...Object.values(rest).flatMap((inner) =>
      (Array.isArray(inner) ? inner : [inner]).flatMap((one) => openObjects(one, at)),
    ),
  ];
}

/** What the server alone says of a thing. */
const OURS = new Set([
  "object",
  "createdAt",
  "createdBy",
  "updatedAt",
  "deletedAt",
  "permissions",
  "number",
  "revision",
  "urls",
]);

test("no body takes a field that it doesn't declare, nor one that is the server's to say", () => {
  const open: string[] = [];
  const taken: string[] = [];
  for (const { operationId, method, shapes } of operations) {
    open.push(...openObjects(shapes.body, operationId));
    const fields = Object.keys((shapes.body as { properties?: object } | undefined)?.properties ?? {});
    if (method === "PATCH" || method === "POST")
      taken.push(...fields.filter((name) => OURS.has(name)).map((name) => `${operationId} ${name}`));
  }
  // What a computed page is made of is kept as it is sent; of what a renderer tells of its readers nothing else is.
  const meant = /\/changes\/(?:was\/)?computed$|^trackEventsInSiteById\/events(?:\/location)?$/;
  expect(open.filter((at) => !meant.test(at))).toEqual([]);
  // Which revision is shown, be it one that nobody has merged.
  expect(taken).toEqual(["createSitePublishingPreview revision"]);
});

/** Every pattern of a schema, with the characters that a text may have before it is asked. */
function patternsIn(schema: unknown, found: Map<string, number>): void {
  if (typeof schema !== "object" || schema === null) return;
  const { pattern, maxLength = 10_000 } = schema as { pattern?: unknown; maxLength?: number };
  if (typeof pattern === "string") found.set(pattern, Math.max(maxLength, found.get(pattern) ?? 0));
  for (const inner of Object.values(schema)) patternsIn(inner, found);
}

/** Patterns of a schema, and of the names in it, for which it has no words. */
function unsaidPatterns(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { pattern, description, patternProperties } = schema as {
    pattern?: unknown;
    description?: unknown;
    patternProperties?: object;
  };
  const isUnsaid = typeof pattern === "string" && description === undefined && !PATTERN_REMEDIES.has(pattern);
  // Names of that form are described nowhere: `byName` has a place for it. A record of any names has this pattern.
  const names = Object.keys(patternProperties ?? {}).filter((name) => !["^.*$", "^(.*)$"].includes(name));
  return [...(isUnsaid ? [pattern] : []), ...names, ...Object.values(schema).flatMap(unsaidPatterns)];
}

test("whoever sends a text of another form is told the form in words", () => {
  expect(unsaidPatterns({ a: { pattern: "^x$" } })).toEqual(["^x$"]);
  expect(unsaidPatterns({ a: { patternProperties: { "^x$": {} } } })).toEqual(["^x$"]);
  const unsaid = operations.flatMap(({ operationId, shapes }) =>
    unsaidPatterns(shapes).map((pattern) => `${operationId} ${pattern}`),
  );
  expect(unsaid).toEqual([]);
});

test("no pattern takes long for any text that it is asked about", () => {
  const found = new Map<string, number>();
  for (const { shapes } of operations) patternsIn(shapes, found);
  expect(found.size).toBeGreaterThan(5);
  // What is not linear takes ages for these; a slow machine takes milliseconds. Counted is our own work alone.
  const units = ["a", "-", ".", "/", "a-", "a.", "a/", "0a", "https://", " ", "*", "%2f", "a@", "é", "A_"];
  const slow: unknown[] = [];
  for (const [pattern, most] of found) {
    const expression = new RegExp(pattern, "u");
    for (const unit of units)
      for (const [before, after] of [
        ["", ""],
        ["", "!"],
        ["/", "\n"],
        ["https://", "\0"],
        ["a", "-"],
      ]) {
        const text = before + unit.repeat((most * 2) / unit.length) + after;
        const start = process.cpuUsage();
        expression.test(text);
        if (process.cpuUsage(start).user > 1_000_000) slow.push([pattern, unit, text.length]);
      }
  }
  expect(slow).toEqual([]);
});
