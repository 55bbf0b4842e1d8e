/** From a path on a site to what is sent: pages, their Markdown, the lists for machines, search. */
import { resolvePath } from "../../content/formerSlugs.ts";
import type { Page } from "../../../engine/page.ts";
import { readChildren, readTrail } from "../../../engine/tree.ts";
import { type Asked, readAsked } from "../asked.ts";
import { readBranch } from "../navigation.ts";
import { renderEmbed } from "../render/embed.ts";
import { renderBranch } from "../render/navigation.ts";
import { queryFromPath, renderNotFound } from "../render/not-found.ts";
import { renderEmptySite } from "../render/notice.ts";
import { renderSearch } from "../render/search.ts";
import { wordsFor } from "../../../design/words.ts";
import { isForAgents } from "./agents.ts";
import { htmlAnswer, redirectAnswer, securityPolicy, type SiteAnswer, textAnswer } from "./answer.ts";
import { type Arrangement, arrange, chooseVariant, type PlacedVariant, placeNames } from "./arrange.ts";
import { type Asked as AskedReader, openConditions } from "./conditions.ts";
import { feedOf } from "./feed.ts";
import { llmsFullText } from "./fullText.ts";
import { bareShell, type Frame, isIndexed, lookOf, renderSitePage, shellFor } from "./page.ts";
import { printForReader, readPrint } from "./pdf.ts";
import {
  encodePath,
  feedHref,
  isOpen,
  openReading,
  pageHref,
  pathOf,
  type Reading,
  type SiteDeps,
} from "./reading.ts";
import { searchSite, suggestionsFor } from "./search.ts";
import { redirectFrom } from "./redirects.ts";
import { answerSchema } from "./reference.ts";
import { llmsText, pageMarkdown, robotsText, sitemap } from "./texts.ts";

/** A request for something of a site that is open to its reader. */
export interface SiteRequest {
  /** The decoded segments after the site's prefix. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  /** Whether the reader would rather have Markdown than a page. */
  readonly wantsMarkdown: boolean;
  /** Who reads, and where it is taken down what the answer asks of them. */
  readonly reader: AskedReader;
  /** Whether the path was sent with a slash at its end. */
  readonly endsWithSlash: boolean;
}

/** What a site is to its templates, before it is known what its reader may see. */
export type SiteFrame = Omit<Frame, "arrangement" | "readings" | "holds">;

/** What all answers of one request share. */
export interface Answering {
  readonly deps: SiteDeps;
  readonly frame: Frame;
  readonly main: Reading;
  readonly readings: readonly Reading[];
  readonly request: SiteRequest;
}

/** The variants that a reader may walk; undefined where there is nothing for them. */
export async function openAnswering(
  deps: SiteDeps,
  site: SiteFrame,
  request: SiteRequest,
): Promise<{ readonly frame: Frame; readonly answering: Answering | undefined }> {
  const { holdAll } = openConditions(deps.parseExpression, {}, request.reader, "site");
  const arrangement = arrange(site.published, (condition) => holdAll([condition]));
  const readings: Reading[] = [];
  const frame = { ...site, arrangement, readings, holds: (condition: string) => holdAll([condition]) };
  const { organization_id: organization, hostname, proxy } = site.published.site;
  const hasOwnHost = (hostname ?? proxy) !== null;
  const among: Reading[] = [];
  const place = { organization, basePath: frame.basePath, hasOwnHost, readings: among };
  for (const variant of variantsIn(arrangement)) {
    readings.push(await openReading(deps, place, variant, request.reader));
  }
  among.push(...readings);
  const { around } = site.published;
  if (around !== undefined) {
    const basePath = frame.basePath.slice(0, -around.below.length);
    for (const variant of variantsIn(arrange(around.published, frame.holds)))
      among.push(await openReading(deps, { ...place, basePath }, variant, request.reader));
  }
  const main = readings.find(({ variant }) => variant.below === "");
  return { frame, answering: main && { deps, frame, main, readings, request } };
}

