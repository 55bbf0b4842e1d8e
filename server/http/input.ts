import { _, Ajv, str, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { closest, distance } from "fastest-levenshtein";
import { Beside } from "../memory/beside.ts";
import { joinAlternatives } from "./alternatives.ts";
import { invalid, invalidField, type FieldProblem } from "./errors.ts";
import { PATTERN_REMEDIES } from "./shapes.ts";
import { tagged } from "./tagged.ts";
import { pointerPart } from "../../engine/json.ts";

/** Query and path values are text and are coerced to their declared type; bodies never are. Nothing is dropped. */
export type InputPart = "params" | "querystring" | "body";

const ROOTS: Record<InputPart, string> = { params: "path", querystring: "query", body: "body" };

/** A schema, as far as its names are looked at. */
interface Shape {
  readonly properties?: object;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

const isUri = addFormats.default.get("uri") as (text: string) => boolean;

function newAjv(coerce: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    removeAdditional: false,
    useDefaults: true,
    coerceTypes: coerce ? "array" : false,
    strict: true,
    discriminator: true,
    // Errors know their schemas, which have the values that a tag can have.
    verbose: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    // Takes longer than all else of compiling, before the first request of each operation, and spares the machine nothing.
    code: { optimize: false },
  });
  addFormats.default(ajv, ["email", "date-time"]);
  // What has the form of an address may still be none, such as one with a port beyond all ports.
  ajv.addFormat("uri", (text) => isUri(text) && URL.canParse(text));
  // A pattern runs only on a text within its length limit: a hostile megabyte never reaches a regular expression.
  ajv.removeKeyword("pattern");
  ajv.addKeyword({
    keyword: "pattern",
    type: "string",
    schemaType: "string",
    error: { message: "is not of the right form", params: ({ schema }) => _`{pattern: ${schema as string}}` },
    compile(pattern: string, parent) {
      const expression = new RegExp(pattern, "u");
      const longest = (parent as { maxLength?: number }).maxLength ?? 10_000;
      return (text: string) => text.length > longest * 2 || expression.test(text);
    },
  });
  ajv.addKeyword({
    keyword: "unsupported",
    schemaType: "string",
    error: { message: ({ schema }) => str`is not supported: ${schema as string}`, params: () => _`{}` },
    compile: () => () => false,
  });
  return ajv;
}

const coercing = newAjv(true);
const exact = newAjv(false);

/** Of the process, since schemas are constants of it: a second server of the same operations compiles nothing again. */
const validators = { exact: new Beside<ValidateFunction>(), coercing: new Beside<ValidateFunction>() };

/** Compiles the validator of one part of a request. */
export function compileInput(part: InputPart, schema: object): ValidateFunction {
  return part === "body"
    ? validators.exact.make(schema, () => exact.compile(tagged(schema) as object))
    : validators.coercing.make(schema, () => coercing.compile(tagged(schema) as object));
}

/** What only says that something else was found. */
const ECHOES = new Set(["if", "propertyNames"]);

/** The 400 for what a validator found: the first 20 problems, each naming its field. */
export function inputRefused(part: InputPart, errors: readonly ErrorObject[]): Error {
  const telling = joinAlternatives(errors.filter(({ keyword }) => !ECHOES.has(keyword)));
  // Of a body of nothing but unknown fields no names are compared: there may be a hundred thousand.
  const mayGuess = telling.length <= MOST_GUESSED;
  const problems = telling.map((error) => problemOf(part, error, mayGuess));
  const unique = [...new Map(problems.map((problem) => [problem.path + problem.message, problem])).values()];
  const first = unique[0];
  const rest = unique.length > 1 ? ` (and ${unique.length - 1} more)` : "";
  const root = `The ${ROOTS[part]}`;
  if (first === undefined) return invalid(`${root} is not valid.`, unique);
  const field = first.path === "" ? root : `${first.path}:`;
  return invalid(`${field} ${first.message}${rest}`, unique);
}

/** Problems of one request up to which the name is looked for that was meant. */
const MOST_GUESSED = 20;

