/** What keeps other sites from acting for somebody who is signed in. */
import type { FastifyRequest } from "fastify";
import type { Addresses } from "../deps.ts";
import { forbidden, unsupportedMedia } from "../http/errors.ts";
import { isOwnFetch } from "../http/ownPage.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
const FILE_FORM = /^multipart\/form-data\s*;/i;
const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;

/**
 * Refuses a change that a page of another origin may have sent: the browser must not call it cross-site or same-site
 * (published sites may be the latter), and it must come from our own origin. A form is urlencoded or it is refused.
 * @param takesFile the form carries a file, and is multipart instead
 * @throws 403, 415
 */
export function refuseForeignChange(
  request: FastifyRequest,
  addresses: Pick<Addresses, "app">,
  takesFile = false,
): void {
  if (SAFE.has(request.method)) return;
  const { origin, host, "sec-fetch-site": site, "content-type": type } = request.headers;
  const isOwn =
    site === undefined ? origin === originOf(addresses.app) : isOwnFetch(site, origin, host, addresses);
  if (!isOwn) {
    throw forbidden(
      "This form was sent from another place than Lectern itself. Open the page again and repeat it.",
    );
  }
  const form = takesFile ? FILE_FORM : FORM;
  if (form.test(type ?? "")) return;
  const wanted = takesFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  throw unsupportedMedia(`Send the form as ${wanted}.`);
}

/**
 * Refuses what a browser says that another origin's page sent. Programs, which send neither header, pass.
 * @throws 403
 */
export function refuseForeignPage({ headers }: FastifyRequest, addresses: Pick<Addresses, "app">): void {
  const { origin, host, "sec-fetch-site": site = "none" } = headers;
  if (isOwnFetch(site, origin, host, addresses)) return;
  throw forbidden("Only programs ask this, and the pages of Lectern itself: no other page in a browser.");
}

function originOf(app: string): string {
  return new URL(app).origin;
}
