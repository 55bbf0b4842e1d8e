/** The generated half of the client library, made of the OpenAPI document alone. */
import { BODY, MINUTES, QUERY } from "../src/calls.ts";
import { comment, docComment, type JSONSchema, typeOf } from "./typeOf.ts";

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JSONSchema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, DocumentResponse>>;
  };
}

interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: JSONSchema }>>;
  };
  readonly responses: Readonly<Record<string, DocumentResponse | Reference>>;
  readonly "x-lectern": {
    readonly call: string;
    readonly list?: boolean;
    readonly job?: boolean;
    readonly slow?: boolean;
  };
}

interface DocumentResponse {
  readonly content?: Readonly<Record<string, { readonly schema: JSONSchema }>>;
}

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JSONSchema;
  readonly description?: string;
}

/** A function of the library. */
interface Verb {
  readonly id: string;
  /** `spaces.get`; `sites.shareLinks.create`. */
  readonly call: readonly string[];
  readonly doc: string;
  /** The arguments behind the client, as TypeScript. */
  readonly parameters: string;
  readonly answer: string;
  readonly maker: "call" | "list" | "work" | "upload" | "download";
  readonly line: string;
  readonly takes: number;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const HEAD = "// Generated from the OpenAPI document by `npm run client`. Changes belong there.\n";

/** The files below `src/generated/`, by name. `events`: what webhooks tell, by type, with what each means. */
export function clientSources(
  document: OpenApiDocument,
  events: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const verbs = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      METHODS.flatMap((method) => {
        const operation = methods[method];
        if (operation === undefined) return [];
        const parameters = [...((methods["parameters"] as DocumentOperation["parameters"]) ?? [])];
        parameters.push(...(operation.parameters ?? []));
        return [verbOf(document, path, method, { ...operation, parameters })];
      }),
    )
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return {
    "schemas.ts": schemasSource(document, events),
    "functions.ts": functionsSource(verbs, document),
    "lectern.ts": lecternSource(verbs, document),
  };
}

function schemasSource(document: OpenApiDocument, events: Readonly<Record<string, string>>): string {
  const types = Object.entries(document.components.schemas).map(([name, schema]) => {
    const type = typeOf(schema);
    const isInterface = type.startsWith("{") && type.endsWith("}") && !/^\}.*[&|]/m.test(type);
    return `${comment(schema)}${isInterface ? `export interface ${name} ${type}` : `export type ${name} = ${type};`}\n`;
  });
  const told = Object.entries(events).map(
    ([type, meaning]) => `${docComment(meaning, "  ")}  readonly ${type}: EventData;\n`,
  );
  return `${HEAD}\n${types.join("\n")}
/** What every event says: ids, no content. */
export interface EventData {
  readonly organizationId: string;
  readonly spaceId?: string;
  readonly siteId?: string;
  readonly actor: { readonly type: string; readonly id?: string };
  readonly [name: string]: unknown;
}

/** The types of events, with what each tells. */
export interface EventTypes {
${told.join("")}}

/** What a webhook is told: branch on \`type\`. */
export type WebhookEvent = {
  [Type in keyof EventTypes | "ping"]: {
    readonly id: string;
    readonly type: Type;
    readonly timestamp: string;
    readonly data: Type extends keyof EventTypes ? EventTypes[Type] : EventData;
  };
}[keyof EventTypes | "ping"];
`;
}

function functionsSource(verbs: readonly Verb[], document: OpenApiDocument): string {
  const functions = verbs.map(({ id, doc, parameters, answer, maker, line, takes }) => {
    const flags = takes === (maker === "list" ? QUERY : 0) ? "" : `, ${takes}`;
    return `${doc}export const ${id}: (client: Client${parameters === "" ? "" : `, ${parameters}`}) => ${answer} =\n  /* @__PURE__ */ ${maker}(${JSON.stringify(line)}${flags});\n`;
  });
  return `${HEAD}${imports(functions.join("\n"), document, true)}\n${functions.join("\n")}`;
}

