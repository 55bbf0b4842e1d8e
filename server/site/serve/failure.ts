import type { FailureAnswer } from "../../http/failures.ts";
import { renderNotice } from "../render/notice.ts";
import { securityPolicy } from "./answer.ts";
import type { Assets } from "./assets.ts";

/** Tells readers that something failed, in a page like the others; with what an operator finds in the log. */
export function failureNotice(assets: Assets): FailureAnswer {
  return (request, reply, error) => {
    const kind = error.status >= 500 ? "fault" : "no-page";
    return reply
      .code(error.status)
      .headers(error.headers)
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", securityPolicy([]))
      .header("cache-control", "private, no-store")
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "strict-origin-when-cross-origin")
      .send(renderNotice({ kind, assets: assets.hrefs(), locale: "en", requestId: request.id }));
  };
}
