import type { OutboundRequest } from "./outbound-request.ts";
import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./addresses.ts";
import { decodedBody } from "./fetch-body.ts";
import type { AddressLookup } from "./fetch-connect.ts";
import { checkedLookup, dnsResolve, systemResolve } from "./fetch-connect.ts";
import { isWanted, redirected, withOwnHeaders } from "./fetch-headers.ts";
import { bareHost, parseTarget } from "./fetch-target.ts";
import type { WireRequest } from "./http-request.ts";
import type { IdleBounds } from "./idle-connections.ts";
import { type HttpAgents, keptConnections, sendHttp } from "./http-request.ts";
import { OutboundError, outboundError } from "./outbound-error.ts";

export { OutboundError } from "./outbound-error.ts";
export type { OutboundCode } from "./outbound-error.ts";

/** What lets in the addresses that are refused to everybody: said wherever one is. */
export const PRIVATE_NETWORK =
  "A host in a private network, and http, take LECTERN_ALLOW_PRIVATE_NETWORK=1 on the server.";

/** Why `permits` refuses an address, as the message of the field that has it. */
export const NOT_PERMITTED = `must be an https address on a public host, with port 443 or one from 1024 up, and without a user name. ${PRIVATE_NETWORK}`;

/** An answer of any status. */
type OutboundResponse<Body = Uint8Array> = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The address that gave it, after redirects. */
  readonly url: string;
  /** The address to ask from now on: where redirects for good have led, before any for the time being. */
  readonly lasting: string;
  readonly body: Body;
};

/** The only way out to the web. Both throw OutboundError, and only that. */
export interface OutboundFetch {
  /** Asks and reads the whole answer, decoded. */
  fetch(url: string, request?: OutboundRequest): Promise<OutboundResponse>;
  /** Asks and hands over the answer while it comes, decoded, under the same limits. Read it, or destroy it. */
  stream(url: string, request?: OutboundRequest): Promise<OutboundResponse<Readable>>;
  /**
   * Whether an address can be asked at all, as far as its text tells: what it is refused for when somebody stores it
   * to be asked later. Plain http is for private networks. Each request checks again, and its address with it.
   */
  permits(url: string): boolean;
  /** Breaks every request that is under way. */
  close(): Promise<void>;
}

/** The rules of one door. All but the first are for tests; times in milliseconds. */
type OutboundOptions = {
  /** Lets requests reach private and loopback addresses and names. All other rules stay. */
  readonly allowPrivateNetwork: boolean;
  readonly resolve?: AddressLookup;
  readonly isAllowed?: (address: string) => boolean;
  readonly connectTimeout?: number;
  readonly headersTimeout?: number;
  readonly idle?: IdleBounds;
};

type Door = {
  readonly allowPrivateNetwork: boolean;
  readonly isAllowed: (address: string) => boolean;
  readonly wire: Pick<WireRequest, "connectTimeout" | "headersTimeout"> & { lookup: LookupFunction };
  /** Connections of what is asked again and again: each was checked when it was made. */
  readonly kept: HttpAgents;
  /** What is under way, to be broken when the door closes. */
  readonly open: Set<AbortController>;
};

/** Connections of one host that may be kept: more than are ever under way, so that none waits for a silent one. */
const KEPT = 128;
/** Those that wait for their next request: a fetch asks twice or thrice within seconds, a poll after minutes. */
const IDLE: IdleBounds = { most: 64, time: 10_000 };
const MEBIBYTE = 1024 * 1024;
const MAX_RATIO = 100;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const FOR_GOOD = new Set([301, 308]);
/** Opens the way out. */
export function openFetch(options: OutboundOptions): OutboundFetch {
  const { allowPrivateNetwork, connectTimeout = 3000, headersTimeout = 5000 } = options;
  const isAllowed = options.isAllowed ?? (allowPrivateNetwork ? () => true : isPublicAddress);
  const resolve = options.resolve ?? (allowPrivateNetwork ? systemResolve : dnsResolve());
  const lookup = checkedLookup(resolve, isAllowed);
  const wire = { connectTimeout, headersTimeout, lookup };
  const kept = keptConnections(KEPT, options.idle ?? IDLE);
  const door: Door = { allowPrivateNetwork, isAllowed, wire, kept, open: new Set() };
  return {
    fetch: async (url, request = {}) => {
      const answer = await stream(door, url, request);
      return { ...answer, body: await buffer(answer.body) };
    },
    stream: (url, request = {}) => stream(door, url, request),
    permits: (url) => permits(door, url),
    close: async () => {
      for (const one of door.open) one.abort(new OutboundError("FETCH_FAILED"));
      kept.http.destroy();
      kept.https.destroy();
    },
  };
}