/** Resources with verbs, resources within resources. */
interface Resource {
  readonly verbs: Map<string, Verb>;
  readonly parts: Map<string, Resource>;
}

function lecternSource(verbs: readonly Verb[], document: OpenApiDocument): string {
  const root: Resource = { verbs: new Map(), parts: new Map() };
  for (const verb of verbs) {
    let resource = root;
    for (const name of verb.call.slice(0, -1)) {
      const inside = resource.parts.get(name) ?? { verbs: new Map(), parts: new Map() };
      resource.parts.set(name, inside);
      resource = inside;
    }
    resource.verbs.set(verb.call.at(-1) as string, verb);
  }
  const type = resourceType(root, "");
  return `${HEAD}import * as functions from "./functions.ts";
${imports(type, document, false)}
/** All operations, as resources with verbs. */
export interface LecternResources ${type}

/** The same as a tree of functions that still want their client. */
export const resources = ${resourceValue(root, "")};
`;
}

function resourceType({ verbs, parts }: Resource, indent: string): string {
  const inside = `${indent}  `;
  const methods = sorted(verbs).map(
    ([name, { doc, parameters, answer }]) =>
      `${doc.replace(/^(?=.)/gm, inside)}${inside}${name}(${parameters}): ${answer};\n`,
  );
  const nested = sorted(parts).map(
    ([name, part]) => `${inside}readonly ${name}: ${resourceType(part, inside)};\n`,
  );
  return `{\n${methods.join("")}${nested.join("")}${indent}}`;
}

/** In the order of their names. */
function sorted<Value>(entries: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  return [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function resourceValue({ verbs, parts }: Resource, indent: string): string {
  const inside = `${indent}  `;
  const fields = [
    ...sorted(verbs).map(([name, { id }]) => `${inside}${name}: functions.${id},\n`),
    ...sorted(parts).map(([name, part]) => `${inside}${name}: ${resourceValue(part, inside)},\n`),
  ];
  return `{\n${fields.join("")}${indent}}`;
}

function imports(text: string, document: OpenApiDocument, isCode: boolean): string {
  const types = text.replace(/\/\*\*[^]*?\*\//g, "");
  const used = (names: readonly string[]) =>
    names.filter((name) => new RegExp(`\\b${name}\\b(?!:)`).test(types)).toSorted();
  const code = used(["call", "list", "download"]).filter((name) => text.includes(` ${name}("`));
  const lines = [
    `import type { CallOptions${isCode ? ", Client" : ""} } from "../client.ts";`,
    isCode
      ? `import { ${[...code, "type ListCall"].join(", ")} } from "../calls.ts";`
      : `import type { ListCall } from "../calls.ts";`,
    isCode
      ? `import { type FileSource, upload } from "../upload.ts";`
      : `import type { FileSource } from "../upload.ts";`,
    isCode ? `import { type Work, work } from "../work.ts";` : `import type { Work } from "../work.ts";`,
    `import type {\n${used(Object.keys(document.components.schemas))
      .map((name) => `  ${name},\n`)
      .join("")}} from "./schemas.ts";`,
  ];
  return `${lines.join("\n")}\n`;
}

/** What a reference of the document names, or what was written out. */
function resolved<Kind extends object>(document: OpenApiDocument, given: Kind | Reference): Kind {
  if (!("$ref" in given)) return given;
  const [, , kind, name] = given.$ref.split("/") as [
    string,
    string,
    "schemas" | "parameters" | "responses",
    string,
  ];
  return document.components[kind]?.[name] as unknown as Kind;
}

function verbOf(document: OpenApiDocument, path: string, method: string, operation: DocumentOperation): Verb {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(document, parameter));
  const isIn = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const { call, list: isList = false, job: isWork = false, slow: isSlow = false } = operation["x-lectern"];
  const body = operation.requestBody;
  const isUpload = body?.content["multipart/form-data"] !== undefined;
  const query = isIn("query").filter(({ name }) => !(isList && name === "page"));
  const order = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const named = isIn("path").find((parameter) => parameter.name === name);
    return `${name}: ${named === undefined ? "string" : typeOf(named.schema)}`;
  });
  if (body !== undefined) order.push(bodyParameter(body, isUpload));
  if (query.length > 0)
    order.push(`query${query.some(({ required }) => required) ? "" : "?"}: ${typeOf(queryShape(query))}`);
  order.push("options?: CallOptions");
  const { answer, isFile } = answerOf(document, operation);
  const maker = isUpload ? "upload" : isList ? "list" : isWork ? "work" : isFile ? "download" : "call";
  return {
    id: operation.operationId,
    call: call.split("."),
    doc: docComment(
      [operation.summary + ".", operation.description, operation.deprecated ? "@deprecated" : undefined]
        .filter((line) => line !== undefined)
        .join("\n\n"),
    ),
    parameters: optionalLast(order).join(", "),
    answer: isList
      ? `ListCall<${itemOf(document, operation)}>`
      : isWork
        ? `Work<${answer}>`
        : `Promise<${answer}>`,
    maker,
    line: `${method.toUpperCase()} ${path.replace(/^\/v1/, "").replace(/\{(\w+)\}/g, ":$1")}`,
    takes:
      (body === undefined ? 0 : BODY) | (query.length > 0 || isList ? QUERY : 0) | (isSlow ? MINUTES : 0),
  };
}