function problemOf(part: InputPart, error: ErrorObject, mayGuess: boolean): FieldProblem {
  const params = error.params as Record<string, unknown>;
  const at = (name: unknown) => `${error.instancePath}/${pointerPart(String(name))}`;
  switch (error.keyword) {
    case "additionalProperties": {
      const one = part === "body" ? "field" : "parameter";
      const name = params["additionalProperty"];
      const inner = placeBelow(String(name), error.parentSchema);
      const meant = mayGuess ? nearestTo(name, namesLeft(error)) : undefined;
      const remedy =
        inner !== undefined
          ? `send it as ${inner}`
          : meant === undefined
            ? "remove it"
            : `remove it, or write ${JSON.stringify(meant)}`;
      return { path: at(name), message: `is not a ${one} of this operation; ${remedy}.` };
    }
    case "required":
      return { path: at(params["missingProperty"]), message: "is required." };
    case "discriminator": {
      // A value that says which shape it has, by a field of which shapes know no such value.
      const { tag, tagValue } = params;
      if (tagValue === undefined) return { path: at(tag), message: "is required." };
      return { path: at(tag), message: oneOf(tagsOf(error.parentSchema, String(tag)), tagValue) };
    }
    default: {
      // What is wrong with a name stands at the name.
      const { instancePath, propertyName } = error;
      const path = propertyName === undefined ? instancePath : at(propertyName);
      return { path, message: messageOf(error, params) };
    }
  }
}

/** Where a field belongs that was sent one level too high: `document.markdown`. */
function placeBelow(name: string, schema: ErrorObject["parentSchema"]): string | undefined {
  for (const [outer, of] of Object.entries((schema?.["properties"] ?? {}) as Record<string, Shape>)) {
    const shapes = [of, ...(of.anyOf ?? []), ...(of.oneOf ?? [])];
    if (shapes.some(({ properties }) => properties !== undefined && Object.hasOwn(properties, name)))
      return `${outer}.${name}`;
  }
  return undefined;
}

/** What an object could have beside what it has. */
function namesLeft({ parentSchema, data }: ErrorObject): string[] {
  const names = Object.keys((parentSchema?.["properties"] as object | undefined) ?? {});
  return names.filter((name) => !Object.hasOwn(data as object, name));
}

/** The values by which the alternatives of a union are told apart. */
function tagsOf(union: ErrorObject["parentSchema"], tag: string): unknown[] {
  const alternatives = union?.["oneOf"] as readonly {
    properties: Record<string, { const?: unknown; enum?: unknown[] }>;
  }[];
  return alternatives.flatMap(({ properties }) => properties[tag]?.enum ?? [properties[tag]?.const]);
}

/** Characters of values that are listed. Of longer lists the nearest value is named: it is the one that was meant. */
const LONGEST_LIST = 300;

function oneOf(values: readonly unknown[], given: unknown): string {
  const list = values.map((value) => JSON.stringify(value)).join(", ");
  if (list.length <= LONGEST_LIST) return `must be one of ${list}.`;
  const nearest = nearestTo(given, values);
  const meant = nearest === undefined ? "" : ` Is it ${JSON.stringify(nearest)}?`;
  return `is none of the ${values.length} values that there are.${meant} /openapi.json lists them.`;
}

function nearestTo(given: unknown, values: readonly unknown[]): string | undefined {
  if (typeof given !== "string") return undefined;
  const names = values.filter((value) => typeof value === "string");
  if (names.length === 0) return undefined;
  const longest = Math.max(...names.map(({ length }) => length));
  if (given.length > longest * 2) return undefined;
  const nearest = closest(given, names);
  return distance(given, nearest) <= nearest.length / 2 ? nearest : undefined;
}

/** What a text of a format has to be. */
const FORMATS: Readonly<Record<string, string>> = {
  uri: "must be a whole address, with a host and a port that there may be.",
  email: "must be an e-mail address.",
  "date-time": 'must be a time with its zone, such as "2026-11-24T09:30:00Z".',
};

