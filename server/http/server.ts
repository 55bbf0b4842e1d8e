import { STATUS_CODES } from "node:http";
import multipart from "@fastify/multipart";
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from "fastify";
import type { Logger } from "pino";
import { IsOptional, type TSchema } from "typebox";
import { HttpError, invalid, methodNotAllowed, notFound, tooLarge, unsupportedMedia } from "./errors.ts";
import { compileInput, type InputPart, inputRefused, refuseBrokenText } from "./input.ts";

export interface ServerOptions {
  readonly log: Logger;
  readonly newId: () => string;
  readonly trustedProxies: readonly string[];
}

const LARGEST_UPLOAD = 100 * 1024 * 1024;

/** A server with the edge's rules for input, errors and limits, and no routes yet. */
export function newServer(options: ServerOptions): FastifyInstance {
  const app = fastify({
    genReqId: () => options.newId(),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 5_000,
    maxRequestsPerSocket: 0,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false, caseSensitive: true },
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024 },
  }) as unknown as FastifyInstance;
  app.server.maxHeadersCount = 100;
  app.decorateRequest("identity", undefined);
  readInput(app);
  answerErrors(app, options.log);
  void app.register(multipart, {
    limits: { fileSize: LARGEST_UPLOAD, files: 20, fields: 20, fieldSize: 64 * 1024 },
  });
  return app;
}

function readInput(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const part = (httpPart ?? "body") as InputPart;
    const validate = compileInput(part, schema as object);
    const mayLack = part === "body" && IsOptional(schema as TSchema);
    return (value) => {
      if (mayLack && (value === undefined || value === null)) return { value };
      return validate(value) ? { value } : { error: inputRefused(part, validate.errors ?? []) as never };
    };
  });
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  const json = (
    request: FastifyRequest,
    body: Buffer,
    done: (error: Error | null, value?: unknown) => void,
  ): void => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    } catch {
      return done(invalid("The body is not valid UTF-8."));
    }
    parse(request as never, text, (error: Error | null, value?: unknown) => {
      if (error !== null) return done(invalid(`The body is not valid JSON: ${error.message}.`));
      try {
        // Only an escape or a raw NUL can bring in what is refused; the walk is spared otherwise.
        if (text.includes("\\u") || text.includes("\0")) refuseBrokenText(value);
      } catch (refused) {
        return done(refused as Error);
      }
      return done(null, value);
    });
  };
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json\b/, { parseAs: "buffer" }, json as never);
  // Whatever its content type, an empty body is no body.
  app.addContentTypeParser("*", { parseAs: "buffer" }, ((
    _request: FastifyRequest,
    body: Buffer,
    done: never,
  ) => {
    const finish = done as (error: Error | null, value?: unknown) => void;
    if (body.length === 0) return finish(null, undefined);
    return finish(unsupportedMedia("Send the body as application/json."));
  }) as never);
}

function answerErrors(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const known = asHttpError(error);
    if (known.status >= 500 && !(error instanceof HttpError)) {
      log.error(
        { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url },
        "failed",
      );
    }
    return sendError(request, reply, known);
  });
  app.setNotFoundHandler((request, reply) => sendError(request, reply, notFound("This address")));
}

function asHttpError(error: Error): HttpError {
  if (error instanceof HttpError) return error;
  const { code, statusCode } = error as FastifyError;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || code === "FST_REQ_FILE_TOO_LARGE") {
    return tooLarge("The body is larger than this operation takes.");
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return unsupportedMedia("Send the body as application/json.");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new HttpError(statusCode, "invalid-input", error.message);
  }
  return new HttpError(
    500,
    "internal",
    "Something went wrong on our side; the log has it under this request id.",
  );
}

/** Sends the error body that every failure has. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply {
  return reply
    .code(error.status)
    .headers(error.headers)
    .header("content-type", "application/json; charset=utf-8")
    .send(
      JSON.stringify({
        error: {
          code: error.status,
          message: error.message || STATUS_CODES[error.status],
          type: error.type,
          ...(error.details ? { details: error.details } : {}),
          requestId: request.id,
        },
      }),
    );
}

/** Answers 405 with `Allow` for every method that a known path doesn't have. Call after all routes are mounted. */
export function refuseOtherMethods(
  app: FastifyInstance,
  routes: readonly { method: string; url: string }[],
): void {
  const methods = new Map<string, Set<string>>();
  for (const { method, url } of routes) methods.set(url, (methods.get(url) ?? new Set()).add(method));
  for (const [url, allowed] of methods) {
    const listed = [...allowed, ...(allowed.has("GET") ? ["HEAD"] : [])].toSorted();
    const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !allowed.has(method));
    if (others.length === 0) continue;
    app.route({
      method: others,
      url,
      // A refusal reads no body, so its shape can't matter.
      onRequest: async () => {
        throw methodNotAllowed(listed);
      },
      handler: async () => undefined,
    });
  }
}

/** Any origin may call the API, without credentials: tokens travel in a header that the page's script must have. */
export function allowCrossOrigin(app: FastifyInstance): void {
  const exposed =
    "etag, location, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, link";
  app.addHook("onRequest", (request, reply, done) => {
    if (request.headers.origin !== undefined) {
      reply.header("access-control-allow-origin", "*").header("access-control-expose-headers", exposed);
    }
    done();
  });
  app.options("/v1/*", async (_request, reply) =>
    reply
      .code(204)
      .header("access-control-allow-origin", "*")
      .header("access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
      .header(
        "access-control-allow-headers",
        "authorization, content-type, idempotency-key, if-match, if-none-match, prefer",
      )
      .header("access-control-max-age", "86400")
      .send(),
  );
}