function variantsIn({ sections }: Arrangement): readonly PlacedVariant[] {
  return sections.flatMap(({ variants }) => variants);
}

/** Answers any path of a site. */
export async function answerPath(deps: SiteDeps, site: SiteFrame, request: SiteRequest): Promise<SiteAnswer> {
  const asked = readAsked(request.segments);
  // Robots have no claims: what they are told asks nothing of them, so that everybody may keep it.
  if (asked.kind === "file" && asked.name === "robots.txt" && asked.below.length === 0)
    return textAnswer(robotsText(site), "text/plain");
  const { frame, answering } = await openAnswering(deps, site, request);
  if (answering === undefined) return emptySite(frame);
  switch (asked.kind) {
    case "page":
      return answerPage(answering, asked.path, request.wantsMarkdown && isForAgents(frame));
    case "markdown":
      if (!isForAgents(frame)) return notFound(answering, answering.main);
      return answerPage(answering, asked.path, true);
    case "file":
      return answerFile(answering, asked);
    case "service":
      return answerService(answering, asked.name, asked.rest);
    case "feed":
      return answerFeed(answering, asked.path);
    // Previews come with their signed addresses.
    case "preview":
      return notFound(answering, answering.main);
    default:
      return asked satisfies never;
  }
}

async function emptySite(frame: Frame): Promise<SiteAnswer> {
  return htmlAnswer(renderEmptySite(await bareShell(frame, undefined)));
}

/** The variant that a path begins with, and what follows. */
export function choose(
  { readings, main, frame }: Answering,
  path: readonly string[],
): [Reading, readonly string[]] {
  const chosen = chooseVariant(frame.arrangement, path);
  const reading = readings.find(({ variant }) => variant.id === chosen?.variant.id);
  return reading === undefined || chosen === undefined ? [main, path] : [reading, chosen.rest];
}

async function answerFile(
  answering: Answering,
  { name, below, part }: Extract<Asked, { kind: "file" }>,
): Promise<SiteAnswer> {
  const { frame, main, readings } = answering;
  const [reading, rest] = choose(answering, below);
  if (rest.length > 0) return notFound(answering, main);
  // At the site's own address lists are about all of it, below a section or a variant about that.
  const listed = below.length === 0 ? readings : [reading];
  if (name.startsWith("llms") && !isForAgents(frame)) return notFound(answering, reading);
  switch (name) {
    case "robots.txt":
      return textAnswer(robotsText(frame), "text/plain");
    case "llms.txt":
      return textAnswer(await llmsText(frame, listed), "text/plain");
    case "llms-full.txt": {
      const text = await llmsFullText(frame, listed, part);
      return text === undefined ? notFound(answering, reading) : textAnswer(text, "text/plain");
    }
    case "sitemap.xml":
    case "sitemap-pages.xml":
      if (frame.published.site.visibility !== "public") return notFound(answering, main);
      return textAnswer(await sitemap(frame, readings), "application/xml");
    default:
      return name satisfies never;
  }
}

async function answerService(
  answering: Answering,
  name: string,
  rest: readonly string[],
): Promise<SiteAnswer> {
  const { frame, main } = answering;
  if (name === "search.json" || name === "search") return answerSearch(answering, name);
  if (name === "pdf") return answerPdf(answering);
  if (rest.length === 0 && (name === "feedback" || (name === "mcp" && isForAgents(frame))))
    return onlyPosted();
  if (name === "embed") return answerEmbed(answering, rest);
  if (name === "fonts" && rest[0] !== undefined) return answerFonts(answering, rest[0]);
  if (name === "reference" && rest[0] === "schema") {
    return (await answerSchema(frame, main, rest.slice(1))) ?? notFound(answering, main);
  }
  if (name === "nav" && rest[0] !== undefined) return answerBranch(answering, rest[0]);
  return notFound(answering, main);
}

