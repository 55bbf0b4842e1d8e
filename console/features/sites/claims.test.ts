import { describe, expect, test } from "vitest";
import { claimRows, claimsOf, kindOf, ofKind, pointerOf, withClaims } from "./claims.ts";

const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  "x-ours": 1,
  properties: {
    plan: { type: "string", enum: ["free", "pro"], description: "The plan", "x-kept": true },
    unsigned: {
      type: "object",
      description: "Unsigned claims of the site visitor.",
      properties: { theme: { type: "string", description: "The theme" } },
      additionalProperties: false,
      "x-below": 2,
    },
    account: { type: "object", description: "It", properties: {}, additionalProperties: false },
  },
  additionalProperties: false,
};
const text = JSON.stringify(schema);

describe("claims of a schema", () => {
  test("are listed, signed ones first, and go back with all that a form doesn't know", () => {
    const claims = claimsOf(text) ?? [];
    expect(claims.map(({ name, isUnsigned, node }) => [name, isUnsigned, kindOf(node)])).toEqual([
      ["plan", false, "choice"],
      ["account", false, "other"],
      ["theme", true, "string"],
    ]);
    expect(JSON.parse(withClaims(text, claims))).toEqual(schema);
  });

  test("begin with nothing", () => {
    expect(claimsOf("")).toEqual([]);
    const claim = { name: "beta", isUnsigned: true, node: { type: "boolean", description: "Tries it" } };
    expect(JSON.parse(withClaims("", [claim]))).toEqual({
      type: "object",
      additionalProperties: false,
      properties: {
        unsigned: {
          type: "object",
          description: "Unsigned claims of the site visitor.",
          additionalProperties: false,
          properties: { beta: { type: "boolean", description: "Tries it" } },
        },
      },
    });
  });

  test.each([
    "{",
    "[]",
    "7",
    '{"properties": 7}',
    '{"properties": {"unsigned": 1}}',
    '{"properties": {"a": 1}}',
  ])("that no form can show stay JSON: %s", (bad) => expect(claimsOf(bad)).toBeUndefined());

  test("of another kind keep what they tell", () => {
    const plan = schema.properties.plan;
    expect(ofKind(plan, "number")).toEqual({ type: "number", description: "The plan", "x-kept": true });
    expect(ofKind(plan, "strings")).toEqual({
      type: "array",
      items: { type: "string", description: "The plan" },
      description: "The plan",
      "x-kept": true,
    });
    expect(kindOf(ofKind(plan, "booleans"))).toBe("booleans");
    expect(ofKind({ type: "boolean", description: "b" }, "choice")).toEqual({
      type: "string",
      enum: [],
      description: "b",
    });
  });

  test("go back to a former kind with what they were, and what they tell now", () => {
    const plan = schema.properties.plan;
    const now = { ...ofKind(plan, "string"), description: "What is paid" };
    expect(kindOf(now)).toBe("string");
    expect(ofKind(now, "choice", plan)).toEqual({ ...plan, description: "What is paid" });
  });

  test.each([
    { type: "string", enum: "x" },
    { type: "string", enum: null },
    { type: "string", enum: [1, "x"] },
    { type: "array", items: { type: "constructor" } },
    { type: "array", items: null },
    { type: ["string", "null"] },
  ])("that are merely wrong are no form's: %j", (node) => expect(kindOf(node)).toBe("other"));

  test("have rows that stay theirs by whatever name, and go with them", () => {
    const rows = claimRows();
    const of = (name: string, isUnsigned = false) => ({ name, isUnsigned, node: {} });
    const [a, b, c] = [of("a"), of("b"), of("c")];
    const before = [a, b, c].map(rows.idOf);
    expect(new Set(before).size).toBe(3);
    rows.becomes(a, of("z", true));
    rows.remove(b);
    expect([of("z", true), c].map(rows.idOf)).toEqual([before[0], before[2]]);
    // Others of these names later are other ones.
    expect(before).not.toContain(rows.idOf(of("a")));
    expect(before).not.toContain(rows.idOf(of("b")));
  });

  test("are where problems say they are", () => {
    const at = (name: string, isUnsigned: boolean) => pointerOf({ name, isUnsigned, node: {} });
    expect([at("a/b~c", false), at("x", true)]).toEqual([
      "/properties/a~1b~0c",
      "/properties/unsigned/properties/x",
    ]);
  });
});
