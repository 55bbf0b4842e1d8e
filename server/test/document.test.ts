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
  // It may grow with what it describes, and not by saying more of each, or by writing out a schema that has a name. The
  // kinds of blocks and inlines are described once, however many operations there are (decisions/029).
  const nodes = Object.entries(allNamed()).filter(([name]) => /^(?:JSON)?Document/.test(name));
  const ofNodes = Buffer.byteLength(JSON.stringify(Object.fromEntries(nodes)));
  expect(ofNodes).toBeLessThan(35_000);
  expect((Buffer.byteLength(text) - ofNodes) / operations.length).toBeLessThan(1_375);
});

type Json = Readonly<Record<string, unknown>>;

/** Every schema of the document by its place, those that stand in others included. */
function schemasIn(schema: Json, place: string): [string, Json][] {
  const entries = (of: unknown) => Object.entries((of ?? {}) as Readonly<Record<string, Json>>);
  const inner = [
    ...entries(schema["properties"]).map(([name, one]) => [`${place}.${name}`, one] as const),
    ...["items", "additionalProperties"].flatMap((key) =>
      typeof schema[key] === "object" ? [[`${place}[]`, schema[key] as Json] as const] : [],
    ),
    ...["anyOf", "oneOf", "allOf"].flatMap((key) =>
      ((schema[key] ?? []) as Json[]).map((one) => [place, one] as const),
    ),
  ];
  return [[place, schema], ...inner.flatMap(([at, one]) => schemasIn(one, at))];
}

const allNamed = (): Json =>
  (JSON.parse(text) as { readonly components: { readonly schemas: Json } }).components.schemas;

function allSchemas(): [string, Json][] {
  const { paths, components } = JSON.parse(text) as {
    paths: Record<string, Record<string, Json>>;
    components: Record<"schemas" | "responses" | "parameters", Record<string, Json>>;
  };
  const held = (value: unknown, place: string): [string, Json][] =>
    typeof value !== "object" || value === null
      ? []
      : Object.entries(value).flatMap(([key, part]) =>
          key === "schema" ? schemasIn(part as Json, place) : held(part, `${place} ${key}`),
        );
  return [
    ...Object.entries(components.schemas).flatMap(([name, schema]) => schemasIn(schema, name)),
    ...held([paths, components.responses, components.parameters], ""),
  ];
}

/** Places that take or have whatever it is, with the reason. */
const OPEN: Readonly<Record<string, readonly string[]>> = {
  "the fields of any kind of thing": [
    "AuditEvent.before",
    "AuditEvent.after",
    "ChangedAttributes[].before",
    "ChangedAttributes[].after",
  ],
  "a field or a text, whichever two sides disagree about": [
    "ChangeRequestConflict.base",
    "ChangeRequestConflict.primary",
    "ChangeRequestConflict.changed",
    "ChangeRequestConflict.resolution",
    "WriteConflict.base",
    "WriteConflict.primary",
    "WriteConflict.changed",
  ],
  "kept as it was sent": [
    "ContentVariables",
    "GitMetadata",
    "ComputedPageSource",
    "Page.computed",
    "Page.cover",
    "Page.target",
  ],
  "declared by an integration": [
    "DocumentBlockIntegration.data.props",
    "IntegrationEvent.payload",
    "IntegrationInstallation.configuration",
    "IntegrationInstallationConfiguration",
    "IntegrationSiteInstallation.configuration",
    "IntegrationSpaceInstallation.configuration",
    "SpaceIntegrationBlocks[].blocks[]",
  ],
  "what each kind of work says of itself": ["Job.progress", "Job.report", "GitSyncRun.report"],
  "a document or schema of somebody else": [
    "OpenAPISpecContent.filesystem[].specification",
    "SiteAdaptiveJSONSchema",
  ],
  "between a component of an integration and who uses it": [
    "ContentKitRenderOutput",
    "RenderIntegrationUI.action",
    "RenderIntegrationUI.props",
    "RenderIntegrationUI.state",
  ],
  "what a page tells the integration that makes pages of it": [
    "ComputedContentSourceIntegration.dependencies",
    "ComputedContentSourceIntegration.props",
    "ComputedSource.source",
  ],
  "what an integration tells itself": ["QueueIntegrationTask.task"],
  "what a renderer tells of its readers, of which no more than what is declared is kept": [
    "SiteInsightsEvent",
  ],
  "claims of a visitor": ["unsignedClaims", "CreateSitePreview.claims"],
  "a block as the text has it": ["ContentLocation.internalLocation.node"],
};

test("what says nothing of its values stands here with a reason", () => {
  const words = [
    "not",
    "type",
    "$ref",
    "anyOf",
    "oneOf",
    "allOf",
    "const",
    "enum",
    "properties",
    "items",
    "required",
  ];
  const isOpen = (schema: Json) =>
    schema["additionalProperties"] === true || !words.some((word) => word in schema);
  const open = allSchemas().flatMap(([place, schema]) => (isOpen(schema) ? [place] : []));
  const known = Object.values(OPEN).flat();
  expect(
    [...new Set(open)].map((place) => known.find((one) => place.endsWith(one)) ?? place).toSorted(),
  ).toEqual(known.toSorted());
});

test("what more than two places have alike has a name", () => {
  const places = new Map<string, string[]>();
  for (const [place, schema] of allSchemas()) {
    const { description: _, ...rest } = schema;
    if (!("properties" in rest) && ((rest["enum"] ?? []) as unknown[]).length < 4) continue;
    const form = JSON.stringify(rest);
    places.set(form, [...(places.get(form) ?? []), place]);
  }
  expect([...places.values()].filter((alike) => alike.length > 2)).toEqual([]);
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
