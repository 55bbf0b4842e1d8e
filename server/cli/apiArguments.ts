/** What stands behind `lectern api <operation>`: ids, and fields with the types that the operation's description names. */
import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { closest } from "fastest-levenshtein";
import type { Operation } from "../http/operation.ts";
import { CommandMisuse } from "./console.ts";

export interface ApiOptions {
  readonly json?: boolean;
  readonly all?: boolean;
  readonly help?: boolean;
  readonly body?: string;
  readonly output?: string;
  readonly url?: string;
  readonly token?: string;
}

export interface ApiRequest {
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** JSON; undefined for none. */
  readonly body: unknown;
  /** The path of a file that is uploaded in place of a body. */
  readonly file: string | undefined;
}

/** What a schema says that is of interest here. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
  readonly description?: string;
  /** Why no value is taken. */
  readonly unsupported?: string;
}

interface Fields {
  readonly query: Readonly<Record<string, FieldSchema>>;
  readonly body: Readonly<Record<string, FieldSchema>>;
}

const SWITCHES = new Set(["json", "all", "help"]);
const TEXTS = new Set(["body", "output", "url", "token"]);

/** The fields of an operation, by where they travel. */
export function fieldsOf({ shapes }: Operation): Fields {
  const body = shapes.body as { readonly properties?: Fields["body"] } | undefined;
  return { query: (shapes.query?.properties ?? {}) as Fields["query"], body: body?.properties ?? {} };
}

/** The names of the ids in an operation's path, in their order. */
export function idsOf({ url }: Operation): string[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
}

/** @throws CommandMisuse, naming the field and the nearest one that there is */
export async function readArguments(
  operation: Operation,
  values: readonly string[],
  given: ApiOptions,
): Promise<ApiRequest & { readonly options: ApiOptions }> {
  const fields = fieldsOf(operation);
  const words = splitWords(values, { ...fields.query, ...fields.body }, operation);
  const options: ApiOptions = { ...given, ...words.options };
  if (options.help) return { ids: {}, query: {}, body: undefined, file: undefined, options };
  const ids = readIds(operation, words.ids);
  const { body: whole, file } = await readBody(operation, options.body);
  // A field of both belongs to the query when the body is a file.
  const isQuery = (name: string): boolean =>
    name in fields.query && (file !== undefined || !(name in fields.body));
  const query = readFields(
    words.fields.filter(([name]) => isQuery(name)),
    fields.query,
  );
  const part = readFields(
    words.fields.filter(([name]) => !isQuery(name)),
    fields.body,
  );
  return { ids, query, body: joined(operation, whole, part), file, options };
}

type Field = readonly [name: string, value: string | undefined];

interface Words {
  readonly ids: readonly string[];
  readonly fields: readonly Field[];
  readonly options: ApiOptions;
}

function splitWords(
  values: readonly string[],
  known: Readonly<Record<string, FieldSchema>>,
  operation: Operation,
): Words {
  const ids: string[] = [];
  const fields: Field[] = [];
  const options: Record<string, string | boolean> = {};
  for (let at = 0; at < values.length; at++) {
    const word = values[at] ?? "";
    if (!word.startsWith("--")) {
      ids.push(word);
      continue;
    }
    const [, name = "", inline] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    const isField = Object.hasOwn(known, name);
    if (!isField && SWITCHES.has(name) && inline === undefined) {
      options[name] = true;
      continue;
    }
    if (!isField && !TEXTS.has(name)) throw noField(operation, name, Object.keys(known));
    const next = values[at + 1];
    const takesNext = inline === undefined && next !== undefined && !next.startsWith("--");
    if (takesNext) at++;
    const value = inline ?? (takesNext ? next : undefined);
    if (isField) fields.push([name, value]);
    else if (value === undefined) throw new CommandMisuse(`--${name} takes a value.`);
    else options[name] = value;
  }
  return { ids, fields, options };
}

function noField({ call }: Operation, name: string, known: readonly string[]): CommandMisuse {
  const nearest = known.length === 0 ? "It takes none." : `Is it --${closest(name, [...known])}?`;
  return new CommandMisuse(`${call} has no field ${name}. ${nearest} lectern api ${call} --help lists them.`);
}

