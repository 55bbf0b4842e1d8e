/** A JSON schema as the text of a TypeScript type. */

export type JSONSchema = Readonly<Record<string, unknown>>;

const INDENT = "  ";

/** The type that `schema` describes, as it is written at a place indented by `depth`. */
export function typeOf(schema: unknown, depth = 0): string {
  if (schema === true || typeof schema !== "object" || schema === null) return "unknown";
  const given = schema as JSONSchema;
  const { $ref, type, enum: values, anyOf, oneOf, allOf } = given;
  if (typeof $ref === "string") return $ref.slice($ref.lastIndexOf("/") + 1);
  if ("const" in given) return JSON.stringify(given["const"]);
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  const options = (anyOf ?? oneOf) as readonly JSONSchema[] | undefined;
  // Choices that only say which fields have to be there narrow an object that is written out beside them.
  const narrows = options?.every((option) => Object.keys(option).join("") === "required") === true;
  if (options !== undefined && !narrows) return union(options.map((option) => typeOf(option, depth)));
  if (Array.isArray(allOf)) return allOf.map((part) => bracketed(typeOf(part, depth))).join(" & ");
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...given, type: one }, depth)));
  if (type === "array") return arrayType(given, depth);
  if (type === "object" || given["properties"] !== undefined) return objectType(given, depth);
  return primitive(type);
}

function primitive(type: unknown): string {
  if (type === "string" || type === "boolean" || type === "null") return type;
  return type === "integer" || type === "number" ? "number" : "unknown";
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  if (different.length === 0) return "never";
  return different.includes("unknown") ? "unknown" : different.join(" | ");
}

function bracketed(type: string): string {
  return /^\w+$/.test(type) ? type : `(${type})`;
}

function arrayType(schema: JSONSchema, depth: number): string {
  const { prefixItems, items } = schema;
  if (Array.isArray(prefixItems))
    return `readonly [${prefixItems.map((item) => typeOf(item, depth)).join(", ")}]`;
  const item = typeOf(items, depth);
  return /^\w+$/.test(item) ? `readonly ${item}[]` : `ReadonlyArray<${item}>`;
}

function objectType(schema: JSONSchema, depth: number): string {
  const properties = Object.entries((schema["properties"] as JSONSchema | undefined) ?? {});
  const rest = restOf(schema, depth);
  if (properties.length === 0)
    return (
      rest ??
      (schema["additionalProperties"] === false
        ? "Readonly<Record<string, never>>"
        : "Readonly<Record<string, unknown>>")
    );
  const inside = INDENT.repeat(depth + 1);
  const required = new Set((schema["required"] as readonly string[] | undefined) ?? []);
  const fields = properties.map(([name, property]) => {
    const mark = required.has(name) ? "" : "?";
    return `${comment(property, inside)}${inside}readonly ${nameOf(name)}${mark}: ${typeOf(property, depth + 1)};\n`;
  });
  const own = `{\n${fields.join("")}${INDENT.repeat(depth)}}`;
  // Fields beside the named ones may be anything: an index over all of them would have to allow for the named ones.
  return rest === undefined ? own : `${own} & Readonly<Record<string, unknown>>`;
}

function restOf(schema: JSONSchema, depth: number): string | undefined {
  const { additionalProperties, patternProperties } = schema;
  const values = Object.values((patternProperties as JSONSchema | undefined) ?? {});
  if (typeof additionalProperties === "object" && additionalProperties !== null)
    values.push(additionalProperties);
  if (values.length === 0)
    return additionalProperties === true ? "Readonly<Record<string, unknown>>" : undefined;
  return `Readonly<Record<string, ${union(values.map((value) => typeOf(value, depth)))}>>`;
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** What a schema says of itself, as a comment above its place; nothing where it says nothing. */
export function comment(schema: unknown, indent = ""): string {
  const { description, deprecated } = (schema ?? {}) as { description?: string; deprecated?: boolean };
  const said = [description, deprecated ? "@deprecated" : undefined].filter((line) => line !== undefined);
  return said.length === 0 ? "" : docComment(said.join("\n"), indent);
}

/** `text` as a documentation comment. */
export function docComment(text: string, indent = ""): string {
  const lines = text.trim().replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}
