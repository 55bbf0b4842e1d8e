/**
 * The names that operations have in client libraries. Programs are written with them, so a name that was given stays:
 * `npm run release:document` writes down new ones, and refuses where one has changed or is gone.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { operations } from "../app.ts";

const names = operations.map(({ call }) => call);
const FILE = new URL("releasedCalls.json", import.meta.url);
/** By name, the operation that it was released for. */
const released = (): Readonly<Record<string, string>> => JSON.parse(readFileSync(FILE, "utf8"));

test("a call is a resource, perhaps a part of it, and a verb", () => {
  expect(names.filter((name) => !/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*){1,2}$/.test(name))).toEqual([]);
});

test("no two operations share a call, and none is the resource of another", () => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => names.some((other) => other.startsWith(`${name}.`)))).toEqual([]);
});

test("every call is the one that was released", () => {
  const calls = operations.map(({ call, operationId }) => [call, operationId] as const);
  const now = Object.fromEntries(calls.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const lost = Object.entries(released()).filter(([call, operation]) => now[call] !== operation);
  expect(lost, "these were given for good").toEqual([]);
  if (process.env["LECTERN_RELEASE_DOCUMENT"] !== undefined)
    writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
  expect(now, "new names are written down by npm run release:document").toEqual(released());
});
