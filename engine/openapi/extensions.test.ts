import { describe, expect, test } from "vitest";
import { enumDescriptions, operationFields, tagFields, tokenFields } from "./extensions.ts";
import { fileOf, keyOf, valueAt } from "./references.ts";
import { parseText } from "./parse.ts";

describe("fields beginning with x-", () => {
  test("of an operation are read, and nothing that isn't as it should be", () => {
    const fields = operationFields({
      "x-hideTryItPanel": true,
      "x-stability": "beta",
      "x-deprecated-sunset": "2030-01-31",
      "x-codeSamples": [
        { lang: "js", source: "a()" },
        { lang: "js" },
        null,
        { lang: "go", label: "Go", source: "b" },
      ],
    });
    expect(fields).toMatchObject({ hideTryItPanel: true, stability: "beta", deprecatedSunset: "2030-01-31" });
    expect(fields.codeSamples).toEqual([
      { lang: "js", source: "a()" },
      { lang: "go", label: "Go", source: "b" },
    ]);
    const odd = operationFields({
      "x-stability": "soon",
      "x-deprecated-sunset": "tomorrow",
      "x-codeSamples": "x",
    });
    expect([odd.stability, odd.deprecatedSunset, odd.codeSamples]).toEqual([undefined, undefined, []]);
  });

  test("of the document count where an operation has none of its own", () => {
    const document = { "x-hideTryItPanel": true, "x-enable-proxy": true };
    const { hideTryItPanel, enableProxy } = operationFields({ "x-hideTryItPanel": false }, document);
    expect([hideTryItPanel, enableProxy]).toEqual([false, true]);
  });

  test("of tags, enumerations and security schemes are read", () => {
    expect(tagFields({ "x-displayName": "Bees", parent: "insects" })).toEqual({
      title: "Bees",
      parent: "insects",
    });
    expect([...enumDescriptions({ "x-enumDescriptions": { a: "First", b: 2 } })]).toEqual([["a", "First"]]);
    expect(tokenFields({ "x-gitbook-prefix": "Token" })).toEqual({ prefix: "Token" });
  });
});

describe("the name of a file", () => {
  test.each([
    ["./a.yaml", "", "a.yaml"],
    ["../a.yaml", "", "../a.yaml"],
    ["../m.yaml", "paths/p.yaml", "m.yaml"],
    ["b.yaml", "../x/a.yaml", "../x/b.yaml"],
    ["a.yaml?v=1", "", "a.yaml?v=1"],
    ["/a.yaml", "", undefined],
    ["//host/a.yaml", "", undefined],
    ["https://example.com/a", "", undefined],
    ["file:a", "", undefined],
    ["..\\a", "", undefined],
    ["../".repeat(20) + "etc/passwd", "", undefined],
  ])("%s from %j is %j", (path, from, name) => {
    expect(fileOf(path, from)).toBe(name);
  });

  test("makes a place with its pointer, escaped as pointers are", () => {
    expect(keyOf("./m.yaml#/Pet", "paths/p.yaml")).toBe("paths/m.yaml#/Pet");
    expect(keyOf("#anchor", "")).toBeUndefined();
    const files = new Map([["", { paths: { "/a~b": [{ x: 1 }] } }]]);
    expect(valueAt(files, "#/paths/~1a~0b/0")).toEqual({ x: 1 });
    expect(valueAt(files, "#/paths/%2Fa~0b/0/x")).toBe(1);
    expect(valueAt(files, "#/paths/toString")).toBeUndefined();
    expect(valueAt(files, "other#/x")).toBeUndefined();
  });
});

test("YAML's own values become those of JSON", () => {
  const parsed = parseText("a: 2020-01-01\nb: .inf\nc: 0x10\nd: yes\ne: !!binary aGk=\n");
  expect("value" in parsed && JSON.parse(JSON.stringify(parsed.value))).toMatchObject({
    b: null,
    c: 16,
    d: "yes",
  });
});
