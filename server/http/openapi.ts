import type { TObject, TSchema } from "typebox";
import type { Operation } from "./operation.ts";

type Json = Record<string, unknown>;

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "integer", description: "Repeats the status." },
        message: { type: "string", description: "What happened and what to do." },
        type: { type: "string", description: "A stable name to branch on." },
        details: {
          type: "array",
          items: {
            type: "object",
            required: ["path", "message"],
            properties: { path: { type: "string" }, message: { type: "string" } },
          },
        },
        requestId: { type: "string" },
      },
    },
  },
};

/** The OpenAPI 3.1 document of the operations: the one description that validation, types and readers share. */
export function describe(operations: readonly Operation[], about: { version: string; server: string }): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = `/v1${operation.url.replace(/:(\w+)/g, "{$1}")}`;
    (paths[path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Lectern API",
      version: about.version,
      description:
        "Everything Lectern does, over HTTP and JSON. Send an API token as `Authorization: Bearer <token>`.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: about.server }],
    security: [{ token: [] }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { Error: errorSchema },
    },
  };
}

function describeOperation(operation: Operation): Json {
  const { shapes, access } = operation;
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    ...(operation.deprecatedFor ? { deprecated: true } : {}),
    ...(access.kind === "anyone" ? { security: [] } : {}),
    parameters: [...parameters("path", shapes.params), ...parameters("query", shapes.query)],
    ...(shapes.body ? { requestBody: requestBody(operation, shapes.body) } : {}),
    responses: responses(operation),
  };
}

function parameters(where: "path" | "query", schema: TObject | undefined): Json[] {
  if (schema === undefined) return [];
  const required = new Set((schema as { required?: string[] }).required);
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description } = property as { description?: string };
    return {
      name,
      in: where,
      required: where === "path" || required.has(name),
      schema: property,
      ...(description ? { description } : {}),
    };
  });
}

function requestBody(operation: Operation, body: TSchema): Json {
  return {
    required: operation.method !== "POST" || ((body as { required?: string[] }).required?.length ?? 0) > 0,
    content: {
      "application/json": { schema: body },
      ...(operation.upload ? { "multipart/form-data": { schema: { type: "object" } } } : {}),
    },
  };
}

function responses(operation: Operation): Json {
  const answers = Object.entries(operation.answers).map(([status, schema]) => [
    status,
    schema === null
      ? { description: "Done; no content." }
      : { description: "Done.", content: { [mediaType(schema)]: { schema } } },
  ]);
  return {
    ...Object.fromEntries(answers),
    default: {
      description: "Refused or failed.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    },
  };
}

/** JSON, unless the schema says that it is the text or the bytes of something else. */
function mediaType(schema: TSchema): string {
  const { contentMediaType, format } = schema as { contentMediaType?: string; format?: string };
  return contentMediaType ?? (format === "binary" ? "application/octet-stream" : "application/json");
}
