import multipart from "@fastify/multipart";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type FastifyInstance, fastify } from "fastify";
import type { Logger } from "pino";
import { readBodies } from "./body.ts";
import { unavailable } from "./errors.ts";
import { headEveryAnswer, type HttpsPolicy, httpsOnly } from "./everyAnswer.ts";
import { answerFailures, type FailureAnswer, refuseUnreadable, sendFailure } from "./failures.ts";
import { useSchemas } from "./schemas.ts";
import { refuseUnsound, unsoundness } from "./sound.ts";

interface ServerOptions {
  readonly log: Logger;
  readonly newId: () => string;
  readonly trustedProxies: readonly string[];
  /** Milliseconds that a request's head and body may take to arrive; what a person's connection needs unless said. */
  readonly patience?: Patience | undefined;
  /** The address that answers a request, where it is another than the one that was asked. */
  readonly answeringUrl?: (request: IncomingMessage) => string;
  /** How failures are written; as the API's error body unless said. */
  readonly answerFailure?: FailureAnswer;
  /** Our own names where they are reached by https; see headEveryAnswer. */
  readonly secureHosts?: readonly string[];
  /**
   * Answers what needs no route, no hook and no schema, and says so; the framework answers the rest. It is asked only
   * while the server serves.
   */
  readonly answerAtOnce?: AnswerAtOnce | undefined;
}

/** @param httpsOnly what the answer has to say in `strict-transport-security`, if anything */
type AnswerAtOnce = (
  request: IncomingMessage,
  response: ServerResponse,
  httpsOnly: string | undefined,
) => boolean;

export interface Patience {
  readonly head: number;
  readonly body: number;
  /** For connections on which nothing happens, while they don't wait for us. */
  readonly idle?: number;
}

/**
 * Where a server is on its way to its end. One that is leaving answers as before, but ends each connection with its
 * answer and is not ready, so that a proxy turns elsewhere before one that is stopping refuses everything.
 */
interface Stage {
  is: "serving" | "leaving" | "stopping";
}

declare module "fastify" {
  interface FastifyInstance {
    stage: Stage;
    /** Aborted as soon as the server stops: what only waits then answers what it has. */
    stopping: AbortSignal;
  }
}

/** One byte more than a file may have: what is cut here is seen to be too large by whoever stores it. */
const LARGEST_UPLOAD = 100 * 1024 * 1024 + 1;
const PATIENCE: Patience = { head: 10_000, body: 30_000 };
const IDLE = 60_000;

/** A server with the edge's rules for input, errors and limits, and no routes yet. */
export function newServer(options: ServerOptions): FastifyInstance {
  const patience = options.patience ?? PATIENCE;
  const app = fastify({
    genReqId: requestIds(options.newId),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 0,
    connectionTimeout: patience.idle ?? IDLE,
    keepAliveTimeout: 5_000,
    maxRequestsPerSocket: 0,
    ...(options.answeringUrl === undefined ? {} : { rewriteUrl: options.answeringUrl }),
    // What arrives on open connections while stopping gets our own answer, below.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false, caseSensitive: true },
    http: {
      headersTimeout: patience.head,
      connectionsCheckingInterval: Math.min(5_000, patience.head),
      maxHeaderSize: 16 * 1024,
    },
    clientErrorHandler: refuseUnreadable(options.newId),
    frameworkErrors: (error, request, reply) =>
      void sendFailure(options.log, error, request as never, reply as never, options.answerFailure),
  }) as unknown as FastifyInstance;
  app.decorate("stage", { is: "serving" });
  app.decorateRequest("identity", undefined);
  const only = httpsOnly(options.secureHosts ?? []);
  if (options.answerAtOnce !== undefined) askFirst(app, options.answerAtOnce, only);
  headEveryAnswer(app, only);
  refuseUnsound(app);
  keepWhileAnswering(app);
  endInStages(app);
  readBodies(app, patience.body);
  useSchemas(app);
  answerFailures(app, options.log, options.answerFailure);
  void app.register(multipart, {
    limits: { fileSize: LARGEST_UPLOAD, files: 20, fields: 20, fieldSize: 64 * 1024 },
  });
  return app;
}

/**
 * Ids of requests, for errors and the log: a start of this server's own, then a count. They are unique and no secret,
 * and reading random bytes for each request was a fifteenth of its cost.
 */
function requestIds(newId: () => string): () => string {
  const start = newId().slice(0, 12);
  let count = 0;
  return () => start + (count++).toString(36).padStart(8, "0");
}

/** Puts a listener before the framework's own, which is the only one of a new server. */
function askFirst(app: FastifyInstance, answer: AnswerAtOnce, only: HttpsPolicy): void {
  const [framework] = app.server.listeners("request") as RequestListener[];
  if (framework === undefined) throw new Error("The server has no listener to stand before.");
  const { stage } = app;
  app.server.removeListener("request", framework);
  app.server.on("request", (request, response) => {
    const isOurs = stage.is === "serving" && unsoundness(request) === undefined;
    if (!isOurs || !answer(request, response, only(request.headers))) framework(request, response);
  });
}

/** A connection whose request we have whole is silent because its client waits, be it for minutes, as for an import. */
function keepWhileAnswering(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.raw.on("timeout", endUnlessAwaited);
    done();
  });
}

function endUnlessAwaited(this: ServerResponse, socket: Socket): void {
  if (!this.req.complete || this.headersSent) socket.destroy();
}

function endInStages(app: FastifyInstance): void {
  const { stage } = app;
  const stop = new AbortController();
  app.decorate("stopping", stop.signal);
  app.addHook("preClose", async () => {
    stage.is = "stopping";
    stop.abort(unavailable("The server is stopping; try again."));
  });
  app.addHook("onRequest", (_request, _reply, done) => {
    done(stage.is === "stopping" ? unavailable("The server is stopping; try again.") : undefined);
  });
  // Node would keep the connection for what comes next, and the stop would wait for its end.
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (stage.is !== "serving") reply.header("connection", "close");
    done();
  });
}
