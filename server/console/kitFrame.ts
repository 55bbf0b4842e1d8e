/**
 * What integrations have on hosts of their own, for the console: each page and each picture in a frame of ours that has no
 * origin and whose own policy names that one host. So the policy of the console names no host of a stranger.
 */
import type { FastifyInstance } from "fastify";
import { html } from "../../design/html.ts";
import { addressIn, FRAME_SANDBOX, plainOrigin } from "../../engine/markdown/html/contentKitActions.ts";
import type { Assets } from "../pages/assets.ts";

interface FrameQuestion {
  readonly Querystring: { readonly page?: unknown; readonly picture?: unknown };
}

/** Mounts the frame at `/~/kit`, with the address of what it shows as `page` or `picture`. */
export function mountKitFrame(app: FastifyInstance, { kitFrame }: Pick<Assets, "kitFrame">): void {
  app.get<FrameQuestion>("/~/kit", (request, reply) => {
    const { page, picture } = request.query;
    const src = addressIn({ url: page ?? picture });
    const origin = src === undefined ? undefined : plainOrigin(src);
    // Nowhere but in a frame: in a window it would be a stranger's page at our address. Browsers say so over TLS alone.
    const { "sec-fetch-dest": where = "iframe" } = request.headers;
    reply.header("vary", "sec-fetch-dest").header("cache-control", "private, no-store");
    if (src === undefined || origin === undefined || where !== "iframe") return reply.code(404).send();
    const shown =
      page === undefined
        ? html`<img src="${src}" alt="" referrerpolicy="no-referrer" />`
        : html`<iframe
            src="${src}"
            title="${new URL(src).host}"
            sandbox="${FRAME_SANDBOX}"
            referrerpolicy="no-referrer"
          ></iframe>`;
    const document = html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${new URL(src).host}</title>
          <style>
            html,
            body {
              margin: 0;
              height: 100%;
            }
            iframe,
            img {
              display: block;
              width: 100%;
              height: 100%;
              border: 0;
              object-fit: contain;
            }
          </style>
          <script src="${kitFrame}"></script>
        </head>
        <body>
          ${shown}
        </body>
      </html>`;
    return reply
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", policyOf(page === undefined ? "img-src" : "frame-src", origin))
      .header("referrer-policy", "no-referrer")
      .send(String(document));
  });
}

function policyOf(directive: "img-src" | "frame-src", origin: string): string {
  return [
    `sandbox ${FRAME_SANDBOX}`,
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    `${directive} ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}
