/** A schema as it is shown: one level of it, with what is below it still to be read. */
import { enumDescriptions } from "../extensions.ts";
import { keyOf } from "../references.ts";
import { type Fields, fieldsAt, isFields, isTrueAt, listAt, own, textAt } from "../value.ts";
import { type Api, nameOfPlace } from "./api.ts";
import { ENGLISH, limitInWords, type ShapeWords } from "./shapeWords.ts";

interface Choice {
  readonly title: string;
  readonly schema: unknown;
}

interface EnumValue {
  readonly value: unknown;
  readonly description?: string;
}

/** One level of a schema. */
export interface SchemaShape {
  /** Where it stands, when a reference led there. */
  readonly place?: string;
  /** The same for the same thing: what tells that a schema comes back to itself. */
  readonly name?: string;
  readonly description?: string;
  /** In words: "array of Pet", "string or null". */
  readonly type: string;
  readonly fields: readonly FieldShape[];
  /** Of a list. */
  readonly items?: unknown;
  /** What the values of a map are. */
  readonly values?: unknown;
  readonly choices?: readonly Choice[];
  /** Whether exactly one of the choices holds, or any. */
  readonly choiceKind?: "oneOf" | "anyOf";
  /** The field that tells choices apart. */
  readonly discriminator?: string;
  readonly enum?: readonly EnumValue[];
  /** Limits and defaults, each a few words. */
  readonly facts: readonly string[];
  readonly isDeprecated: boolean;
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
  /** A reference leads to what isn't there. */
  readonly isMissing: boolean;
}

