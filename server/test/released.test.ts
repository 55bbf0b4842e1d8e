/**
 * Clients are made of the document: what was released in it stays. `npm run release:document` writes what is released
 * from now on.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { operations } from "../app.ts";
import { describe } from "../http/openapi.ts";
import { breaksOf } from "./breaks.ts";

const FILE = new URL("./released.jsonl", import.meta.url);
type Json = Record<string, unknown>;

/** The document without what is for people, which may change. */
function described(): Json {
  const { paths, components } = describe(operations, { version: "", server: "" }) as Record<string, Json>;
  const bare = JSON.stringify({ paths, components }, (key, value: unknown) =>
    (key === "description" && typeof value === "string") || key === "summary" || key === "headers"
      ? undefined
      : value,
  );
  return JSON.parse(bare) as Json;
}

/** A line for each path and each component, so that a change shows as one. */
function write({ paths, components }: Json): string {
  const parts = Object.entries(components as Record<string, Json>).flatMap(([kind, all]) =>
    Object.entries(all).map(([name, value]) => ["components", kind, name, value]),
  );
  const lines = [...Object.entries(paths as Json).map(([path, item]) => ["paths", path, item]), ...parts];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function read(text: string): Json {
  const document: Json = {};
  for (const line of text.trimEnd().split("\n")) {
    const names = JSON.parse(line) as unknown[];
    const value = names.pop();
    const last = names.pop() as string;
    let at = document;
    for (const name of names as string[]) at = (at[name] ??= {}) as Json;
    at[last] = value;
  }
  return document;
}

const now = described();

test("nothing that was released is gone or asks for more", () => {
  if (process.env["LECTERN_RELEASE_DOCUMENT"] !== undefined) writeFileSync(FILE, write(now));
  expect(breaksOf(read(readFileSync(FILE, "utf8")), now)).toEqual([]);
});

/* oxlint-disable typescript/no-explicit-any -- the document as it comes, at places that exist */
/** The document with one place changed. */
function changed(change: (document: any) => void): Json {
  const copy = structuredClone(now);
  change(copy);
  return copy;
}

test.each<[string, (document: any) => void, string | undefined]>([
  [
    "an operation",
    ({ paths }) => delete paths["/v1/spaces/{spaceId}"].get,
    "GET /v1/spaces/{spaceId} is gone",
  ],
  [
    "a field",
    ({ components }) => delete components.schemas.Space.properties.title,
    "GET /v1/spaces/{spaceId} 200/title is gone",
  ],
  [
    "a value",
    ({ components }) => components.schemas.SpaceEditMode.enum.pop(),
    'GET /v1/spaces/{spaceId} 200/editMode no longer takes "locked"',
  ],
  [
    "a field to send",
    ({ components }) => (components.schemas.UpdateSpace.required = ["title"]),
    "PATCH /v1/spaces/{spaceId} body/title is required",
  ],
  [
    "a new field",
    ({ components }) => (components.schemas.Space.properties.colour = { type: "string" }),
    undefined,
  ],
  ["a new operation", ({ paths }) => (paths["/v1/new"] = { get: { responses: {} } }), undefined],
])("%s that changes is told, one that is added is not", (_, change, told) => {
  const breaks = breaksOf(now, changed(change));
  if (told === undefined) expect(breaks).toEqual([]);
  else expect(breaks).toContain(told);
});
