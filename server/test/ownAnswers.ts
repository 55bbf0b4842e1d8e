/** Every answer that a test gets from the API, held against what the document says of its operation for the status. */
import { appendFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { operations } from "../app.ts";
import { describe } from "../http/openapi.ts";
import type { Operation } from "../http/operation.ts";
import { ANSWERED_FILE } from "./answeredReporter.ts";
import { apiSchemas } from "./apiSchemas.ts";

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Answers }>>>>;
  readonly components: { readonly responses: Answers };
}
type Answers = Readonly<Record<string, DescribedAnswer>>;
interface DescribedAnswer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

let known: (Described & { readonly ajv: Ajv2020 }) | undefined;
/** The document, once there is a server: most files of tests load this without one. */
function documented(): Described & { readonly ajv: Ajv2020 } {
  if (known === undefined) {
    const document = describe(operations, { version: "", server: "" }) as unknown as Described;
    known = { ...document, ajv: apiSchemas(document, { allErrors: true }) };
  }
  return known;
}

const validators = new Map<string, ValidateFunction>();

/** @returns undefined where the document has no JSON for this status */
function validatorOf(operation: Operation, status: string): ValidateFunction | undefined {
  const { paths, components, ajv } = documented();
  const name = `${operation.operationId} ${status}`;
  const path = `/v1${operation.url.replace(/^\/$/, "").replace(/:(\w+)/g, "{$1}")}`;
  const method = operation.method.toLowerCase();
  const said = paths[path]?.[method]?.responses[status];
  const shared = said?.$ref?.split("/").at(-1);
  const answer = shared === undefined ? said : components.responses[shared];
  if (answer?.content?.["application/json"] === undefined) return undefined;
  const escaped = path.replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D");
  const at =
    shared === undefined
      ? `paths/${escaped}/${method}/responses/${status}`
      : `components/responses/${shared}`;
  const validate =
    validators.get(name) ?? ajv.compile({ $ref: `openapi#/${at}/content/application~1json/schema` });
  validators.set(name, validate);
  return validate;
}

const answered = new Set<string>();

/** Writes down that it was answered, unless to a test that goes through all operations and looks at none closely. */
function noteAnswered({ operationId }: Operation): void {
  const file = process.env[ANSWERED_FILE];
  const test = expect.getState().testPath ?? "";
  if (file === undefined || answered.has(operationId) || /\/server\/test\/[^/]*$/.test(test)) return;
  answered.add(operationId);
  appendFileSync(file, `${operationId}\n`);
}

const byRoute = new Map(operations.map((one) => [`${one.method} /v1${one.url}`, one]));

/**
 * Tells of answers that no table of answers declares: errors, bytes that were kept and files too.
 * @param tell takes a sentence for each
 */
export function watchAnswers(app: FastifyInstance, tell: (sentence: string) => void): void {
  // Before a request waits for it: a turn that long is what servers refuse requests for.
  documented();
  app.addHook("onSend", (request, reply, payload, done) => {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const operation = byRoute.get(`${method} ${request.routeOptions.url ?? ""}`);
    const problem = operation && problemOf(operation, request, reply, payload);
    if (operation !== undefined && reply.statusCode < 400) noteAnswered(operation);
    if (problem !== undefined) tell(`${operation?.operationId} ${reply.statusCode}: ${problem}`);
    done(null, payload);
  });
}

function problemOf(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | undefined {
  const { statusCode: status } = reply;
  const text = textOf(reply, payload);
  const declared = status >= 400 && operation.answers[status] === undefined ? "default" : String(status);
  if (status >= 400) return violations(validatorOf(operation, declared), text ?? "");
  const isTold = status === 304 || reply.getHeader("preference-applied") === "return=minimal";
  if (isTold) return text === undefined ? undefined : "has a body";
  // An answer of an earlier version of the program is sent as it was made.
  const schema = operation.answers[status];
  if (schema === undefined) return `is declared by no answer of ${request.method} ${request.url}`;
  if (schema === null) return text === undefined ? undefined : "has a body, and declares none";
  if (!String(reply.getHeader("content-type")).startsWith("application/json")) {
    return (schema as { type?: string }).type === "string" ? undefined : "is no JSON";
  }
  return violations(validatorOf(operation, declared), text ?? "");
}

/** What is sent, as text; undefined where nothing is, or a file while it is made. */
function textOf(reply: FastifyReply, payload: unknown): string | undefined {
  if (typeof payload === "string") return payload === "" ? undefined : payload;
  if (!Buffer.isBuffer(payload)) return undefined;
  return String(reply.getHeader("content-encoding") === "br" ? brotliDecompressSync(payload) : payload);
}

function violations(validate: ValidateFunction | undefined, text: string): string | undefined {
  if (validate === undefined) return "has a body, and the document none";
  if (validate(text === "" ? undefined : JSON.parse(text))) return undefined;
  const all = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  return all.slice(0, 5).join("; ");
}
