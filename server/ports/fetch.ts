import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Agent, request as send } from "undici";
import { isPublicAddress } from "./addresses.ts";
import { decodedBody } from "./fetch-body.ts";
import type { Resolve } from "./fetch-connect.ts";
import { checkedConnector, systemResolve } from "./fetch-connect.ts";
import { isWanted, redirected, withOwnHeaders } from "./fetch-headers.ts";
import { parseTarget } from "./fetch-target.ts";
import { OutboundError, outboundError } from "./outbound-error.ts";

export { OutboundError } from "./outbound-error.ts";
export type { OutboundCode } from "./outbound-error.ts";

/** What is asked, and how much of an answer is taken. Each limit has a default that suits a document. */
export type OutboundRequest = {
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The content types taken, such as `text/html` or `image/*`. Anything else with status 2xx is INVALID_CONTENT. */
  readonly accept?: readonly string[];
  /** Bytes on the wire (10 MiB); what they decode to may be `maxDecodedBytes` (five times `maxBytes`). */
  readonly maxBytes?: number;
  readonly maxDecodedBytes?: number;
  /** Milliseconds for all of it, redirects and body included (20,000). */
  readonly timeout?: number;
  /** How many redirects are followed (3). */
  readonly maxRedirects?: number;
};

/** An answer of any status. `url` is the address that gave it, after redirects. */
export type OutboundResponse<Body = Uint8Array> = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly body: Body;
};

/** The only way out to the web. Both throw OutboundError, and only that. */
export interface OutboundFetch {
  /** Asks and reads the whole answer, decoded. */
  fetch(url: string, request?: OutboundRequest): Promise<OutboundResponse>;
  /** Asks and hands over the answer while it comes, decoded, under the same limits. Read it, or destroy it. */
  stream(url: string, request?: OutboundRequest): Promise<OutboundResponse<Readable>>;
  /** Closes idle connections and breaks the others. */
  close(): Promise<void>;
}

/** The rules of one door. All but the first are for tests; times in milliseconds. */
export type OutboundOptions = {
  /** Lets requests reach private and loopback addresses and names. All other rules stay. */
  readonly allowPrivateNetwork: boolean;
  readonly resolve?: Resolve;
  readonly isAllowed?: (address: string) => boolean;
  readonly connectTimeout?: number;
  readonly headersTimeout?: number;
};

type Door = { agent: Agent; allowPrivateNetwork: boolean };

const MEBIBYTE = 1024 * 1024;
const MAX_RATIO = 100;
const MAX_HEADER_BYTES = 32 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Opens the way out. Nothing is connected before the first request. */
export function openFetch(options: OutboundOptions): OutboundFetch {
  const { allowPrivateNetwork, connectTimeout = 3000, headersTimeout = 5000 } = options;
  const isAllowed = options.isAllowed ?? (allowPrivateNetwork ? () => true : isPublicAddress);
  const connect = checkedConnector({
    resolve: options.resolve ?? systemResolve,
    isAllowed,
    timeout: connectTimeout,
  });
  const agent = new Agent({
    connect,
    headersTimeout,
    bodyTimeout: headersTimeout,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: 2000,
    keepAliveMaxTimeout: 10_000,
    connections: 8,
  });
  const door = { agent, allowPrivateNetwork };
  return {
    fetch: async (url, request = {}) => {
      const answer = await stream(door, url, request);
      return { ...answer, body: await buffer(answer.body) };
    },
    stream: (url, request = {}) => stream(door, url, request),
    close: () => agent.destroy(),
  };
}

async function stream(
  door: Door,
  url: string,
  request: OutboundRequest,
): Promise<OutboundResponse<Readable>> {
  const patience = new AbortController();
  const timer = setTimeout(
    () => patience.abort(new OutboundError("FETCH_TIMEOUT")),
    request.timeout ?? 20_000,
  );
  try {
    const answer = await follow(door, url, request, patience.signal);
    const { maxBytes = 10 * MEBIBYTE } = request;
    const limits = {
      maxBytes,
      maxDecodedBytes: request.maxDecodedBytes ?? 5 * maxBytes,
      maxRatio: MAX_RATIO,
    };
    const raw = answer.body;
    const body = Readable.from(decodedBody(raw, one(answer.headers["content-encoding"]) ?? "", limits));
    body.once("close", () => {
      clearTimeout(timer);
      raw.destroy();
    });
    return { ...answer, body };
  } catch (error) {
    clearTimeout(timer);
    throw outboundError(error);
  }
}

async function follow(door: Door, first: string, request: OutboundRequest, signal: AbortSignal) {
  let url = parseTarget(first, door);
  let asked: OutboundRequest | undefined = withOwnHeaders(request);
  for (let left = request.maxRedirects ?? 3; ; left--) {
    const answer = await ask(door, url, asked, signal);
    const location = REDIRECTS.has(answer.status) ? one(answer.headers["location"]) : undefined;
    if (location === undefined) {
      const unwanted =
        answer.status < 300 && !isWanted(one(answer.headers["content-type"]), request.accept ?? ["*/*"]);
      if (!unwanted) return answer;
      answer.body.destroy();
      throw new OutboundError("INVALID_CONTENT");
    }
    answer.body.destroy();
    if (left <= 0) throw new OutboundError("FETCH_FAILED");
    const next = parseTarget(location, { ...door, from: url });
    asked = redirected(asked, answer.status, next.origin === url.origin);
    if (asked === undefined) throw new OutboundError("FETCH_FAILED");
    url = next;
  }
}

async function ask(door: Door, url: URL, request: OutboundRequest, signal: AbortSignal) {
  const { method = "GET", headers = {}, body = null } = request;
  const answer = await send(url, { dispatcher: door.agent, method, headers, body, signal });
  // Its errors reach us by reading; one that comes when nobody reads must not end the process.
  answer.body.on("error", () => undefined);
  return { status: answer.statusCode, headers: answer.headers, url: url.href, body: answer.body };
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}
