/** Fetches what a website has, a few addresses at a time and no faster than it wants. */
import { setTimeout as wait } from "node:timers/promises";
import type { OutboundFetch } from "../../ports/fetch.ts";
import { OutboundError } from "../../ports/outbound-error.ts";

export interface FetchedFile {
  readonly address: string;
  /** After redirects. */
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly charset: string | undefined;
  readonly contentType: string;
}

/** A sentence without a full stop. */
type FetchedOr = FetchedFile | { readonly address: string; readonly refused: string };

export interface WebsiteFetch {
  readonly fetch: OutboundFetch;
  readonly signal: AbortSignal;
  /** Milliseconds between two requests. */
  delay: number;
}

interface FetchLimits {
  readonly accept: readonly string[];
  /** Bytes, decoded or not. */
  readonly maxBytes: number;
}

const AT_ONCE = 4;
/** Milliseconds that a server may ask us to wait before we try once more. */
const LONGEST_WAIT = 10_000;

/** Fetches addresses and gives what came of each, in their order. @throws the reason of the signal */
export async function fetchEach(
  fetching: WebsiteFetch,
  addresses: readonly string[],
  wanted: FetchLimits,
  each: () => void = () => {},
): Promise<FetchedOr[]> {
  const found: FetchedOr[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < addresses.length; at = next++) {
      fetching.signal.throwIfAborted();
      if (fetching.delay > 0) await wait(fetching.delay, undefined, { signal: fetching.signal });
      found[at] = await fetchOne(fetching, addresses[at] as string, wanted);
      each();
    }
  };
  // One that wants pauses wants no company either.
  const workers = Array.from({ length: fetching.delay > 0 ? 1 : AT_ONCE }, work);
  await Promise.all(workers);
  return found;
}

async function fetchOne(
  { fetch, signal }: WebsiteFetch,
  address: string,
  wanted: FetchLimits,
): Promise<FetchedOr> {
  const { accept, maxBytes } = wanted;
  for (let isAgain = false; ; isAgain = true) {
    try {
      const headers = { accept: accept.join(", ") };
      const limits = { maxBytes, maxDecodedBytes: maxBytes };
      const answer = await fetch.fetch(address, { headers, accept, signal, ...limits });
      const { status } = answer;
      if (status === 200)
        return { address, url: answer.url, bytes: answer.body, ...typeOf(answer.headers["content-type"]) };
      const pause = waitFor(status, answer.headers["retry-after"]);
      if (isAgain || pause === undefined)
        return { address, refused: `its address answers with status ${status}` };
      await wait(pause, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutboundError)) throw error;
      return { address, refused: REFUSALS[error.code] };
    }
  }
}

/** Also of an address that may not be asked, which is told apart from a closed one by nobody. */
export const UNREACHED = "its address could not be fetched";

const REFUSALS: Readonly<Record<OutboundError["code"], string>> = {
  FETCH_TIMEOUT: "its address took too long to answer",
  FETCH_FAILED: UNREACHED,
  INVALID_CONTENT: "its address answers with something else",
  TOO_LARGE: "it is too large",
};

function waitFor(status: number, retryAfter: string | undefined): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(retryAfter ?? 1);
  return Math.min(LONGEST_WAIT, Number.isFinite(seconds) ? Math.max(0, seconds) * 1000 : 1000);
}

function typeOf(header: string | undefined): Pick<FetchedFile, "contentType" | "charset"> {
  const contentType = (header ?? "").replace(/;.*$/s, "").trim().toLowerCase();
  return { contentType, charset: /charset\s*=\s*"?([\w-]+)/i.exec(header ?? "")?.[1] };
}