/** What may be left out stands behind what may not: an argument before a required one is asked for, be it as undefined. */
function optionalLast(order: readonly string[]): readonly string[] {
  const last = order.findLastIndex((parameter) => !/^\w+\?:/.test(parameter));
  return order.map((parameter, index) =>
    index < last ? parameter.replace(/^(\w+)\?: ([^]*)$/, "$1: $2 | undefined") : parameter,
  );
}

function bodyParameter(body: NonNullable<DocumentOperation["requestBody"]>, isUpload: boolean): string {
  if (body.content["application/octet-stream"] !== undefined) return "body: Blob | Uint8Array<ArrayBuffer>";
  const schema = body.content["application/json"]?.schema;
  const type = [...(schema === undefined ? [] : [typeOf(schema)]), ...(isUpload ? ["FileSource"] : [])].join(
    " | ",
  );
  return `body${body.required === false && !isUpload ? "?" : ""}: ${type}`;
}

function queryShape(query: readonly Parameter[]): JSONSchema {
  return {
    type: "object",
    properties: Object.fromEntries(
      query.map(({ name, schema, description }) => [
        name,
        description === undefined ? schema : { ...schema, description },
      ]),
    ),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** What the successful answers hold; nothing where they are empty. */
function answerOf(
  document: OpenApiDocument,
  { responses }: DocumentOperation,
): { answer: string; isFile: boolean } {
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2") && status !== "202");
  const contents = good.map(
    ([, response]) => Object.entries(resolved<DocumentResponse>(document, response).content ?? {})[0],
  );
  const isFile = contents.some((content) => content !== undefined && !/json/.test(content[0]));
  if (isFile) return { answer: "Response", isFile };
  const types = contents.map((content) => (content === undefined ? "void" : typeOf(content[1].schema)));
  return { answer: [...new Set(types)].join(" | ") || "void", isFile };
}

function itemOf(document: OpenApiDocument, { responses }: DocumentOperation): string {
  const page = resolved<DocumentResponse>(document, responses["200"] ?? {});
  const schema = resolved<JSONSchema>(document, Object.values(page.content ?? {})[0]?.schema ?? {});
  // The fields that all lists have, and then the items of this one.
  const parts = (schema["allOf"] as readonly JSONSchema[] | undefined) ?? [schema];
  const found = parts
    .map((part) => resolved(document, part)["properties"] as { items?: { items?: unknown } } | undefined)
    .findLast((properties) => properties?.items !== undefined);
  return typeOf(found?.items?.items);
}
