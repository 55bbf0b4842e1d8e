/** Answers as they go over the wire, made once and sent again and again. */
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { EVERY_ANSWER } from "../http/everyAnswer.ts";
import { matchesTag, representationHash } from "../http/etag.ts";
import { securityPolicy, type SiteAnswer } from "./answer.ts";

const compress = promisify(brotliCompress);

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

export type Encoding = "br" | "identity";

const CACHING: Readonly<Record<SiteAnswer["cache"], string>> = {
  page: "public, max-age=0, must-revalidate",
  reader: "private, no-cache",
  never: "private, no-store",
};

/** Answers that are smaller gain nothing from being compressed. */
const COMPRESS_FROM = 1024;

/** The encoding that a client takes; one that refuses Brotli (`br;q=0`) gets none. */
export function encodingFor({ headers }: { readonly headers: IncomingHttpHeaders }): Encoding {
  const accepted = headers["accept-encoding"] ?? "";
  return /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/.test(accepted) ? "br" : "identity";
}

/**
 * Makes an answer ready to be sent in one encoding.
 * @param before what was sent before it: when the tags are the same, so are the bytes, and nothing is compressed again
 */
export async function prepare(
  answer: SiteAnswer,
  encoding: Encoding,
  before?: ReadyAnswer,
): Promise<ReadyAnswer> {
  const text = Buffer.from(answer.text);
  const isCompressed = encoding === "br" && text.length >= COMPRESS_FROM;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const etag = `"${representationHash(text)}${isCompressed ? "-br" : ""}"`;
  const plain = isCompressed ? undefined : text;
  const same = before?.etag === etag ? before.body : undefined;
  const body = plain ?? same ?? (await compress(text, { params: quality }));
  const headers = {
    "content-type": answer.contentType,
    "content-security-policy": securityPolicy(answer),
    "cache-control": CACHING[answer.cache],
    "referrer-policy": "strict-origin-when-cross-origin",
    ...EVERY_ANSWER,
    vary: variesBy(answer),
    ...(isCompressed ? { "content-encoding": "br" } : {}),
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
