/** From a syntax tree to the HTML of a page. */
import { directionOf, directionOfText, hasRightToLeft } from "../../direction.ts";
import type { Api } from "../../openapi/reference/api.ts";
import type { DescriptionSpot } from "../../openapi/reference/spot.ts";
import type { Document } from "../document.ts";
import { renderApiSpot } from "./api/models.ts";
import { renderBlocks } from "./blocks.ts";
import type { RenderContext, RenderedBody } from "./context.ts";
import { join } from "./element.ts";
import { renderFootnotes } from "./footnotes.ts";
import { renderInlines } from "./inlines.ts";
import { PageHtml } from "./page.ts";

/**
 * Renders a page's body. The HTML is sanitised, carries no style attributes and no scripts, and is the same for
 * the same document and answers of the context. Never throws on what an author wrote.
 */
export function renderHtml(document: Document, context: RenderContext = {}): RenderedBody {
  const page = new PageHtml(context, { blocks: renderBlocks, inlines: renderInlines });
  page.placeHeadings(document);
  page.collectFootnotes(document.children);
  page.operations = Math.max(1, document.children.filter(({ type }) => type === "openapiOperation").length);
  const body = page.blocks(document.children);
  const html = withDirections(join([body, renderFootnotes(page)]).toString(), page.locale);
  if (page.frames.size > 0) page.uses.frames = [...page.frames].toSorted();
  if (page.asked.size > 0) page.uses.asked = [...page.asked].toSorted();
  return { html, headings: page.headings, updates: page.updates, uses: page.uses, evaluated: page.evaluated };
}

/** Where a text of its own begins; what says its direction keeps it. Cells stand as their columns do. */
const PARAGRAPH = /<(p|h[2-6]|dt|dd|summary|figcaption)(?![^>]*\sdir=)(?=[\s>])/g;
const LIST = /<([uo]l)(?![^>]*\s(?:dir|class)=)(?=[\s>])/g;
/** Where the first letter of a list is looked for, in characters. */
const LIST_BEGINNING = 1000;

/**
 * Lets each paragraph find its own direction, where a page has any that is written the other way. A list has that of its
 * first letter: its marks stand below each other, however its items are written.
 */
function withDirections(html: string, locale: string): string {
  const isMixed = directionOf(locale) === "rtl" || hasRightToLeft(html);
  if (!isMixed) return html;
  return html
    .replace(LIST, (begin: string, _tag: string, at: number) => {
      const words = html.slice(at, at + LIST_BEGINNING).replace(/<[^>]*(?:>|$)/g, "");
      return `${begin} dir="${directionOfText(words)}"`;
    })
    .replace(PARAGRAPH, '<$1 dir="auto"');
}

/**
 * Renders the fields of what stands at a spot of a description of an API; as safe as {@link renderHtml}. undefined:
 * nothing is there.
 */
export function renderFields(
  api: Api,
  from: string,
  spot: DescriptionSpot,
  locale?: string,
): string | undefined {
  const page = new PageHtml(locale === undefined ? {} : { locale }, {
    blocks: renderBlocks,
    inlines: renderInlines,
  });
  return renderApiSpot(page, api, from, spot)?.toString();
}
