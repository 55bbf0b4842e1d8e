/** What readers and their programs send to a site. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { forbidden, tooManyRequests } from "../../http/errors.ts";
import { senderOf } from "../../http/ownPage.ts";
import { networkOf } from "../../http/rateLimit.ts";
import { openRateLimit } from "../../turns/limits.ts";
import { readAsked } from "../reading/asked.ts";
import { segmentsOf } from "../reading/place.ts";
import { isForAgents } from "../reading/agents.ts";
import type { SiteAnswer } from "../../pages/answer.ts";
import { type PageAnswering, openAnswering, type SiteFrame, type SiteRequest } from "../page/answering.ts";
import { answerBlock, BLOCKS } from "./blocks.ts";
import { takeFeedback } from "./feedback.ts";
import { answerMcp } from "../machines/mcp.ts";
import { siteTools } from "../machines/mcpTools.ts";
import { prepare } from "../../pages/ready.ts";
import type { SiteDeps } from "../reading/reading.ts";

/** Something that was sent. */
export interface VisitorPost {
  readonly body: Buffer;
  readonly headers: FastifyRequest["headers"];
  /** The network that it came from. */
  readonly network: string;
}

/** Bytes that a body may have. */
const LARGEST_BODY = 64 * 1024;
/** Calls a minute from one network: a session of an agent takes a dozen. */
const CALLS_A_MINUTE = 240;

/** Takes what is sent to any address of a site; bodies are read as bytes, whatever they are called. */
export function mountPosts(
  app: FastifyInstance,
  clock: SiteDeps["clock"],
  answer: (request: FastifyRequest, posting: VisitorPost) => Promise<SiteAnswer>,
): void {
  const limit = openRateLimit(CALLS_A_MINUTE);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const asBytes = async (_request: FastifyRequest, body: Buffer) => body;
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: LARGEST_BODY }, asBytes);
    scope.post("/*", async (request, reply) => {
      refuseForeign(request);
      const network = networkOf(request.ip);
      const now = clock.now();
      const { remaining, reset } = limit.take(network, pointsOf(request.url), now);
      if (remaining < 0) throw tooManyRequests(secondsTo(reset, now));
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      return send(reply, await answer(request, { body, headers: request.headers, network }));
    });
  });
}

/**
 * What somebody says is kept: twenty a minute are more than a person reads pages in. What they press runs a script. The
 * address is read as what answers it reads it, however it is written.
 */
function pointsOf(url: string): number {
  const [pathname = ""] = url.split("?", 1);
  const asked = readAsked(segmentsOf(pathname)?.slice(-2) ?? []);
  if (asked.kind !== "service") return 1;
  return asked.name === "feedback" ? 12 : asked.name === BLOCKS ? 4 : 1;
}

function secondsTo(reset: number, now: number): number {
  return Math.max(1, Math.ceil(reset - now / 1000));
}

/** What a page of another site sends is refused: its reader may be somebody who is let in here. */
function refuseForeign(request: FastifyRequest): void {
  if (senderOf(request) === "other") throw forbidden("This was sent from a page of another site.");
}

async function send(reply: FastifyReply, answer: SiteAnswer): Promise<FastifyReply> {
  const { status, headers, body } = await prepare({ ...answer, cache: "never" }, "identity");
  const { etag: _, ...rest } = headers as Record<string, string | string[]>;
  return reply.headers(rest).code(status).send(body);
}

/** Answers what is sent to a site that is open to its sender. undefined: nothing takes it at that address. */
export async function answerPost(
  deps: SiteDeps,
  site: SiteFrame,
  request: SiteRequest,
  posting: VisitorPost,
): Promise<SiteAnswer | undefined> {
  const asked = readAsked(request.segments);
  if (asked.kind !== "service" || asked.rest.length > 0) return undefined;
  const { answering } = await openAnswering(deps, site, request);
  if (answering === undefined) return undefined;
  if (asked.name === "mcp" && isForAgents(site)) return callMcp(answering, posting);
  if (asked.name === "feedback")
    return takeFeedback(answering, posting.body, posting.headers["content-type"]);
  if (asked.name === BLOCKS) return answerBlock(answering, posting.body, posting.headers["content-type"]);
  return undefined;
}

async function callMcp(answering: PageAnswering, { body, headers }: VisitorPost): Promise<SiteAnswer> {
  const version = [headers["mcp-protocol-version"]].flat()[0];
  const answer = await answerMcp(siteTools(answering), body.toString("utf8"), version);
  return {
    status: answer.status,
    contentType: "application/json; charset=utf-8",
    text: answer.body === undefined ? "" : JSON.stringify(answer.body),
    cache: "never",
  };
}
