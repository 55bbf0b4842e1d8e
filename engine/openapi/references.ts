/** `$ref`s: which there are, where they lead, over files, cycles and chains. Nothing is ever written out in place. */
import { decoded } from "../decoded.ts";
import { type Fields, isFields } from "./value.ts";

/** The files of a description by name; names are relative to the first, which is "". */
export type Files = ReadonlyMap<string, unknown>;

/** Objects whose keys are names that somebody chose. */
const NAMED = new Set(
  (
    "properties patternProperties dependentSchemas $defs definitions schemas responses parameters examples " +
    "requestBodies headers securitySchemes links callbacks pathItems paths webhooks x-webhooks content " +
    "encoding variables mediaTypes"
  ).split(" "),
);
/** Values that are only shown: a `$ref` in them is text. */
const SHOWN = new Set(["example", "default", "const", "enum", "value"]);

/** Calls back for each reference below a value: `$ref`s, and what a discriminator maps to. */
export function eachReference(root: unknown, found: (ref: string) => void): void {
  const walk = (value: unknown, isNamed: boolean): void => {
    if (Array.isArray(value)) {
      for (const item of value) walk(item, false);
      return;
    }
    if (!isFields(value)) return;
    if (!isNamed && typeof value["$ref"] === "string") found(value["$ref"]);
    for (const key of Object.keys(value)) {
      if (!isNamed && SHOWN.has(key)) continue;
      if (!isNamed && key === "discriminator") mappedBy(value[key], found);
      else walk(value[key], !isNamed && NAMED.has(key));
    }
  };
  walk(root, false);
}

function mappedBy(discriminator: unknown, found: (ref: string) => void): void {
  const mapping = isFields(discriminator) ? discriminator["mapping"] : undefined;
  if (!isFields(mapping)) return;
  for (const target of Object.values(mapping)) {
    if (typeof target === "string" && target.includes("#/")) found(target);
  }
}

/** The file and the place of a reference from a file, as one key: `file#/pointer`; undefined when it isn't one of ours. */
export function keyOf(ref: string, from: string): string | undefined {
  const hash = ref.indexOf("#");
  const [path, pointer] = hash < 0 ? [ref, ""] : [ref.slice(0, hash), ref.slice(hash + 1)];
  if (pointer !== "" && !pointer.startsWith("/")) return undefined;
  const file = path === "" ? from : fileOf(path, from);
  return file === undefined ? undefined : `${file}#${pointer}`;
}

/** A base that no address has: names of files are what they add to it. */
const BASE = "http://files.invalid/0/1/2/3/4/5/6/7/";

/**
 * The name of a file that another one refers to, relative to the first; undefined for whole addresses and for what
 * leaves the tree. Names may begin with `../`.
 */
export function fileOf(path: string, from: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]|\\/i.test(path)) return undefined;
  const depth = "0/1/2/3/4/5/6/7/";
  try {
    const url = new URL(path, new URL(from === "" ? "index" : from, BASE));
    if (url.host !== "files.invalid" || url.hash !== "") return undefined;
    const name = url.pathname.slice(1) + url.search;
    if (name.startsWith(depth)) return name.slice(depth.length);
    const segments = depth.split("/").slice(0, -1);
    let common = 0;
    const parts = name.split("/");
    while (common < segments.length && parts[common] === segments[common]) common++;
    return common === 0 ? undefined : "../".repeat(segments.length - common) + parts.slice(common).join("/");
  } catch {
    return undefined;
  }
}

/** What a file refers to beside itself. */
interface ReferenceTargets {
  /** Files by name, each as the reference is written that names it first. */
  readonly files: ReadonlyMap<string, string>;
  /** References that lead out of the description: other addresses, and what isn't below the first file's origin. */
  readonly elsewhere: readonly string[];
}

/** The files that a file refers to, each once. */
export function filesNamedBy(value: unknown, from: string): ReferenceTargets {
  const files = new Map<string, string>();
  const elsewhere = new Set<string>();
  eachReference(value, (ref) => {
    if (ref.startsWith("#")) return;
    const written = ref.split("#")[0] ?? "";
    const file = fileOf(written, from);
    if (file === undefined) elsewhere.add(ref);
    else if (file !== from && file !== "" && !files.has(file)) files.set(file, written);
  });
  return { files, elsewhere: [...elsewhere] };
}

/** What a key names, without following what stands there; undefined when there is nothing. */
export function valueAt(files: Files, key: string): unknown {
  const at = key.indexOf("#");
  let value = files.get(key.slice(0, at));
  for (const part of key
    .slice(at + 1)
    .split("/")
    .slice(1)) {
    const name = unescaped(part);
    if (Array.isArray(value)) value = /^\d+$/.test(name) ? (value[Number(name)] as unknown) : undefined;
    else value = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** A part of a reference as the key that it stands for. */
export function unescaped(part: string): string {
  return decoded(part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Most references that lead straight to another reference. */
const LONGEST_CHAIN = 16;

/** Follows references until something else stands there, with the file it stands in; undefined for cycles and gaps. */
export function followed(
  files: Files,
  value: unknown,
  from: string,
): { readonly value: Fields; readonly file: string } | undefined {
  let [at, file] = [value, from];
  for (let step = 0; step < LONGEST_CHAIN; step++) {
    if (!isFields(at)) return undefined;
    if (typeof at["$ref"] !== "string") return { value: at, file };
    const key = keyOf(at["$ref"], file);
    if (key === undefined) return undefined;
    at = valueAt(files, key);
    file = key.slice(0, key.indexOf("#"));
  }
  return undefined;
}

/** A copy in which every reference is the whole key of what it leads to, so that it can be read without its file. */
export function withWholeReferences(root: unknown, from: string): unknown {
  if (from === "") return root;
  const whole = (ref: string): string => keyOf(ref, from) ?? ref;
  const copy = (value: unknown, isNamed: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => copy(item, false));
    if (!isFields(value)) return value;
    const fields: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      if (!isNamed && SHOWN.has(key)) fields[key] = inner;
      else if (!isNamed && key === "$ref" && typeof inner === "string") fields[key] = whole(inner);
      else fields[key] = copy(inner, !isNamed && NAMED.has(key));
    }
    return fields;
  };
  return copy(root, false);
}
