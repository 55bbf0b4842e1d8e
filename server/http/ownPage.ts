/** Whose page sent a request, as far as its browser says. */
import type { FastifyRequest } from "fastify";
import type { Addresses } from "../deps.ts";

/**
 * `own`: a page of the origin that is asked. `typed`: nobody's page, somebody went to the address themselves. `unsaid`:
 * a program, or a browser over plain HTTP, which says nothing of where a request for reading comes from. `other`: a page
 * of anybody else, published sites included.
 */
type Sender = "own" | "typed" | "unsaid" | "other";

/**
 * Browsers say by `Sec-Fetch-Site` from where a request comes, and by `Origin` from which page a change does; no page can
 * write either.
 * @param addresses where we are reached, if that is more than the host that was asked, such as localhost
 */
export function senderOf(
  { headers, host }: Pick<FastifyRequest, "headers" | "host">,
  addresses?: Pick<Addresses, "app">,
): Sender {
  const { origin, "sec-fetch-site": site } = headers;
  if (site !== undefined && site !== "same-origin" && site !== "none") return "other";
  if (origin !== undefined) {
    const isOwn = origin === `https://${host}` || origin === `http://${host}`;
    return isOwn || (addresses !== undefined && origin === new URL(addresses.app).origin) ? "own" : "other";
  }
  if (site === undefined) return "unsaid";
  return site === "none" ? "typed" : "own";
}
