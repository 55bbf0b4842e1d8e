/** Reading values that strangers wrote: nothing is believed to be of a type. */

/** An object of a parsed document. */
export type Fields = { readonly [key: string]: unknown };

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object under a key, or an empty one. */
export function fieldsAt(value: unknown, key: string): Fields {
  const at = own(value, key);
  return isFields(at) ? at : {};
}

/** The list under a key, or an empty one. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const at = own(value, key);
  return Array.isArray(at) ? at : [];
}

/** The text under the first of these keys that has one. */
export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const at = own(value, key);
    if (typeof at === "string" && at !== "") return at;
  }
  return undefined;
}

/** Whether one of these keys says `true`. */
export function isTrueAt(value: unknown, ...keys: readonly string[]): boolean {
  return keys.some((key) => own(value, key) === true);
}

/** What an object has under a key by itself: never what all objects have. */
export function own(value: unknown, key: string): unknown {
  return isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
