/**
 * The door through which readers try out operations: it asks the servers that a description names, and nobody else.
 * What comes back is told as JSON, so that no answer of a stranger is ever a page of ours. It isn't there on hosts of
 * customers.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { outlineAt } from "../../content/computed/specs.ts";
import type { Deps } from "../../deps.ts";
import { Api, operationKey } from "../../engine/openapi/reference/api.ts";
import { triedRequest } from "../../engine/openapi/reference/tryIt.ts";
import type { OperationPiece } from "../../engine/openapi/pieces.ts";
import { networkOf, openRateLimit } from "../../http/rateLimit.ts";
import { OutboundError, type OutboundRequest } from "../../ports/fetch.ts";

const PURPOSE = "try-it";
/** Requests that one network may have sent in a minute. */
const A_MINUTE = 30;
const MOST_BYTES = 1024 * 1024;
const TIMEOUT = 15_000;
const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;
const METHODS = new Set<string>(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** Where requests to the operations of an outline are sent; the hash of an operation's piece follows. */
export function tryItAddress({ secrets }: Pick<Deps, "secrets">, outline: string): string {
  return `/~/reference/try/${secrets.sign(PURPOSE, outline)}/${outline}/`;
}

/** @param isOurs whether a host is one of this installation's own, not a customer's */
export function mountTryIt(app: FastifyInstance, deps: Deps, isOurs: (host: string) => boolean): void {
  const limit = openRateLimit(A_MINUTE);
  void app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post<{ Params: Tried }>(
      "/~/reference/try/:signature/:outline/:operation",
      async (request, reply) => {
        const from = request.headers["sec-fetch-site"];
        const isOpen = isOurs(request.host) && (from === undefined || from === "same-origin");
        if (!isOpen) return tell(reply, 404, "There is nothing here.");
        const { remaining = 1 } = limit?.take(networkOf(request.ip), 1, deps.clock.now()) ?? {};
        if (remaining < 0) return tell(reply, 429, "That was a lot of requests. Try again in a minute.");
        return tryOut(deps, request.params, fieldsOf(request), reply);
      },
    );
  });
}

interface Tried {
  readonly signature: string;
  readonly outline: string;
  readonly operation: string;
}

async function tryOut(
  deps: Deps,
  { signature, outline, operation }: Tried,
  fields: ReadonlyMap<string, string>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!deps.secrets.verify(PURPOSE, outline, signature)) return tell(reply, 404, "There is nothing here.");
  const api = await apiOf(deps, outline, operation);
  const tried = api === undefined ? "There is no such operation." : triedRequest(api, fields);
  if (typeof tried === "string") return tell(reply, 400, tried);
  if (!METHODS.has(tried.method)) return tell(reply, 400, `${tried.method} can't be sent from here.`);
  return ask(deps, tried as OutboundRequest & { readonly url: string }, reply);
}

function fieldsOf(request: FastifyRequest): ReadonlyMap<string, string> {
  const body = Buffer.isBuffer(request.body) ? request.body.toString("utf8") : "";
  return new Map(new URLSearchParams(body));
}

async function apiOf(deps: Deps, outlineHash: string, operation: string): Promise<Api | undefined> {
  const outline = await outlineAt(deps.content, outlineHash).catch(() => undefined);
  const entry = outline?.operations.find(({ piece }) => piece === operation);
  const text = entry && (await deps.content.pieces([operation])).get(operation)?.toString();
  if (outline === undefined || entry === undefined || text === undefined) return undefined;
  const { reaches } = JSON.parse(text) as OperationPiece;
  const pieces = await deps.content.pieces(Object.values(reaches));
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
  { url, ...request }: OutboundRequest & { readonly url: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const answer = await fetch.fetch(url, {
      ...request,
      maxRedirects: 0,
      maxBytes: MOST_BYTES,
      timeout: TIMEOUT,
    });
    const { status, headers, body } = answer;
    const type = headers["content-type"] ?? "";
    return sendJson(reply, 200, { status, contentType: type, body: new TextDecoder().decode(body) });
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
