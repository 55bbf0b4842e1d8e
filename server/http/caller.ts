/** Who calls, and what the call costs: settled before a body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Identity } from "../access/identity.ts";
import type { Edge } from "./edge.ts";
import { tooManyRequests, unauthenticated } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { networkOf } from "./rateLimit.ts";

declare module "fastify" {
  interface FastifyRequest {
    identity: Identity | undefined;
  }
}

/** Finds the caller, takes the operation's points, and refuses those who may not come in. */
export function authentication(edge: Edge, operation: Operation) {
  const points = operation.points ?? (operation.method === "GET" ? 1 : 5);
  const open = operation.access.kind === "anyone";
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await identify(edge, request);
    takePoints(edge, request, reply, points);
    if (request.identity !== undefined) return;
    if (request.headers.authorization !== undefined) {
      throw unauthenticated("The API token is unknown, expired or revoked.");
    }
    if (!open) throw unauthenticated();
  };
}

/** Addresses and methods that nothing answers cost a point too: looking for some is no way around the limit. */
export function meterUnanswered(app: FastifyInstance, edge: Edge): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/v1") || request.method === "OPTIONS") return;
    if (!request.is404 && request.routeOptions.config.refuses !== true) return;
    await identify(edge, request);
    takePoints(edge, request, reply, 1);
  });
}

async function identify(edge: Edge, request: FastifyRequest): Promise<void> {
  const header = request.headers.authorization;
  if (header === undefined) return;
  const token = bearerToken(header);
  const found = token === undefined ? undefined : edge.identities.identify(token);
  request.identity = found instanceof Promise ? await found : found;
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
