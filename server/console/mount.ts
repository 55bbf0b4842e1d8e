/** The console: one page at each of its addresses, and the files that it is made of. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ROUTES } from "../../console/routes.ts";
import type { Deps } from "../deps.ts";
import { secretOfCookies } from "../nouns/sessions/cookie.ts";
import type { SiteAnswer } from "../pages/answer.ts";
import type { Assets } from "../pages/assets.ts";
import { prepare, type ReadyAnswer, sendReady } from "../pages/ready.ts";
import { type Encoding, encodingFor } from "../ports/encodings.ts";
import { mountKitFrame } from "./kitFrame.ts";
import { consolePolicy, renderShell } from "./shell.ts";

/** Mounts the console's page at each address of its table. Who comes without a session is sent to the door first. */
export function mountConsole(app: FastifyInstance, deps: Deps, assets: Assets): void {
  const { addresses } = deps;
  const answerOf = (text: string): SiteAnswer => ({
    status: 200,
    contentType: "text/html; charset=utf-8",
    text,
    cache: "reader",
    headers: {
      "content-security-policy": consolePolicy(addresses),
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=()",
    },
  });
  const opening = (text: string) => {
    const answer = answerOf(text);
    const ready: { [encoding in Encoding]?: Promise<ReadyAnswer> } = {};
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (secretOfCookies(addresses, request.headers.cookie) === undefined) {
        const door = request.url === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(request.url)}`;
        return reply.header("cache-control", "private, no-store").redirect(door, 303);
      }
      const encoding = encodingFor(request.headers);
      return sendReady(request, reply, await (ready[encoding] ??= prepare(answer, encoding)));
    };
  };
  const open = opening(renderShell(assets));
  const read = opening(renderShell(assets, assets.console.reading));
  mountKitFrame(app, assets);
  const pages = new Set<string>([ROUTES.space, ROUTES.page, ROUTES.changedPage]);
  for (const url of Object.values(ROUTES)) app.get(url, pages.has(url) ? read : open);
}
