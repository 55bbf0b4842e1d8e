import type { FastifyInstance } from "fastify";
import { unansweredMeter } from "./caller.ts";
import type { Edge } from "./edge.ts";
import { methodNotAllowed } from "./errors.ts";

/**
 * Answers 405 with `Allow` for every method that a known path doesn't have, for a point. Call after all routes are
 * mounted.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  edge: Edge,
  routes: readonly { method: string; url: string }[],
): void {
  const meter = unansweredMeter(edge);
  const methods = new Map<string, Set<string>>();
  for (const { method, url } of routes) methods.set(url, (methods.get(url) ?? new Set()).add(method));
  for (const [url, allowed] of methods) {
    const listed = [...allowed, ...(allowed.has("GET") ? ["HEAD"] : [])].toSorted();
    const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !allowed.has(method));
    if (others.length === 0) continue;
    app.route({
      method: others,
      url,
      // A refusal reads no body, so its shape can't matter.
      onRequest: [meter, (_request, _reply, done) => done(methodNotAllowed(listed))],
      handler: async () => undefined,
    });
  }
}