/** What was asked for on the whole site, or with `in` on one variant of it. */
async function answerSearch(answering: Answering, name: "search" | "search.json"): Promise<SiteAnswer> {
  const { frame, main, readings, request } = answering;
  const asked = request.query.get("in");
  // One that is not there for this reader is none to keep to.
  const scope = readings.find(({ variant }) => variant.id === asked);
  const places = (variant: string) => placeNames(frame.arrangement, variant);
  const answer = await searchSite(
    scope === undefined ? readings : [scope],
    request.query.get("q") ?? "",
    scope === undefined ? places : undefined,
  );
  if (name === "search.json")
    return { ...textAnswer(JSON.stringify(answer), "application/json"), cache: "never" };
  const shell = await shellFor(frame, scope ?? main, []);
  const view = { ...shell, answer, ...(scope === undefined ? {} : { isScoped: true as const }) };
  return { ...htmlAnswer(renderSearch(view)), cache: "never" };
}

/** The document of a page or of a variant, at an address of its own: it is too large to be kept with pages. */
async function answerPdf(answering: Answering): Promise<SiteAnswer> {
  const { frame, main, readings, request } = answering;
  const asked = readPrint(request.query);
  const reading = asked.page === undefined ? main : await readingOf(readings, asked.page);
  if (reading === undefined || !lookOf(frame, reading).settings.pdf.enabled) return notFound(answering, main);
  return redirectAnswer(await printForReader(frame, reading, asked), 303);
}

/** Where a page is that this reader may open. */
export async function readingOf(readings: readonly Reading[], page: string): Promise<Reading | undefined> {
  for (const reading of readings) {
    const trail = await readTrail(reading.nodes, reading.root, page);
    if (trail !== undefined && isOpen(reading, trail)) return reading;
  }
  return undefined;
}

/** The sheet of a variant's own fonts. */
async function answerFonts(answering: Answering, name: string): Promise<SiteAnswer> {
  const { frame, main, readings } = answering;
  const reading = readings.find(({ variant }) => name === `${variant.id}.css`);
  const { fontsCss } = lookOf(frame, reading);
  return fontsCss === undefined ? notFound(answering, main) : textAnswer(fontsCss, "text/css");
}

/** A closed branch of the navigation, for the script that opens it in place. */
async function answerBranch(answering: Answering, id: string): Promise<SiteAnswer> {
  const { frame, main, readings } = answering;
  for (const reading of readings) {
    const trail = await readTrail(reading.nodes, reading.root, id);
    if (trail === undefined || !isOpen(reading, trail)) continue;
    return htmlAnswer(
      renderBranch(await readBranch(reading, trail), wordsFor(lookOf(frame, reading).locale)).text,
    );
  }
  return notFound(answering, main);
}

async function answerPage(
  answering: Answering,
  path: readonly string[],
  asMarkdown: boolean,
): Promise<SiteAnswer> {
  const { frame, request } = answering;
  const [reading, inner] = choose(answering, path);
  if (inner.length === 0 && reading.landing === undefined) return emptySite(frame);
  const found = await findPage(reading, inner);
  if (found === undefined) return notFound(answering, reading);
  const { trail } = found;
  const page = trail.at(-1) as Page;
  if (asMarkdown) return { ...(await markdownAnswer(answering, reading, trail)), byUserAgent: true };
  const href = pageHref(reading, page.id, pathOf(trail));
  const asked = reading.base + encodePath(inner.join("/"));
  // A former address, another spelling, a group, a slash too many: one page has one address.
  const isElsewhere = href !== asked || (inner.length > 0 && request.endsWithSlash);
  if (isElsewhere) return redirectAnswer(href, found.isFormer ? 307 : 308);
  const rendered = await renderSitePage(frame, reading, trail);
  const { html, frames, asked: forms } = rendered;
  return { ...htmlAnswer(html, frames), asked: forms, headers: frame.pageHeaders };
}

