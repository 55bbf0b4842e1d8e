/** From a syntax tree to the HTML of a page. */
import { headingAnchors } from "../anchors.ts";
import type { Document } from "../document.ts";
import { renderBlocks } from "./blocks.ts";
import type { RenderContext, Rendered } from "./context.ts";
import { join } from "./element.ts";
import { renderFootnotes } from "./footnotes.ts";
import { renderInlines } from "./inlines.ts";
import { Page } from "./page.ts";

/**
 * Renders a page's body. The HTML is sanitised, carries no style attributes and no scripts, and is the same for
 * the same document and answers of the context. Never throws on what an author wrote.
 */
export function renderHtml(document: Document, context: RenderContext = {}): Rendered {
  const page = new Page(context, { blocks: renderBlocks, inlines: renderInlines });
  for (const [heading, anchor] of headingAnchors(document)) page.anchors.set(heading, page.claimId(anchor));
  page.collectFootnotes(document.children);
  const body = page.blocks(document.children);
  const html = join([body, renderFootnotes(page)]).toString();
  if (page.frames.size > 0) page.uses.frames = [...page.frames].toSorted();
  return { html, headings: page.headings, uses: page.uses, evaluated: page.evaluated };
}
