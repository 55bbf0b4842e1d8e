/** Who calls, and what the call costs: settled before a body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Identity } from "../access/identity.ts";
import { mayBeSiteToken } from "../access/siteReader.ts";
import type { Edge } from "./edge.ts";
import { tooManyRequests, unauthenticated } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { prefers } from "./preferences.ts";
import { networkOf } from "./rateLimit.ts";
import { isSessionCall, PERSON, refuseAnother, signedOut } from "./sessionCalls.ts";

/** How many callers a renderer counts for: all visitors of a site call through it, from the network that it is in. */
const OF_A_SITE = 10;
/** Characters. */
const LONGEST_HEADER = 13_000;
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
  const usual = operation.points ?? (operation.method === "GET" ? 1 : 5);
  const open = operation.access.kind === "anyone";
  const url = `/v1${operation.url}`;
  const pointsOf = (request: FastifyRequest): number =>
    operation.coalesces === true && prefers(request, "coalesce") ? 1 : usual;
  const admit = (request: FastifyRequest, reply: FastifyReply): void => {
    request.answeredAt = url;
    takePoints(edge, request, reply, pointsOf(request));
    if (request.identity !== undefined) return;
    const { authorization } = request.headers;
    // Of one that isn't sent as a token nobody knows whether it has ended: its sender hears how one is sent.
    if (authorization !== undefined) throw unauthenticated(isBearer(authorization) ? ENDED : undefined);
    if (!open) throw isSessionCall(request) ? signedOut() : unauthenticated();
  };
  return whenIdentified(edge, usual, admit);
}

/** Lets in who is signed in, to what only our own pages ask, for a point; what costs more takes the rest itself. Below `/-/`, where the edge guards it. */
export function sessionOnly(edge: Edge) {
  return whenIdentified(edge, 1, (request, reply) => {
    takePoints(edge, request, reply, 1);
    if (request.identity === undefined) throw signedOut();
  });
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
      if (identity !== undefined && isSessionCall(request)) reply.header(PERSON, identity.userId);
      let refusal: Error | undefined;
      try {
        // First, since points are of the session: a tab that was left open spends none of whoever signed in since.
        if (isSessionCall(request)) refuseAnother(request.headers[PERSON], identity?.userId);
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

type Finding = Identity | undefined | Promise<Identity | undefined>;

/** Finds the caller by their session or by their token. @param stranger hears of one that has to be looked up */
function find(edge: Edge, request: FastifyRequest, stranger?: () => void): Finding {
  const { cookie, authorization } = request.headers;
  if (isSessionCall(request))
    return cookie === undefined ? undefined : edge.identifySession(cookie, stranger);
  const token = authorization === undefined ? undefined : bearerToken(authorization);
  return token === undefined ? undefined : edge.identities.identify(token, stranger);
}

/** Where a request comes from: a network, or a script that runs here, whose door says which. */
function placeOf({ ip, headers }: FastifyRequest): string {
  // Over no network come scripts alone.
  return (ip as string | undefined) === undefined
    ? `the script of ${String(headers["lectern-installation"])}`
    : networkOf(ip);
}

/** Looking up a caller never met before costs its address points first, which it gets back when it is somebody. */
function identify(edge: Edge, request: FastifyRequest, points: number): Finding {
  const { rateLimit, deps } = edge;
  if (rateLimit === undefined) return find(edge, request);
  // Apart from the points of those who send none: nobody's first request is refused for what others asked openly.
  const guesser = `guesses from ${placeOf(request)}`;
  let taken = false;
  const found = find(edge, request, () => {
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

/** @throws 401 when what a request was let in by has ended meanwhile, or its user was disabled */
export async function refuseEnded(edge: Edge, request: FastifyRequest): Promise<void> {
  if (request.identity === undefined || (await find(edge, request)) !== undefined) return;
  throw isSessionCall(request) ? signedOut() : unauthenticated(ENDED);
}

function isBearer(header: string): boolean {
  return /^bearer \s*\S/i.test(header);
}

function bearerToken(header: string): string | undefined {
  if (header.length > LONGEST_HEADER || !/^bearer /i.test(header)) return undefined;
  const token = header.slice(7).trim();
  // Those of sites say what is known of a visitor; all others are short.
  return token.length < 1024 || mayBeSiteToken(token) ? token : undefined;
}

/** Takes points of the caller, and says in the answer's headers how many are left. @throws 429 */
export function takePoints(edge: Edge, request: FastifyRequest, reply: FastifyReply, points: number): void {
  if (edge.rateLimit === undefined) return;
  const { identity } = request;
  const { reader } = identity ?? {};
  const caller =
    reader === undefined
      ? (identity?.tokenId ?? identity?.sessionId ?? placeOf(request))
      : // Anybody gets a token of an open site, and must not spend what its renderer lives on.
        `site ${reader.site} from ${placeOf(request)}`;
  const now = edge.deps.clock.now();
  const times = reader === undefined ? 1 : OF_A_SITE;
  const { limit, remaining, reset } = edge.rateLimit.take(caller, points, now, times);
  reply.headers({
    "x-ratelimit-limit": limit,
    "x-ratelimit-remaining": Math.max(0, remaining),
    "x-ratelimit-reset": reset,
  });
  if (remaining < 0) throw tooManyRequests(Math.max(1, reset - Math.floor(now / 1000)));
}
