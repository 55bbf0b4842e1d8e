/** NUL and unpaired surrogates, which escapes in YAML and JSON can spell although no text file may hold them. */
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A text without what a database can't store; the replacement character shows where it was. */
function soundText(text: string): string {
  return text.replace(UNSTORABLE, "\uFFFD");
}

/** The same for every text, keys included, of a parsed value: lists, maps and plain objects. */
export function soundValue<Value>(value: Value): Value {
  return sound(value) as Value;
}

function sound(value: unknown): unknown {
  if (typeof value === "string") return soundText(value);
  if (Array.isArray(value)) return value.map(sound);
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [sound(key), sound(one)]));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [soundText(key), sound(one)]));
}
