/** The published world's server: it knows readers, never editors, and reads no cookie of an editor. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Reliance } from "../memory/relied.ts";
import type { Deps } from "../deps.ts";
import { movedSite } from "../nouns/sites/site/formerNames.ts";
import { servedUrl, siteUrl } from "../../engine/siteAddress.ts";
import { type AskedHosts, hostingOf, secureHosts, servedPlace } from "./reading/servedPlace.ts";
import { refuseOtherMethods } from "../http/otherMethods.ts";
import { newServer } from "../http/server.ts";
import { placeOf, type SitePlace, type SitesHosting } from "./reading/place.ts";
import { answerPath } from "./edge/answerPath.ts";
import type { SiteFrame, SiteRequest } from "./page/answering.ts";
import { redirectAnswer, type SiteAnswer } from "../pages/answer.ts";
import { AskRecord } from "./reading/asks.ts";
import { cachedFor } from "./edge/caching.ts";
import { failureNotice } from "./edge/failure.ts";
import { namesHosts, readyAtOnce } from "./edge/atOnce.ts";
import { type Assets, mountAssets } from "../pages/assets.ts";
import { enter, type Entrant, noSite, notice, pathOf, tokenRefused } from "./edge/entrance.ts";
import { mountEndpoints } from "./edge/endpoints.ts";
import { mountFiles } from "./edge/mountFiles.ts";
import { answerPost, mountPosts, type VisitorPost } from "./edge/posted.ts";
import { type KeptAnswers, openKeptAnswers } from "./edge/keptAnswers.ts";
import { openPublishedSites, type PublishedSites } from "./reading/publishedSite.ts";
import { type SiteDeps, siteDeps } from "./reading/reading.ts";
import { mountTryIt } from "./edge/tryIt.ts";
import {
  type Brief,
  briefOf,
  type Gate,
  gateOf,
  type AnswerKeys,
  openShortcuts,
  type Shortcuts,
  wantsMarkdown,
} from "./edge/shortcuts.ts";
import { openRenderer, openRendererHere } from "./bodies/renderer.ts";
import { ANYBODY, type Visitor } from "./reading/visitor.ts";
import { prepare, type ReadyAnswer, sendReady, sendReadyAtOnce } from "../pages/ready.ts";
import { type Encoding, encodingFor } from "../ports/encodings.ts";
import { admit } from "./visitor/admit.ts";
import { type Credentials, credentialsOf } from "./visitor/credentials.ts";
import { type AdmittedVisitor, type KnownVisitors, openKnownVisitors } from "./visitor/knownVisitors.ts";

interface Serving {
  readonly deps: SiteDeps;
  readonly sites: PublishedSites;
  readonly assets: Assets;
  readonly hosting: SitesHosting;
}

interface SitesOptions {
  readonly trustedProxies: readonly string[];
  /** The built program of rendering threads; without it pages are rendered in this thread. */
  readonly renderProgram?: URL;
}

/** The server of all published sites of this installation. */
export function buildSites(deps: Deps, options: SitesOptions, assets: Assets): FastifyInstance {
  const kept = openKeptAnswers(deps.db);
  const sites = openPublishedSites(deps);
  const visitors = openKnownVisitors(sites, deps.clock);
  const shortcuts = openShortcuts(kept, sites, visitors);
  const keeping: SiteMemory = { kept, shortcuts, visitors };
  const app = newServer({
    log: deps.log,
    newId: deps.newId,
    trustedProxies: options.trustedProxies,
    answerFailure: failureNotice(assets, deps.log),
    secureHosts: secureHosts(deps.addresses),
    answerAtOnce: (request, response, httpsOnly) => {
      const ready = readyAtOnce(shortcuts, request);
      if (ready !== undefined) sendReadyAtOnce(request, response, ready, httpsOnly);
      return ready !== undefined;
    },
  });
  const { renderProgram } = options;
  const renderer = renderProgram === undefined ? openRendererHere() : openRenderer(renderProgram);
  app.addHook("onClose", () => renderer.close());
  const serving: Serving = {
    deps: siteDeps(deps, renderer),
    sites,
    assets,
    hosting: hostingOf(deps.addresses),
  };
  refuseOtherMethods(app);
  mountAssets(app, assets, deps);
  mountTryIt(app, deps, (host) => placeOf(serving.hosting, host, "/").kind !== "hostname");
  mountFiles(app, deps, assets);
  mountEndpoints(app, deps);
  app.get("/*", async (request, reply) => {
    const hosts = hostsOf(request);
    const brief = briefOf(request, hosts.asked);
    const ready = brief && shortcuts.find(brief);
    return sendReady(
      request,
      reply,
      ready ?? (await answerReader(serving, keeping, request, { hosts, brief })),
    );
  });
  mountPosts(app, deps.clock, async (request, posting) =>
    answerSent(serving, await askingOf(serving, request, hostsOf(request), false), posting),
  );
  return app;
}