/** What a value of a type of JSON Schema is called. */
const TYPES: Readonly<Record<string, string>> = {
  object: "an object",
  array: "a list",
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
};

/** What kinds of values there may be. */
const kindOf = (types: string): string =>
  `must be ${types
    .split(",")
    .map((type) => TYPES[type] ?? type)
    .join(" or ")}.`;

/** The form that a text has to have, by the first sentence that the document says of it. */
function formOf(schema: ErrorObject["parentSchema"], pattern: string): string {
  const [sentence = ""] = String(schema?.["description"] ?? "").split(/(?<=\.) /);
  if (sentence === "") return `is not of the right form: it has to match ${pattern}.`;
  return `is not of the right form. ${sentence}`;
}

/** What is wrong with the value itself. */
function messageOf(error: ErrorObject, params: Record<string, unknown>): string {
  const { keyword, message, data, parentSchema } = error;
  const limit = String(params["limit"]);
  const limited = (noun: string): string => `${limit} ${noun}${limit === "1" ? "" : "s"}`;
  switch (keyword) {
    case "enum":
      return oneOf(params["allowedValues"] as unknown[], data);
    case "const":
      return `must be ${JSON.stringify(params["allowedValue"])}.`;
    case "maxLength":
      return `must be at most ${limited("character")} long.`;
    case "minLength":
      return `must be at least ${limited("character")} long.`;
    case "uniqueItems": {
      const [first, second] = [Number(params["j"]), Number(params["i"])].toSorted((a, b) => a - b);
      return `must have each item once; those at ${first} and ${second} are the same.`;
    }
    case "maxItems":
      return `must have at most ${limited("item")}.`;
    case "minItems":
      return `must have at least ${limited("item")}.`;
    case "maximum":
      return `must be at most ${limit}.`;
    case "minimum":
      return `must be at least ${limit}.`;
    case "format":
      return FORMATS[String(params["format"])] ?? `${message ?? "is not of the right form"}.`;
    case "pattern":
      return (
        PATTERN_REMEDIES.get(String(params["pattern"])) ?? formOf(parentSchema, String(params["pattern"]))
      );
    default:
  }
  if (keyword === "type")
    return data === undefined
      ? "is missing: send a JSON object, {} where nothing is to be said."
      : kindOf(String(params["type"]));
  return `${message ?? "is not valid"}.`;
}

/**
 * A time of a request in milliseconds.
 * @throws 400 naming `path` for what has the form of a time and is none, such as a leap second
 */
export function instant(path: string, text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalidField(path, "is not a time that exists.");
  return ms;
}

/** No request of ours is nested deeper, and functions that walk a value by calling themselves end well within it. */
const DEEPEST = 64;

/**
 * Refuses what can't be stored or walked: U+0000 and lone surrogates in any text or name, which PostgreSQL can't hold
 * and SQLite could, infinite numbers, and nesting beyond any use.
 * @param looking `texts: false` when the text of the request rules out broken characters already
 * @throws 400 naming the first such field
 */
export function refuseUnstorable(value: unknown, looking: { texts: boolean }, path = "", depth = 0): void {
  if (typeof value === "string") {
    const broken = looking.texts ? textProblem(value) : undefined;
    if (broken !== undefined) throw invalid(`${path || "/"}: ${broken}`, [{ path, message: broken }]);
    return;
  }
  // Text such as 1e400 is JSON and reads as Infinity, which passes for a number without being one.
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw invalidField(path, "must be a finite number.");
  }
  if (typeof value !== "object" || value === null) return;
  if (depth === DEEPEST) throw invalid(`The body is nested deeper than ${DEEPEST} levels.`);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      refuseUnstorable(item, looking, `${path}/${index}`, depth + 1);
    }
    return;
  }
  for (const name of Object.keys(value)) {
    refuseUnstorable(name, looking, path);
    refuseUnstorable((value as Record<string, unknown>)[name], looking, `${path}/${name}`, depth + 1);
  }
}

function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain the character U+0000.";
  if (!text.isWellFormed()) return "must not contain half of a surrogate pair; send well-formed Unicode.";
  return undefined;
}
