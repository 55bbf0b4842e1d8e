import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { renderNotice } from "../../design/notice.ts";
import { openKept } from "../memory/kept.ts";
import { htmlAnswer, type SiteAnswer, textAnswer } from "../pages/answer.ts";
import type { Deps } from "../deps.ts";
import { type Assets, mountAssets } from "../pages/assets.ts";
import { prepare, type ReadyAnswer, sendReady } from "../pages/ready.ts";
import { encodingFor } from "../ports/encodings.ts";
import { type Chapter, openOwnApi, type OwnApi, REFERENCE, SCHEMAS } from "./ownApi.ts";
import {
  type ReferenceAssets,
  renderChapter,
  renderChapterBranch,
  renderOperation,
  renderOverview,
  renderSchemaPage,
  renderSearchPage,
} from "./pages.ts";
import { searchOperations } from "./search.ts";

/**
 * The reference of the API, each page made when it is first read.
 * @param describe gives the OpenAPI document
 */
export function mountReference(
  app: FastifyInstance,
  describe: () => object,
  assets: Assets,
  deps: Pick<Deps, "db" | "blobs">,
): void {
  let opened: OwnApi | undefined;
  const api = () => (opened ??= openOwnApi(describe()));
  const hrefs: ReferenceAssets = { ...assets.hrefs(), reference: assets.reference };
  mountAssets(app, assets, deps);
  app.get(`${REFERENCE}/`, (_request, reply) => reply.redirect(REFERENCE, 308));
  mountPages(app, api, hrefs);
  mountServices(app, api, hrefs);
}

async function send(request: FastifyRequest, reply: FastifyReply, answer: SiteAnswer): Promise<FastifyReply> {
  return sendReady(request, reply, await prepare(answer, encodingFor(request.headers)));
}

/** The pages that are the same for everybody until the program is another. */
function mountPages(app: FastifyInstance, api: () => OwnApi, hrefs: ReferenceAssets): void {
  const kept = openKept<ReadyAnswer>("reference_pages", { bytesOf: ({ body }) => body.length });
  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Promise<string | undefined> | string | undefined,
  ): Promise<FastifyReply> => {
    const [path = ""] = request.url.split("?", 1);
    const encoding = encodingFor(request.headers);
    const known = kept.get(`${encoding} ${path}`);
    if (known !== undefined) return sendReady(request, reply, known);
    const page = await make();
    if (page === undefined) return send(request, reply, nothing(hrefs));
    const ready = kept.set(`${encoding} ${path}`, await prepare(htmlAnswer(page), encoding));
    return sendReady(request, reply, ready);
  };
  app.get(REFERENCE, (request, reply) => sendPage(request, reply, () => renderOverview(api(), hrefs)));
  app.get<{ Params: { chapter: string } }>(`${REFERENCE}/:chapter`, (request, reply) =>
    sendPage(request, reply, () => {
      const chapter = chapterOf(api(), request.params.chapter);
      return chapter && renderChapter(api(), chapter, hrefs);
    }),
  );
  app.get<{ Params: { chapter: string; operation: string } }>(
    `${REFERENCE}/:chapter/:operation`,
    (request, reply) =>
      sendPage(request, reply, () => {
        const chapter = chapterOf(api(), request.params.chapter);
        const entry = chapter?.operations.find(({ operationId }) => operationId === request.params.operation);
        return chapter && entry && renderOperation(api(), { chapter, entry }, hrefs);
      }),
  );
}

function chapterOf({ chapters }: OwnApi, asked: string): Chapter | undefined {
  return chapters.find(({ slug }) => slug === asked);
}

/** What the script asks, and where its links lead without it. */
function mountServices(app: FastifyInstance, api: () => OwnApi, hrefs: ReferenceAssets): void {
  const find = ({ query }: FastifyRequest) => {
    const { q } = query as { readonly q?: unknown };
    return searchOperations(api().chapters, typeof q === "string" ? q : "");
  };
  app.get(`${REFERENCE}/~/search.json`, (request, reply) => {
    const answer = textAnswer(JSON.stringify(find(request)), "application/json");
    return send(request, reply, { ...answer, cache: "never" });
  });
  app.get(`${REFERENCE}/~/search`, (request, reply) => {
    const answer = htmlAnswer(renderSearchPage(api(), find(request), hrefs));
    return send(request, reply, { ...answer, cache: "never" });
  });
  app.get<{ Params: { chapter: string } }>(`${REFERENCE}/~/nav/:chapter`, (request, reply) => {
    const chapter = chapterOf(api(), request.params.chapter);
    return send(request, reply, chapter ? htmlAnswer(renderChapterBranch(chapter)) : nothing(hrefs));
  });
  app.get(`${SCHEMAS}*`, async (request, reply) => {
    const [path = ""] = request.url.split("?", 1);
    const [from = "", place = "", ...steps] = path.slice(SCHEMAS.length).split("/").map(decodeURIComponent);
    const source = await api().schemaSource(from, place);
    const page = source && renderSchemaPage(api(), { source, from, spot: { place, steps } }, hrefs);
    return send(request, reply, page === undefined ? nothing(hrefs) : htmlAnswer(page));
  });
}

function nothing(assets: ReferenceAssets): SiteAnswer {
  const action = { title: "API reference", href: REFERENCE };
  return htmlAnswer(renderNotice({ kind: "no-page", assets, locale: "en", action }), [], 404);
}
