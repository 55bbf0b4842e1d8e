/** The OpenAPI document of the API as its reference reads it. */

import { dereferenced } from "./dereference.ts";

/** The part of JSON Schema that operations are declared in. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly discriminator?: { readonly propertyName: string };
  readonly format?: string;
  readonly minimum?: number;
  readonly minProperties?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly $ref?: string;
  /** Why nothing here stands for it: it is always refused. */
  readonly unsupported?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** One operation, with everything that its chapter shows. */
export interface Described {
  readonly id: string;
  readonly method: string;
  /** With `{name}` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly isDeprecated: boolean;
  /** Answered without a token. */
  readonly isOpen: boolean;
  readonly parameters: readonly Parameter[];
  readonly body?: Schema | undefined;
  readonly takesFiles: boolean;
  /** Those that succeed, by status; without a schema there is no content. */
  readonly answers: readonly { readonly status: string; readonly schema?: Schema | undefined }[];
}

/** The operations that share a tag. */
export interface Chapter {
  readonly title: string;
  /** Its address below the reference. */
  readonly slug: string;
  readonly operations: readonly Described[];
}

export interface Reference {
  readonly title: string;
  readonly version: string;
  /** The address that requests go to, without a slash at its end. */
  readonly server: string;
  readonly chapters: readonly Chapter[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security?: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** The operations of a path by their methods, and the parameters that all of them have. */
type PathItem = Readonly<Record<string, RawOperation>> & { readonly parameters?: readonly Parameter[] };

/** An OpenAPI document as this installation writes it; other documents may say more than is read here. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
}

/** The chapters of a document, in the order of its tags. */
export function readReference(referring: OpenApi): Reference {
  const document = dereferenced(referring);
  const operations = Object.entries(document.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods).map(([method, raw]) => ({
      tag: raw.tags[0],
      described: read(method, path, raw, parameters),
    })),
  );
  return {
    title: document.info.title,
    version: document.info.version,
    server: document.servers[0]?.url ?? "",
    chapters: document.tags.map(({ name }) => ({
      title: name,
      slug: name.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
      operations: operations.filter(({ tag }) => tag === name).map(({ described }) => described),
    })),
  };
}

function read(method: string, path: string, raw: RawOperation, inPath: readonly Parameter[]): Described {
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    description: raw.description,
    isDeprecated: raw.deprecated === true,
    isOpen: raw.security?.length === 0,
    parameters: [...inPath, ...raw.parameters],
    body: raw.requestBody?.content?.["application/json"]?.schema,
    takesFiles: raw.requestBody?.content?.["multipart/form-data"] !== undefined,
    answers: Object.entries(raw.responses)
      .filter(([status]) => status.startsWith("2"))
      .map(([status, { content }]) => ({ status, schema: content?.["application/json"]?.schema })),
  };
}
