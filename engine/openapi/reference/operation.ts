/** An operation as it is shown, read from its piece. */
import { operationFields, type OperationFields, tokenFields } from "../extensions.ts";
import type { OperationPiece } from "../pieces.ts";
import { operationTitle } from "../title.ts";
import { type Fields, fieldsAt, isFields, isTrueAt, listAt, own, textAt } from "../value.ts";
import type { Api } from "./api.ts";

export const PARAMETER_PLACES = ["path", "query", "header", "cookie"] as const;
type ParameterPlace = (typeof PARAMETER_PLACES)[number];

export interface ParameterView {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly description?: string;
  readonly schema: unknown;
  readonly example?: unknown;
  /** Whether each value of a list gets the name again. */
  readonly isExploded: boolean;
}

/** What is sent or comes back, in one of its media types. */
export interface MediaView {
  readonly type: string;
  readonly schema: unknown;
  /** Given examples by name. */
  readonly examples: readonly { readonly name: string; readonly value: unknown }[];
}

export interface ResponseView {
  readonly status: string;
  readonly description?: string;
  readonly headers: readonly { readonly name: string; readonly value: Fields }[];
  readonly media: readonly MediaView[];
}

/** A way of saying who asks. */
export interface SchemeView {
  readonly key: string;
  readonly kind: "bearer" | "basic" | "header" | "query" | "cookie" | "other";
  /** Of the header, the parameter or the cookie. */
  readonly name: string;
  /** What the value begins with, as "Bearer". */
  readonly prefix: string;
  readonly placeholder: string;
  readonly title: string;
  readonly description?: string;
  readonly scopes: readonly string[];
  readonly flows: readonly { readonly name: string; readonly url?: string }[];
}

export interface ServerView {
  /** With the defaults of its variables in their places. */
  readonly url: string;
  /** As it is written. */
  readonly template: string;
  readonly description?: string;
  readonly variables: readonly { name: string; default: string; values: string[]; description?: string }[];
}

export interface OperationView {
  /** Of its piece. */
  readonly hash: string;
  readonly method: string;
  readonly path: string;
  readonly isWebhook: boolean;
  readonly title: string;
  readonly description?: string;
  readonly isDeprecated: boolean;
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  readonly fields: OperationFields;
  readonly parameters: readonly ParameterView[];
  readonly body?: {
    readonly description?: string;
    readonly isRequired: boolean;
    readonly media: readonly MediaView[];
  };
  readonly responses: readonly ResponseView[];
  /** Alternatives; within one all are needed. Empty: nobody has to say who they are. */
  readonly security: readonly (readonly SchemeView[])[];
  /** Whether it answers without any of them as well. */
  readonly isOpen: boolean;
  readonly servers: readonly ServerView[];
  readonly callbacks: readonly { name: string; address: string; method: string; operation: Fields }[];
}

/** Most of anything that one operation lists. */
const MOST = 100;

/** Reads an operation of a description; undefined when there is none. */
export function operationView(api: Api, method: string, path: string): OperationView | undefined {
  const found = api.operation(method, path);
  if (found === undefined || !isFields(found.piece.operation)) return undefined;
  const { hash, piece } = found;
  const operation = piece.operation as Fields;
  const isWebhook = piece.isWebhook === true;
  const { title, summary } = operationTitle(operation, { ...piece, isWebhook });
  const said = textAt(operation, "description") ?? textAt(piece.item, "description");
  const description = said?.startsWith(summary ?? "") === true ? said : joined(summary, said);
  const docs = own(operation, "externalDocs");
  const docsUrl = textAt(docs, "url");
  const docsText = textAt(docs, "description");
  const body = bodyView(api, operation);
  const security = securityView(api, operation);
  return {
    hash,
    method: piece.method,
    path: piece.path,
    isWebhook,
    title,
    ...(description === undefined ? {} : { description }),
    isDeprecated: isTrueAt(operation, "deprecated"),
    ...(docsUrl === undefined
      ? {}
      : { externalDocs: { url: docsUrl, ...(docsText === undefined ? {} : { description: docsText }) } }),
    fields: operationFields(operation, api.head.extensions),
    parameters: parametersOf(api, piece, operation),
    ...(body === undefined ? {} : { body }),
    responses: responsesOf(api, operation),
    ...security,
    servers: serversOf(piece, operation, api.head.servers),
    callbacks: callbacksOf(api, operation),
  };
}

function joined(...texts: readonly (string | undefined)[]): string | undefined {
  const said = texts.filter((text) => text !== undefined);
  return said.length === 0 ? undefined : said.join("\n\n");
}

