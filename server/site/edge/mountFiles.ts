/** The addresses of what is no page: stored files, and what is made of what is stored. */
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import type { Assets } from "../../pages/assets.ts";
import { prepare, sendReady } from "../../pages/ready.ts";
import { sendFile } from "../files/files.ts";
import { sendImage } from "../files/images.ts";
import { sendCard } from "../files/cards.ts";
import { sendDescription } from "../files/description.ts";
import { sendPdf } from "../machines/pdf.ts";
import { sendCopy } from "../files/copies.ts";
import { sendFont } from "../files/fonts.ts";
import { sendIntegrationPicture } from "../files/integrationPictures.ts";
import { noSite } from "./entrance.ts";

/** What is sent as it is stored, or made of that alone: each address says all that decides, the width of a picture too. */
const FILES = {
  "/~/files/*": sendFile,
  "/~/images/*": sendImage,
  "/~/cards/*": sendCard,
  "/~/openapi/*": sendDescription,
  "/~/pdf/*": sendPdf,
  "/~/copies/*": sendCopy,
  "/~/fonts/*": sendFont,
  "/~/integrations/*": sendIntegrationPicture,
};

export function mountFiles(app: FastifyInstance, deps: Deps, assets: Assets): void {
  for (const [address, sendOne] of Object.entries(FILES)) {
    app.get(address, async (request, reply) => {
      const [path = ""] = request.url.split("?", 1);
      await sendOne(deps, path, request.headers["if-none-match"], reply);
      // A reply that is awaited gives nothing, so whether it was sent is asked of the reply itself.
      // Who broke off in the middle of it gets nothing more.
      if (reply.sent || reply.raw.headersSent) return reply;
      return sendReady(request, reply, await prepare(noSite(assets, request.headers), "identity"));
    });
  }
}
