/** From a path on a site to what is sent: pages, their Markdown, the lists for machines, search. */
import { resolvePath } from "../../content/formerSlugs.ts";
import type { Page } from "../../engine/page.ts";
import { readChildren, readTrail } from "../../engine/tree.ts";
import { type Asked, readAsked } from "../asked.ts";
import { readBranch } from "../navigation.ts";
import { renderBranch } from "../render/navigation.ts";
import { queryFromPath, renderNotFound } from "../render/not-found.ts";
import { renderEmptySite } from "../render/notice.ts";
import { renderSearch } from "../render/search.ts";
import { wordsFor } from "../render/words.ts";
import { htmlAnswer, redirectAnswer, type SiteAnswer, textAnswer } from "./answer.ts";
import { arrange, chooseVariant } from "./arrange.ts";
import { type Asked as AskedReader, openConditions } from "./conditions.ts";
import { bareShell, type Frame, isIndexed, lookOf, renderSitePage, shellFor } from "./page.ts";
import { printForReader, readPrint } from "./pdf.ts";
import { encodePath, isOpen, openReading, pageHref, pathOf, type Reading, type SiteDeps } from "./reading.ts";
import { searchSite, suggestionsFor } from "./search.ts";
import { redirectFrom } from "./redirects.ts";
import { answerSchema } from "./reference.ts";
import { llmsFullText, llmsText, pageMarkdown, robotsText, sitemap } from "./texts.ts";

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
interface Answering {
  readonly deps: SiteDeps;
  readonly frame: Frame;
  readonly main: Reading;
  readonly readings: readonly Reading[];
  readonly request: SiteRequest;
}

/** Answers any path of a site. */
export async function answerPath(deps: SiteDeps, site: SiteFrame, request: SiteRequest): Promise<SiteAnswer> {
  const { holdAll } = openConditions(deps.parseExpression, {}, request.reader, "site");
  const arrangement = arrange(site.published, (condition) => holdAll([condition]));
  const readings: Reading[] = [];
  const frame = { ...site, arrangement, readings, holds: (condition: string) => holdAll([condition]) };
  const place = { organization: site.published.site.organization_id, basePath: frame.basePath };
  for (const variant of arrangement.sections.flatMap(({ variants }) => variants)) {
    readings.push(await openReading(deps, place, variant, request.reader));
  }
  const main = readings.find(({ variant }) => variant.below === "");
  if (main === undefined) return emptySite(frame);
  const answering = { deps, frame, main, readings, request };
  const asked = readAsked(request.segments);
  switch (asked.kind) {
    case "page":
      return answerPage(answering, asked.path, request.wantsMarkdown);
    case "markdown":
      return answerPage(answering, asked.path, true);
    case "file":
      return answerFile(answering, asked);
    case "service":
      return answerService(answering, asked.name, asked.rest);
    // Feeds come with updates, previews with their signed addresses: until then nothing is there.
    case "feed":
    case "preview":
      return notFound(answering, main);
    default:
      return asked satisfies never;
  }
}

async function emptySite(frame: Frame): Promise<SiteAnswer> {
  return htmlAnswer(renderEmptySite(await bareShell(frame, undefined)));
}

/** The variant that a path begins with, and what follows. */
function choose({ readings, main, frame }: Answering, path: readonly string[]): [Reading, readonly string[]] {
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
  switch (name) {
    case "robots.txt":
      return textAnswer(robotsText(frame), "text/plain");
    case "llms.txt":
      return textAnswer(await llmsText(frame, reading), "text/plain");
    case "llms-full.txt": {
      const text = await llmsFullText(frame, reading, part);
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
  const { frame, main, readings, request } = answering;
  const typed = request.query.get("q") ?? "";
  if (name === "search.json") {
    const answer = await searchSite(readings, typed);
    return { ...textAnswer(JSON.stringify(answer), "application/json"), cache: "never" };
  }
  if (name === "search") {
    const answer = await searchSite(readings, typed);
    const view = { ...(await shellFor(frame, main, [])), answer };
    return { ...htmlAnswer(renderSearch(view)), cache: "never" };
  }
  if (name === "pdf") return answerPdf(answering);
  if (name === "fonts" && rest[0] !== undefined) return answerFonts(answering, rest[0]);
  if (name === "reference" && rest[0] === "schema") {
    return (await answerSchema(frame, main, rest.slice(1))) ?? notFound(answering, main);
  }
  if (name === "nav" && rest[0] !== undefined) return answerBranch(answering, rest[0]);
  return notFound(answering, main);
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
async function readingOf(readings: readonly Reading[], page: string): Promise<Reading | undefined> {
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
  const { fonts } = lookOf(frame, reading);
  return fonts === undefined ? notFound(answering, main) : textAnswer(fonts.css, "text/css");
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
  const { deps, frame, request } = answering;
  const [reading, inner] = choose(answering, path);
  const { root, variant } = reading;
  if (inner.length === 0 && reading.landing === undefined) return emptySite(frame);
  const found =
    inner.length === 0
      ? undefined
      : await resolvePath(deps.db.read, reading, variant.space, root, inner.join("/"));
  const page = inner.length === 0 ? reading.landing : await firstDocument(reading, found?.page);
  const trail = page && (await readTrail(reading.nodes, root, page.id));
  if (page === undefined || trail === undefined || !isOpen(reading, trail))
    return notFound(answering, reading);
  if (asMarkdown) return markdownAnswer(answering, reading, trail);
  const href = pageHref(reading, page.id, pathOf(trail));
  const asked = reading.base + encodePath(inner.join("/"));
  // A former address, another spelling, a group, a slash too many: one page has one address.
  const isElsewhere = href !== asked || (inner.length > 0 && request.endsWithSlash);
  if (isElsewhere) return redirectAnswer(href, found?.redirected === true ? 307 : 308);
  const rendered = await renderSitePage(frame, reading, trail);
  return { ...htmlAnswer(rendered.html, rendered.frames), headers: frame.pageHeaders };
}

async function markdownAnswer(
  { frame }: Answering,
  reading: Reading,
  trail: readonly Page[],
): Promise<SiteAnswer> {
  const page = trail.at(-1) as Page;
  const answer = textAnswer(await pageMarkdown(frame, reading, page), "text/markdown");
  return isIndexed(frame, trail) ? answer : { ...answer, headers: { "x-robots-tag": "noindex" } };
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
    suggestions: await suggestionsFor(readings, queryFromPath(requestedPath)),
  };
  return htmlAnswer(renderNotFound(view), [], 404);
}
