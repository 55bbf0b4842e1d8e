/** What machines read of a site: Markdown, lists of pages, rules for robots. */
import { contentHash } from "../../../engine/hash.ts";
import { joinPage } from "../../../engine/markdown/frontMatter.ts";
import type { Page } from "../../../engine/page.ts";
import type { PageBranch } from "../../../engine/tree.ts";
import { unavailable } from "../../http/errors.ts";
import { RenderFailed } from "../bodies/renderer.ts";
import { apisIn, isPersonal, outlinesOf } from "../page/body.ts";
import { downloadPath } from "../reading/addresses.ts";
import { AGENTS, isForAgents } from "../reading/agents.ts";
import { absoluteHref, type Frame } from "../page/frame.ts";
import { addressing, markdownHref, pathOf, type VariantReading } from "../reading/reading.ts";
import type { MarkdownGround } from "../bodies/renderMarkdown.ts";
import { type PageGround, includedTexts, surroundingsOf } from "../page/surroundings.ts";

export interface ListedDocument {
  readonly page: Page;
  readonly path: string;
  /** Whether search engines shall leave it out: it, or a page above it, says so. */
  readonly noRobots: boolean;
}

/**
 * The documents of a variant in reading order, as far as they are for this reader and for machines at all.
 * @param withHidden whether those that no navigation shows are among them
 */
export async function listDocuments(reading: VariantReading, withHidden = false): Promise<ListedDocument[]> {
  const found: ListedDocument[] = [];
  const visit = (branches: readonly PageBranch[], noRobots: boolean): void => {
    for (const { page, path, pages } of branches) {
      if (page.noIndex === true || !reading.isShown(page)) continue;
      if (page.hidden === true && !withHidden) continue;
      const here = noRobots || page.noRobotsIndex === true;
      if (page.type === "document") found.push({ page, path, noRobots: here });
      visit(pages, here);
    }
  };
  visit(await reading.shown.tree(), false);
  return found;
}

/**
 * Keeps a text about all pages of variants under what it is made of: it is made again when a revision, an address or
 * what this reader may see has changed.
 */
export function keptList(
  kind: string,
  frame: Frame,
  readings: readonly VariantReading[],
  make: () => Promise<string>,
): Promise<string> {
  const [first] = readings;
  // What is asked of a reader on the way is asked again for the next one.
  if (first === undefined || first.conditions.isRecorded) return make();
  const { site } = frame.published;
  // Pages may show parts of every other variant.
  const shown = kind.startsWith("llms-full")
    ? first.among.map((one) => [one.shown.key, addressing(one)])
    : [];
  const seen = readings.map((reading) => [
    reading.shown.key,
    addressing(reading),
    reading.variant.language,
    reading.conditions.signature,
    nameAmong(frame, reading, readings.length),
  ]);
  const key = contentHash(JSON.stringify([frame.address, site.title, seen, shown]));
  return first.deps.content.derived(kind, key, make);
}

/** A page as Markdown, with its title and with addresses that work on this site. @returns `isMakeshift` as {@link PageGround} has it */
export async function pageMarkdown(
  frame: Frame,
  reading: VariantReading,
  page: Page,
): Promise<{ readonly text: string; readonly isMakeshift: boolean }> {
  const { content, renderer } = reading.deps;
  const around = await surroundingsOf(reading, page);
  const own = { ...around, addresses: addressesIn(frame, around) };
  const others = [...around.elsewhere].map(([space, ground]) => ({
    ...ground,
    space,
    addresses: addressesIn(frame, ground),
  }));
  const meant = [own, ...others].map(({ reading: { variant }, includes, values, addresses }) => [
    variant.space,
    includes,
    values,
    addresses,
  ]);
  const key = contentHash(JSON.stringify([page.body ?? "", meant, outlinesOf(around)]));
  const make = async () => {
    const [text, included] = [await reading.shown.body(page.body), await includedTexts(around)];
    const elsewhere: Record<string, MarkdownGround> = {};
    for (const { space, addresses, values, ...ground } of others)
      elsewhere[space] = { addresses, values, included: await includedTexts(ground) };
    const parts = [{ included }, ...Object.values(elsewhere)].flatMap((one) => Object.values(one.included));
    const apis = await apisIn(reading, around, [text, ...parts]);
    const { addresses, values } = own;
    const job = { space: reading.variant.space, text, included, addresses, values, elsewhere, apis };
    return renderer.run("markdown", job).catch(unavailableWhenFailed);
  };
  const body = isPersonal(around) ? await make() : await content.derived("markdown", key, make);
  const { title, description } = page;
  const text = joinPage({ title, ...(description ? { description } : {}) }, body);
  return { text, isMakeshift: around.isMakeshift };
}

/** Where the things that texts of one space name are, in full. */
function addressesIn(frame: Frame, { reading, pages, files }: PageGround): Record<string, string> {
  const addresses: Record<string, string> = { space: absoluteHref(frame, reading.base) };
  for (const [id, trail] of pages)
    addresses[`page:${id}`] = absoluteHref(frame, markdownHref(reading, pathOf(trail)));
  for (const [id, file] of files) {
    const path = downloadPath(reading.deps, reading.variant.space, file);
    addresses[`file:${id}`] = absoluteHref(frame, path);
  }
  return addresses;
}

function unavailableWhenFailed(error: unknown): never {
  if (error instanceof RenderFailed) throw unavailable("This page could not be rendered in time.", 60);
  throw error;
}

/** The list of pages for language models: each with its Markdown's address, under the name of its section and variant. */
export function llmsText(frame: Frame, readings: readonly VariantReading[]): Promise<string> {
  return keptList("llms", frame, readings, async () => {
    const lines = [`# ${oneLine(frame.published.site.title)}`];
    for (const reading of readings) {
      const listed = await listDocuments(reading);
      if (listed.length === 0) continue;
      lines.push("", `## ${oneLine(nameAmong(frame, reading, readings.length))}`, "");
      for (const { page, path } of listed) lines.push(llmsLine(frame, reading, page, path));
    }
    return `${lines.join("\n")}\n`;
  });
}

function llmsLine(frame: Frame, reading: VariantReading, page: Page, path: string): string {
  const address = absoluteHref(frame, markdownHref(reading, path));
  const about = page.description ? `: ${oneLine(page.description)}` : "";
  return `- [${oneLine(page.title).replace(/[[\]]/g, "\\$&")}](${address})${about}`;
}

/** A text without its line breaks: what stands in a list must not begin another entry. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** What a variant is called in a list of `count` of them. */
function nameAmong({ arrangement }: Frame, { variant }: VariantReading, count: number): string {
  if (count === 1) return "Pages";
  const place = arrangement.sections.find(({ variants }) => variants.some(({ id }) => id === variant.id));
  const section = place?.section?.title;
  if (section === undefined) return variant.title;
  return place?.variants.length === 1 ? section : `${section}: ${variant.title}`;
}

/** A text as it stands in XML; characters that XML can't hold are left out. */
export function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is left out
  const sound = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  return sound.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Who may crawl the site. */
export function robotsText(frame: Pick<Frame, "published" | "basePath" | "address">): string {
  const { visibility } = frame.published.site;
  if (visibility !== "public") return "User-agent: *\nDisallow: /\n";
  const names = AGENTS.map((agent) => `User-agent: ${agent}\n`).join("");
  const agents = isForAgents(frame) ? "" : `${names}Disallow: ${frame.basePath}\n\n`;
  return `${agents}User-agent: *\nDisallow: ${frame.basePath}~/\nSitemap: ${frame.address}sitemap.xml\n`;
}
