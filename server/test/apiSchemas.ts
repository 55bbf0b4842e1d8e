/** Validators of values by what the API's document says of them. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/**
 * Knows the schemas of a document as `openapi#/components/schemas/Space`. Of several objects the one is tried that the
 * field says which tells them apart: nested ones would take for ever otherwise, as documents of pages have them.
 */
export function apiSchemas(document: object, options: { readonly allErrors?: boolean } = {}): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    discriminator: true,
    // That the document is one has its own test.
    validateSchema: false,
    code: { optimize: false },
    ...options,
  });
  addFormats.default(ajv);
  return ajv.addSchema({ ...(unmapped(document) as object), $id: "openapi" });
}

/** Which value names which schema is said in the schemas as well, and validators read it there. */
function unmapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmapped);
  if (typeof value !== "object" || value === null) return value;
  const { mapping: _, ...rest } = value as { readonly mapping?: unknown; readonly propertyName?: unknown };
  const kept = typeof rest.propertyName === "string" ? rest : value;
  return Object.fromEntries(Object.entries(kept).map(([key, part]) => [key, unmapped(part)]));
}
