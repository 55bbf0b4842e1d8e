/** How the pages for people are sent: never kept by anybody, nothing inline, nothing from elsewhere. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { htmlAnswer, type SiteAnswer } from "../pages/answer.ts";
import { prepare, sendReady } from "../pages/ready.ts";
import { encodingFor } from "../ports/encodings.ts";

const HEADERS = {
  // The path of a one-time link must not travel to other sites; without any, browsers would hide the origin of forms.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

/** A page as it is answered. */
export function pageAnswer(page: string, status: number): SiteAnswer {
  return { ...htmlAnswer(page, [], status), cache: "never", headers: HEADERS };
}

/** Sends a page. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  status = 200,
): Promise<FastifyReply> {
  return sendReady(request, reply, await prepare(pageAnswer(page, status), encodingFor(request.headers)));
}

/** Sends the browser to a path of our own, to be read with GET. */
export function goTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.header("cache-control", "private, no-store").redirect(path, 303);
}
