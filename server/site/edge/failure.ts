import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { HttpError } from "../../http/errors.ts";
import type { FailureAnswer } from "../../http/failures.ts";
import { renderNotice } from "../../../design/notice.ts";
import { localeWanted } from "../../../design/words.ts";
import { securityPolicy } from "../../pages/answer.ts";
import type { Assets } from "../../pages/assets.ts";
import { PLAIN_FAILURE_POLICY, plainFailure } from "./plainFailure.ts";

/** Tells readers that something failed, in a page like the others; with what an operator finds in the log. */
export function failureNotice(assets: Assets, log: Logger): FailureAnswer {
  return (request, reply, error) => {
    const { text, policy } = failurePage(assets, log, request, error);
    return withHeaders(reply, error, policy).send(text);
  };
}

/** The notice; one that needs no template where these fail as well, as they may when they are what failed. */
function failurePage(assets: Assets, log: Logger, request: FastifyRequest, error: HttpError) {
  // What too many ask for at once is there a moment later.
  const kind = error.status >= 500 || error.status === 429 ? "fault" : "no-page";
  try {
    // Whose site it is may be what failed: the reader's own language is all there is to go by.
    const locale = localeWanted(request.headers["accept-language"]);
    const notice = { kind, assets: assets.hrefs(), locale, requestId: request.id } as const;
    return { text: renderNotice(notice), policy: securityPolicy() };
  } catch (failed) {
    log.error({ err: failed, requestId: request.id }, "the notice of a failure failed");
    return { text: plainFailure(request.id), policy: PLAIN_FAILURE_POLICY };
  }
}

function withHeaders(reply: FastifyReply, error: HttpError, policy: string): FastifyReply {
  return reply
    .code(error.status)
    .headers(error.headers)
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", policy)
    .header("cache-control", "private, no-store")
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "strict-origin-when-cross-origin");
}