/** A second Host header could be the one that a proxy before us went by: then none counts. */
function hostsOf(request: FastifyRequest): AskedHosts {
  if (namesHosts(request.raw)) return { asked: "", direct: "" };
  return { asked: request.host, direct: request.headers.host ?? "" };
}

/** What is kept between requests, and the ways to it. */
interface SiteMemory {
  readonly kept: KeptAnswers;
  readonly shortcuts: Shortcuts;
  readonly visitors: KnownVisitors;
}

/** Answers a reader by the whole way, and notes how to find the answer the next time. */
async function answerReader(
  serving: Serving,
  { kept, shortcuts, visitors }: SiteMemory,
  request: FastifyRequest,
  { hosts, brief }: Wish,
): Promise<ReadyAnswer> {
  const encoding = encodingFor(request.headers);
  const asked = await askingOf(serving, request, hosts, wantsMarkdown(request.headers));
  const { place } = asked;
  if (place.kind === "former") return prepare(formerSite(serving, place, asked), encoding);
  if (place.kind !== "site") return prepare(noSite(serving.assets, request.headers), encoding);
  const reader = await readerOf(serving, place, asked);
  if ("status" in reader) return prepare(reader, encoding);
  const keyFor = (gate: Gate): string => keyOf(place, asked, encoding, gate);
  const ready = await readyFor(serving, kept, { place, asked, reader, encoding, keyFor });
  if (brief === undefined) return ready;
  const { visitor, admitted } = reader;
  if (brief.cookies !== undefined && admitted !== undefined) visitors.note(place, brief.cookies, admitted);
  shortcuts.note(brief, place, visitor, keyFor);
  return ready;
}

/** What of a request's headers its answer depends on. */
interface Wish {
  readonly hosts: AskedHosts;
  readonly brief: Brief | undefined;
}

interface PageQuestion {
  readonly place: SitePlace;
  readonly pathname: string;
  /** What follows the path, with its question mark. */
  readonly search: string;
  readonly wantsMarkdown: boolean;
  /** For what is kept for nobody: nothing else may depend on them. */
  readonly headers: FastifyRequest["headers"];
  readonly ip: string;
  /** What the request says of who reads; undefined for most. */
  readonly credentials: Credentials | undefined;
}

async function askingOf(
  serving: Serving,
  request: FastifyRequest,
  hosts: AskedHosts,
  wantsMarkdown: boolean,
): Promise<PageQuestion> {
  const [pathname = ""] = request.url.split("?", 1);
  const place = await servedPlace(serving.sites, serving.hosting, hosts, pathname);
  const search = request.url.slice(pathname.length);
  const { headers, ip } = request;
  return { place, pathname, search, wantsMarkdown, headers, ip, credentials: credentialsOf(headers, search) };
}

type Site = Extract<SitePlace, { kind: "site" }>;

/** Who reads, and why the token that they sent counts for nothing, where they sent one. */
interface Reader {
  readonly visitor: Visitor;
  readonly refused?: string;
  /** What may be remembered of them. */
  readonly admitted?: AdmittedVisitor;
}

const NOBODY: Reader = { visitor: ANYBODY };

