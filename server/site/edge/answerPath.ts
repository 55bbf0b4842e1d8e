/** From a path on a site to what is sent: pages, their Markdown, the lists for machines, search. */
import type { Page } from "../../../engine/page.ts";
import { segmentsBelow } from "../../../engine/siteAddress.ts";
import { readTrail } from "../../../engine/tree.ts";
import { type SiteQuestion, readAsked } from "../reading/asked.ts";
import { readBranch } from "../page/navigation.ts";
import { renderEmbed } from "../render/embed.ts";
import { renderBranch } from "../../../design/navigation.ts";
import { queryFromPath, renderNotFound } from "../render/not-found.ts";
import { renderEmptySite } from "../render/emptySite.ts";
import { renderSearch } from "../render/search.ts";
import { wordsFor } from "../../../design/words.ts";
import { isForAgents } from "../reading/agents.ts";
import { htmlAnswer, redirectAnswer, type SiteAnswer, textAnswer } from "../../pages/answer.ts";
import { placeNames } from "../reading/arrange.ts";
import {
  type PageAtPath,
  type PageAnswering,
  choose,
  findAt,
  openAnswering,
  readingOf,
  type SiteFrame,
  type SiteRequest,
} from "../page/answering.ts";
import { feedOf } from "../machines/feed.ts";
import { llmsFullText } from "../machines/fullText.ts";
import { renderSitePage } from "../page/page.ts";
import { bareShell, shellFor } from "../page/shell.ts";
import { type Frame, isIndexed, lookOf } from "../page/frame.ts";
import { printForReader, readPrint } from "../machines/pdf.ts";
import {
  feedHref,
  isOpen,
  pageHref,
  pathOf,
  type VariantReading,
  type SiteDeps,
} from "../reading/reading.ts";
import { searchSite, suggestionsFor } from "../machines/search.ts";
import { SCRIPTS } from "../../nouns/sites/site/integrations.ts";
import { allHosts } from "../../nouns/sites/site/loadedHosts.ts";
import { networkOf } from "../../http/rateLimit.ts";
import { publishedScript } from "./publishedScript.ts";
import { redirectFrom } from "./redirects.ts";
import { answerSchema } from "../machines/reference.ts";
import { sitemap } from "../machines/sitemap.ts";
import { llmsText, pageMarkdown, robotsText } from "../machines/texts.ts";

/** Answers any path of a site. */
export async function answerPath(deps: SiteDeps, site: SiteFrame, request: SiteRequest): Promise<SiteAnswer> {
  const answer = await answerAsked(deps, site, request);
  // Pages with scripts of integrations let these load more, from the hosts that were accepted with them.
  if (site.scripts.length === 0 || !answer.contentType.startsWith("text/html")) return answer;
  return { ...answer, loaded: allHosts(site.scripts.map(({ hosts }) => hosts)) };
}

async function answerAsked(deps: SiteDeps, site: SiteFrame, request: SiteRequest): Promise<SiteAnswer> {
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

async function sitemapAnswer(
  { frame, readings }: PageAnswering,
  part?: number,
): Promise<SiteAnswer | undefined> {
  const text = await sitemap(frame, readings, part);
  return text === undefined ? undefined : textAnswer(text, "application/xml");
}

async function answerFile(
  answering: PageAnswering,
  { name, below, part }: Extract<SiteQuestion, { kind: "file" }>,
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
      const made = await llmsFullText(frame, listed, part);
      if (made === undefined) return notFound(answering, reading);
      return { ...textAnswer(made.text, "text/plain"), ...(made.isMakeshift && { isMakeshift: true }) };
    }
    case "sitemap.xml":
    case "sitemap-pages.xml":
      if (frame.published.site.visibility !== "public") return notFound(answering, main);
      return (
        (await sitemapAnswer(answering, name === "sitemap.xml" ? undefined : part)) ??
        notFound(answering, main)
      );
    default:
      return name satisfies never;
  }
}

