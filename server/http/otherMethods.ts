import type { FastifyInstance } from "fastify";
import { methodNotAllowed } from "./errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route only says that the path does not take the method. */
    readonly refuses?: boolean;
  }
}

/** Answers 405 with `Allow` for every method that a known path doesn't have. Call after all routes are mounted. */
export function refuseOtherMethods(
  app: FastifyInstance,
  routes: readonly { method: string; url: string }[],
): void {
  const methods = new Map<string, Set<string>>();
  for (const { method, url } of routes) methods.set(url, (methods.get(url) ?? new Set()).add(method));
  for (const [url, allowed] of methods) {
    const listed = [...allowed, ...(allowed.has("GET") ? ["HEAD"] : [])].toSorted();
    const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !allowed.has(method));
    if (others.length === 0) continue;
    app.route({
      method: others,
      url,
      config: { refuses: true },
      // A refusal reads no body, so its shape can't matter.
      onRequest: async () => {
        throw methodNotAllowed(listed);
      },
      handler: async () => undefined,
    });
  }
}