export interface FieldShape {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

/** Parts of `allOf` that are put together; more say nothing more. */
const MOST_PARTS = 60;
/** Fields of one level. */
const MOST_FIELDS = 500;

/** Reads one level of a schema. */
export function schemaShape(api: Api, schema: unknown, words: ShapeWords = ENGLISH): SchemaShape {
  const followed = api.follow(schema);
  if (followed === undefined) return missingShape(schema, words);
  const { value, place } = followed;
  const beside = isFields(schema) && schema !== value ? schema : {};
  const parts = partsOf(api, value);
  const choice = choicesOf(api, parts, words);
  // Of a list whose items are each of their own kind, `items` says what may follow these.
  const items = listOf(firstOf(parts, "prefixItems")) ?? firstOf(parts, "items");
  const values = valuesOf(parts);
  const description = textAt(beside, "description") ?? textIn(parts, "description");
  const is = (key: string): boolean => isTrueAt(beside, key) || parts.some((part) => isTrueAt(part, key));
  const name = place === undefined ? textAt(value, "title") : nameOfPlace(place);
  return {
    ...(place === undefined ? {} : { place }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    type: typeInWords(api, schema, words),
    fields: fieldsOf(parts),
    ...(items === undefined ? {} : { items }),
    ...(values === undefined ? {} : { values }),
    ...choice,
    ...enumOf(parts),
    facts: factsOf(parts, words),
    isDeprecated: is("deprecated"),
    isReadOnly: is("readOnly"),
    isWriteOnly: is("writeOnly"),
    isMissing: false,
  };
}

function missingShape(schema: unknown, words: ShapeWords): SchemaShape {
  const ref = textAt(schema, "$ref");
  const rest = { fields: [], facts: [], isDeprecated: false, isReadOnly: false, isWriteOnly: false };
  if (ref === undefined)
    return { ...rest, type: schema === false ? words.nothing : words.any, isMissing: false };
  const place = keyOf(ref, "");
  const named = place === undefined ? {} : { place };
  return { ...rest, ...named, name: nameOfPlace(ref), type: nameOfPlace(ref), isMissing: true };
}

/** A schema with all that `allOf` adds to it, flat; each place once. */
export function partsOf(api: Api, schema: Fields): Fields[] {
  const parts: Fields[] = [schema];
  const seen = new Set<unknown>(parts);
  for (const part of parts) {
    for (const more of listAt(part, "allOf")) {
      const value = api.follow(more)?.value;
      if (value === undefined || seen.has(value) || parts.length >= MOST_PARTS) continue;
      seen.add(value);
      parts.push(value);
    }
  }
  return parts;
}

function fieldsOf(parts: readonly Fields[]): FieldShape[] {
  const required = new Set(parts.flatMap((part) => listAt(part, "required")));
  const fields = new Map<string, unknown>();
  for (const part of parts) {
    for (const [name, schema] of Object.entries(fieldsAt(part, "properties"))) {
      if (fields.size >= MOST_FIELDS) break;
      // What says more about a field stands in a later part more often than in an earlier one.
      if (!fields.has(name) || isFields(schema)) fields.set(name, schema);
    }
  }
  return [...fields].map(([name, schema]) => ({ name, schema, isRequired: required.has(name) }));
}

function choicesOf(
  api: Api,
  parts: readonly Fields[],
  words: ShapeWords,
): Pick<SchemaShape, "choices" | "choiceKind" | "discriminator"> {
  for (const part of parts) {
    for (const choiceKind of ["oneOf", "anyOf"] as const) {
      const list = listAt(part, choiceKind).filter((one) => !isNull(one) && saysSomething(one));
      if (list.length === 0) continue;
      const told = textAt(own(part, "discriminator"), "propertyName") ?? textAt(part, "discriminator");
      const mapping = fieldsAt(own(part, "discriminator"), "mapping");
      const choices = list.slice(0, 100).map((schema) => ({
        schema,
        title: titleOf(api, schema, told, mapping) ?? typeInWords(api, schema, words),
      }));
      return { choices, choiceKind, ...(told === undefined ? {} : { discriminator: told }) };
    }
  }
  return {};
}

/** Alternatives that only ask for some of the fields are no alternatives to show. */
function saysSomething(schema: unknown): boolean {
  return isFields(schema) && Object.keys(schema).some((key) => key !== "required" && key !== "not");
}

function isNull(schema: unknown): boolean {
  return own(schema, "type") === "null";
}

function titleOf(api: Api, schema: unknown, told: string | undefined, mapping: Fields): string | undefined {
  const ref = textAt(schema, "$ref");
  const mapped = Object.entries(mapping).find(
    ([, target]) => target === ref || (ref !== undefined && target === nameOfPlace(ref)),
  );
  if (mapped !== undefined) return mapped[0];
  const value = api.follow(schema)?.value;
  const constant = told === undefined ? undefined : api.follow(fieldsAt(value, "properties")[told])?.value;
  const only = own(constant, "const") ?? listAt(constant, "enum")[0];
  if (typeof only === "string") return only;
  return textAt(value, "title");
}

function valuesOf(parts: readonly Fields[]): unknown {
  for (const part of parts) {
    const more = own(part, "additionalProperties");
    if (isFields(more) && Object.keys(more).length > 0) return more;
    const [pattern] = Object.values(fieldsAt(part, "patternProperties"));
    if (pattern !== undefined) return pattern;
  }
  return undefined;
}

function listOf(tuple: unknown): unknown {
  return Array.isArray(tuple) && tuple.length > 0 ? { oneOf: tuple } : undefined;
}

function firstOf(parts: readonly Fields[], key: string): unknown {
  return parts.map((part) => own(part, key)).find((value) => value !== undefined);
}

function textIn(parts: readonly Fields[], key: string): string | undefined {
  return parts.map((part) => textAt(part, key)).find((text) => text !== undefined);
}

const MOST_VALUES = 200;

function enumOf(parts: readonly Fields[]): Pick<SchemaShape, "enum"> {
  for (const part of parts) {
    const values = listAt(part, "enum");
    if (values.length === 0) continue;
    const said = enumDescriptions(part);
    return {
      enum: values.slice(0, MOST_VALUES).map((value) => {
        const description = said.get(String(value));
        return description === undefined ? { value } : { value, description };
      }),
    };
  }
  return {};
}

/** A type in words. */
function typeInWords(api: Api, schema: unknown, words: ShapeWords, depth = 0): string {
  if (schema === true) return words.any;
  const followed = api.follow(schema);
  if (followed === undefined) return missingShape(schema, words).type;
  const { value, place } = followed;
  const parts = partsOf(api, value);
  const type = firstOf(parts, "type");
  const nullable = parts.some((part) => isTrueAt(part, "nullable"));
  const types = (Array.isArray(type) ? type : [type]).filter((one): one is string => typeof one === "string");
  const items = firstOf(parts, "prefixItems") ?? firstOf(parts, "items");
  const said = new Set<string>();
  if (items !== undefined && depth < 4 && (types.length === 0 || types.includes("array"))) {
    const inner = Array.isArray(items) ? undefined : typeInWords(api, items, words, depth + 1);
    said.add(inner === undefined ? "array" : words.arrayOf.replace("{type}", () => inner));
  }
  for (const one of types) if (one !== "array" || items === undefined) said.add(typeWord(one, parts, place));
  if (said.size === 0) said.add(wordsOfUntyped(api, parts, place, words, depth));
  if (nullable) said.add("null");
  return [...said].join(` ${words.or} `);
}

function typeWord(type: string, parts: readonly Fields[], place: string | undefined): string {
  if (type === "object" && place?.startsWith("#/components/schemas/")) return nameOfPlace(place);
  const format = textIn(parts, "format");
  return format === undefined || type === "object" ? type : `${type} (${format})`;
}

function wordsOfUntyped(
  api: Api,
  parts: readonly Fields[],
  place: string | undefined,
  words: ShapeWords,
  depth: number,
): string {
  if (place?.startsWith("#/components/schemas/")) return nameOfPlace(place);
  const constant = firstOf(parts, "const");
  if (constant !== undefined) return JSON.stringify(constant);
  const choices = parts.flatMap((part) => [...listAt(part, "oneOf"), ...listAt(part, "anyOf")]);
  if (choices.length > 0 && depth < 3) {
    if (choices.length > 6) return words.oneOf.replace("{count}", String(choices.length));
    const said = new Set(choices.map((one) => typeInWords(api, one, words, depth + 1)));
    return [...said].join(` ${words.or} `);
  }
  if (parts.some((part) => own(part, "properties") !== undefined)) return "object";
  const [value] = parts.flatMap((part) => listAt(part, "enum"));
  return value === undefined ? words.any : typeof value;
}

/** Limits in the order in which they are told, and which values of theirs say nothing. */
const LIMITS = [
  ["default"],
  ["minimum"],
  ["exclusiveMinimum", (value) => typeof value !== "number"],
  ["maximum"],
  ["exclusiveMaximum", (value) => typeof value !== "number"],
  ["multipleOf"],
  ["minLength", (value) => value === 0],
  ["maxLength"],
  ["pattern"],
  ["minItems", (value) => value === 0],
  ["maxItems"],
  ["uniqueItems", (value) => value !== true],
] as const satisfies readonly (readonly [string, ((value: unknown) => boolean)?])[];

const LONGEST_FACT = 200;

/** Before 3.1 a limit is itself left out by a `true` beside it. */
function asSaid(parts: readonly Fields[], key: (typeof LIMITS)[number][0]): (typeof LIMITS)[number][0] {
  if (key === "minimum" && firstOf(parts, "exclusiveMinimum") === true) return "exclusiveMinimum";
  if (key === "maximum" && firstOf(parts, "exclusiveMaximum") === true) return "exclusiveMaximum";
  return key;
}

function factsOf(parts: readonly Fields[], words: ShapeWords): string[] {
  return LIMITS.flatMap(([key, saysNothing]) => {
    const value = firstOf(parts, key);
    if (value === undefined || saysNothing?.(value) === true) return [];
    return [limitInWords(words, asSaid(parts, key), value).slice(0, LONGEST_FACT)];
  });
}
