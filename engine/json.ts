/** What a stored value may be made of. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * Writes a value as JSON in one way only: object keys in code unit order, absent (`undefined`) fields left out,
 * no spaces. Equal values give equal text, so that text can be hashed and compared.
 * Throws on what JSON can't hold (functions, NaN, infinities).
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return scalarJson(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const object = value as Record<string, unknown>;
  let text = "";
  for (const key of Object.keys(object).toSorted(byCodeUnit)) {
    if (object[key] === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(object[key])}`;
  }
  return `{${text}}`;
}

function scalarJson(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new TypeError(`${value} is not a JSON number`);
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a ${typeof value} is not a JSON value`);
  return text;
}

/** Whether two JSON values are equal, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return canonicalJson(a) === canonicalJson(b);
}

/** A key as a part of a JSON pointer (RFC 6901). */
export function pointerPart(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Orders text by UTF-16 code unit, as `<` does: the one order of keys in the store. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
