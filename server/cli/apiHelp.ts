/** What one operation takes, for whoever asks with `--help`. */
import type { Operation } from "../http/operation.ts";
import { type FieldSchema, fieldsOf, idsOf, kindsOf } from "./apiArguments.ts";

/** Its name, its address, its promise and its fields. */
export function describeOperation(operation: Operation): string {
  const { call, operationId, method, url, summary, description, shapes, upload } = operation;
  const fields = fieldsOf(operation);
  const body = shapes.body as { readonly required?: readonly string[] } | undefined;
  const usage = ["lectern api", call, ...idsOf(operation).map((name) => `<${name}>`), "[--field value …]"];
  return [
    `${call}: ${summary}`,
    `${method} /v1${url}, operation ${operationId}`,
    ...(description === undefined ? [] : ["", description]),
    "",
    `Usage: ${usage.join(" ")}`,
    ...section("Query", fields.query, shapes.query?.["required"] as readonly string[] | undefined),
    ...section("Body", fields.body, body?.required),
    ...(upload ? ["", "It takes a file in place of its body: --body @<file>"] : []),
  ].join("\n");
}

function section(
  title: string,
  fields: Readonly<Record<string, FieldSchema>>,
  required: readonly string[] = [],
): string[] {
  const known = Object.entries(fields).filter(([, { unsupported }]) => unsupported === undefined);
  if (known.length === 0) return [];
  const heads = known.map(([name, schema]) => `--${name} <${typeWord(schema)}>`);
  const width = Math.min(40, Math.max(...heads.map(({ length }) => length)));
  const lines = known.map(([name, { description = "" }], at) => {
    const needed = required.includes(name) ? "Required. " : "";
    return `  ${(heads[at] ?? "").padEnd(width)}  ${needed}${description}`.trimEnd();
  });
  return ["", `${title}:`, ...lines];
}

function typeWord(schema: FieldSchema): string {
  if (schema.enum !== undefined && schema.enum.length <= 6) return schema.enum.map(String).join("|");
  const words = [...kindsOf(schema)].map((kind) => (kind === "object" || kind === "array" ? "JSON" : kind));
  return [...new Set(words)].join("|") || "value";
}
