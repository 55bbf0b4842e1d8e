/** The published world's server: it knows readers, never editors, and reads no cookie of theirs. */
import type { FastifyInstance } from "fastify";
import { type Believed, openBelieved } from "../db/believed.ts";
import type { Deps } from "../deps.ts";
import { siteUrl } from "../engine/siteAddress.ts";
import { newServer } from "../http/server.ts";
import { placeOf, type SitePlace, type SitesHosting } from "./place.ts";
import { renderNotice } from "./render/notice.ts";
import { answerPath, type SiteFrame } from "./serve/answerPath.ts";
import { htmlAnswer, redirectAnswer, type SiteAnswer } from "./serve/answer.ts";
import { failureNotice } from "./serve/failure.ts";
import { type Assets, mountAssets } from "./serve/assets.ts";
import { sendFile } from "./serve/files.ts";
import { openPublishedSites, type PublishedSite, type PublishedSites } from "./serve/publishedSite.ts";
import { type SiteDeps, siteDeps } from "./serve/reading.ts";
import { isShareKey, SECRET_ADDRESS_HEADERS } from "./serve/shareLink.ts";
import { openRenderer, openRendererHere } from "./serve/renderer.ts";
import { ANYBODY } from "./serve/visitor.ts";
import { type Encoding, encodingFor, prepare, type Ready, sendReady } from "./serve/ready.ts";

interface Serving {
  readonly deps: SiteDeps;
  readonly sites: PublishedSites;
  readonly assets: Assets;
  readonly hosting: SitesHosting;
}

/** How many answers are kept ready to send, whatever they depend on: they hold until anything is written. */
const MOST_READY = 5000;

export interface SitesOptions {
  readonly trustedProxies: readonly string[];
  /** The built program of rendering threads; without it pages are rendered in this thread. */
  readonly renderProgram?: URL;
}

/** The server of all published sites of this installation. */
export function buildSites(deps: Deps, options: SitesOptions, assets: Assets): FastifyInstance {
  const app = newServer({
    log: deps.log,
    newId: deps.newId,
    trustedProxies: options.trustedProxies,
    answerFailure: failureNotice(assets),
  });
  const { renderProgram } = options;
  const renderer = renderProgram === undefined ? openRendererHere() : openRenderer(renderProgram);
  app.addHook("onClose", () => renderer.close());
  const serving: Serving = {
    deps: siteDeps(deps, renderer),
    sites: openPublishedSites(deps),
    assets,
    hosting: hostingOf(deps),
  };
  const ready = openBelieved<Ready>(deps.db, MOST_READY);
  mountAssets(app, assets);
  app.get("/~/files/*", async (request, reply) => {
    const [path = ""] = request.url.split("?", 1);
    const sent = await sendFile(deps, path, request.headers["if-none-match"], reply);
    return sent ?? sendReady(request, reply, await prepare(notice(serving, "unknown-site"), "identity"));
  });
  app.get("/*", async (request, reply) => {
    const [pathname = ""] = request.url.split("?", 1);
    const place = placeOf(serving.hosting, request.host, pathname);
    const wantsMarkdown = /\btext\/markdown\b/.test(request.headers.accept ?? "");
    const asked: Asking = { place, pathname, search: request.url.slice(pathname.length), wantsMarkdown };
    return sendReady(request, reply, await readyFor(serving, ready, asked, encodingFor(request)));
  });
  return app;
}

interface Asking {
  readonly place: SitePlace;
  readonly pathname: string;
  /** What follows the path, with its question mark. */
  readonly search: string;
  readonly wantsMarkdown: boolean;
}

/**
 * What is sent, kept while it holds. Neither the query nor the way the host is written is part of what it is kept
 * under: pages depend on neither, and searches are not kept.
 */