function parametersOf(api: Api, piece: OperationPiece, operation: Fields): ParameterView[] {
  const found = new Map<string, ParameterView>();
  for (const written of [...listAt(piece.item, "parameters"), ...listAt(operation, "parameters")]) {
    const value = api.follow(written)?.value;
    const name = textAt(value, "name");
    const place = PARAMETER_PLACES.find((one) => one === textAt(value, "in"));
    if (value === undefined || name === undefined || place === undefined || found.size >= MOST) continue;
    const [media] = mediaOf(api, value);
    const description = textAt(value, "description");
    const example = own(value, "example") ?? media?.examples[0]?.value ?? firstExample(api, value)?.value;
    found.set(`${place} ${name}`, {
      name,
      in: place,
      isRequired: place === "path" || isTrueAt(value, "required"),
      isDeprecated: isTrueAt(value, "deprecated"),
      ...(description === undefined ? {} : { description }),
      schema: own(value, "schema") ?? media?.schema ?? {},
      isExploded: isExploded(value),
      ...(example === undefined ? {} : { example }),
    });
  }
  return [...found.values()].toSorted(
    (a, b) => PARAMETER_PLACES.indexOf(a.in) - PARAMETER_PLACES.indexOf(b.in),
  );
}

/** Swagger 2 says it by `collectionFormat`. */
function isExploded(parameter: Fields): boolean {
  const format = textAt(parameter, "collectionFormat");
  if (format !== undefined) return format === "multi";
  const said = own(parameter, "explode");
  const style = textAt(parameter, "style") ?? "form";
  return typeof said === "boolean" ? said : style === "form";
}

function mediaOf(api: Api, holder: unknown): MediaView[] {
  return Object.entries(fieldsAt(holder, "content"))
    .slice(0, 12)
    .map(([type, written]) => {
      const media = api.follow(written)?.value ?? {};
      const examples = Object.entries(fieldsAt(media, "examples"))
        .slice(0, 12)
        .flatMap(([name, example]) => {
          const value = own(api.follow(example)?.value, "value");
          return value === undefined ? [] : [{ name, value }];
        });
      const one = own(media, "example");
      return {
        type,
        schema: own(media, "schema") ?? {},
        examples: one === undefined ? examples : [{ name: "", value: one }, ...examples],
      };
    });
}

function firstExample(api: Api, value: Fields): { value: unknown } | undefined {
  const [first] = Object.values(fieldsAt(value, "examples"));
  const given = own(api.follow(first)?.value, "value");
  return given === undefined ? undefined : { value: given };
}

function bodyView(api: Api, operation: Fields): OperationView["body"] {
  const body = api.follow(own(operation, "requestBody"))?.value;
  if (body === undefined) return undefined;
  const description = textAt(body, "description");
  return {
    ...(description === undefined ? {} : { description }),
    isRequired: isTrueAt(body, "required"),
    media: mediaOf(api, body),
  };
}

function responsesOf(api: Api, operation: Fields): ResponseView[] {
  return Object.entries(fieldsAt(operation, "responses"))
    .filter(([status]) => !status.startsWith("x-"))
    .slice(0, 40)
    .map(([status, written]) => {
      const value = api.follow(written)?.value ?? {};
      const description = textAt(value, "description");
      return {
        status,
        ...(description === undefined ? {} : { description }),
        headers: Object.entries(fieldsAt(value, "headers"))
          .slice(0, 40)
          .map(([name, header]) => ({ name, value: api.follow(header)?.value ?? {} })),
        media: mediaOf(api, value),
      };
    });
}

function securityView(api: Api, operation: Fields): Pick<OperationView, "security" | "isOpen"> {
  const given = own(operation, "security");
  const asked = (Array.isArray(given) ? given : api.head.security).filter(isFields).slice(0, 20);
  const security = asked
    .map((one) => Object.entries(one).flatMap(([key, scopes]) => schemeOf(api, key, scopes) ?? []))
    .filter((schemes) => schemes.length > 0);
  const isOpen = asked.length === 0 || asked.some((one) => Object.keys(one).length === 0);
  return { security, isOpen };
}

