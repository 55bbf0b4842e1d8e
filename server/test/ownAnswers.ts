/**
 * Every answer that a test gets from the API, from an app in its own process or from a program that it started, held
 * against what the document says of its operation for the status, and each success against the public contract.
 */
import { appendFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { FastifyInstance, FastifyReply } from "fastify";
import { operations } from "../app.ts";
import { describe } from "../http/openapi.ts";
import type { Operation } from "../http/operation.ts";
import { ANSWERED_FILE } from "./answeredReporter.ts";
import { apiSchemas } from "./apiSchemas.ts";
import { contractViolations } from "./contract.ts";
import { operationAt } from "./operationAt.ts";

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

/** An answer as it was sent. */
interface Sent {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly type: string;
  /** What was asked for was done, and no more was to be told of it. */
  readonly isMinimal: boolean;
  /** undefined where nothing is sent, or a file while it is made. */
  readonly text: string | undefined;
}

/**
 * Tells of answers that no table of answers declares: errors, bytes that were kept and files too.
 * @param tell takes a sentence for each
 * @param when does the check, of which the answer waits; a test of how long answers take does it later
 */
export function watchAnswers(
  app: FastifyInstance,
  tell: (sentence: string) => void,
  when = (check: () => void): void => check(),
): void {
  // Before a request waits for it: a turn that long is what servers refuse requests for.
  documented();
  app.addHook("onSend", (request, reply, payload, done) => {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const operation = byRoute.get(`${method} ${request.routeOptions.url ?? ""}`);
    if (operation !== undefined) {
      const sent = {
        method,
        url: request.url,
        status: reply.statusCode,
        type: String(reply.getHeader("content-type")),
        isMinimal: reply.getHeader("preference-applied") === "return=minimal",
      };
      when(() => check(operation, { ...sent, text: textOf(reply, payload) }, tell));
    }
    done(null, payload);
  });
}

/** What programs in processes of their own have answered and their operations don't declare. */
const undeclared: string[] = [];

/** As `fetch`, of a program that a test has started: its answers are watched too. */
export async function fetchWatched(address: string | URL, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(address, init);
  const { pathname } = new URL(address);
  const path = /^(?:\/-)?\/v1(\/.*)$/.exec(pathname)?.[1];
  const method = init.method ?? "GET";
  const operation = path === undefined ? undefined : operationAt(method, path);
  const type = String(answer.headers.get("content-type"));
  if (operation === undefined || !type.startsWith("application/json")) return answer;
  const isMinimal = answer.headers.get("preference-applied") === "return=minimal";
  // A copy: what is read here is there for the test, too.
  const text = await answer.clone().text();
  const sent = { method, url: pathname, status: answer.status, type, isMinimal, text };
  check(operation, sent, (sentence) => void undeclared.push(sentence));
  return answer;
}

/** @throws when a program has answered what it doesn't declare since this was last asked */
export function expectDeclared(): void {
  const told = undeclared.splice(0);
  if (told.length > 0) throw new Error(`Answers aren't as declared:\n${told.join("\n")}`);
}

function check(operation: Operation, sent: Sent, tell: (sentence: string) => void): void {
  if (sent.status < 400) noteAnswered(operation);
  const problem = problemOf(operation, sent);
  if (problem !== undefined) tell(`${operation.operationId} ${sent.status}: ${problem}`);
}

function problemOf(operation: Operation, { method, url, status, type, isMinimal, text }: Sent) {
  const declared = status >= 400 && operation.answers[status] === undefined ? "default" : String(status);
  if (status >= 400) {
    const failure = parsed(text);
    return violations(validatorOf(operation, declared), failure) ?? otherPaths(failure);
  }
  if (status === 304 || isMinimal) return text === undefined ? undefined : "has a body";
  // An answer of an earlier version of the program is sent as it was made.
  const schema = operation.answers[status];
  if (schema === undefined) return `is declared by no answer of ${method} ${url}`;
  if (schema === null) return text === undefined ? undefined : "has a body, and declares none";
  if (!type.startsWith("application/json"))
    return (schema as { type?: string }).type === "string" ? undefined : "is no JSON";
  const body = parsed(text);
  return (
    violations(validatorOf(operation, declared), body) ??
    (text === undefined ? undefined : contractViolations(method, operation.url, status, body))
  );
}

/** Fields are named by JSON pointers, in `details` and before a colon in sentences; nothing where all of them are. */
function otherPaths(failure: unknown): string | undefined {
  const { error } = (failure ?? {}) as {
    readonly error?: { readonly message?: string; readonly details?: readonly { readonly path?: string }[] };
  };
  const { message = "", details = [] } = error ?? {};
  const other = details.map(({ path = "" }) => path).find((path) => path !== "" && !path.startsWith("/"));
  if (other !== undefined) return `names a field ${other}, which is no JSON pointer`;
  const named = /^[a-z]\w*(?:[.[]\S*)?(?=: )/.exec(message)?.[0];
  return named && `begins with ${named}, which is no JSON pointer: ${message}`;
}

/** What is sent, as text. */
function textOf(reply: FastifyReply, payload: unknown): string | undefined {
  if (typeof payload === "string") return payload === "" ? undefined : payload;
  if (!Buffer.isBuffer(payload)) return undefined;
  const encoding = reply.getHeader("content-encoding");
  if (encoding === "br") return String(brotliDecompressSync(payload));
  return String(encoding === "gzip" ? gunzipSync(payload) : payload);
}

function parsed(text = ""): unknown {
  return text === "" ? undefined : JSON.parse(text);
}

function violations(validate: ValidateFunction | undefined, body: unknown): string | undefined {
  if (validate === undefined) return "has a body, and the document none";
  if (validate(body)) return undefined;
  const all = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  return all.slice(0, 5).join("; ");
}
