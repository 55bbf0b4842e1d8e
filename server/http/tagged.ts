/** Unions whose alternatives say by a field which of them a value is: they are checked, and found fault with, as that one. */

interface Schema {
  readonly [keyword: string]: unknown;
}

/** Keywords that hold values, in which nothing is a schema. */
const VALUES = new Set(["const", "enum", "default", "examples", "required"]);

/**
 * The same schema for a validator, with a `discriminator` at each union of objects that a field tells apart.
 * What a value has to be stays the same; of a value that fits nowhere the complaints are about the alternative it names.
 */
export function tagged(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tagged);
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.entries(schema).map(([name, part]) => [name, VALUES.has(name) ? part : tagged(part)]);
  const { anyOf, ...rest } = Object.fromEntries(parts) as Schema & { readonly anyOf?: readonly Schema[] };
  if (anyOf === undefined) return rest;
  const objects = anyOf.filter(({ type }) => type === "object");
  const tag = objects.length > 1 ? tagOf(objects) : undefined;
  if (tag === undefined) return { ...rest, anyOf };
  const one = { type: "object", discriminator: { propertyName: tag }, required: [tag], oneOf: objects };
  const others = anyOf.filter((alternative) => !objects.includes(alternative));
  return others.length === 0 ? { ...rest, ...one } : { ...rest, anyOf: [one, ...others] };
}

/** The field that each of some objects needs, with values that no other takes. */
function tagOf(objects: readonly Schema[]): string | undefined {
  const names = objects[0]?.["required"] as readonly string[] | undefined;
  return names?.find((name) => {
    const values = objects.map((object) => valuesAt(object, name));
    const all = values.flatMap((some) => some ?? []);
    return values.every((some) => some !== undefined) && new Set(all).size === all.length;
  });
}

/** The texts that a needed field can have, if they are listed. */
function valuesAt({ required, properties }: Schema, name: string): readonly unknown[] | undefined {
  if (!(required as readonly string[] | undefined)?.includes(name)) return undefined;
  const field = (properties as Readonly<Record<string, Schema>>)[name];
  if (typeof field?.["const"] === "string") return [field["const"]];
  return field?.["enum"] as readonly unknown[] | undefined;
}
