/** Who calls, and what the call costs: settled before a body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Identity } from "../access/identity.ts";
import type { Edge } from "./edge.ts";
import { tooManyRequests, unauthenticated } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { networkOf } from "./rateLimit.ts";

const ENDED = "The API token is unknown, expired or revoked.";

declare module "fastify" {
  interface FastifyRequest {
    identity: Identity | undefined;
    /** The address of the operation that answers, for the metrics: asking the framework makes an object each time. */
    answeredAt: string | undefined;
  }
}

/** Finds the caller, takes the operation's points, and refuses those who may not come in. */
export function authentication(edge: Edge, operation: Operation) {
  const points = operation.points ?? (operation.method === "GET" ? 1 : 5);
  const open = operation.access.kind === "anyone";
  const url = `/v1${operation.url}`;
  const admit = (request: FastifyRequest, reply: FastifyReply): void => {
    request.answeredAt = url;
    takePoints(edge, request, reply, points);
    if (request.identity !== undefined) return;
    if (request.headers.authorization !== undefined) {
      throw unauthenticated(ENDED);
    }
    if (!open) throw unauthenticated();
  };
  return whenIdentified(edge, points, admit);
}

/** Requests below `/v1` that no operation answers cost a point: looking for some is no way around the limit. */
export function meterUnanswered(app: FastifyInstance, edge: Edge): void {
  const meter = whenIdentified(edge, 1, (request, reply) => takePoints(edge, request, reply, 1));
  app.decorateRequest("answeredAt", undefined);
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.is404 || !request.url.startsWith("/v1") || request.method === "OPTIONS") return done();
    return meter(request, reply, done);
  });
}

/** A hook that finds the caller first. Callers are mostly known already, so it waits only when they have to be read. */
function whenIdentified(
  edge: Edge,
  points: number,
  then: (request: FastifyRequest, reply: FastifyReply) => void,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const finish = (identity: Identity | undefined): void => {
      request.identity = identity;
      let refusal: Error | undefined;
      try {
        then(request, reply);
      } catch (error) {
        refusal = error as Error;
      }
      done(refusal);
    };
    const found = identify(edge, request, points);
    if (found instanceof Promise) found.then(finish, done);
    else finish(found);
  };
}

/** Looking up a token never met before costs its address points first, which it gets back when the token is valid. */
function identify(
  edge: Edge,
  { headers, ip }: FastifyRequest,
  points: number,
): Identity | undefined | Promise<Identity | undefined> {
  const token = headers.authorization === undefined ? undefined : bearerToken(headers.authorization);
  if (token === undefined) return undefined;
  const { rateLimit, deps } = edge;
  if (rateLimit === undefined) return edge.identities.identify(token);
  // Apart from the points of those who send none: nobody's first request is refused for what others asked openly.
  const guesser = `guesses from ${networkOf(ip)}`;
  let taken = false;
  const found = edge.identities.identify(token, () => {
    const now = deps.clock.now();
    const { remaining, reset } = rateLimit.take(guesser, points, now);
    if (remaining < 0) throw tooManyRequests(Math.max(1, reset - Math.floor(now / 1000)));
    taken = true;
  });
  if (!(found instanceof Promise)) return found;
  return found.then((identity) => {
    if (taken && identity !== undefined) rateLimit.give(guesser, points, deps.clock.now());
    return identity;
  });
}

/** @throws 401 when the token that a request came with has ended meanwhile, or its user was disabled */
export async function refuseEnded(
  { identities }: Edge,
  { identity, headers }: FastifyRequest,
): Promise<void> {
  if (identity === undefined) return;
  const token = bearerToken(headers.authorization ?? "") ?? "";
  if ((await identities.identify(token)) === undefined) throw unauthenticated(ENDED);
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
