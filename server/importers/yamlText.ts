import { parseDocument } from "yaml";
import type { Json, JsonObject } from "../../engine/json.ts";
import { soundValue } from "./sound.ts";

/** Enough for any settings file written by hand, too few for a "billion laughs". */
const MAX_ALIASES = 100;

/**
 * Parses YAML into plain values, maps as Map objects so that no key can reach a prototype.
 * Gives a sentence instead when the text is no valid YAML.
 */
export function readYaml(text: string): { readonly value: unknown } | { readonly refused: string } {
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false });
  const error = document.errors[0];
  if (error !== undefined) return { refused: `it is not valid YAML: ${firstLine(error.message)}` };
  try {
    return { value: soundValue(document.toJS({ mapAsMap: true, maxAliasCount: MAX_ALIASES }) as unknown) };
  } catch (cause) {
    return {
      refused: `it is not valid YAML: ${cause instanceof Error ? firstLine(cause.message) : "unreadable"}`,
    };
  }
}

/** The value under a key when `value` is a map, else undefined. */
export function yamlField(value: unknown, key: string): unknown {
  return value instanceof Map ? (value as Map<unknown, unknown>).get(key) : undefined;
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? message;
}

/** A parsed value as JSON: maps become objects, what JSON can't hold becomes text. */
function jsonOf(value: unknown): Json {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (value instanceof Map) return jsonObjectOf(value as ReadonlyMap<unknown, unknown>);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return jsonObjectOf(new Map(Object.entries(value)));
  return String(value);
}

/** A map as a JSON object. Its keys become own properties, whatever they are called. */
export function jsonObjectOf(map: ReadonlyMap<unknown, unknown>): JsonObject {
  return Object.fromEntries([...map].map(([key, value]) => [String(key), jsonOf(value)]));
}
