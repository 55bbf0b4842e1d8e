/** What keeps other sites from acting for somebody who is signed in. */
import type { FastifyRequest } from "fastify";
import type { Addresses } from "../deps.ts";
import { forbidden, unsupportedMedia } from "../http/errors.ts";
import { senderOf } from "../http/ownPage.ts";

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
  const sender = senderOf(request, addresses);
  if (sender !== "own" && sender !== "typed") {
    throw forbidden(
      "This form was sent from another place than Lectern itself. Open the page again and repeat it.",
    );
  }
  const form = takesFile ? FILE_FORM : FORM;
  if (form.test(request.headers["content-type"] ?? "")) return;
  const wanted = takesFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  throw unsupportedMedia(`Send the form as ${wanted}.`);
}

/**
 * Refuses what a browser says that another origin's page sent. Programs, which send neither header, pass.
 * @throws 403
 */
export function refuseForeignPage(request: FastifyRequest, addresses: Pick<Addresses, "app">): void {
  if (senderOf(request, addresses) !== "other") return;
  throw forbidden(
    "Only programs and Lectern's own pages can send this request, not other pages in a browser.",
  );
}
