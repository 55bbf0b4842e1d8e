import type { OutboundRequest } from "./outbound-request.ts";
import { Readable } from "node:stream";

/** What another origin may hear of a request: a redirect must not carry credentials to it. */
const SAFE_ELSEWHERE = new Set(["accept", "accept-encoding", "accept-language", "user-agent"]);
/** Headers that belong to the connection, which is ours. */
const OURS =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|upgrade|te|trailer|keep-alive|expect|proxy-.*)$/;

/** The request with our own headers added and lower-cased; those that only the connection may set are left out. */
export function withOwnHeaders(request: OutboundRequest): OutboundRequest {
  const given = Object.entries(request.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !OURS.test(name));
  const headers = {
    "user-agent": "Lectern",
    accept: request.accept?.join(", ") ?? "*/*",
    ...Object.fromEntries(given),
    "accept-encoding": "gzip, br, deflate",
  };
  return { ...request, headers };
}

/**
 * The request that follows a redirect of this status: after a 303, or a 301 or 302 to a POST, a GET without body.
 * Undefined when it must not be followed: a body is meant for the origin it was written for.
 */
export function redirected(
  request: OutboundRequest,
  status: number,
  sameOrigin: boolean,
): OutboundRequest | undefined {
  const { method = "GET", body, ...rest } = request;
  const turnsGet = (status === 303 && method !== "HEAD") || (status < 303 && method === "POST");
  const kept = Object.entries(request.headers ?? {}).filter(([name]) => {
    return (sameOrigin || SAFE_ELSEWHERE.has(name)) && !(turnsGet && name.startsWith("content-"));
  });
  const next = { ...rest, headers: Object.fromEntries(kept) };
  if (turnsGet || body === undefined) return { ...next, method: turnsGet ? "GET" : method };
  return sameOrigin && !(body instanceof Readable) ? { ...next, method, body } : undefined;
}

/** Whether a Content-Type is one of those wanted: `text/html`, all of a kind as `image/*`, or anything by two stars. */
export function isWanted(contentType: string | undefined, accept: readonly string[]): boolean {
  const type = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  return accept.some((wanted) => {
    if (wanted === "*/*") return true;
    return wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
  });
}
