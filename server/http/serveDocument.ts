import type { FastifyInstance } from "fastify";
import { encoded, type Encoding, encodingFor } from "../ports/encodings.ts";
import { entityTag, matchesTag, representationHash } from "./etag.ts";

/**
 * Serves a JSON text that is the same for everybody and for as long as the process runs.
 * @param write called when somebody first asks
 */
export function serveDocument(app: FastifyInstance, url: string, write: () => string): void {
  let written: { text: string; hash: string } | undefined;
  const packed: { [encoding in Encoding]?: Promise<Buffer> } = {};
  app.get(url, async (request, reply) => {
    const { text, hash } = (written ??= hashed(write()));
    const encoding = encodingFor(request.headers);
    const tag = entityTag(hash, undefined, encoding);
    reply.headers({
      etag: tag,
      "cache-control": "public, max-age=0, must-revalidate",
      vary: "accept-encoding, origin",
    });
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
    reply.header("content-type", "application/json; charset=utf-8");
    if (encoding === "identity") return reply.send(text);
    return reply
      .header("content-encoding", encoding)
      .send(await (packed[encoding] ??= encoded(Buffer.from(text), encoding, 11)));
  });
}

const hashed = (text: string) => ({ text, hash: representationHash(text) });
