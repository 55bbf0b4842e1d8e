/** Asking a host's API, and what its refusals mean for who asks. */
import type { IncomingHttpHeaders } from "node:http";
import type { Deps } from "../../../deps.ts";
import { OutboundError } from "../../../ports/fetch.ts";
import { plainWords } from "../../../ports/git/error.ts";
import type { Host, HostRequest } from "./host.ts";
import { textAt } from "./payload.ts";

/** Bytes of an answer: lists have a hundred entries at most. */
const MOST_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
/** How long a host is left alone that says for how long, in milliseconds. */
const SHORTEST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;

/** Who is asked, and with what. */
export interface AskedHost {
  readonly host: Host;
  /** Where its API is. */
  readonly base: string;
  /** Undefined: as anybody. */
  readonly authorization: string | undefined;
}

/**
 * A host has not done what it was asked. `refused` and `missing` stay so until somebody changes something; `busy` and
 * `failed` pass by themselves.
 */
export class HostRefused extends Error {
  override readonly name = "HostRefused";
  readonly kind: "refused" | "missing" | "busy" | "failed";
  /** When a busy host may be asked again, in milliseconds. */
  readonly after: number | undefined;

  constructor(kind: HostRefused["kind"], message: string, after?: number) {
    super(message);
    this.kind = kind;
    this.after = after;
  }
}

/** Asks, and gives the answer's JSON; undefined for an answer without. @throws HostRefused */
export async function askHost(
  { fetch, clock }: Pick<Deps, "fetch" | "clock">,
  { host, base, authorization }: AskedHost,
  { method, path, body }: HostRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    const answer = await fetch.fetch(base + path, {
      method,
      headers: {
        accept: "application/json",
        ...host.headers,
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      maxBytes: MOST_BYTES,
      timeout: TIMEOUT_MS,
      headersTimeout: TIMEOUT_MS,
      signal,
    });
    const said = jsonOf(answer.body);
    if (answer.status >= 200 && answer.status < 300) return said;
    throw refusal(answer.status, answer.headers, said, clock.now());
  } catch (error) {
    if (error instanceof OutboundError) throw new HostRefused("failed", `The host's API: ${error.message}`);
    throw error;
  }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}

function refusal(status: number, headers: IncomingHttpHeaders, said: unknown, now: number): HostRefused {
  const after = waitOf(status, headers, now);
  if (after !== undefined)
    return new HostRefused("busy", "The host asks to be left alone for a while.", after);
  const told = textAt(said, "message") ?? textAt(said, "error", "message") ?? textAt(said, "error") ?? "";
  const words =
    told === ""
      ? ""
      : ` It says: ${plainWords(told)
          .slice(0, 300)
          .replace(/([^.!?])$/, "$1.")}`;
  if (status === 401) return new HostRefused("refused", `The host's API doesn't take the token.${words}`);
  if (status === 404) return new HostRefused("missing", `The host's API knows no such thing.${words}`);
  if (status >= 500 || status === 408 || status === 425)
    return new HostRefused("failed", `The host's API answers with the error ${status}.${words}`);
  return new HostRefused("refused", `The host's API refuses this with ${status}.${words}`);
}

/** Until when a host wants to be left alone; undefined where it doesn't say so. */
function waitOf(status: number, headers: IncomingHttpHeaders, now: number): number | undefined {
  const [seconds, none] = [headers["retry-after"], headers["x-ratelimit-remaining"] === "0"];
  if (status !== 429 && !(status === 403 && (seconds !== undefined || none)) && status !== 503)
    return undefined;
  const reset = Number(headers["x-ratelimit-reset"] ?? headers["ratelimit-reset"]) * 1000;
  const wanted = seconds === undefined ? reset : now + Number(seconds) * 1000;
  const least = now + SHORTEST_WAIT_MS;
  return Number.isFinite(wanted) ? Math.min(Math.max(wanted, least), now + LONGEST_WAIT_MS) : least;
}
