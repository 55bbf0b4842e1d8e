import { expect, test } from "vitest";
import { Api } from "./api.ts";
import { schemaShape } from "./schemaShape.ts";
import { ENGLISH, shapeWordsOf } from "./shapeWords.ts";

const api = new Api({
  head: { openapi: "3.1.0", info: {} },
  operations: {},
  places: {},
  schemas: [],
} as unknown as Api["source"]);

const LIMITED = {
  type: ["array", "null"],
  items: { type: "string", format: "date" },
  default: ["a"],
  minItems: 1,
  maxItems: 3,
  uniqueItems: true,
};
const NUMBER = {
  oneOf: [{ type: "integer" }, {}],
  minimum: 1,
  exclusiveMaximum: 9,
  exclusiveMinimum: true,
  multipleOf: 2,
};
const TEXT = { type: "string", minLength: 0, maxLength: 1, pattern: "^$&$" };

test.each([
  [
    undefined,
    LIMITED,
    "array of string (date) or null",
    'default ["a"] · at least 1 item · at most 3 items · each item once',
  ],
  [undefined, NUMBER, "integer or any", "more than 1 · less than 9 · a multiple of 2"],
  // What 3.0 says beside a limit, and a list whose items are each of their own kind, with nothing behind them.
  [
    undefined,
    { type: "number", maximum: 9, exclusiveMaximum: true, exclusiveMinimum: false },
    "number",
    "less than 9",
  ],
  [undefined, { type: "array", prefixItems: [{ type: "string" }, {}], items: false }, "array", ""],
  [undefined, TEXT, "string", "at most 1 character · matches ^$&$"],
  [undefined, false, "nothing", ""],
  [
    "de",
    LIMITED,
    "Liste von string (date) oder null",
    'Vorgabe ["a"] · mindestens 1 Eintrag · höchstens 3 Einträge · jeder Eintrag einmal',
  ],
  ["de", NUMBER, "integer oder beliebig", "mehr als 1 · weniger als 9 · ein Vielfaches von 2"],
  ["ja", TEXT, "string", "1 文字以下 · ^$&$ に一致"],
  ["ar", { oneOf: Array.from({ length: 7 }, (_, at) => ({ const: at })) }, "واحد من 7", ""],
  ["xx", true, "any", ""],
])("a schema in the words of %s", (language, schema, type, facts) => {
  const shape = schemaShape(api, schema, shapeWordsOf(language ?? "") ?? ENGLISH);
  expect([shape.type, shape.facts.join(" · ")]).toEqual([type, facts]);
});

test("every language says all, with what it stands for", () => {
  for (const language of "de es fr ja nl no pt ru zh it pl sv da uk cs tr ko he ar".split(" ")) {
    const words = shapeWordsOf(language);
    expect([language, Object.keys(words ?? {}).toSorted()]).toEqual([
      language,
      Object.keys(ENGLISH).toSorted(),
    ]);
    for (const [key, english] of Object.entries(ENGLISH)) {
      const places = (said: unknown): string[][] =>
        [said].flat().map((text) => String(text).match(/\{\w+\}/g) ?? []);
      const [place] = places(english);
      for (const own of places(words?.[key as keyof typeof ENGLISH]))
        expect([language, key, own]).toEqual([language, key, place]);
    }
  }
});
