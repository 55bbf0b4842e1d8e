/**
 * The door through which readers try out operations: it asks the servers that a description names, and nobody else.
 * What comes back is told as JSON, so that no answer of a stranger is ever a page of ours. It isn't there on hosts of
 * customers.
 */
import type { OutboundRequest } from "../../ports/outbound-request.ts";
import type { Content } from "../../content/store.ts";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { outlineAt } from "../../content/computed/specs.ts";
import type { Deps } from "../../deps.ts";
import { Api, operationKey } from "../../../engine/openapi/reference/api.ts";
import { operationView } from "../../../engine/openapi/reference/operation.ts";
import { triedRequest, type TriedRequest } from "../../../engine/openapi/reference/tryIt.ts";
import { tryPlan, wayToTry } from "../../../engine/openapi/reference/tryPlan.ts";
import type { OperationPiece } from "../../../engine/openapi/pieces.ts";
import { opensTryIt } from "../reading/addresses.ts";
import { senderOf } from "../../http/ownPage.ts";
import { HttpError } from "../../http/errors.ts";
import { openPlaces } from "../../http/perOrganization.ts";
import { networkOf } from "../../http/rateLimit.ts";
import { openRateLimit } from "../../turns/limits.ts";
import { OutboundError } from "../../ports/fetch.ts";

/** Requests that one network may have sent in a minute. */
const A_MINUTE = 30;
const MOST_BYTES = 1024 * 1024;
const TIMEOUT = 15_000;
/** What one form may bring in all, in bytes. */
const FORM_BYTES = 5 * 1024 * 1024;
/** The same of each part, and how many there may be. */
const FORM_LIMITS = { fileSize: FORM_BYTES, files: 20, fields: 400, fieldSize: MOST_BYTES } as const;
/** Forms of one network that are read and sent at once, each in memory meanwhile. */
const AT_ONCE = 4;
const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;
const METHODS = new Set<string>(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** @param isOurs whether a host is one of this installation's own, not a customer's */
export function mountTryIt(app: FastifyInstance, deps: Deps, isOurs: (host: string) => boolean): void {
  const limit = openRateLimit(A_MINUTE);
  const places = openPlaces();
  void app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post<{ Params: TrialPlace }>(
      "/~/reference/try/:signature/:organization/:outline/:operation",
      async (request, reply) => {
        const sender = senderOf(request);
        const isOpen = isOurs(request.host) && (sender === "own" || sender === "unsaid");
        if (!isOpen) return tell(reply, 404, "There is nothing here.");
        const { remaining } = limit.take(networkOf(request.ip), 1, deps.clock.now());
        if (remaining < 0) return tell(reply, 429, "That was a lot of requests. Try again in a minute.");
        const operation = await operationOf(deps, request.params);
        if (operation === undefined) return tell(reply, 404, "There is no such operation.");
        const send = async () => {
          const fields = await fieldsOf(request);
          return typeof fields === "string"
            ? tell(reply, 413, fields)
            : tryOut(deps, operation, fields, reply);
        };
        try {
          return await places.take(networkOf(request.ip), send, { atOnce: AT_ONCE });
        } catch (error) {
          if (!(error instanceof HttpError) || error.status !== 429) throw error;
          return tell(reply, 429, "Many requests are being tried at the moment. Try again shortly.");
        }
      },
    );
  });
}

interface TrialPlace {
  readonly signature: string;
  readonly organization: string;
  readonly outline: string;
  readonly operation: string;
}

async function tryOut(deps: Deps, api: Api, fields: FormData, reply: FastifyReply): Promise<FastifyReply> {
  const [key = ""] = Object.keys(api.source.operations);
  const space = key.indexOf(" ");
  const view = operationView(api, key.slice(0, space), key.slice(space + 1));
  const plan = view && tryPlan(api, view);
  if (view === undefined || plan === undefined || wayToTry(view, plan.servers.length, true) !== "site")
    return tell(reply, 400, "This operation can't be tried out from here.");
  const tried = triedRequest(plan, fields);
  if (typeof tried === "string") return tell(reply, 400, tried);
  if (!METHODS.has(tried.method)) return tell(reply, 400, `${tried.method} can't be sent from here.`);
  return ask(deps, await wired(tried), reply);
}

