/** What a reader may fill in to try out an operation: everything that the description declares, and nothing else. */
import { textAt } from "../value.ts";
import type { Api } from "./api.ts";
import type { MediaView, OperationView, ParameterView, ServerView } from "./operation.ts";
import { isJson, sampleValues } from "./requests.ts";
import { partsOf, schemaShape } from "./schemaShape.ts";
import type { TryField, TryInput, TryMedia, TryPlan } from "./tryIt.ts";

/** How requests reach the server: through the site, from the browser, or not at all. */
type TryWay = "site" | "browser" | undefined;

const MOST_SERVERS = 40;
/** Characters of an address. */
const LONGEST_SERVER = 2_000;
const MOST_INPUTS = 200;
const MOST_MEDIA = 20;
const MOST_FIELDS = 60;
const MOST_VALUES = 100;

/**
 * Whether an operation can be tried out, and how. `x-enable-proxy` decides where it is said; otherwise the site asks
 * where it has a door for that, and the browser elsewhere.
 */
export function wayToTry({ isWebhook, fields }: OperationView, servers: number, hasDoor: boolean): TryWay {
  if (isWebhook || fields.hideTryItPanel || servers === 0) return undefined;
  if (fields.enableProxy === false) return "browser";
  if (hasDoor) return "site";
  return fields.enableProxy === true ? undefined : "browser";
}

/** What there is to fill in for an operation. */
export function tryPlan(api: Api, view: OperationView): TryPlan {
  const { security, isOpen } = view;
  const ways = security.map((schemes) =>
    schemes.map(({ kind, name, prefix, placeholder }) => ({ kind, name, prefix, placeholder })),
  );
  return {
    method: view.method.toUpperCase(),
    path: view.path,
    servers: triedServers(view.servers),
    inputs: view.parameters.slice(0, MOST_INPUTS).map((parameter) => inputOf(api, parameter)),
    ways: isOpen && ways.length > 0 ? [...ways, []] : ways,
    media: ["get", "head"].includes(view.method) ? [] : mediaOf(api, view.body?.media ?? []),
  };
}

/** An address with a plain host: it may be named in a content security policy. */
const SERVER = /^https?:\/\/(?:[a-z\d.-]+|\[[a-f\d:.]+\])(?::\d+)?(?:\/[^?#\\{}]*)?$/i;

/** The addresses of servers, one for each combination of the values that their variables list. */
function triedServers(servers: readonly ServerView[]): string[] {
  const found = new Set<string>();
  for (const { template, variables } of servers) {
    let urls = [template];
    for (const { name, default: usual, values } of variables)
      urls = withValues(urls, name, [...new Set([usual, ...values])]);
    for (const url of urls) if (SERVER.test(url)) found.add(url.replace(/\/+$/, ""));
  }
  return [...found].slice(0, MOST_SERVERS);
}

/** Addresses with each of the values in the place of a variable, no more than are tried: a value may name the next one. */
function withValues(urls: readonly string[], name: string, values: readonly string[]): string[] {
  const found = new Set<string>();
  for (const url of urls) {
    for (const value of values) {
      if (found.size === MOST_SERVERS) return [...found];
      const next = url.replaceAll(`{${name}}`, () => value);
      if (next.length <= LONGEST_SERVER) found.add(next);
    }
  }
  return [...found];
}

function inputOf(api: Api, parameter: ParameterView): TryInput {
  const { name, in: place, isRequired, schema, isExploded } = parameter;
  const field = fieldOf(api, { name, schema, isRequired });
  const kind = field.kind === "file" || field.kind === "files" ? "text" : field.kind;
  const values = isRequired && place !== "path" ? sampleValues(api, parameter) : [];
  const sample = values.length === 0 ? {} : { sample: values.join(kind === "list" ? "\n" : ",") };
  return { ...field, kind, in: place, isExploded, ...sample };
}

interface DeclaredInput {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

function fieldOf(api: Api, { name, schema, isRequired }: DeclaredInput): TryField {
  const shape = schemaShape(api, schema);
  const values =
    shape.enum?.map(({ value }) => String(value)) ??
    (shape.type === "boolean" ? ["true", "false"] : undefined);
  const few = values !== undefined && values.length <= MOST_VALUES ? { values } : {};
  if (isFile(api, schema)) return { name, isRequired, kind: "file" };
  if (shape.items !== undefined)
    return { name, isRequired, kind: isFile(api, shape.items) ? "files" : "list" };
  const isPlain = shape.fields.length === 0 && shape.values === undefined;
  return { name, isRequired, kind: isPlain ? "text" : "json", ...few };
}

/** Whether a value is bytes rather than a text. */
function isFile(api: Api, schema: unknown): boolean {
  const value = api.follow(schema)?.value;
  const parts = value === undefined ? [] : partsOf(api, value);
  return parts.some(
    (part) =>
      textAt(part, "format") === "binary" ||
      (textAt(part, "contentMediaType") !== undefined && textAt(part, "contentEncoding") === undefined),
  );
}

function mediaOf(api: Api, all: readonly MediaView[]): TryMedia[] {
  return all.slice(0, MOST_MEDIA).map(({ type, schema }) => {
    const form = formKind(type);
    if (form !== undefined) {
      const fields = schemaShape(api, schema)
        .fields.filter((field) => !schemaShape(api, field.schema).isReadOnly)
        .slice(0, MOST_FIELDS);
      return { type, kind: form, fields: fields.map((field) => fieldOf(api, field)) };
    }
    const isText = isJson(type) || /^text\/|[/+](?:xml|yaml|graphql)\b|x-ndjson/i.test(type);
    return { type, kind: isText && !isFile(api, schema) ? "text" : "file", fields: [] };
  });
}

function formKind(type: string): "form" | "multipart" | undefined {
  if (/^multipart\/form-data\b/i.test(type)) return "multipart";
  return /^application\/x-www-form-urlencoded\b/i.test(type) ? "form" : undefined;
}