async function answerService(
  answering: PageAnswering,
  name: string,
  rest: readonly string[],
): Promise<SiteAnswer> {
  const { frame, main } = answering;
  if (name === "search.json" || name === "search") return answerSearch(answering, name);
  if (name === "pdf") return answerPdf(answering);
  if (rest.length === 0 && (name === "feedback" || (name === "mcp" && isForAgents(frame))))
    return onlyPosted();
  if (name === "embed") return answerEmbed(answering, rest);
  if (name === SCRIPTS && rest.length === 1) return answerScript(answering, rest[0] ?? "");
  if (name === "fonts" && rest[0] !== undefined) return answerFonts(answering, rest[0]);
  if (name === "reference" && rest[0] === "schema") {
    return (await answerSchema(frame, main, rest.slice(1))) ?? notFound(answering, main);
  }
  if (name === "nav" && rest[0] !== undefined) return answerBranch(answering, rest[0]);
  return notFound(answering, main);
}

/** Searches of one network that go on at once: who asks for many waits for nobody but themselves. */
const SEARCHES_AT_ONCE = 4;

const searchOf = ({ ip }: SiteRequest): string => `search ${networkOf(ip)}`;

/** What was asked for on the whole site, or with `in` on one variant of it. */
async function answerSearch(answering: PageAnswering, name: "search" | "search.json"): Promise<SiteAnswer> {
  const { deps, frame, main, readings, request } = answering;
  const asked = request.query.get("in");
  // One that is not there for this reader is none to keep to.
  const scope = readings.find(({ variant }) => variant.id === asked);
  const places = (variant: string) => placeNames(frame.arrangement, variant);
  const search = () =>
    searchSite(
      scope === undefined ? readings : [scope],
      request.query.get("q") ?? "",
      scope === undefined ? places : undefined,
    );
  const answer = await deps.places.take(searchOf(request), search, { atOnce: SEARCHES_AT_ONCE });
  if (name === "search.json")
    return { ...textAnswer(JSON.stringify(answer), "application/json"), cache: "never" };
  const shell = await shellFor(frame, scope ?? main, []);
  const view = { ...shell, answer, ...(scope === undefined ? {} : { isScoped: true as const }) };
  return { ...htmlAnswer(renderSearch(view)), cache: "never" };
}

/** The document of a page or of a variant, at an address of its own: it is too large to be kept with pages. */
async function answerPdf(answering: PageAnswering): Promise<SiteAnswer> {
  const { frame, main, readings, request } = answering;
  const asked = readPrint(request.query);
  const reading = asked.page === undefined ? main : await readingOf(readings, asked.page);
  if (reading === undefined || !lookOf(frame, reading).settings.pdf.enabled) return notFound(answering, main);
  return redirectAnswer(await printForReader(frame, reading, asked, networkOf(request.ip)), 303);
}

/** The sheet of a variant's own fonts. */
async function answerFonts(answering: PageAnswering, name: string): Promise<SiteAnswer> {
  const { frame, main, readings } = answering;
  const reading = readings.find(({ variant }) => name === `${variant.id}.css`);
  const { fontsCss } = lookOf(frame, reading);
  return fontsCss === undefined ? notFound(answering, main) : textAnswer(fontsCss, "text/css");
}

/** A script that an integration has the pages load. */
async function answerScript(answering: PageAnswering, file: string): Promise<SiteAnswer> {
  const { deps, frame, main } = answering;
  const script = frame.scripts.find((one) => one.file === file);
  const text = script && (await publishedScript(deps, frame.published.site, script));
  if (script === undefined || text === undefined) return notFound(answering, main);
  const answer = textAnswer(text, "text/javascript");
  return script.policy === undefined
    ? answer
    : { ...answer, headers: { "content-security-policy": script.policy } };
}

/** A closed branch of the navigation, for the script that opens it in place. */
async function answerBranch(answering: PageAnswering, id: string): Promise<SiteAnswer> {
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
  answering: PageAnswering,
  path: readonly string[],
  asMarkdown: boolean,
): Promise<SiteAnswer> {
  const { frame, request } = answering;
  const [chosen, below] = choose(answering, path);
  if (below.length === 0 && chosen.landing === undefined) return emptySite(frame);
  const found = await findAt(answering, path);
  if (found === undefined) return notFound(answering, chosen);
  const { reading, inner, trail } = found;
  const page = trail.at(-1) as Page;
  if (asMarkdown) return { ...(await markdownAnswer(answering, reading, trail)), byUserAgent: true };
  const href = pageHref(reading, page.id, pathOf(trail));
  const asked = pageHref(reading, inner.length === 0 ? page.id : "", inner.join("/"));
  // What another section may have a page at some day is not to be remembered as where this one went.
  const isElsewhere = isFoundElsewhere(found, path);
  // A former address, another spelling, a group, a slash too many: one page has one address.
  const isOtherwise = href !== asked || (inner.length > 0 && request.endsWithSlash);
  if (isElsewhere || isOtherwise) return redirectAnswer(href, found.isFormer || isElsewhere ? 307 : 308);
  const rendered = await renderSitePage(frame, reading, trail);
  const { html, frames, ...rest } = rendered;
  return { ...htmlAnswer(html, frames), ...rest, headers: frame.pageHeaders };
}

