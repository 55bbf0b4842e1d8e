import { type TObject, type TSchema, Type } from "typebox";
import { Common, isRefused, type DocumentPart, Schemas } from "./components.ts";
import {
  carrying,
  goesOn,
  headerParameters,
  headersOf,
  headersOfAnswer,
  mediaType,
  sentHeaders,
} from "./documentHeaders.ts";
import { ErrorAnswer } from "./errorShape.ts";
import { isList } from "./list.ts";
import { extensionOf, named, nameOf } from "./named.ts";
import type { Operation } from "./operation.ts";

/** What many operations say alike. */
interface SharedParts {
  readonly schemas: Schemas;
  readonly parameters: Common;
  readonly responses: Common;
  /** What was recorded. */
  readonly examples: Examples;
  /** Pages of lists with what was recorded of their items, as answers are described. */
  readonly lists: Map<string, unknown>;
}

/** Values of named schemas, by their names. */
export type Examples = Readonly<Record<string, unknown>>;

/** An operation before what it shares with others is taken out of it. */
interface DescribedOperation {
  readonly operation: Operation;
  readonly inPath: readonly Parameter[];
  readonly inQuery: readonly Parameter[];
  readonly responses: readonly Response[];
}
type Parameter = DocumentPart & { readonly name: string };
/** Without a name it stands where it is. */
interface Response {
  readonly status: string;
  readonly name?: string | undefined;
  readonly said: DocumentPart;
}

/**
 * The OpenAPI 3.1 document of the operations: the one description that validation, types and readers share. Schemas with
 * names (`named.ts`) stand in it once.
 * @param examples what was recorded from the tests: bodies that were sent, and answers
 * @throws when two schemas have one name, or one of several choices has none
 */
export function describe(
  operations: readonly Operation[],
  about: { version: string; server: string },
  examples: Examples = {},
): DocumentPart {
  const shared = {
    schemas: new Schemas(),
    parameters: new Common("parameters", 2),
    responses: new Common("responses", 2),
    examples,
    lists: new Map<string, unknown>(),
  };
  const described = operations.map((operation) => describeParts(shared, operation));
  const paths: Record<string, DocumentPart> = {};
  for (const one of described) {
    const path = `/v1${one.operation.url.replace(/^\/$/, "").replace(/:(\w+)/g, "{$1}")}`;
    // Operations at one path have the same names in it.
    paths[path] ??= one.inPath.length > 0 ? { parameters: referTo(shared, one.inPath) } : {};
    paths[path][one.operation.method.toLowerCase()] = describeOperation(shared, one);
  }
  const shown = [
    ...Object.keys(shared.schemas.all).flatMap((name) =>
      name in examples ? [[name, { value: examples[name] }] as const] : [],
    ),
    ...[...shared.lists].map(([name, value]) => [name, { value }] as const),
  ];
  return {
    openapi: "3.1.0",
    info: {
      title: "Lectern API",
      version: about.version,
      description:
        "Everything Lectern does, over HTTP and JSON. Send an API token as `Authorization: Bearer <token>`. Answers to GET have an `ETag`; send it as `If-None-Match`, and you get a 304 without content while nothing has changed. A body with a field that an operation doesn't declare is refused.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: about.server }],
    security: [{ token: [] }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      responses: { ...shared.responses.all, ...commonResponses(shared) },
      schemas: shared.schemas.all,
      parameters: { ...shared.parameters.all, ...headerParameters },
      headers: sentHeaders,
      ...(shown.length > 0 ? { examples: Object.fromEntries(shown) } : {}),
    },
  };
}

function describeParts(shared: SharedParts, operation: Operation): DescribedOperation {
  const { schemas, parameters, responses } = shared;
  const { shapes } = operation;
  const described = {
    operation,
    inPath: parametersIn(schemas, "path", shapes.params),
    inQuery: parametersIn(schemas, "query", shapes.query),
    responses: Object.entries(operation.answers).flatMap(([status, schema]) =>
      schema === null ? [] : [answered(shared, operation, status, schema)],
    ),
  };
  for (const parameter of [...described.inPath, ...described.inQuery])
    parameters.count(parameter.name, parameter);
  for (const { name, said } of described.responses) if (name !== undefined) responses.count(name, said);
  return described;
}

function describeOperation(shared: SharedParts, described: DescribedOperation): DocumentPart {
  const { operation, inQuery } = described;
  const { shapes, access } = operation;
  const parameters = [...referTo(shared, inQuery), ...headersOf(operation)];
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    ...(operation.deprecatedFor ? { deprecated: true } : {}),
    ...(access.kind === "anyone" ? { security: [] } : {}),
    "x-lectern": traits(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(shapes.body || operation.upload ? { requestBody: requestBody(shared, operation) } : {}),
    responses: responses(shared, described),
  };
}

function referTo({ parameters }: SharedParts, declared: readonly Parameter[]): DocumentPart[] {
  return declared.map((parameter) => parameters.refer(parameter.name, parameter));
}

/** What clients can do with an operation that OpenAPI has no word for; docs/api/conventions.md explains it. */
function traits(operation: Operation): DocumentPart {
  const page = operation.answers[200];
  return {
    call: operation.call,
    ...(operation.scopes.length > 0 ? { scopes: operation.scopes } : {}),
    ...(page && isList(page) ? { list: true } : {}),
    ...(goesOn(operation) ? { job: true } : {}),
    ...(operation.slow ? { slow: true } : {}),
  };
}

function parametersIn(schemas: Schemas, where: "path" | "query", schema: TObject | undefined): Parameter[] {
  if (schema === undefined) return [];
  const required = new Set((schema as { required?: string[] }).required);
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    if (isRefused(property)) return [];
    const { description, ...written } = schemas.write(property);
    return [
      {
        name,
        in: where,
        ...(where === "path" || required.has(name) ? { required: true } : {}),
        ...(description === undefined ? {} : { description }),
        schema: written,
      },
    ];
  });
}

