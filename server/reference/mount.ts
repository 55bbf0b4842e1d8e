import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { renderNotice } from "../../design/notice.ts";
import { htmlAnswer, type SiteAnswer } from "../pages/answer.ts";
import { type Assets, mountAssets } from "../pages/assets.ts";
import { type Encoding, encodingFor, prepare, type Ready, sendReady } from "../pages/ready.ts";
import { REFERENCE, type ReferenceAssets, renderChapter, renderReference } from "./chapter.ts";
import { renderHome } from "./home.ts";
import { type OpenApi, readReference, type Reference } from "./openapi.ts";

/**
 * The application's own pages: the first one, and the reference of the API, each made when it is first read.
 * @param describe gives the OpenAPI document
 */
export function mountReference(
  app: FastifyInstance,
  deps: Deps,
  describe: () => object,
  assets: Assets,
): void {
  let read: Reference | undefined;
  const reference = () => (read ??= readReference(describe() as OpenApi));
  const hrefs: ReferenceAssets = { ...assets.hrefs(), reference: assets.reference };
  const kept = new Map<string, Promise<Ready>>();
  const keep = (name: string, encoding: Encoding, make: () => string): Promise<Ready> => {
    const key = `${encoding} ${name}`;
    const known = kept.get(key) ?? prepare(htmlAnswer(make()), encoding);
    kept.set(key, known);
    return known;
  };
  mountAssets(app, assets);
  app.get("/", async (request, reply) => {
    const answer = htmlAnswer(await renderHome(deps, hrefs));
    return sendReady(request, reply, await prepare(answer, encodingFor(request)));
  });
  app.get(REFERENCE, async (request, reply) =>
    sendReady(
      request,
      reply,
      await keep("", encodingFor(request), () => renderReference(reference(), hrefs)),
    ),
  );
  app.get(`${REFERENCE}/`, (_request, reply) => reply.redirect(REFERENCE, 308));
  app.get<{ Params: { chapter: string } }>(`${REFERENCE}/:chapter`, async (request, reply) => {
    const chapter = reference().chapters.find(({ slug }) => slug === request.params.chapter);
    if (chapter === undefined) {
      return sendReady(request, reply, await prepare(noChapter(hrefs), "identity"));
    }
    const ready = await keep(chapter.slug, encodingFor(request), () =>
      renderChapter(reference(), chapter, hrefs),
    );
    return sendReady(request, reply, ready);
  });
}

function noChapter(assets: ReferenceAssets): SiteAnswer {
  const action = { title: "API reference", href: REFERENCE };
  return htmlAnswer(renderNotice({ kind: "no-page", assets, locale: "en", action }), [], 404);
}
