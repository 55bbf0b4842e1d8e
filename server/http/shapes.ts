import { Type } from "typebox";

/** A time as the API says it: ISO 8601 with milliseconds, UTC. */
export const Timestamp = Type.String({ format: "date-time" });

/** An address of the web: no script, no data, no file of a reader's machine. */
export const Url = Type.String({ format: "uri", maxLength: 2048, pattern: "^[hH][tT][tT][pP][sS]?://" });

/** An opaque id in a path. */
export const IdParam = Type.String({ minLength: 1, maxLength: 128 });

/** Milliseconds since 1970 as the API's timestamp. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** A field that is left out when there is nothing to say; JSON has no `undefined`. */
export function given<K extends string, V>(key: K, value: V | null | undefined): Partial<Record<K, V>> {
  return value === null || value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}
