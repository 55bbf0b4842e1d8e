import type { Document } from "../../engine/markdown/document.ts";
import type { Page } from "../../engine/page.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { sections } from "../../engine/markdown/sections.ts";
import { resolveTarget } from "../../engine/markdown/targets.ts";
import { searchEntry, type SearchEntry } from "../../engine/search/entry.ts";

/** Includes that are shown of one page, each time they are: a text that includes itself twice would never end. */
const MOST_SHOWN = 200;

/**
 * A page made ready for the index: its title, its description and its body in sections.
 * @param included the texts of the reusable contents that the page shows, by id
 */
export function searchablePage(
  page: Page,
  body: string,
  included: ReadonlyMap<string, string> = new Map(),
): SearchEntry {
  const parsed = new Map<string, Document>();
  let shown = 0;
  const find = (path: string): Document | undefined => {
    const target = resolveTarget(path);
    const text = target.kind === "reusable" ? included.get(target.reusable) : undefined;
    if (text === undefined || ++shown > MOST_SHOWN) return undefined;
    const document = parsed.get(path) ?? parse(text).document;
    parsed.set(path, document);
    return document;
  };
  return searchEntry({
    page: page.id,
    title: page.title,
    description: page.description,
    sections: sections(parse(body).document, find),
  });
}
