/** How failures are answered: one shape, whoever notices them. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { CommitLost, outage } from "../db/database.ts";
import { BlobsAway } from "../ports/blobs.ts";
import { HttpError, invalid, tooLarge, unavailable, unsupportedMedia } from "./errors.ts";

/** Writes a failure for whoever asked: the API's error body unless a server has readers of another kind. */
export type FailureAnswer = (request: FastifyRequest, reply: FastifyReply, error: HttpError) => FastifyReply;

/** Answers what handlers throw, and addresses that nothing answers. What nobody expected is logged, not told. */
export function answerFailures(app: FastifyInstance, log: Logger, answer: FailureAnswer = sendError): void {
  app.setErrorHandler((error: Error, request, reply) => sendFailure(log, error, request, reply, answer));
  app.setNotFoundHandler((request, reply) => answer(request, reply, noSuchAddress()));
}

/** Answers any error as its HTTP self; defects and outages leave a line in the log under the request's id. */
export function sendFailure(
  log: Logger,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FailureAnswer = sendError,
): FastifyReply {
  const known = asHttpError(error, request.routeOptions?.bodyLimit);
  if (known.status >= 500 && !(error instanceof HttpError)) {
    log.error(
      { err: error, requestId: request.id, method: request.method, route: request.routeOptions?.url },
      "failed",
    );
  }
  return answer(request, reply, known);
}

/** Nothing of anybody's can be there, so there is nothing to conceal. */
const noSuchAddress = (): HttpError =>
  new HttpError(
    404,
    "not-found",
    "There is no such address. Operations of the API are below /v1; /docs has them all.",
  );

/** @param bodyLimit the bytes of a body that were allowed, where that is known */
function asHttpError(error: Error, bodyLimit: number | undefined): HttpError {
  if (error instanceof HttpError) return error;
  const { code, statusCode } = error as FastifyError;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || code === "FST_REQ_FILE_TOO_LARGE") {
    const most = bodyLimit === undefined ? "" : `, ${bodyLimit.toLocaleString("en")} bytes`;
    return tooLarge(`The body is larger than this operation takes${most}. Send less at once.`);
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return unsupportedMedia("Send the body as application/json.");
  }
  if (code === "FST_ERR_BAD_URL") return invalid("The address is not valid: check its percent-encoding.");
  if (code === "FST_ERR_MAX_PARAM_LENGTH") return noSuchAddress();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new HttpError(statusCode, "invalid-input", error.message);
  }
  if (error instanceof CommitLost)
    return unavailable(
      "The database was lost while it kept this: it may have been done. Read before you send it again, or send it " +
        "with the same Idempotency-Key.",
      5,
    );
  const failed = outage(error);
  if (failed === "full") return unavailable("The disk is full; nothing was changed.", 60);
  if (failed === "gaveUp")
    return unavailable("The database took too long for this; ask for less at once, or later.", 5);
  if (failed === "unreachable" || error instanceof BlobsAway)
    return unavailable("The database or the store of files does not answer; try again.", 5);
  return new HttpError(
    500,
    "internal",
    "Something went wrong on our side; the log has it under this request id.",
  );
}

/** Sends the error body that every failure has. */
function sendError(request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply {
  return reply
    .code(error.status)
    .headers(error.headers)
    .header("content-type", "application/json; charset=utf-8")
    .send(errorText(error, request.id));
}

function errorText(error: HttpError, requestId: string): string {
  return JSON.stringify({
    error: {
      code: error.status,
      message: error.message || STATUS_CODES[error.status],
      type: error.type,
      ...(error.details ? { details: error.details } : {}),
      requestId,
    },
    ...error.body,
  });
}

const UNREADABLE: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: new HttpError(431, "headers-too-large", "The request's headers are too large."),
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, "request-timeout", "The request took too long to arrive."),
  ERR_HTTP_HEADERS_TIMEOUT: new HttpError(408, "request-timeout", "The request took too long to arrive."),
};

/** Answers what is no HTTP request, and closes its connection: what follows on it can't be trusted. */
export function refuseUnreadable(newId: () => string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // Node's own handler looks at the same field: an answer that has begun can't be followed by another.
    // oxlint-disable-next-line no-underscore-dangle -- the name is theirs
    const answering = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage;
    if (!socket.writable || error.code === "ECONNRESET" || answering?.headersSent === true) {
      socket.destroy();
      return;
    }
    const refused = UNREADABLE[error.code ?? ""] ?? invalid("This is not a valid HTTP/1.1 request.");
    const body = errorText(refused, newId());
    socket.write(
      `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}\r\n` +
        "content-type: application/json; charset=utf-8\r\n" +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
    socket.destroySoon();
  };
}
