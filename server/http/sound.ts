/** Requests that two readers could read in two ways, or of which Node would drop a part without a word. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { HttpError, invalid } from "./errors.ts";

/** Names and values take turns in `rawHeaders`. */
const MOST_HEADERS = 100;

/** Refuses what is not sound, whatever it asks for, and closes its connection: what follows can't be trusted. */
export function refuseUnsound(app: FastifyInstance): void {
  // Beyond this Node stops reading them; one more than we take has to be seen.
  app.server.maxHeadersCount = MOST_HEADERS;
  app.addHook("onRequest", ({ raw }, reply, done) => {
    const problem = unsoundness(raw);
    if (problem !== undefined) reply.header("connection", "close");
    done(problem);
  });
}

/**
 * What makes a request's head unsound: a header that decides whom it is for and comes twice, or more headers than are
 * read, of which `If-Match` may be one.
 */
export function unsoundness({ rawHeaders }: IncomingMessage): HttpError | undefined {
  if (rawHeaders.length > 2 * MOST_HEADERS)
    return new HttpError(
      431,
      "headers-too-large",
      `The request has more than ${MOST_HEADERS} headers; send fewer.`,
    );
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host" && ++hosts === 2)
      return invalid("The request has more than one Host header; send one.");
  }
  return undefined;
}
