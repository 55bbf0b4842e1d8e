import { parseDocument } from "yaml";
import type { Json, JsonObject } from "../../engine/json.ts";
import { isDeepYaml } from "../../engine/yamlDepth.ts";
import { countMatches, countSigns } from "../../engine/yamlSigns.ts";
import { describeBytes, IMPORT_LIMITS } from "./limits.ts";
import { soundValue } from "./sound.ts";

/** Enough for any settings file written by hand, too few for a "billion laughs". */
const MAX_ALIASES = 100;
const LONGEST = IMPORT_LIMITS.settingsBytes;
const MOST_SIGNS = 100_000;
/** Anchors, aliases and tags, or what looks like them: each alias is compared with the anchors before it. */
const NAME = /(?<![^\s,[{:"'])[&*!](?=\S)/g;
const MOST_NAMES = 5_000;

export { countSigns };

/** Why a text is more than is read, as a sentence about it; undefined: it is not. */
export function tooMuchYaml(text: string): string | undefined {
  if (text.length > LONGEST)
    return `it is larger than ${describeBytes(LONGEST)}, the most that settings are read of`;
  if (countSigns(text, MOST_SIGNS) > MOST_SIGNS)
    return `it has more than ${MOST_SIGNS.toLocaleString("en")} signs of YAML (ends of lines, commas, brackets, quotes and the like), the most that are read`;
  if (isDeepYaml(text)) return "it lies in itself deeper than is read";
  return countMatches(NAME, text, MOST_NAMES) > MOST_NAMES
    ? `it has more than ${MOST_NAMES.toLocaleString("en")} anchors, aliases and tags, or words that begin as they do (&, * or !)`
    : undefined;
}

/** The value of a text, or why there is none, as a sentence about the text. */
export type ReadYaml = { readonly value: unknown } | { readonly refused: string };

/**
 * Parses YAML into plain values, maps as Map objects so that no key can reach a prototype.
 * Gives a sentence instead when the text is no valid YAML, or too much of it.
 */
export function readYaml(text: string): ReadYaml {
  const tooMuch = tooMuchYaml(text);
  if (tooMuch !== undefined) return { refused: tooMuch };
  // Of one schema, whatever version the file names: older ones compare each key of a list with all before it.
  const document = parseDocument(text, {
    prettyErrors: false,
    uniqueKeys: false,
    schema: "core",
    resolveKnownTags: false,
  });
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