/** A page for a frame on another site, where the installation allows that. */
async function answerEmbed(answering: Answering, path: readonly string[]): Promise<SiteAnswer> {
  const { deps, frame, main } = answering;
  const { embedders = [] } = deps.addresses;
  const [reading, inner] = choose(answering, path);
  const found = embedders.length > 0 ? await findPage(reading, inner) : undefined;
  if (found === undefined) return notFound(answering, main);
  const { html, frames, asked } = await renderSitePage(frame, reading, found.trail, renderEmbed);
  const policy = securityPolicy(frames, asked, embedders);
  return { ...htmlAnswer(html), headers: { "content-security-policy": policy } };
}

/** The updates of a page, at the address that goes with the page's own. */
async function answerFeed(answering: Answering, path: readonly string[]): Promise<SiteAnswer> {
  const { frame } = answering;
  const [reading, inner] = choose(answering, path);
  const found = await findPage(reading, inner);
  const page = found?.trail.at(-1);
  if (found === undefined || page === undefined) return notFound(answering, reading);
  const { trail, isFormer } = found;
  const href = feedHref(reading, page.id, pathOf(trail));
  const asked = `${reading.base}${[...inner, "rss.xml"].map(encodeURIComponent).join("/")}`;
  const text = await feedOf(frame, reading, page, pathOf(trail));
  if (text === undefined) return notFound(answering, reading);
  if (href !== asked) return redirectAnswer(href, isFormer ? 307 : 308);
  const answer = textAnswer(text, "application/rss+xml");
  return isIndexed(frame, trail) ? answer : { ...answer, headers: { "x-robots-tag": "noindex, nofollow" } };
}

/** The page at a path below a variant, with those above it, as far as the reader may open it. */
export async function findPage(
  reading: Reading,
  inner: readonly string[],
): Promise<{ readonly trail: readonly Page[]; readonly isFormer: boolean } | undefined> {
  const { deps, variant, root } = reading;
  const found =
    inner.length === 0
      ? undefined
      : await resolvePath(deps.db.read, reading, variant.space, root, inner.join("/"));
  const page = inner.length === 0 ? reading.landing : await firstDocument(reading, found?.page);
  const trail = page && (await readTrail(reading.nodes, root, page.id));
  if (trail === undefined || !isOpen(reading, trail)) return undefined;
  return { trail, isFormer: found?.redirected === true };
}

/** Services that are sent something and have nothing to show. */
function onlyPosted(): SiteAnswer {
  const text = "Send a POST request.\n";
  return { ...textAnswer(text, "text/plain"), status: 405, cache: "never", headers: { allow: "POST" } };
}

async function markdownAnswer(
  { frame }: Answering,
  reading: Reading,
  trail: readonly Page[],
): Promise<SiteAnswer> {
  const page = trail.at(-1) as Page;
  const answer = textAnswer(await pageMarkdown(frame, reading, page), "text/markdown");
  return isIndexed(frame, trail) ? answer : { ...answer, headers: { "x-robots-tag": "noindex, nofollow" } };
}

/** A group has no page of its own: its first one stands for it. */
async function firstDocument(reading: Reading, page: Page | undefined): Promise<Page | undefined> {
  if (page?.type === "link") return undefined;
  if (page?.type !== "group") return page;
  const children = await readChildren(reading.nodes, reading.root, page.id, 0, 16);
  return children.find((child) => child.type === "document" && reading.isShown(child));
}

async function notFound(answering: Answering, reading: Reading): Promise<SiteAnswer> {
  const { deps, frame, readings, request } = answering;
  const redirect = await redirectFrom(deps.db.read, frame, request.segments);
  if (redirect !== undefined) return redirect;
  const requestedPath = request.segments.join("/");
  const view = {
    ...(await shellFor(frame, reading, [])),
    requestedPath,
    suggestions: await suggestionsFor(readings, queryFromPath(requestedPath), (variant) =>
      placeNames(frame.arrangement, variant),
    ),
  };
  return htmlAnswer(renderNotFound(view), [], 404);
}