/** Somebody who reads something of a site. */
interface SiteReading {
  readonly place: Site;
  readonly asked: PageQuestion;
  readonly reader: Reader;
  readonly encoding: Encoding;
  readonly keyFor: AnswerKeys;
}

/**
 * What is sent, kept while it holds. Neither the query nor the way the host is written is part of what it is kept
 * under: pages depend on neither, and searches are not kept.
 */
async function readyFor(serving: Serving, kept: KeptAnswers, reading: SiteReading): Promise<ReadyAnswer> {
  const { place, asked, reader, encoding, keyFor } = reading;
  const key = keyFor(gateOf(reader.visitor));
  return kept.read(key, reader.visitor, async (before, record, reliance) => {
    const answer = await answerSite(relyingOn(serving, reliance), place, asked, reader, record);
    return { ready: await prepare(answer, encoding, before), mayBeKept: answer.cache !== "never" };
  });
}

/**
 * What an answer is kept under, beside what it asks of its reader. A site's own host may have the path that it has among
 * all sites, and only there scripts of integrations stand in its pages.
 */
function keyOf(
  { organization, basename, base, isOwnHost }: Site,
  { pathname, wantsMarkdown }: PageQuestion,
  encoding: Encoding,
  gate: Gate,
): string {
  return `${encoding} ${wantsMarkdown} ${gate} ${isOwnHost === true} ${organization} ${basename} ${base} ${pathname}`;
}

/** The same, with all that is read of the database and of sites taken down: an answer holds while these give the same. */
function relyingOn({ deps, sites, ...rest }: Serving, reliance: Reliance): Serving {
  return {
    ...rest,
    deps: { ...deps, db: reliance.db },
    sites: {
      find: (organization, basename) =>
        reliance.onKept((touches) => sites.find(organization, basename, touches)),
      at: (hostname) => reliance.on((touches) => sites.at(hostname, touches)),
      moved: (organization, basename) => movedSite(reliance.db.read, organization, basename),
      // What is made relies on what it looks at.
      known: () => undefined,
      knownAt: () => undefined,
    },
  };
}

/** Who reads; or what they get instead because of what they say of themselves. */
async function readerOf(serving: Serving, place: Site, asked: PageQuestion): Promise<Reader | SiteAnswer> {
  const { credentials } = asked;
  // Most readers say nothing of themselves, and are not asked.
  if (credentials === undefined) return NOBODY;
  const published = await serving.sites.find(place.organization, place.basename);
  if (published === undefined) return NOBODY;
  const cookies = cookiePlace(serving, place);
  const path = pathOf({ place: cookies, endsWithSlash: asked.pathname.endsWith("/") }, place.rest);
  const admission = await admit(serving.deps, { published, credentials, place: cookies, path });
  if (admission.kind === "redirect") return admission.answer;
  if (admission.kind === "refused")
    return tokenRefused(serving, { published, place: cookies }, admission.reason, 403);
  const { visitor, until } = admission;
  return until === undefined ? admission : { ...admission, admitted: { visitor, published, until } };
}

/** Hosts of a site's own are reached by https alone. */
function cookiePlace({ deps }: Serving, { base, isOwnHost }: Site) {
  return { base, isSecure: isOwnHost === true || deps.addresses.sites.startsWith("https:") };
}

/** A site that is open to who asks, or what they get instead. */
type OpenSiteOrAnswer =
  | { readonly entered: Entrant; readonly frame: SiteFrame }
  | { readonly answer: SiteAnswer };

async function openSite(
  serving: Serving,
  place: Site,
  asked: PageQuestion,
  reader: Reader,
): Promise<OpenSiteOrAnswer> {
  const { pathname, search } = asked;
  const published = await serving.sites.find(place.organization, place.basename);
  if (published === undefined) return { answer: await unknownSite(serving, place, asked) };
  const { deps, assets } = serving;
  const entered = await enter(
    { ...deps, assets },
    {
      published,
      ...reader,
      place: cookiePlace(serving, place),
      rest: place.rest,
      endsWithSlash: pathname.endsWith("/"),
      query: new URLSearchParams(search),
      headers: asked.headers,
      ip: asked.ip,
    },
  );
  if (entered.kind === "outside") return { answer: entered.answer };
  return { entered, frame: frameOf(serving, place, entered) };
}

