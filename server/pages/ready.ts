/** Answers as they go over the wire, made once and sent again and again. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { EVERY_ANSWER } from "../http/everyAnswer.ts";
import { entityTag, matchesTag, representationHash } from "../http/etag.ts";
import { encoded, type Encoding } from "../ports/encodings.ts";
import { securityPolicy, type SiteAnswer } from "./answer.ts";

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** An answer's headers and bytes. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The same for an answer with its body. */
  readonly headersWithLength: Headers;
  readonly etag: string;
  readonly body: Buffer;
}

const CACHING: Readonly<Record<SiteAnswer["cache"], string>> = {
  page: "public, max-age=0, must-revalidate",
  reader: "private, no-cache",
  never: "private, no-store",
};

/** Answers that are smaller gain nothing from being packed. */
const PACK_FROM = 1024;
/** Of Brotli: pages are made often, and wait for it. */
const QUALITY = 5;

/**
 * Makes an answer ready to be sent in one encoding.
 * @param before what was sent before it: when the tags are the same, so are the bytes, and nothing is packed again
 */
export async function prepare(
  answer: SiteAnswer,
  accepted: Encoding,
  before?: ReadyAnswer,
): Promise<ReadyAnswer> {
  const text = Buffer.from(answer.text);
  const encoding = text.length < PACK_FROM ? "identity" : accepted;
  const etag = entityTag(representationHash(text), undefined, encoding);
  const body = before?.etag === etag ? before.body : await encoded(text, encoding, QUALITY);
  const headers = {
    "content-type": answer.contentType,
    "content-security-policy": securityPolicy(answer),
    "cache-control": CACHING[answer.cache],
    "referrer-policy": "strict-origin-when-cross-origin",
    ...EVERY_ANSWER,
    vary: variesBy(answer),
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    ...(answer.status === 200 ? { etag } : {}),
    ...answer.headers,
  };
  const headersWithLength = { ...headers, "content-length": String(body.length) };
  return { status: answer.status, etag, body, headers, headersWithLength };
}

/** What of a request decides which of several answers it gets. */
function variesBy({ cache, byUserAgent }: SiteAnswer): string {
  const names = ["accept-encoding", "accept"];
  if (cache === "reader") names.push("cookie", "authorization");
  if (byUserAgent) names.push("user-agent");
  return names.join(", ");
}

/** Sends an answer, or 304 to who has it already. */
export function sendReady(request: FastifyRequest, reply: FastifyReply, ready: ReadyAnswer): FastifyReply {
  reply.headers(ready.headers as Record<string, string | string[]>);
  if (ready.status === 200 && matchesTag(request.headers["if-none-match"], ready.etag)) {
    return reply.code(304).send();
  }
  return reply.code(ready.status).send(ready.body);
}

/** The same on a request that no part of the framework has seen. */
export function sendReadyAtOnce(
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  ready: ReadyAnswer,
  httpsOnly: string | undefined,
): void {
  const { status, etag, body } = ready;
  const isKnown = status === 200 && matchesTag(asked["if-none-match"], etag);
  const headers = (isKnown ? ready.headers : ready.headersWithLength) as OutgoingHttpHeaders;
  // As they lie there, unless there is more to say: copying them costs more than finding them.
  const all = httpsOnly === undefined ? headers : { ...headers, "strict-transport-security": httpsOnly };
  response.writeHead(isKnown ? 304 : status, all).end(isKnown ? undefined : body);
}