function permits(door: Door, text: string): boolean {
  try {
    const url = parseTarget(text, door);
    const host = bareHost(url);
    const isSafe = url.protocol === "https:" || door.allowPrivateNetwork;
    return isSafe && (isIP(host) === 0 || door.isAllowed(host));
  } catch {
    return false;
  }
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
  const { signal } = patience;
  const { signal: theirs } = request;
  const leave = (): void => patience.abort(theirs?.reason);
  const done = (): void => {
    clearTimeout(timer);
    door.open.delete(patience);
    theirs?.removeEventListener("abort", leave);
  };
  door.open.add(patience);
  // One signal for all reasons: what joins signals costs as much as the rest of a small request.
  if (theirs?.aborted === true) leave();
  else theirs?.addEventListener("abort", leave, { once: true });
  try {
    const { answer, url: last, lasting } = await follow(door, url, request, signal);
    const { maxBytes = 10 * MEBIBYTE } = request;
    const limits = {
      maxBytes,
      maxDecodedBytes: request.maxDecodedBytes ?? 5 * maxBytes,
      maxRatio: MAX_RATIO,
    };
    const body = Readable.from(decodedBody(answer, limits, signal));
    body.once("close", () => {
      done();
      answer.destroy();
    });
    const { statusCode: status = 0, headers } = answer;
    return { status, headers, url: last.href, lasting: lasting.href, body };
  } catch (error) {
    done();
    throw outboundError(signal.aborted ? signal.reason : error);
  }
}

async function follow(door: Door, first: string, request: OutboundRequest, signal: AbortSignal) {
  let url = parseTarget(first, door);
  let lasting = url;
  let asked = withOwnHeaders(request);
  for (let left = request.maxRedirects ?? 3; ; left--) {
    const answer = await ask(door, url, asked, signal);
    const { statusCode: status = 0, headers } = answer;
    if (!REDIRECTS.has(status) || headers.location === undefined || request.givesRedirects === true) {
      if (status >= 300 || isWanted(headers["content-type"], request.accept ?? ["*/*"]))
        return { answer, url, lasting };
      answer.destroy();
      throw new OutboundError("INVALID_CONTENT");
    }
    answer.destroy();
    const next = parseTarget(headers.location, { ...door, from: url });
    const onward = redirected(asked, status, next.origin === url.origin);
    if (left <= 0 || onward === undefined) throw new OutboundError("FETCH_FAILED");
    asked = onward;
    if (lasting === url && FOR_GOOD.has(status)) lasting = next;
    url = next;
  }
}

async function ask(door: Door, url: URL, request: OutboundRequest, signal: AbortSignal) {
  const { method = "GET", body, bodyBytes } = request;
  // A socket takes an address as it is, without a look-up that could check it.
  const host = bareHost(url);
  if (isIP(host) !== 0 && !door.isAllowed(host)) throw new OutboundError("FETCH_FAILED");
  const { headersTimeout = door.wire.headersTimeout } = request;
  const wire = { ...door.wire, headersTimeout };
  const isCounted = body instanceof Readable && bodyBytes !== undefined;
  const headers = { ...request.headers, ...(isCounted && { "content-length": `${bodyBytes}` }) };
  const sent = { ...wire, method, headers, signal, ...(body !== undefined && { body }) };
  if (request.isRepeated !== true) return sendHttp(url, sent);
  try {
    return await sendHttp(url, { ...sent, agents: door.kept });
  } catch (error) {
    // The host may have closed what was kept, just as it was used again.
    if (signal.aborted || !BROKEN.has((error as { code?: string }).code ?? "")) throw error;
    return sendHttp(url, sent);
  }
}

const BROKEN = new Set(["ECONNRESET", "EPIPE"]);
