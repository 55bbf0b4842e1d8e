import { readFile } from "node:fs/promises";
import path from "node:path";
import { prepareRendering } from "../../../engine/markdown/html/prepare.ts";
import { renderHtml } from "../../../engine/markdown/html/render.ts";
import type { ResolvedFile, ResolvedLink } from "../../../engine/markdown/html/context.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import type { PageBodyView } from "../../site/render/view.ts";

const FIXTURE = path.join(import.meta.dirname, "../../../engine/markdown/html/fixtures/kitchen-sink.md");

/** A picture for the samples, drawn so that a wrong size or a lost theme shows. */
export function samplePicture(dark: boolean): string {
  const [ground, ink] = dark ? ["#1b2233", "#7c9cff"] : ["#dfe7fb", "#3d5ccc"];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 540" width="960" height="540"><rect width="960" height="540" fill="${ground}"/><circle cx="720" cy="170" r="90" fill="${ink}" opacity=".5"/><path d="M0 540 300 210l190 190 120-110 350 250z" fill="${ink}"/></svg>`;
}

function resolveLink(url: string): ResolvedLink | undefined {
  if (url.startsWith("/pages/")) {
    return {
      href: "/acme/docs/page",
      title: "Setup",
      emoji: "🛠️",
      description: "Install it and check that it answers.",
    };
  }
  return url.endsWith(".md") ? { href: url, broken: true } : undefined;
}

function resolveFile(url: string): ResolvedFile | undefined {
  const picture = { contentType: "image/svg+xml", size: 18_400, width: 960, height: 540 };
  if (url === "/files/file1") return { ...picture, href: "/files/light.svg", name: "light.svg" };
  if (url === "/files/file2") return { ...picture, href: "/files/dark.svg", name: "dark.svg" };
  if (url === "/files/file3") {
    return { href: "/files/manual.pdf", name: "manual.pdf", contentType: "application/pdf", size: 1_482_000 };
  }
  return undefined;
}

/** The page with every block, rendered by the engine. */
export async function kitchenSink(): Promise<PageBodyView> {
  const source = await readFile(FIXTURE, "utf8");
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/^\s*# .*\n/, "");
  const { document } = parse(body);
  const { html, headings } = renderHtml(document, {
    ...(await prepareRendering(document)),
    resolveLink,
    resolveFile,
    resolveInclude: (name) =>
      name.includes("reused") ? { document: parse("Reused text, *included*.").document } : undefined,
    evaluate: (expression) => (expression.includes("version") ? "3.1" : expression.includes("beta")),
  });
  return {
    title: "Kitchen sink",
    description: "Every block and every inline the dialect knows, on one page.",
    html,
    headings,
    updatedAt: Date.UTC(2026, 2, 14),
    markdownHref: "/acme/docs/kitchen-sink.md",
  };
}