/** Whether an address of the path that was asked for has other names before it than the one that was asked for. */
function isFoundElsewhere({ reading, inner }: PageAtPath, path: readonly string[]): boolean {
  return segmentsBelow(reading.variant.steps, inner).length !== path.length;
}

/** A page for a frame on another site, where the installation allows that. */
async function answerEmbed(answering: PageAnswering, path: readonly string[]): Promise<SiteAnswer> {
  const { deps, frame, main } = answering;
  const { embedders = [] } = deps.addresses;
  const found = embedders.length > 0 ? await findAt(answering, path) : undefined;
  if (found === undefined) return notFound(answering, main);
  const { html, frames, ...rest } = await renderSitePage(frame, found.reading, found.trail, renderEmbed);
  return { ...htmlAnswer(html, frames), ...rest, embedders };
}

/** The updates of a page, at the address that goes with the page's own. */
async function answerFeed(answering: PageAnswering, path: readonly string[]): Promise<SiteAnswer> {
  const { frame } = answering;
  const found = await findAt(answering, path);
  const page = found?.trail.at(-1);
  if (found === undefined || page === undefined) return notFound(answering, choose(answering, path)[0]);
  const { reading, inner, trail, isFormer } = found;
  const href = feedHref(reading, page.id, pathOf(trail));
  const asked = feedHref(reading, inner.length === 0 ? page.id : "", inner.join("/"));
  const answer = await feedOf(frame, reading, page, pathOf(trail));
  if (answer === undefined) return notFound(answering, reading);
  const isElsewhere = isFoundElsewhere(found, path);
  if (isElsewhere || href !== asked) return redirectAnswer(href, isFormer || isElsewhere ? 307 : 308);
  return isIndexed(frame, trail) ? answer : { ...answer, headers: { "x-robots-tag": "noindex, nofollow" } };
}

/** Services that are sent something and have nothing to show. */
function onlyPosted(): SiteAnswer {
  const text = "Send a POST request.\n";
  return { ...textAnswer(text, "text/plain"), status: 405, cache: "never", headers: { allow: "POST" } };
}

async function markdownAnswer(
  { frame }: PageAnswering,
  reading: VariantReading,
  trail: readonly Page[],
): Promise<SiteAnswer> {
  const page = trail.at(-1) as Page;
  const { text, isMakeshift } = await pageMarkdown(frame, reading, page);
  const answer = { ...textAnswer(text, "text/markdown"), ...(isMakeshift && { isMakeshift }) };
  return isIndexed(frame, trail) ? answer : { ...answer, headers: { "x-robots-tag": "noindex, nofollow" } };
}

async function notFound(answering: PageAnswering, reading: VariantReading): Promise<SiteAnswer> {
  const { deps, frame, readings, request } = answering;
  const redirect = await redirectFrom(deps.db.read, frame, request.segments);
  if (redirect !== undefined) return redirect;
  const requestedPath = request.segments.join("/");
  const suggest = () =>
    suggestionsFor(readings, queryFromPath(requestedPath), (variant) =>
      placeNames(frame.arrangement, variant),
    );
  const { places } = deps;
  const place = searchOf(request);
  // Nobody who searches waits for those who have a wrong address, which programs try by the thousand.
  const isFull = places.load(place).underway >= SEARCHES_AT_ONCE;
  const view = {
    ...(await shellFor(frame, reading, [])),
    requestedPath,
    suggestions: isFull ? [] : await places.take(place, suggest, { atOnce: SEARCHES_AT_ONCE }),
  };
  const answer = htmlAnswer(renderNotFound(view), [], 404);
  return isFull ? { ...answer, cache: "never" } : answer;
}