/** A request as the site sees it, once it is open. */
function requestTo(
  { published, visitor, rest }: Entrant,
  asked: PageQuestion,
  record: AskRecord,
): SiteRequest {
  // Where the site adapts to nobody, all visitors have the same claims.
  const isAdaptive = published.site.adaptive_content === 1;
  return {
    segments: rest,
    query: new URLSearchParams(asked.search),
    reader: { claims: visitor.claims, record: isAdaptive ? record : undefined },
    wantsMarkdown: asked.wantsMarkdown,
    endsWithSlash: asked.pathname.endsWith("/"),
    ip: asked.ip,
  };
}

async function answerSite(
  serving: Serving,
  place: Site,
  asked: PageQuestion,
  reader: Reader,
  record: AskRecord,
): Promise<SiteAnswer> {
  const opened = await openSite(serving, place, asked, reader);
  if ("answer" in opened) return opened.answer;
  const { entered, frame } = opened;
  if (entered.rest.length === 0 && !asked.pathname.endsWith("/"))
    return cachedFor(entered, redirectAnswer(frame.basePath, 308), record, serving.deps);
  const answer = await answerPath(serving.deps, frame, requestTo(entered, asked, record));
  return cachedFor(entered, answer, record, serving.deps);
}

/** Answers what is sent to a site. Nothing of it is kept. */
async function answerSent(serving: Serving, asked: PageQuestion, posting: VisitorPost): Promise<SiteAnswer> {
  const { place } = asked;
  if (place.kind !== "site") return noSite(serving.assets, posting.headers);
  const reader = await readerOf(serving, place, asked);
  if ("status" in reader) return reader;
  const opened = await openSite(serving, place, asked, reader);
  if ("answer" in opened) return opened.answer;
  const { entered, frame } = opened;
  const request = requestTo(entered, asked, new AskRecord());
  const answer = await answerPost(serving.deps, frame, request, posting);
  return answer ?? notice(serving.assets, { kind: "no-page", look: entered.published.look });
}

/** Where a site went whose names these were; the same notice for all that never were any. */
async function unknownSite({ deps, assets }: Serving, place: Site, asked: PageQuestion): Promise<SiteAnswer> {
  const moved = await movedSite(deps.db.read, place.organization, place.basename);
  if (moved === undefined) return noSite(assets, asked.headers);
  return redirectAnswer(siteUrl(deps.addresses, moved) + below(place.rest, asked), 307);
}

/**
 * Where a site is since the sites' domain was set. Nothing is looked up: what is not there is not there either, and
 * hosts of a site's own and other names are found from there. The domain may be unset again, so it is not for good.
 */
function formerSite(
  { deps }: Serving,
  { organization, basename, rest }: Extract<SitePlace, { kind: "former" }>,
  asked: PageQuestion,
): SiteAnswer {
  const address = servedUrl(deps.addresses, { organization, basename });
  return redirectAnswer(address + below(rest, asked) + asked.search, 307);
}

/** The path below a site, as it was asked for. */
function below(rest: readonly string[], { pathname }: PageQuestion): string {
  const path = rest.map(encodeURIComponent).join("/");
  return path !== "" && pathname.endsWith("/") ? `${path}/` : path;
}

function frameOf({ deps, assets }: Serving, place: Site, { published, inside, by }: Entrant): SiteFrame {
  const { organization, basename } = place;
  const base = place.base + inside;
  const { hostname, proxy } = published.site;
  const address = siteUrl(deps.addresses, { organization, basename, hostname, proxy }) + inside;
  const { pageHeaders } = assets;
  const isLive = by !== "preview";
  const hasOwnHost = place.isOwnHost === true || deps.addresses.sitesDomain !== undefined;
  const scripts = isLive && hasOwnHost ? published.scripts : [];
  return { published, basePath: base, assets, pageHeaders, address, isLive, scripts };
}
