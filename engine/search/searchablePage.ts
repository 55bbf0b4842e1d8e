import type { Document } from "../markdown/document.ts";
import { parse } from "../markdown/parse.ts";
import { sections } from "../markdown/sections.ts";
import { resolveTarget } from "../markdown/targets.ts";
import type { Page } from "../page.ts";
import { searchEntry, type SearchEntry } from "./entry.ts";
import { isIndexPage } from "./indexPage.ts";

/** Includes that are shown of one page, each time they are: a text that includes itself twice would never end. */
const MOST_SHOWN = 200;

/** What the index is made from of one page. */
export interface SearchableText {
  readonly page: Page;
  readonly text: string;
  /** The code of the language of its space. */
  readonly language?: string | null | undefined;
  /** The texts of the reusable contents that the page shows, by id. */
  readonly included?: ReadonlyMap<string, string>;
}

/** A page made ready for the index: its title, its description and its body in sections. */
export function searchablePage({ page, text, language, included = new Map() }: SearchableText): SearchEntry {
  const parsed = new Map<string, Document>();
  let shown = 0;
  const find = (path: string): Document | undefined => {
    const target = resolveTarget(path);
    const found = target.kind === "reusable" ? included.get(target.reusable) : undefined;
    if (found === undefined || ++shown > MOST_SHOWN) return undefined;
    const document = parsed.get(path) ?? parse(found).document;
    parsed.set(path, document);
    return document;
  };
  const { document } = parse(text);
  return searchEntry({
    page: page.id,
    title: page.title,
    description: page.description,
    language,
    isIndex: isIndexPage(document),
    sections: sections(document, find),
  });
}
