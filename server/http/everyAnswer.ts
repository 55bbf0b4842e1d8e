/** Headers that every answer has, whatever it is and however it fails. */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";

/** What every answer says, also one that is sent before the framework sees its request. */
export const EVERY_ANSWER = { "x-content-type-options": "nosniff" } as const;

/** Half a year, for the host alone: what lies below it may be somebody else's. */
const HTTPS_ONLY = "max-age=15552000";

/** undefined: the request was not for one of our own names. */
export type HttpsPolicy = (asked: IncomingHttpHeaders) => string | undefined;

/**
 * What `strict-transport-security` says to a request. Where we are reached by https, browsers are to come by https alone: told under
 * our own names only, since a host that shows our pages as part of its own decides that for itself.
 * @param secureHosts our own names with https, with their ports where these are not the usual ones; `.example.com` is
 * every name below example.com
 */
export function httpsOnly(secureHosts: readonly string[]): HttpsPolicy {
  if (secureHosts.length === 0) return () => undefined;
  const isOurs = (host: string): boolean =>
    secureHosts.some((own) => (own.startsWith(".") ? host.endsWith(own) : host === own));
  return ({ host = "", "x-forwarded-host": forwarded = host }) =>
    forwarded === host && isOurs(host.toLowerCase()) ? HTTPS_ONLY : undefined;
}

/** No browser guesses what an answer is, and none comes by http to names that are reached by https. */
export function headEveryAnswer(app: FastifyInstance, said: HttpsPolicy): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(EVERY_ANSWER);
    const only = said(request.headers);
    if (only !== undefined) reply.header("strict-transport-security", only);
    done();
  });
}
