/** A document without references: what they name stands in their places, the same object wherever it is named. */

type Json = Readonly<Record<string, unknown>>;

/** @returns the same values, shared; what refers to itself keeps its reference there */
export function dereferenced<T>(document: T): T {
  const known = new Map<string, unknown>();
  const under = new Set<string>();

  function named(reference: string): unknown {
    if (under.has(reference)) return { $ref: reference };
    if (known.has(reference)) return known.get(reference);
    under.add(reference);
    const names = reference.slice(2).split("/");
    const found = walk(names.reduce<unknown>((at, name) => (at as Json)[name], document));
    under.delete(reference);
    known.set(reference, found);
    return found;
  }

  function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    const { $ref } = value as { readonly $ref?: unknown };
    if (typeof $ref === "string") return named($ref);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part)]));
  }
  return walk(document) as T;
}
