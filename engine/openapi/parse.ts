/** From the text of a file to its value: JSON or YAML, within limits, and without anything that could surprise later. */
import { parseDocument } from "yaml";
import { OPENAPI_LIMITS as LIMITS } from "./limits.ts";

/** A value, or one sentence about why there is none. */
type ValueOrProblem = { readonly value: unknown; readonly isPlain?: boolean } | { readonly problem: string };

/**
 * Parses the text of one file. Never throws. JSON has to be JSON; everything else is read as YAML 1.2 with merge keys.
 * Keys called `__proto__` are left out, numbers that JSON doesn't know become `null`.
 */
export function parseText(text: string): ValueOrProblem {
  const trimmed = text.replace(/^\ufeff/, "");
  try {
    const parsed = /^\s*[{[]/.test(trimmed) ? parseJson(trimmed) : parseYaml(trimmed);
    return "problem" in parsed || parsed.isPlain ? parsed : plain(parsed.value);
  } catch (error) {
    return { problem: sentence(error) };
  }
}

function parseJson(text: string): ValueOrProblem {
  const problem = jsonProblem(text);
  if (problem !== undefined) return { problem };
  try {
    // The one key that is dangerous may be written with escapes; copying a million values is worth avoiding.
    return { value: JSON.parse(text) as unknown, isPlain: !/__proto__|\\u00[567]/i.test(text) };
  } catch (error) {
    // YAML may begin with a brace as well.
    const parsed = text.length <= LIMITS.yamlBytes ? parseYaml(text) : { problem: "" };
    return "problem" in parsed ? { problem: sentence(error) } : parsed;
  }
}

/** Counts before anything is built: what is too deep or too much would take the memory of the thread. */
function jsonProblem(text: string): string | undefined {
  let [depth, deepest, values, inText] = [0, 0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === 92) at++;
      else if (code === 34) inText = false;
    } else if (code === 34) inText = true;
    else if (code === 123 || code === 91) {
      values++;
      if (++depth > deepest) deepest = depth;
    } else if (code === 125 || code === 93) depth--;
    else if (code === 44) values++;
  }
  return tooMuch(deepest, values);
}

function parseYaml(text: string): ValueOrProblem {
  if (Buffer.byteLength(text) > LIMITS.yamlBytes)
    return { problem: "A YAML file has at most 10 MB; larger descriptions can be given as JSON." };
  const problem = yamlProblem(text);
  if (problem !== undefined) return { problem };
  const document = parseDocument(text, { merge: true, uniqueKeys: false, logLevel: "silent" });
  const error = document.errors[0];
  if (error !== undefined) return { problem: sentence(error) };
  return { value: document.toJS({ maxAliasCount: LIMITS.aliases }) as unknown };
}

/** Each line and each comma may begin a value, each indented or bracketed one a level. */
function yamlProblem(text: string): string | undefined {
  let [open, deepest, values] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 91 || code === 123) deepest = Math.max(deepest, ++open);
    else if (code === 93 || code === 125) open = Math.max(0, open - 1);
    else if (code === 10 || code === 44) values++;
  }
  // Prose holds brackets as well, closed or not; what matters is a run that no person writes.
  if (deepest > LIMITS.depth * 50) return `Values lie in each other more than ${LIMITS.depth} levels deep.`;
  return values > LIMITS.values / 4 ? "It has too many values." : undefined;
}

function tooMuch(depth: number, values: number): string | undefined {
  if (depth > LIMITS.depth) return `Values lie in each other more than ${LIMITS.depth} levels deep.`;
  return values > LIMITS.values ? "It has too many values." : undefined;
}

/** Only what JSON can say, as a tree within the limits: aliases that form a cycle or multiply end here. */
function plain(root: unknown): ValueOrProblem {
  let values = 0;
  const copy = (value: unknown, depth: number): unknown => {
    if (++values > LIMITS.values) throw new Error("It has too many values.");
    if (depth > LIMITS.depth)
      throw new Error(`Values lie in each other more than ${LIMITS.depth} levels deep.`);
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    if (typeof value === "number") return Number.isFinite(value) ? value : null;
    if (value instanceof Date) return value.toISOString();
    if (value === null || typeof value !== "object") return typeof value === "bigint" ? Number(value) : value;
    const fields: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      if (key !== "__proto__") fields[key] = copy(inner, depth + 1);
    }
    return fields;
  };
  return { value: copy(root, 0) };
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError || /call stack/i.test(text))
    return "Values lie in each other too deep, or there are too many of them.";
  return text.split("\n")[0]?.slice(0, 300) ?? "It can't be read.";
}
