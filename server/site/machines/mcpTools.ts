/** What agents may do on a site: what its readers may, and no more. */
import { version } from "../../version.ts";
import type { Page } from "../../../engine/page.ts";
import type { ExcerptRun, SearchPageResult } from "../../../design/search.ts";
import { segmentsOf } from "../reading/place.ts";
import { findAt, type PageAnswering } from "../page/answering.ts";
import { type McpServer, type McpTool, ToolProblem } from "./mcp.ts";
import { absoluteHref, type Frame } from "../page/frame.ts";
import { searchSite } from "./search.ts";
import { llmsText, oneLine, pageMarkdown } from "./texts.ts";

/** The tools of a site for one reader. */
export function siteTools(answering: PageAnswering): McpServer {
  const { title } = answering.frame.published.site;
  return {
    name: title,
    version,
    instructions: `The documentation "${oneLine(title)}" at ${answering.frame.address}. Search it, then read the pages found.`,
    tools: [searchTool(answering), readTool(answering), listTool(answering)],
  };
}

function textArgument(name: string, description: string): McpTool["inputSchema"] {
  const properties = { [name]: { type: "string" as const, description } };
  return { type: "object", properties, required: [name], additionalProperties: false };
}

function searchTool({ frame, readings }: PageAnswering): McpTool {
  return {
    name: "search_pages",
    title: "Search the documentation",
    description:
      "Finds pages by words and gives, best first, their titles, addresses and the passages that match. Read a page with read_page.",
    inputSchema: textArgument("query", "Words to look for, such as those of a question."),
    async call({ query = "" }) {
      const { results } = await searchSite(readings, query);
      if (results.length === 0) return "Nothing was found. Try other or fewer words.";
      return results.map((result) => foundText(frame, result)).join("\n\n");
    },
  };
}

function foundText(frame: Frame, { title, href, ancestors, excerpt, sections }: SearchPageResult): string {
  const plain = (runs: readonly ExcerptRun[]): string => runs.map(({ text }) => text).join("");
  // Titles may hold line breaks: each stays on its line, so that none passes for another result.
  const way = [...ancestors, plain(title)].map(oneLine).join(" > ");
  const lines = [`## ${way}`, absoluteHref(frame, href), oneLine(plain(excerpt))];
  for (const section of sections)
    lines.push(`- ${oneLine(plain(section.title))}: ${oneLine(plain(section.excerpt))}`);
  return lines.filter((line) => line !== "").join("\n");
}

function readTool(answering: PageAnswering): McpTool {
  return {
    name: "read_page",
    title: "Read a page",
    description: "Gives one page as Markdown.",
    inputSchema: textArgument("page", "The page's address, or its path on this site, such as guides/start."),
    async call({ page = "" }) {
      const segments = pathSegments(answering.frame, page.trim());
      const found = segments && (await findAt(answering, segments));
      if (found === undefined)
        throw new ToolProblem("There is no such page. Find pages with search_pages or list_pages.");
      return (await pageMarkdown(answering.frame, found.reading, found.trail.at(-1) as Page)).text;
    },
  };
}

/** The segments after the site's prefix; undefined for the address of another site. */
function pathSegments({ address, basePath }: Frame, page: string): readonly string[] | undefined {
  let rest = page;
  if (/^[a-z][a-z\d+.-]*:/i.test(page)) {
    if (!`${page}/`.startsWith(address)) return undefined;
    rest = page.slice(address.length);
  } else if (page.startsWith(basePath)) rest = page.slice(basePath.length);
  const [path = ""] = rest.split(/[?#]/, 1);
  const segments = segmentsOf(`/${path.replace(/^\/+/, "")}`);
  const last = segments?.at(-1);
  return last === undefined ? segments : [...(segments ?? []).slice(0, -1), last.replace(/\.md$/i, "")];
}

function listTool({ frame, readings }: PageAnswering): McpTool {
  return {
    name: "list_pages",
    title: "List the pages",
    description: "Gives the titles, addresses and descriptions of all pages.",
    inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
    call: () => llmsText(frame, readings),
  };
}
