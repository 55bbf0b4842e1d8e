import type { Page } from "../engine/page.ts";
import { parse } from "../engine/markdown/parse.ts";
import { sections } from "../engine/markdown/sections.ts";
import { searchEntry, type SearchEntry } from "../engine/search/entry.ts";

/** A page made ready for the index: its title, its description and its body in sections. */
export function searchablePage(page: Page, body: string): SearchEntry {
  return searchEntry({
    page: page.id,
    title: page.title,
    description: page.description,
    sections: sections(parse(body).document),
  });
}
