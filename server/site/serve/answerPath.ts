/** From a path on a site to what is sent: pages, their Markdown, the lists for machines, search. */
import { resolvePath } from "../../content/formerSlugs.ts";
import type { Deps } from "../../deps.ts";
import type { Page } from "../../engine/page.ts";
import { pagePath, readTrail } from "../../engine/tree.ts";
import { renderBranch } from "../render/navigation.ts";
import { queryFromPath, renderNotFound } from "../render/not-found.ts";
import { renderEmptySite } from "../render/notice.ts";
import { renderSearch } from "../render/search.ts";
import { htmlAnswer, redirectAnswer, type SiteAnswer, textAnswer } from "./answer.ts";
import { branchOf, navigationFor } from "./navigation.ts";
import { type Frame, renderSitePage, siteView } from "./page.ts";
import { openReading, pageHref, type Reading } from "./reading.ts";
import { searchSite, suggestionsFor } from "./search.ts";
import { llmsFullText, llmsText, pageMarkdown, robotsText, sitemap } from "./texts.ts";

export interface Asked {
  /** What follows the site's prefix, decoded; undefined: it couldn't be. */
  readonly path: string | undefined;
  readonly query: URLSearchParams;
  readonly wantsMarkdown: boolean;
}

/** Answers any path of a site that is open to this reader. */
export async function answerPath(deps: Deps, frame: Frame, asked: Asked): Promise<SiteAnswer> {
  const readings: Reading[] = [];
  for (const variant of frame.published.variants) {
    readings.push(await openReading(deps, frame.basePath, variant));
  }
  const main = readings.find(({ variant }) => variant.isDefault);
  if (main === undefined) return emptySite(frame);
  if (asked.path === undefined) return notFound(frame, main, readings, "");
  const path = asked.path.replace(/^~gitbook\//, "~/");
  const listed = await answerList(frame, main, readings, path, asked.query);
  if (listed !== undefined) return listed;
  const { reading, inner } = choose(readings, main, path);
  return answerPage(frame, reading, readings, inner, asked);
}

function emptySite(frame: Frame): SiteAnswer {
  return htmlAnswer(
    renderEmptySite({ site: siteView(frame, undefined), assets: frame.assets, navigation: [] }),
  );
}

/** The variant that a path begins with, and what follows; the default one has no segment of its own. */
function choose(readings: readonly Reading[], main: Reading, path: string): { reading: Reading; inner: string } {
  const slash = path.indexOf("/");
  const first = (slash < 0 ? path : path.slice(0, slash)).toLowerCase();
  const other = readings.find(({ variant }) => !variant.isDefault && variant.path === first);
  if (other === undefined) return { reading: main, inner: path };
  return { reading: other, inner: slash < 0 ? "" : path.slice(slash + 1) };
}

async function answerList(
  frame: Frame,
  main: Reading,
  readings: readonly Reading[],
  path: string,
  query: URLSearchParams,
): Promise<SiteAnswer | undefined> {
  switch (path) {
    case "robots.txt":
      return textAnswer(robotsText(frame), "text/plain");
    case "sitemap.xml":
    case "sitemap-pages.xml": {
      if (frame.published.site.visibility !== "public") return notFound(frame, main, readings, path);
      return textAnswer(await sitemap(frame, readings), "application/xml");
    }
    case "llms.txt":
      return textAnswer(await llmsText(frame, main), "text/plain");
    case "~/search.json": {
      const answer = await searchSite(readings, query.get("q") ?? "");
      return { ...textAnswer(JSON.stringify(answer), "application/json"), cache: "never" };
    }
    case "~/search":
      return answerSearchPage(frame, main, readings, query.get("q") ?? "");
    default:
      return answerNumbered(frame, main, readings, path);
  }
}

async function answerSearchPage(
  frame: Frame,
  main: Reading,
  readings: readonly Reading[],
  typed: string,
): Promise<SiteAnswer> {
  const answer = await searchSite(readings, typed);
  const navigation = await navigationFor(main, []);
  const view = { site: siteView(frame, main), assets: frame.assets, navigation, answer };
  return { ...htmlAnswer(renderSearch(view)), cache: "never" };
}

async function answerNumbered(
  frame: Frame,
  main: Reading,
  readings: readonly Reading[],
  path: string,
): Promise<SiteAnswer | undefined> {
  const full = /^llms-full\.txt(?:\/([1-9]\d{0,5}))?$/.exec(path);
  if (full !== null) {
    const text = await llmsFullText(frame, main, Number(full[1] ?? 1));
    return text === undefined ? notFound(frame, main, readings, path) : textAnswer(text, "text/plain");
  }
  const branch = /^~\/nav\/([\w-]{1,128})$/.exec(path)?.[1];
  if (branch !== undefined) return answerBranch(frame, main, readings, branch);
  return path.startsWith("~") ? notFound(frame, main, readings, path) : undefined;
}

/** A closed branch of the navigation, for the script that opens it in place. */
async function answerBranch(
  frame: Frame,
  main: Reading,
  readings: readonly Reading[],
  id: string,
): Promise<SiteAnswer> {
  for (const reading of readings) {
    const path = await pagePath(reading.deps.content.nodes, reading.root, id);
    if (path !== undefined) return htmlAnswer(renderBranch(await branchOf(reading, id, path)).text);
  }
  return notFound(frame, main, readings, "");
}

async function answerPage(
  frame: Frame,
  reading: Reading,
  readings: readonly Reading[],
  inner: string,
  asked: Asked,
): Promise<SiteAnswer> {
  const { deps, root, variant } = reading;
  const isMarkdown = /\.md$/i.test(inner);
  const wanted = inner.replace(/\.md$/i, "");
  const found = wanted.replaceAll("/", "") === "" ? undefined : await resolvePath(deps.db.read, deps.content, variant.space, root, wanted);
  const page = wanted === "" ? reading.landing : await firstDocument(reading, found?.page);
  if (page === undefined) return wanted === "" ? emptySite(frame) : notFound(frame, reading, readings, inner);
  if (isMarkdown || asked.wantsMarkdown) {
    return textAnswer(await pageMarkdown(frame, reading, page), "text/markdown");
  }
  const trail = (await readTrail(deps.content.nodes, root, page.id)) as Page[];
  const href = pageHref(reading, page.id, trail.map(({ slug }) => slug).join("/"));
  const here = reading.base + inner.split("/").map(encodeURIComponent).join("/");
  // A former address, another spelling, a group: one page has one address.
  if (href !== here) return redirectAnswer(href, found?.redirected === true ? 307 : 308);
  const rendered = await renderSitePage(frame, reading, trail);
  return htmlAnswer(rendered.html, rendered.frames);
}

/** A group has no page of its own: its first one stands for it. */
async function firstDocument(reading: Reading, page: Page | undefined): Promise<Page | undefined> {
  if (page?.type === "link") return undefined;
  if (page?.type !== "group") return page;
  const children = await reading.children(page.id);
  return children.find(({ type }) => type !== "link");
}

async function notFound(
  frame: Frame,
  reading: Reading,
  readings: readonly Reading[],
  requestedPath: string,
): Promise<SiteAnswer> {
  const view = {
    site: siteView(frame, reading),
    assets: frame.assets,
    navigation: await navigationFor(reading, []),
    requestedPath,
    suggestions: await suggestionsFor(readings, queryFromPath(requestedPath)),
  };
  return htmlAnswer(renderNotFound(view), [], 404);
}

