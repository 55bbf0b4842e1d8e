import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { Identities, Identity } from "../access/identity.ts";
import type { Deps } from "../deps.ts";
import { runChange } from "./change.ts";
import type { Cursors } from "./cursor.ts";
import {
  forbidden,
  notFound,
  preconditionFailed,
  tooManyRequests,
  unauthenticated,
  unsupportedMedia,
} from "./errors.ts";
import { entityTag, expectedVersion, matchesTag, representationHash } from "./etag.ts";
import { type IdempotentRequest, idempotentRequest } from "./idempotency.ts";
import { refuseBrokenText } from "./input.ts";
import type { ListBody } from "./list.ts";
import type { Access, Call, Loaded, Operation, Outcome, Paging, UploadPart } from "./operation.ts";
import { networkOf, type RateLimit } from "./rateLimit.ts";
import { checkOperations } from "./routeTable.ts";

/** What the edge needs beside the operations' own dependencies. */
export interface Edge {
  readonly deps: Deps;
  readonly identities: Identities;
  readonly cursors: Cursors;
  readonly rateLimit: RateLimit | undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    identity: Identity | undefined;
  }
}

const DEFAULT_LIMIT = 50;
const BODY_LIMIT = 1024 * 1024;

/** Mounts operations below `/v1`. @throws when one lacks what every operation must have */
export function mountOperations(app: FastifyInstance, edge: Edge, operations: readonly Operation[]): void {
  checkOperations(operations);
  for (const operation of operations) mountOne(app, edge, operation);
}

function mountOne(app: FastifyInstance, edge: Edge, operation: Operation): void {
  const { shapes } = operation;
  const authenticate = authentication(edge, operation);
  app.route({
    method: operation.method,
    url: `/v1${operation.url}`,
    bodyLimit: operation.bodyLimit ?? BODY_LIMIT,
    schema: {
      ...(shapes.params ? { params: shapes.params } : {}),
      querystring: shapes.query ?? { type: "object", properties: {}, additionalProperties: false },
      ...(shapes.body ? { body: shapes.body } : {}),
      response: answerSchemas(operation.answers),
    },
    onRequest: authenticate,
    handler: async (request, reply) => {
      const sent = request.body !== undefined && request.body !== null;
      if (shapes.body === undefined && sent && operation.upload === undefined) {
        throw unsupportedMedia("This operation takes no body; send none.");
      }
      refuseBrokenText(request.params);
      refuseBrokenText(request.query);
      const outcome = await run(edge, operation, request, reply);
      return send(edge, operation, request, reply, outcome);
    },
  });
}

function answerSchemas(answers: Operation["answers"]): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([status, schema]) => (schema === null ? [] : [[status, schema]])),
  );
}

/** Finds the caller and takes the operation's points, before a body is read. */
function authentication(edge: Edge, operation: Operation) {
  const points = operation.points ?? (operation.method === "GET" ? 1 : 5);
  const open = operation.access.kind === "anyone";
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const header = request.headers.authorization;
    if (header !== undefined) {
      const token = bearerToken(header);
      const found = token === undefined ? undefined : edge.identities.identify(token);
      request.identity = found instanceof Promise ? await found : found;
    }
    takePoints(edge, request, reply, points);
    if (request.identity !== undefined) return;
    if (header !== undefined) throw unauthenticated("The API token is unknown, expired or revoked.");
    if (!open) throw unauthenticated();
  };
}

function bearerToken(header: string): string | undefined {
  return header.length < 1024 && /^bearer /i.test(header) ? header.slice(7).trim() : undefined;
}

function takePoints(edge: Edge, request: FastifyRequest, reply: FastifyReply, points: number): void {
  if (edge.rateLimit === undefined) return;
  const caller = request.identity?.tokenId ?? networkOf(request.ip);
  const now = edge.deps.clock.now();
  const { limit, remaining, reset } = edge.rateLimit.take(caller, points, now);
  reply.headers({
    "x-ratelimit-limit": limit,
    "x-ratelimit-remaining": Math.max(0, remaining),
    "x-ratelimit-reset": reset,
  });
  if (remaining < 0) throw tooManyRequests(Math.max(1, reset - Math.floor(now / 1000)));
}

