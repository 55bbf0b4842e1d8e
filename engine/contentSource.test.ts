import { expect, test } from "vitest";
import { contentSourceKey, contentSourceOf, writtenSource } from "./contentSource.ts";
import { fieldTargets, type Page } from "./page.ts";

const REF = { kind: "openapi", spec: "secret" };
const computed = {
  type: "integration:acme:rows",
  props: { of: "birds" },
  dependencies: { spec: { ref: REF, value: null }, none: 1, odd: { ref: "text" } },
};

test.each([
  [undefined],
  [{}],
  [{ type: 1 }],
  [{ type: "builtin:openapi", props: {} }],
  [{ type: "integration:acme" }],
  [{ type: "integration:acme:rows:more" }],
  [{ type: "integration::rows" }],
  [{ type: "integration:ac\tme:rows" }],
  [{ type: "integration:acme:ro\nws" }],
  [{ type: `integration:${"a".repeat(101)}:rows` }],
])("%j names no content source", (other) => {
  expect(contentSourceOf(other)).toBeUndefined();
});

test("a source is what a page names, without what its dependencies came to", () => {
  const source = {
    integration: "acme",
    source: "rows",
    props: { of: "birds" },
    dependencies: { spec: { ref: REF } },
  };
  expect(contentSourceOf(computed)).toEqual(source);
  expect(contentSourceOf(writtenSource(source))).toEqual(source);
  expect(contentSourceOf({ type: "integration:acme:rows", props: [], dependencies: "x" })).toEqual({
    integration: "acme",
    source: "rows",
    props: {},
    dependencies: {},
  });
  const key = contentSourceKey(source, "p");
  expect(contentSourceKey({ ...source, props: { of: "birds" } }, "p")).toBe(key);
  expect(contentSourceKey({ ...source, props: { of: "cats" } }, "p")).not.toBe(key);
  expect(contentSourceKey(source, "q")).not.toBe(key);
});

test("a page that a script is asked for leads its readers to nothing that the script is told of", () => {
  const page = { id: "p", type: "computed", computed } as unknown as Page;
  expect(fieldTargets(page)).toEqual(["source:acme"]);
  const api = { ...computed, type: "builtin:openapi" };
  expect(fieldTargets({ ...page, computed: api } as unknown as Page)).toEqual(["openapi:secret"]);
});
