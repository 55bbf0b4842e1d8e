/** What machines read of a site: Markdown, lists of pages, sitemap, rules for robots. */
import { joinPage } from "../../engine/markdown/frontMatter.ts";
import { rewriteLinks } from "../../engine/markdown/rewriteLinks.ts";
import { resolveTarget } from "../../engine/markdown/targets.ts";
import type { Page } from "../../engine/page.ts";
import type { PageBranch } from "../../engine/tree.ts";
import type { Frame } from "./page.ts";
import { encodePath, pageHref, type Reading } from "./reading.ts";

interface Listed {
  readonly page: Page;
  readonly path: string;
  /** Whether it or a page above it is to be left out by robots. */
  readonly noRobots: boolean;
  readonly noIndex: boolean;
}

/** The documents of a variant in reading order. */
async function listDocuments(reading: Reading): Promise<Listed[]> {
  const found: Listed[] = [];
  const visit = (branches: readonly PageBranch[], above: { noRobots: boolean; noIndex: boolean }): void => {
    for (const { page, path, pages } of branches) {
      const here = {
        noRobots: above.noRobots || page.noRobotsIndex === true || page.noIndex === true,
        noIndex: above.noIndex || page.noIndex === true,
      };
      if (page.type === "document") found.push({ page, path, ...here });
      visit(pages, here);
    }
  };
  visit(await reading.deps.content.tree(reading.variant.root), { noRobots: false, noIndex: false });
  return found;
}

/** A page as Markdown, with its title and with addresses that work on this site. */
export async function pageMarkdown(frame: Frame, reading: Reading, page: Page): Promise<string> {
  return markdownOf(frame, reading, page, await pathsById(reading));
}

async function pathsById(reading: Reading): Promise<Map<string, string>> {
  return new Map((await listDocuments(reading)).map(({ page, path }) => [page.id, path]));
}

async function markdownOf(
  frame: Frame,
  reading: Reading,
  page: Page,
  paths: ReadonlyMap<string, string>,
): Promise<string> {
  const body = await reading.deps.content.body(page.body);
  const linked = rewriteLinks(body, ({ url }) => {
    const target = resolveTarget(url);
    if (target.kind !== "page") return undefined;
    const path = paths.get(target.page);
    if (path === undefined) return undefined;
    const address = new URL(markdownPath(reading, path), frame.address).href;
    return target.anchor === undefined ? address : `${address}#${target.anchor}`;
  });
  return joinPage(
    { title: page.title, ...(page.description ? { description: page.description } : {}) },
    linked,
  );
}

function markdownPath({ base }: Reading, path: string): string {
  return `${base}${encodePath(path)}.md`;
}

/** The list of pages for language models: each with its Markdown's address. */
export async function llmsText(frame: Frame, reading: Reading): Promise<string> {
  const lines = [`# ${frame.published.site.title}`, "", "## Pages", ""];
  for (const { page, path } of await listDocuments(reading)) {
    const address = new URL(markdownPath(reading, path), frame.address).href;
    const about = page.description ? `: ${page.description.replace(/\s+/g, " ")}` : "";
    lines.push(`- [${page.title.replace(/[[\]]/g, "\\$&")}](${address})${about}`);
  }
  return `${lines.join("\n")}\n`;
}

/** How much of a site `llms-full.txt` holds on one page, in characters. */
const FULL_PAGE = 2_000_000;

/** All pages in one text, cut into numbered parts where there are many. undefined: there is no such part. */
export async function llmsFullText(
  frame: Frame,
  reading: Reading,
  part: number,
): Promise<string | undefined> {
  const parts: string[] = [""];
  const paths = await pathsById(reading);
  for (const { page } of await listDocuments(reading)) {
    const text = `${await markdownOf(frame, reading, page, paths)}\n\n---\n\n`;
    if ((parts.at(-1) as string).length + text.length > FULL_PAGE && parts.at(-1) !== "") parts.push("");
    parts[parts.length - 1] += text;
  }
  return parts[part - 1];
}

function escapeXml(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The addresses that search engines shall know. */
export async function sitemap(frame: Frame, readings: readonly Reading[]): Promise<string> {
  const urls: string[] = [];
  for (const reading of readings) {
    for (const { page, path, noRobots } of await listDocuments(reading)) {
      if (noRobots || page.hidden === true) continue;
      const address = new URL(pageHref(reading, page.id, path), frame.address).href;
      const changed = new Date(page.updatedAt).toISOString();
      urls.push(`<url><loc>${escapeXml(address)}</loc><lastmod>${changed}</lastmod></url>`);
    }
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

/** Who may crawl the site. */
export function robotsText(frame: Frame): string {
  const { visibility, agents_context } = frame.published.site;
  if (visibility !== "public") return "User-agent: *\nDisallow: /\n";
  const agents =
    agents_context === "excluded"
      ? ["GPTBot", "ClaudeBot", "CCBot", "Google-Extended", "PerplexityBot"]
          .map((agent) => `User-agent: ${agent}\nDisallow: ${frame.basePath}\n\n`)
          .join("")
      : "";
  return `${agents}User-agent: *\nDisallow: ${frame.basePath}~/\nSitemap: ${new URL(`${frame.basePath}sitemap.xml`, frame.address).href}\n`;
}
