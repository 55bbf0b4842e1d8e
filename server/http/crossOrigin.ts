import type { FastifyInstance } from "fastify";

const EXPOSED = [
  "allow",
  "deprecation",
  "etag",
  "idempotent-replayed",
  "link",
  "location",
  "preference-applied",
  "retry-after",
  "www-authenticate",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
].join(", ");

/** Any origin may call the API, without credentials: tokens travel in a header that the page's script must have. */
export function allowCrossOrigin(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (request.headers.origin !== undefined && isOpen(request.originalUrl)) {
      reply.header("access-control-allow-origin", "*").header("access-control-expose-headers", EXPOSED);
    }
    done();
  });
  app.options("/v1/*", async (_request, reply) =>
    reply
      .code(204)
      .header("access-control-allow-origin", "*")
      .header("access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
      .header(
        "access-control-allow-headers",
        "authorization, content-type, idempotency-key, if-match, if-none-match, prefer",
      )
      .header("access-control-max-age", "86400")
      .send(),
  );
}

/** The API and its description; what the installation says about itself (metrics) is for its operator. */
function isOpen(url: string): boolean {
  return url.startsWith("/v1/") || url.startsWith("/openapi.json");
}
