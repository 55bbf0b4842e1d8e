/** Servers compile a schema when a request first needs it; here all of them are, so that none is found wrong by a user. */
import { expect, test } from "vitest";
import { operations } from "../app.ts";
import { compileInput, type InputPart } from "../http/input.ts";
import { compileAnswer } from "../http/schemas.ts";

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
