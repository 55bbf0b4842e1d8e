/**
 * Calls of our own pages: the API below `/-/v1`, by the session of a browser's cookie. The operations are those of `/v1`;
 * what is here keeps every other site from calling them for somebody who is signed in.
 */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Addresses } from "../deps.ts";
import { forbidden, HttpError, invalid, methodNotAllowed } from "./errors.ts";
import { senderOf } from "./ownPage.ts";

const PREFIX = "/-";
const CALLS = `${PREFIX}/v1`;
const READING = new Set(["GET", "HEAD"]);

/** The address that answers a request: a session's call is answered where a token's is. */
export function answeringUrl({ url = "/" }: Pick<IncomingMessage, "url">): string {
  if (!url.startsWith(CALLS)) return url;
  const next = url[CALLS.length];
  return next === undefined || next === "/" || next === "?" ? url.slice(PREFIX.length) : url;
}

/** Whether a request is one of our own pages', which a session answers for, and never a token. */
export function isSessionCall({ originalUrl }: Pick<FastifyRequest, "originalUrl">): boolean {
  return originalUrl.startsWith("/-/");
}

/** Names the person, by their id, whom a request is for. */
export const PERSON = "lectern-person";

/**
 * Refuses what a page, or a form of one, sends for somebody else than who is signed in. The session is the browser's: another tab may have
 * signed in another person since the page was opened, and nothing of hers is done as him.
 * @param person whom it is for, where that is said
 * @throws 401
 */
export function refuseAnother(person: string | string[] | undefined, userId: string | undefined): void {
  if (person === undefined || userId === undefined || person === userId) return;
  throw new HttpError(401, "another-person", ANOTHER, { headers: CHALLENGE });
}

const ANOTHER =
  "Somebody else is signed in in this browser now. Sign in as yourself again, then repeat this.";
const CHALLENGE = { "www-authenticate": 'Cookie realm="lectern"' };

/** The 401 of a session's call. */
export function signedOut(): HttpError {
  return new HttpError(401, "unauthenticated", "You are signed out. Sign in again, then repeat this.", {
    headers: CHALLENGE,
  });
}

/** Refuses everything below `/-/` that isn't sent by a page of our own origin, before anything is read. */
export function guardSessionCalls(app: FastifyInstance, addresses: Pick<Addresses, "app">): void {
  app.addHook("onRequest", (request, _reply, done) => {
    done(isSessionCall(request) ? refusalOf(request, addresses) : undefined);
  });
}

/**
 * Where a browser doesn't say whose page asks, over plain HTTP, a header that no form and no picture can send has to be
 * there. Changes have the header always: with it a page of another origin has to ask first whether it may, and is never
 * told so.
 */
function refusalOf(request: FastifyRequest, addresses: Pick<Addresses, "app">): HttpError | undefined {
  const { method, headers } = request;
  if (method === "OPTIONS") return methodNotAllowed(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
  if (headers.authorization !== undefined)
    return invalid("Below /-/ the browser's session counts. Send a token to the same address below /v1.");
  const isMarked = headers["lectern-console"] === "1";
  const isRead = READING.has(method);
  const sender = senderOf(request, addresses);
  if (sender !== "own" && !(sender === "unsaid" && isRead && isMarked))
    return forbidden("Only Lectern's own pages can send requests here. Programs use /v1 with a token.");
  if (isRead || isMarked) return undefined;
  return forbidden("Send the header Lectern-Console: 1 with every change.");
}
