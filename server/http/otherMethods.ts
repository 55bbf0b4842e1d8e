import type { FastifyInstance } from "fastify";
import { methodNotAllowed } from "./errors.ts";

/** What `Allow` may name; any other method is refused wherever one of these is taken. */
const KNOWN = ["DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"] as const;

/**
 * Answers 405 with `Allow` for every method that a known path doesn't have. The router is asked only for a request that
 * no route answers: a route for each refusal took a third of what mounting took. A request to the
 * API has cost its point by then; see `meterUnanswered`.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  app.addHook("onRequest", ({ is404, url }, _reply, done) => {
    if (!is404) return done();
    const allowed = KNOWN.filter((method) => app.findRoute({ method, url }) !== null);
    // A refusal reads no body, so its shape can't matter.
    done(allowed.length === 0 ? undefined : methodNotAllowed(allowed));
  });
}
