/** Notes at the end of the page. */
import { h, type SafeHtml, join, NOTHING } from "./element.ts";
import type { Citation, PageHtml } from "./page.ts";
import { fill } from "./words.ts";

/** Renders the footnotes that are referred to, those of footnotes included. */
export function renderFootnotes(page: PageHtml): SafeHtml {
  const items: SafeHtml[] = [];
  // Rendering a note may cite further ones, which then follow in this same walk.
  for (const citation of page.cited.values()) {
    const content = page.within(citation.scope, () => page.blocks(citation.note.children));
    items.push(h("li", { id: citation.id }, content, backLinks(page, citation)));
  }
  if (items.length === 0) return NOTHING;
  const attributes = { class: "footnotes", role: "doc-endnotes", "aria-label": page.words.footnotes };
  return h("section", attributes, h("ol", {}, items));
}

function backLinks(page: PageHtml, citation: Citation): SafeHtml {
  const name = fill(page.words.backTo, { number: citation.number });
  return join(
    citation.references.map((id) => [
      " ",
      h("a", { class: "footnote-back", role: "doc-backlink", href: `#${id}`, "aria-label": name }, "↩"),
    ]),
  );
}