function requestBody(shared: SharedParts, operation: Operation): DocumentPart {
  const { schemas } = shared;
  const { body } = operation.shapes;
  return {
    ...(body === undefined || isNeeded(operation, body) ? { required: true } : {}),
    content: {
      ...(body ? { "application/json": { schema: schemas.write(body), ...exampleOf(shared, body) } } : {}),
      ...(operation.upload === "form" ? { "multipart/form-data": { schema: schemas.write(Upload) } } : {}),
      ...(operation.upload === "bytes"
        ? { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
        : {}),
    },
  };
}

/** An update without fields changes nothing, but has a body; what is made of nothing needs none. */
function isNeeded({ method }: Operation, body: TSchema): boolean {
  return method !== "POST" || ((body as { required?: string[] }).required?.length ?? 0) > 0;
}

/** The one part of an upload. */
const Upload = named(
  "FileUpload",
  Type.Object({ file: Type.String({ contentMediaType: "application/octet-stream" }) }),
);

const response = (name: string): DocumentPart => ({ $ref: `#/components/responses/${name}` });

/** What operations answer whatever they are about. */
function commonResponses({ schemas }: SharedParts): DocumentPart {
  return {
    NoContent: {
      description: "Done; no content.",
      headers: carrying("Idempotent-Replayed", "Preference-Applied"),
    },
    Error: {
      description: "Refused or failed.",
      headers: carrying("Retry-After"),
      content: { "application/json": { schema: schemas.write(ErrorAnswer) } },
    },
  };
}

function responses(shared: SharedParts, { operation, responses: own }: DescribedOperation): DocumentPart {
  const { answers } = operation;
  const empty = Object.keys(answers).filter((status) => answers[Number(status)] === null);
  return {
    ...Object.fromEntries(
      own.map(({ status, name, said }) => [status, name ? shared.responses.refer(name, said) : said]),
    ),
    ...Object.fromEntries(empty.map((status) => [status, response("NoContent")])),
    default: response("Error"),
  };
}

/** What an answer with a body says where it isn't just the thing that was asked for. */
const SAID: Readonly<Record<string, string>> = {
  201: "Made.",
  202: "Begun.",
  409: "Conflicts; nothing was written.",
};

function answered(shared: SharedParts, operation: Operation, status: string, schema: TSchema): Response {
  const name = answerName(schema);
  const headers = headersOfAnswer(operation, Number(status));
  return {
    status,
    name: name === undefined ? undefined : `${name}${status === "200" ? "" : `-${status}`}`,
    said: {
      description: SAID[status] ?? "OK.",
      ...(headers === undefined ? {} : { headers }),
      content: {
        [mediaType(schema)]: {
          schema: shared.schemas.write(schema),
          ...(status.startsWith("2")
            ? exampleOfAnswer(shared, operation, schema)
            : exampleOf(shared, schema)),
        },
      },
    },
  };
}

/** What was recorded of a thing of its kind, else what the operation itself answered. */
function exampleOfAnswer(shared: SharedParts, operation: Operation, schema: TSchema): DocumentPart {
  const { examples } = shared;
  const name = exampleName(operation, schema, examples);
  if (name === undefined || !(name in examples)) return exampleOf(shared, schema);
  if (name === operation.operationId) return { example: examples[name] };
  shared.lists.set(name, examples[name]);
  return { examples: { [name]: { $ref: `#/components/examples/${name}` } } };
}

/**
 * What an answer is recorded by that no named schema has an example for: the name that operations share for it, else the
 * operation's id; undefined where there is one.
 */
export function exampleName(
  { operationId }: Pick<Operation, "operationId">,
  schema: TSchema,
  examples: Examples,
): string | undefined {
  const name = answerName(schema);
  if (name === undefined) return operationId;
  const thing = isList(schema) ? name.slice(0, -"List".length) : name;
  return thing in examples ? undefined : name;
}

function exampleOf({ examples, lists }: SharedParts, schema: TSchema): DocumentPart {
  const name = answerName(schema);
  if (name === undefined) return {};
  const item = isList(schema) ? name.slice(0, -"List".length) : undefined;
  if (item !== undefined && item in examples) lists.set(name, { items: [examples[item]], count: 1 });
  else if (item !== undefined || !(name in examples)) return {};
  return { examples: { [name]: { $ref: `#/components/examples/${name}` } } };
}

/** The name of what it answers: of its schema, or of what it is a list of. */
function answerName(schema: TSchema): string | undefined {
  const items = isList(schema) ? extensionOf(schema)?.own.properties["items"] : undefined;
  if (items === undefined) return nameOf(schema);
  const name = nameOf((items as unknown as { readonly items: TSchema }).items);
  return name && `${name}List`;
}
