/** Bodies: which are read at all, how, and what is refused whatever the operation. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { TOKEN_PREFIX } from "../ports/tokens.ts";
import { invalid, unsupportedMedia } from "./errors.ts";
import { refuseUnstorable } from "./input.ts";

type ParserCallback = (error: Error | null, value?: unknown) => void;

/** Reads JSON bodies; an empty body is no body whatever its content type, and every other kind is a 415. */
export function readBodies(app: FastifyInstance, patience: number): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { headers, method } = request.raw;
    const length = headers["content-length"];
    const isEmpty = headers["transfer-encoding"] === undefined && (length === undefined || length === "0");
    // The type of nothing says nothing, not even when it is mistyped.
    if (isEmpty) {
      // Only where there is one: deleting makes every later look at the headers slower.
      if (headers["content-type"] !== undefined) delete headers["content-type"];
    } else if (method === "GET" || method === "HEAD") {
      // A proxy before us may take the body for the next request.
      reply.header("connection", "close");
      return done(invalid(`A ${method} request carries no body; send what you look for in the query.`));
    }
    const coding = headers["content-encoding"];
    if (!isEmpty && coding !== undefined && coding.trim().toLowerCase() !== "identity") {
      reply.header("accept-encoding", "identity");
      return done(unsupportedMedia("Bodies are read as they are: send it without Content-Encoding."));
    }
    if (!isEmpty) awaitBody(app, request, reply, patience);
    return done();
  });
  app.removeAllContentTypeParsers();
  app.decorateRequest("mentionsTokens", false);
  const parse = app.getDefaultJsonParser("error", "error");
  const json = (request: FastifyRequest, body: Buffer, done: ParserCallback): void => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    } catch {
      return done(invalid("The body is not valid UTF-8."));
    }
    request.mentionsTokens = text.includes(TOKEN_PREFIX);
    parse(request as never, text, (error: Error | null, value?: unknown) => {
      if (error !== null) return done(invalid(`The body is not valid JSON: ${breakIn(text)}.`));
      try {
        // Only an escape or a raw NUL can bring in broken text; long texts are not looked through otherwise.
        refuseUnstorable(value, { texts: text.includes("\\u") || text.includes("\0") });
      } catch (refused) {
        return done(refused as Error);
      }
      return done(value === null ? invalid("The body is null; send an object, or no body.") : null, value);
    });
  };
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json\b/, { parseAs: "buffer" }, json as never);
  const other = (_request: FastifyRequest, body: Buffer, done: ParserCallback): void => {
    if (body.length === 0) return done(null, undefined);
    return done(unsupportedMedia("Send the body as application/json."));
  };
  app.addContentTypeParser("*", { parseAs: "buffer" }, other as never);
}

/** What is wrong with a text that the framework's parser refused, which does not say it. */
function breakIn(text: string): string {
  try {
    JSON.parse(text);
    return "its fields may not be named __proto__, or prototype in constructor";
  } catch (error) {
    // Some of the engine's reasons end with an excerpt and with what has been said already.
    return (error as Error).message
      .replace(/, (?:\.{3})?".*/s, "")
      .replace(" in JSON", "")
      .replace("JSON input", "the text")
      .replace("after JSON", "after its end")
      .replace(/^./, (first) => first.toLowerCase());
  }
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation takes its body as a stream: it may take longer than others, as long as something arrives. */
    readonly readsAtItsPace?: boolean;
  }
}

/** Sees to it that a body comes to its end, or its connection does. */
function awaitBody(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  patience: number,
): void {
  if (request.routeOptions.config.readsAtItsPace !== true) return endSlowBody(app, request, patience);
  // Node reads away what nobody began to read. A file that was refused half-way would fill its connection for ever.
  const { raw } = request;
  reply.raw.once("finish", () => {
    if (raw.readableEnded || raw.destroyed) return;
    raw.unpipe();
    raw.resume();
    const timer = setTimeout(() => raw.destroy(), patience).unref();
    raw.once("close", () => clearTimeout(timer));
  });
}

/** Node's own limit is one for all routes, and uploads take as long as they take. */
function endSlowBody(app: FastifyInstance, request: FastifyRequest, patience: number): void {
  const { raw } = request;
  const timer = setTimeout(() => {
    // Requests that were injected instead of sent never say whether they are complete, and have no connection to close.
    if (raw.complete !== false || raw.destroyed) return;
    app.server.emit("clientError", Object.assign(new Error("slow body"), { code: SLOW_BODY }), raw.socket);
  }, patience).unref();
  raw.once("close", () => clearTimeout(timer));
}

/** The code that Node gives a request which takes too long to arrive. */
const SLOW_BODY = "ERR_HTTP_REQUEST_TIMEOUT";
