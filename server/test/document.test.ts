/** The document as the tools of others read it: a linter, and a generator of types. */
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, onTestFinished, test } from "vitest";
import { operations } from "../app.ts";
import { newFolder } from "./folders.ts";
import { describe } from "../http/openapi.ts";

const text = JSON.stringify(describe(operations, { version: "0.1.0", server: "https://docs.acme.dev" }));

test("the linter of the field finds nothing to complain about but what it only recommends", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
  const told = problems.map(({ severity, ruleId, message, location }) =>
    [severity, ruleId, message, location[0]?.pointer].join(" "),
  );
  expect(told.filter((problem) => problem.startsWith("error"))).toEqual([]);
  expect(told.filter((problem) => problem.includes("no-unused-components"))).toEqual([]);
});

test("it stays small enough to load", () => {
  // Without examples. An operation takes about 1300 bytes.
  expect(Buffer.byteLength(text)).toBeLessThan(400_000);
});

/** Generators ask for the compiler that still has an interface for them; ours has none. */
const GENERATE = `
import { register } from "node:module";
import { readFileSync } from "node:fs";
const hook = 'export const resolve = (name, context, next) => next(name === "typescript" ? "typescript-5" : name, context);';
register("data:text/javascript," + encodeURIComponent(hook));
const { default: generate, astToString } = await import("openapi-typescript");
process.stdout.write(astToString(await generate(JSON.parse(readFileSync(process.argv[1], "utf8")))));
`;

test("openapi-typescript makes types of it that have names", async () => {
  const folder = newFolder("types");
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "openapi.json");
  await writeFile(file, text);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", GENERATE, file],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  const named = (name: string) => expect(stdout).toMatch(new RegExp(`^ {8}${name}: `, "m"));
  for (const name of ["Space", "Page", "ChangeRequest", "Comment", "Site", "Revision", "List", "Error"])
    named(name);
  expect(stdout).toContain('mergeRules: components["schemas"]["SpaceMergeRules"]');
  // What tells the choices of a text apart is what is sent, not the name of a schema.
  expect(stdout).toContain('operation: "update_page"');
});