function schemeOf(api: Api, key: string, asked: unknown): SchemeView | undefined {
  const scheme = api.follow(own(api.head.securitySchemes, key))?.value;
  if (scheme === undefined) return undefined;
  const { prefix, placeholder } = tokenFields(scheme);
  const description = textAt(scheme, "description");
  const scopes = Array.isArray(asked) ? asked.filter((one): one is string => typeof one === "string") : [];
  return {
    key,
    ...kindOf(scheme),
    ...(prefix === undefined ? {} : { prefix }),
    placeholder: placeholder ?? "YOUR_TOKEN",
    title: titleOfScheme(scheme, key),
    ...(description === undefined ? {} : { description }),
    scopes,
    flows: Object.entries(fieldsAt(scheme, "flows")).map(([name, flow]) => {
      const url = textAt(flow, "authorizationUrl", "tokenUrl");
      return url === undefined ? { name } : { name, url };
    }),
  };
}

function kindOf(scheme: Fields): Pick<SchemeView, "kind" | "name" | "prefix"> {
  const type = textAt(scheme, "type");
  const named = textAt(scheme, "name") ?? "";
  const way = (textAt(scheme, "scheme") ?? "").toLowerCase();
  if (type === "http" && way === "basic") return { kind: "basic", name: "Authorization", prefix: "Basic" };
  if (type === "http") {
    const prefix = way === "bearer" ? "Bearer" : (textAt(scheme, "scheme") ?? "Bearer");
    return { kind: "bearer", name: "Authorization", prefix };
  }
  if (type === "oauth2" || type === "openIdConnect")
    return { kind: "bearer", name: "Authorization", prefix: "Bearer" };
  const place = textAt(scheme, "in");
  if (type === "apiKey" && (place === "header" || place === "query" || place === "cookie"))
    return { kind: place, name: named, prefix: "" };
  return { kind: "other", name: named, prefix: "" };
}

const SCHEME_TITLES: Readonly<Record<string, string>> = {
  oauth2: "OAuth 2",
  openIdConnect: "OpenID Connect",
  apiKey: "API key",
  mutualTLS: "Client certificate",
};

function titleOfScheme(scheme: Fields, key: string): string {
  const type = textAt(scheme, "type") ?? "";
  const way = (textAt(scheme, "scheme") ?? "").toLowerCase();
  if (type === "http") return way === "basic" ? "Basic" : way === "bearer" ? "Bearer token" : way;
  return Object.hasOwn(SCHEME_TITLES, type) ? (SCHEME_TITLES[type] as string) : key;
}

function serversOf(piece: OperationPiece, operation: Fields, shared: readonly unknown[]): ServerView[] {
  const nearest = [listAt(operation, "servers"), listAt(piece.item, "servers"), shared].find(
    (list) => list.length > 0,
  );
  return readServers(nearest ?? []);
}

const MOST_SERVERS = 30;
const MOST_VARIABLES = 20;
const MOST_VALUES = 100;
/** Characters of an address with its variables. */
const LONGEST_TEMPLATE = 2_000;
/** Characters of a value, which may stand in an address many times. */
const LONGEST_VALUE = 200;

/** The servers of a list as a description has it, as many and as long as those of people are. */
function readServers(list: readonly unknown[]): ServerView[] {
  return list.slice(0, MOST_SERVERS).flatMap((server) => {
    const template = textAt(server, "url");
    if (template === undefined || template.length > LONGEST_TEMPLATE) return [];
    const written = Object.entries(fieldsAt(server, "variables")).slice(0, MOST_VARIABLES);
    const variables = written.map(([name, variable]) => {
      const description = textAt(variable, "description");
      const isShort = (value: string): boolean => value.length <= LONGEST_VALUE;
      const usual = String(own(variable, "default") ?? "");
      return {
        name,
        default: isShort(usual) ? usual : "",
        values: listAt(variable, "enum").slice(0, MOST_VALUES).map(String).filter(isShort),
        ...(description === undefined ? {} : { description }),
      };
    });
    const values = new Map(variables.map((variable) => [variable.name, variable.default]));
    const filled = template.replace(/\{([^{}]+)\}/g, (whole, name: string) => values.get(name) || whole);
    const description = textAt(server, "description");
    return [
      {
        url: filled.replace(/\/+$/, ""),
        template,
        variables,
        ...(description === undefined ? {} : { description }),
      },
    ];
  });
}

function callbacksOf(api: Api, operation: Fields): OperationView["callbacks"] {
  return Object.entries(fieldsAt(operation, "callbacks"))
    .slice(0, 20)
    .flatMap(([name, written]) =>
      Object.entries(api.follow(written)?.value ?? {}).flatMap(([address, item]) =>
        Object.entries(api.follow(item)?.value ?? {}).flatMap(([method, value]) =>
          isFields(value) ? [{ name, address, method, operation: value }] : [],
        ),
      ),
    );
}