/** A request as it goes out: its body in bytes, with the boundaries that a form of several parts gets. */
async function wired({ method, url, headers, body }: TriedRequest): Promise<WiredRequest> {
  const asked = { method: method as NonNullable<OutboundRequest["method"]>, url };
  if (body === undefined) return { ...asked, headers };
  const written = new Response(body);
  const type = body instanceof FormData ? written.headers.get("content-type") : null;
  const bytes = new Uint8Array(await written.arrayBuffer());
  return { ...asked, headers: type === null ? headers : { ...headers, "content-type": type }, body: bytes };
}

type WiredRequest = OutboundRequest & { readonly url: string };

const TOO_LARGE = "The form is too large: 5 MB is the most, with its files.";

/** What a form brings; a sentence when it is more than is taken. */
async function fieldsOf(request: FastifyRequest): Promise<FormData | string> {
  const fields = new FormData();
  if (!request.isMultipart()) {
    const body = Buffer.isBuffer(request.body) ? request.body.toString("utf8") : "";
    for (const [name, value] of new URLSearchParams(body)) fields.append(name, value);
    return fields;
  }
  let left: number = FORM_BYTES;
  for await (const part of request.parts({ limits: FORM_LIMITS })) {
    const value = part.type === "field" ? String(part.value) : await buffer(part.file);
    left -= Buffer.byteLength(value);
    if (left <= 0 || (part.type === "file" && part.file.truncated)) return TOO_LARGE;
    if (part.type === "field") fields.append(part.fieldname, String(value));
    else fields.append(part.fieldname, new File([value], part.filename, { type: part.mimetype }));
  }
  return fields;
}

/** The operation that an address names. undefined: it names none; what can't be read throws. */
async function operationOf(
  deps: Deps,
  { signature, organization, outline, operation }: TrialPlace,
): Promise<Api | undefined> {
  if (!opensTryIt(deps, organization, outline, signature)) return undefined;
  return apiOf(deps.content.of(organization), outline, operation);
}

async function apiOf(content: Content, outlineHash: string, operation: string): Promise<Api | undefined> {
  // The pieces of a version that is gone go after it.
  if (!(await content.pieces([outlineHash])).has(outlineHash)) return undefined;
  const outline = await outlineAt(content, outlineHash);
  const entry = outline.operations.find(({ piece }) => piece === operation);
  const text = entry && (await content.pieces([operation])).get(operation)?.toString();
  if (entry === undefined || text === undefined) return undefined;
  const { reaches } = JSON.parse(text) as OperationPiece;
  const pieces = await content.pieces(Object.values(reaches));
  const places = Object.entries(reaches).map(([place, hash]) => [place, String(pieces.get(hash) ?? "null")]);
  return new Api({
    head: outline,
    operations: { [operationKey(entry.method, entry.path)]: { hash: operation, text } },
    places: Object.fromEntries(places),
    schemas: [],
  });
}

async function ask(
  { fetch }: Deps,
  { url, ...request }: WiredRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const answer = await fetch.fetch(url, {
      ...request,
      maxRedirects: 0,
      maxBytes: MOST_BYTES,
      timeout: TIMEOUT,
    });
    const { status, body } = answer;
    const headers = Object.entries(answer.headers).filter(([name]) => name !== "set-cookie");
    const contentType = answer.headers["content-type"] ?? "";
    const size = body.length;
    return sendJson(reply, 200, { status, contentType, size, headers, body: new TextDecoder().decode(body) });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return tell(reply, 502, "The server did not answer, or not in a way that can be shown.");
  }
}

function tell(reply: FastifyReply, status: number, error: string): FastifyReply {
  return sendJson(reply, status, { error });
}

function sendJson(reply: FastifyReply, status: number, answer: object): FastifyReply {
  return reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin")
    .header("cache-control", "private, no-store")
    .send(JSON.stringify(answer));
}