async function readyFor(
  serving: Serving,
  ready: Believed<Ready>,
  asked: Asking,
  encoding: Encoding,
): Promise<Ready> {
  const { place, pathname, wantsMarkdown } = asked;
  if (place.kind !== "site") return prepare(notice(serving, "unknown-site"), encoding);
  const key = `${encoding} ${wantsMarkdown} ${place.organization} ${place.base} ${pathname}`;
  const known = ready.get(key);
  if (known !== undefined) return known;
  let passing: Ready | undefined;
  const kept = await ready.read(key, async (before) => {
    const answer = await answerSite(serving, place, asked);
    const made = await prepare(answer, encoding, before);
    if (answer.cache === "page") return made;
    passing = made;
    return undefined;
  });
  return (kept ?? passing) as Ready;
}

async function answerSite(
  serving: Serving,
  place: Extract<SitePlace, { kind: "site" }>,
  { pathname, search, wantsMarkdown }: Asking,
): Promise<SiteAnswer> {
  const published = await serving.sites.find(place.organization, place.basename);
  if (published === undefined) return notice(serving, "unknown-site");
  const opened = await openedBy(serving, place, published);
  if ("status" in opened) return opened;
  const { base, rest, key } = opened;
  const endsWithSlash = pathname.endsWith("/");
  const answer =
    rest.length === 0 && !endsWithSlash
      ? redirectAnswer(base, 308)
      : await answerPath(serving.deps, frameOf(serving, place, published, key), {
          segments: rest,
          query: new URLSearchParams(search),
          visitor: ANYBODY,
          wantsMarkdown,
          endsWithSlash,
        });
  if (key === undefined) return answer;
  const { "cache-control": cacheControl, ...headers } = SECRET_ADDRESS_HEADERS;
  const caching = answer.cache === "page" ? { "cache-control": cacheControl } : {};
  return { ...answer, headers: { ...answer.headers, ...headers, ...caching } };
}

/** Where a reader is on a site that is open to them. */
interface Opened {
  /** The site's path prefix with both slashes, the key of a share link included. */
  readonly base: string;
  readonly rest: readonly string[];
  /** Of the share link that the path carries. */
  readonly key?: string;
}

/** The way into a site; for those who may not read it, what they get instead. */
async function openedBy(
  serving: Serving,
  { base, rest }: Extract<SitePlace, { kind: "site" }>,
  published: PublishedSite,
): Promise<Opened | SiteAnswer> {
  const { site } = published;
  const [key, ...inside] = rest;
  const mayShare = site.published === 1 && site.visibility === "share-link";
  if (key !== undefined && mayShare && (await isShareKey(serving.deps.db.read, site.id, key))) {
    return { base: `${base}${key}/`, rest: inside, key };
  }
  return closedTo(serving, published) ?? { base, rest };
}

/** What somebody gets who may not read the site; undefined for those who may. */
function closedTo(serving: Serving, { site }: PublishedSite): SiteAnswer | undefined {
  if (site.published === 0) return notice(serving, "unpublished");
  if (site.visibility === "share-link") return notice(serving, "share-link", 403);
  if (site.visibility === "visitor-auth") return notice(serving, "sign-in", 403);
  return undefined;
}

function frameOf(
  { deps, assets }: Serving,
  place: Extract<SitePlace, { kind: "site" }>,
  published: PublishedSite,
  key: string | undefined,
): SiteFrame {
  const { organization, basename } = place;
  const inside = key === undefined ? "" : `${key}/`;
  const base = place.base + inside;
  const { hostname } = published.site;
  const address = siteUrl(deps.addresses, { organization, basename, hostname }) + inside;
  const { pageHeaders } = assets;
  return { published, basePath: base, assets: assets.hrefs(), pageHeaders, address, locale: "en" };
}

/** The hosts that mean the shared origin: its public name, and this machine's own. */
function hostingOf({ addresses }: Deps): SitesHosting {
  const domain = addresses.sitesDomain?.replace(/:\d+$/, "");
  const hosts = [new URL(addresses.sites).hostname, "localhost", "127.0.0.1", "[::1]"];
  return { hosts, ...(domain === undefined ? {} : { domain }) };
}

function notice(
  { assets }: Serving,
  kind: "unknown-site" | "unpublished" | "share-link" | "sign-in",
  status = 404,
): SiteAnswer {
  return htmlAnswer(renderNotice({ kind, assets: assets.hrefs(), locale: "en" }), [], status);
}