async function run(
  edge: Edge,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome> {
  const { deps } = edge;
  const { identity } = request;
  const thing = await reach(deps, operation.access, request);
  const expected = precondition(request, thing as Loaded | undefined);
  const idempotent = idempotency(edge, operation, request, reply);
  const earlier = await idempotent?.find(deps.db.read, deps.clock.now());
  if (earlier !== undefined) return earlier;
  const origin = { identity, ip: request.ip, source: "api" as const };
  const call: Call<unknown, Record<never, never>> = {
    deps,
    // Operations open to anyone don't read it; all others have passed authentication.
    identity: identity as Identity,
    thing,
    params: request.params as never,
    query: request.query as never,
    body: (request.body ?? undefined) as never,
    paging: paging(edge, operation, request),
    expectedVersion: expected,
    upload: operation.upload && request.isMultipart() ? () => nextFile(request) : undefined,
    wantsAsync: prefers(request, "respond-async"),
    change: (work) => runChange(deps, origin, idempotent, work),
  };
  return operation.handler(call as never);
}

async function nextFile(request: FastifyRequest): Promise<UploadPart | undefined> {
  const part = await request.file();
  return part && { name: part.filename, contentType: part.mimetype, content: part.file };
}

async function reach(deps: Deps, access: Access<unknown>, request: FastifyRequest): Promise<unknown> {
  if (access.kind !== "thing") return undefined;
  const identity = request.identity as Identity;
  const thing = (await access.load({ deps, identity, params: request.params as Record<string, string> })) as
    | Loaded
    | undefined;
  if (thing === undefined || !thing.rights.view) throw notFound(access.noun);
  if (thing.rights[access.verb] !== true) {
    throw forbidden(`Your role doesn't let you do this here: it takes the right "${access.verb}".`);
  }
  return thing;
}

function precondition(request: FastifyRequest, thing: Loaded | undefined): number | undefined {
  if (request.method === "GET") return undefined;
  const expected = expectedVersion(request.headers["if-match"]);
  if (expected === undefined || expected === "any") return undefined;
  if (thing?.version === undefined) return undefined;
  if (expected !== thing.version) throw preconditionFailed();
  return expected;
}

function idempotency(
  edge: Edge,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): IdempotentRequest | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || request.identity === undefined) return undefined;
  if (operation.method !== "POST" && operation.method !== "PUT") return undefined;
  return idempotentRequest({
    secrets: edge.deps.secrets,
    userId: request.identity.userId,
    key: String(key),
    operation: `${operation.operationId} ${request.url}`,
    body: request.body,
    serialize: (outcome) => serialize(reply, outcome),
  });
}

/** What a cursor is bound to: the operation, where it was asked, its filters, and the user. */
function listBinding(operation: Operation, request: FastifyRequest): string {
  const { page: _page, limit: _limit, ...filters } = request.query as Record<string, unknown>;
  const sorted = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([operation.operationId, request.params, sorted, request.identity?.userId ?? null]);
}

function paging(edge: Edge, operation: Operation, request: FastifyRequest): Paging {
  const { page, limit } = (request.query ?? {}) as { page?: string; limit?: number };
  const after = page === undefined ? undefined : edge.cursors.read(listBinding(operation, request), page);
  return { limit: limit ?? DEFAULT_LIMIT, after };
}

function prefers(request: FastifyRequest, preference: string): boolean {
  return request.headers["prefer"] !== undefined && String(request.headers["prefer"]).includes(preference);
}

function serialize(reply: FastifyReply, outcome: Outcome): string | undefined {
  if (outcome.text !== undefined) return outcome.text;
  if (outcome.body === undefined) return undefined;
  return reply.serialize(outcome.body) as string;
}

function send(
  edge: Edge,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
): FastifyReply | Promise<FastifyReply> {
  reply.code(outcome.status);
  if (outcome.headers !== undefined) reply.headers(outcome.headers);
  if (operation.deprecatedFor !== undefined) {
    reply.header("deprecation", "true").header("link", `</openapi.json>; rel="successor-version"`);
  }
  if (outcome.kept !== undefined) return sendKept(request, reply, outcome);
  const listed = withNextPage(edge, operation, request, outcome);
  if (operation.method === "PATCH" && prefers(request, "return=minimal") && listed.status === 200) {
    return reply.code(204).header("preference-applied", "return=minimal").send();
  }
  const text = serialize(reply, listed);
  if (text === undefined) return reply.send();
  reply.header("content-type", "application/json; charset=utf-8");
  if (outcome.status === 200 && (operation.method === "GET" || outcome.version !== undefined)) {
    const tag = entityTag(representationHash(text), outcome.version);
    reply.header("etag", tag);
    if (operation.method === "GET" && matchesTag(request.headers["if-none-match"], tag)) {
      return reply.code(304).removeHeader("content-type").send();
    }
  }
  return reply.send(text);
}

function withNextPage(edge: Edge, operation: Operation, request: FastifyRequest, outcome: Outcome): Outcome {
  const keys = (outcome.body as ListBody | undefined)?.nextKeys;
  if (keys === undefined) return outcome;
  const { nextKeys: _keys, ...body } = outcome.body as ListBody;
  const page = edge.cursors.write(listBinding(operation, request), keys);
  return { ...outcome, body: { next: { page }, ...body } };
}

async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
): Promise<FastifyReply> {
  const kept = outcome.kept as NonNullable<Outcome["kept"]>;
  const encoding = /\bbr\b/.test(request.headers["accept-encoding"] ?? "") ? "br" : "identity";
  const tag = entityTag(representationHash(kept.key), outcome.version, encoding === "br" ? "br" : undefined);
  reply.header("etag", tag).header("vary", "authorization, accept-encoding");
  if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  if (encoding === "br") reply.header("content-encoding", "br");
  return reply.header("content-type", kept.type).send(await kept.bytes(encoding));
}
