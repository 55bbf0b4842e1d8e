/** Every answer that a test gets from the API, held against what its operation declares for the status. */
import { brotliDecompressSync } from "node:zlib";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { operations } from "../app.ts";
import { ErrorAnswer } from "../http/errorShape.ts";
import type { Operation } from "../http/operation.ts";

const ajv = new Ajv({ strict: false, allErrors: true, code: { optimize: false } });
addFormats.default(ajv);

const validators = new WeakMap<object, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, known);
  return known;
}

const byRoute = new Map(operations.map((one) => [`${one.method} /v1${one.url}`, one]));

/**
 * Tells of answers that no table of answers declares: errors, bytes that were kept and files too.
 * @param tell takes a sentence for each
 */
export function watchAnswers(app: FastifyInstance, tell: (sentence: string) => void): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const operation = byRoute.get(`${method} ${request.routeOptions.url ?? ""}`);
    const problem = operation && problemOf(operation, request, reply, payload);
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
  if (status >= 400) return violations(ErrorAnswer, text ?? "");
  const isTold = status === 304 || reply.getHeader("preference-applied") === "return=minimal";
  if (isTold) return text === undefined ? undefined : "has a body";
  // An answer of an earlier version of the program is sent as it was made.
  const schema = operation.answers[status];
  if (schema === undefined) return `is declared by no answer of ${request.method} ${request.url}`;
  if (schema === null) return text === undefined ? undefined : "has a body, and declares none";
  if (!String(reply.getHeader("content-type")).startsWith("application/json")) {
    return (schema as { type?: string }).type === "string" ? undefined : "is no JSON";
  }
  return violations(schema, text ?? "");
}

/** What is sent, as text; undefined where nothing is, or a file while it is made. */
function textOf(reply: FastifyReply, payload: unknown): string | undefined {
  if (typeof payload === "string") return payload === "" ? undefined : payload;
  if (!Buffer.isBuffer(payload)) return undefined;
  return String(reply.getHeader("content-encoding") === "br" ? brotliDecompressSync(payload) : payload);
}

function violations(schema: object, text: string): string | undefined {
  const validate = validatorOf(schema);
  if (validate(text === "" ? undefined : JSON.parse(text))) return undefined;
  const all = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  return all.slice(0, 5).join("; ");
}
