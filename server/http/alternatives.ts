/** Where a value fits none of several shapes, a validator names every shape's complaint; people need one. */
import type { ErrorObject } from "ajv";

/** What only an object or a list is found fault with for: then the value is one, and no text or number was meant. */
const OF_PARTS = new Set([
  "required",
  "additionalProperties",
  "minProperties",
  "maxProperties",
  "minItems",
  "maxItems",
  "uniqueItems",
]);

/** The errors with those of alternatives put together: what a value could be, once. */
export function joinAlternatives(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  return unions.reduce(join, errors);
}

function join(errors: readonly ErrorObject[], union: ErrorObject): readonly ErrorObject[] {
  const path = union.instancePath;
  const others = errors.filter((error) => error !== union);
  const here = others.filter(({ instancePath }) => instancePath === path);
  const inside =
    here.some(({ keyword }) => OF_PARTS.has(keyword)) ||
    others.some(({ instancePath }) => instancePath.startsWith(`${path}/`));
  if (here.length === 0 && !inside) return errors;
  const plain = new Set(here.filter((error) => valuesOf(error).length > 0 || error.keyword === "type"));
  const rest = others.filter((error) => !plain.has(error));
  if (inside) return ofTheMeant(rest, union);
  const values = [...plain].flatMap(valuesOf);
  if (values.some((value) => value !== null)) {
    return [...rest, { ...union, keyword: "enum", params: { allowedValues: [...new Set(values)] } }];
  }
  // Of the right kind and found fault with: that it could be another kind is beside the point.
  if (here.length > plain.size) return rest;
  const kinds = new Set([...plain].map(({ params }) => String(params["type"])));
  return [...rest, { ...union, keyword: "type", params: { type: [...kinds] } }];
}

/** The values that an error says are the only ones. */
function valuesOf({ keyword, params }: ErrorObject): unknown[] {
  if (keyword === "enum") return params["allowedValues"] as unknown[];
  if (keyword === "const") return [params["allowedValue"]];
  return keyword === "type" && params["type"] === "null" ? [null] : [];
}

/**
 * Of the complaints of a union's shapes those of the one that was meant: it knows the most of the fields that were sent,
 * and misses the fewest. Where several could be meant alike, there is one complaint, of what each of them takes.
 */
function ofTheMeant(errors: readonly ErrorObject[], union: ErrorObject): readonly ErrorObject[] {
  const shapes = new Map<number, ErrorObject[]>();
  for (const error of errors) {
    const shape = shapeOf(error, union);
    if (shape !== undefined) shapes.set(shape, [...(shapes.get(shape) ?? []), error]);
  }
  const strangeness = (found: readonly ErrorObject[]): number =>
    found.reduce((sum, error) => sum + weightAt(error, union.instancePath), 0);
  const least = Math.min(...[...shapes.values()].map(strangeness));
  const meant = [...shapes].filter(([, found]) => strangeness(found) === least);
  const others = errors.filter((error) => shapeOf(error, union) === undefined);
  const [first, second] = meant;
  if (first === undefined) return errors;
  if (second === undefined || least === 0) return [...others, ...meant.flatMap(([, found]) => found)];
  const taken = meant.map(([shape]) => fieldsOf(union, shape));
  if (new Set(taken).size < taken.length || taken.includes("")) return errors;
  return [...others, { ...union, keyword: "alternatives", message: `takes ${taken.join(", or ")}` }];
}

/** The place of the shape among a union's that an error is about. */
function shapeOf({ instancePath, schemaPath }: ErrorObject, union: ErrorObject): number | undefined {
  const isWithin = instancePath === union.instancePath || instancePath.startsWith(`${union.instancePath}/`);
  if (!isWithin || !schemaPath.startsWith(`${union.schemaPath}/`)) return undefined;
  const shape = Number.parseInt(schemaPath.slice(union.schemaPath.length + 1), 10);
  return Number.isNaN(shape) ? undefined : shape;
}

/** How much speaks against a shape: a field that it doesn't know more than all that it misses. */
function weightAt({ keyword, instancePath }: ErrorObject, path: string): number {
  if (instancePath !== path) return 0;
  if (keyword === "additionalProperties") return 1000;
  return keyword === "required" ? 1 : 0;
}

/** The fields that a shape needs, in words. */
function fieldsOf({ schema }: ErrorObject, shape: number): string {
  const { required } = (schema as readonly { readonly required?: readonly string[] }[])[shape] ?? {};
  return (required ?? []).map((name) => JSON.stringify(name)).join(" and ");
}