function readIds(operation: Operation, given: readonly string[]): Record<string, string> {
  const names = idsOf(operation);
  if (given.length !== names.length || given.includes("")) {
    const usage = ["lectern api", operation.call, ...names.map((name) => `<${name}>`)].join(" ");
    const many = names.length === 1 ? "one id" : `${names.length === 0 ? "no" : names.length} ids`;
    throw new CommandMisuse(`${operation.call} takes ${many}, not ${given.length}: ${usage}`);
  }
  const dots = given.find((id) => /^\.{1,2}$/.test(id));
  // An address with it is another one, however it is written.
  if (dots !== undefined) throw new CommandMisuse(`"${dots}" is no id.`);
  return Object.fromEntries(names.map((name, at) => [name, given[at] ?? ""]));
}

async function readBody(
  operation: Operation,
  given: string | undefined,
): Promise<{ readonly body?: unknown; readonly file?: string }> {
  if (given === undefined) return {};
  if (operation.shapes.body === undefined && !operation.upload) {
    throw new CommandMisuse(`${operation.call} takes no body.`);
  }
  const path = given.startsWith("@") ? given.slice(1) : undefined;
  if (path !== undefined && operation.upload) return { file: path };
  const source =
    given === "-" ? await readAll(process.stdin) : path === undefined ? given : await readText(path);
  try {
    return { body: JSON.parse(source) };
  } catch (error) {
    throw new CommandMisuse(`--body is not JSON: ${(error as Error).message}.`);
  }
}

async function readText(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new CommandMisuse(`${path} does not exist.`) : error;
  });
}

function joined({ shapes }: Operation, whole: unknown, part: Readonly<Record<string, unknown>>): unknown {
  const isEmpty = Object.keys(part).length === 0;
  if (whole === undefined) {
    // An operation whose body has only fields that may be absent takes an object without them.
    const required = (shapes.body as { readonly required?: readonly string[] } | undefined)?.required ?? [];
    return isEmpty && (shapes.body === undefined || required.length > 0) ? undefined : part;
  }
  if (isEmpty) return whole;
  if (typeof whole !== "object" || whole === null || Array.isArray(whole)) {
    throw new CommandMisuse("--body has to be an object when fields stand beside it.");
  }
  return { ...whole, ...part };
}

function readFields(
  given: readonly Field[],
  schemas: Readonly<Record<string, FieldSchema>>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, text] of given) {
    const schema = schemas[name] ?? {};
    const value = valueOf(name, text, schema);
    const before = read[name];
    if (Object.hasOwn(read, name) && !Array.isArray(before))
      throw new CommandMisuse(`--${name} is given twice.`);
    // A list can be given item by item.
    read[name] = Array.isArray(before) ? [...before, ...(Array.isArray(value) ? value : [value])] : value;
  }
  return read;
}

/** Which kinds of JSON values a schema takes: `integer` and `number` are both numbers. */
export function kindsOf(schema: FieldSchema): ReadonlySet<string> {
  if (schema.anyOf !== undefined) return new Set(schema.anyOf.flatMap((one) => [...kindsOf(one)]));
  if (schema.enum !== undefined) return new Set(schema.enum.map(kindOf));
  if (schema.const !== undefined) return new Set([kindOf(schema.const)]);
  return new Set([schema.type ?? []].flat());
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function valueOf(name: string, text: string | undefined, schema: FieldSchema): unknown {
  const kinds = kindsOf(schema);
  if (text === undefined) {
    if (kinds.has("boolean")) return true;
    throw new CommandMisuse(`--${name} takes a value.`);
  }
  const value = parsed(text);
  if (value !== undefined && takes(kinds, value) && !(typeof value === "string")) return value;
  if (kinds.has("string") || kinds.size === 0) return text;
  if (kinds.has("array"))
    return [valueOf(name, text, schema.items ?? schema.anyOf?.find((one) => one.items)?.items ?? {})];
  throw new CommandMisuse(
    `--${name} takes ${[...kinds].map((kind) => WORDS[kind] ?? kind).join(" or ")}, not "${text}".`,
  );
}

const WORDS: Readonly<Record<string, string>> = {
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "a JSON object",
  null: "null",
};

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Texts stay texts: of a field that takes them, `7` is one. */
function takes(kinds: ReadonlySet<string>, value: unknown): boolean {
  const kind = kindOf(value);
  if (kinds.has("string") && (kind === "number" || kind === "boolean")) return false;
  if (kind === "number") return kinds.has("number") || (kinds.has("integer") && Number.isInteger(value));
  return kinds.has(kind);
}
