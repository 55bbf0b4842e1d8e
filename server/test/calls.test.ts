/** The names that operations have in client libraries. Programs are written with them, so a name that was given stays. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { operations } from "../app.ts";

const names = operations.map(({ call }) => call);
/** By name, the operation that it was released for. A new operation is added here; no line is changed or taken out. */
const released = JSON.parse(readFileSync(new URL("releasedCalls.json", import.meta.url), "utf8")) as Readonly<
  Record<string, string>
>;

test("a call is a resource, perhaps a part of it, and a verb", () => {
  expect(names.filter((name) => !/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*){1,2}$/.test(name))).toEqual([]);
});

test("no two operations share a call, and none is the resource of another", () => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => names.some((other) => other.startsWith(`${name}.`)))).toEqual([]);
});

test("every call is the one that was released", () => {
  const now = Object.fromEntries(operations.map(({ call, operationId }) => [call, operationId]));
  expect(now).toEqual(released);
});
