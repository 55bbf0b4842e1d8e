import { brotliCompressSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { entityTag, matchesTag, representationHash } from "./etag.ts";
import { acceptsBrotli } from "./preferences.ts";

/**
 * Serves a JSON text that is the same for everybody and for as long as the process runs.
 * @param write called when somebody first asks
 */
export function serveDocument(app: FastifyInstance, url: string, write: () => string): void {
  let written: { text: string; hash: string } | undefined;
  let compressed: Buffer | undefined;
  app.get(url, (request, reply) => {
    const { text, hash } = (written ??= hashed(write()));
    const encoding = acceptsBrotli(request.headers["accept-encoding"]) ? "br" : undefined;
    const tag = entityTag(hash, undefined, encoding);
    reply.headers({
      etag: tag,
      "cache-control": "public, max-age=0, must-revalidate",
      vary: "accept-encoding, origin",
    });
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
    reply.header("content-type", "application/json; charset=utf-8");
    if (encoding === undefined) return reply.send(text);
    return reply.header("content-encoding", "br").send((compressed ??= brotliCompressSync(text)));
  });
}

const hashed = (text: string) => ({ text, hash: representationHash(text) });
