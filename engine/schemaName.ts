/** The names under which the document of the API has schemas. */

/** Beside TypeBox's own marks: not enumerable, so no validator and no serialiser sees it, and copies that it makes keep it. */
const NAME = "~name";

/**
 * Gives a schema the name under which the document has it, and types that are made of the document. What is spread out
 * of it (`{ ...Url, description }`) is another schema, without a name.
 * @throws when it has a name already: a schema has one
 */
export function named<T extends object>(name: string, schema: T): T {
  if (nameOf(schema) !== undefined) throw new Error(`${nameOf(schema)} can't be called ${name} as well.`);
  return Object.defineProperty(schema, NAME, { value: name, configurable: true });
}

/** The name of a schema in the document. */
export function nameOf(schema: object): string | undefined {
  return (schema as { readonly [NAME]?: string })[NAME];
}
