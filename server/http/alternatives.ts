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
  if (inside) return rest;
  const values = [...plain].flatMap(valuesOf);
  if (values.some((value) => value !== null)) {
    return [...rest, { ...union, keyword: "enum", params: { allowedValues: [...new Set(values)] } }];
  }
  // Of the right kind and found fault with: that it could be another kind is beside the point.
  if (here.length > plain.size) return rest;
  const kinds = new Set([...plain].map(({ params }) => String(params["type"])));
  return [...rest, { ...union, keyword: "type", message: `must be ${[...kinds].join(" or ")}` }];
}

/** The values that an error says are the only ones. */
function valuesOf({ keyword, params }: ErrorObject): unknown[] {
  if (keyword === "enum") return params["allowedValues"] as unknown[];
  if (keyword === "const") return [params["allowedValue"]];
  return keyword === "type" && params["type"] === "null" ? [null] : [];
}
