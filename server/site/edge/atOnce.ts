/** What is ready is sent before the framework sees the request. */
import type { IncomingMessage } from "node:http";
import type { ReadyAnswer } from "../../pages/ready.ts";
import { briefOf, type Shortcuts } from "./shortcuts.ts";

/**
 * What is ready to be sent before the framework sees the request: most requests are for such a thing, and its way
 * through routes, hooks and replies costs more than the answer. Everything that is no plain reading is left to the
 * framework, and so is the host that a proxy forwards where it is another one than it asks for: the framework knows
 * whom to trust.
 */
export function readyAtOnce(shortcuts: Shortcuts, request: IncomingMessage): ReadyAnswer | undefined {
  const { headers, method } = request;
  if (method !== "GET" || namesHosts(request)) return undefined;
  const { host = "", "x-forwarded-host": forwarded = host } = headers;
  if (forwarded !== host) return undefined;
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return undefined;
  const brief = briefOf(request, host);
  return brief && shortcuts.find(brief);
}

/** Whether a request has more than one Host header. */
export function namesHosts({ rawHeaders }: IncomingMessage): boolean {
  let named = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host") named++;
  }
  return named > 1;
}
