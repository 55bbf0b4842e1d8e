import { prepared, type Params, type Read } from "../../db/database.ts";
import { findInText, type TextFound } from "../../engine/search/score.ts";
import type { Sought } from "../../engine/search/sought.ts";
import { packedRows, unpacked } from "./packedRows.ts";

export interface SectionTerms {
  readonly position: number;
  readonly titleTerms: string;
  readonly terms: string;
  /** JSON: see `SearchSectionRow`. */
  readonly conditions: string;
}

/** A section with what its text has of the words of a query. */
export interface ReadSection {
  readonly section: SectionTerms;
  readonly found: TextFound;
}

export function lookThrough(sections: readonly SectionTerms[], sought: Sought): ReadSection[] {
  return sections.map((section) => ({ section, found: findInText(section.terms, sought) }));
}

/** The terms of the sections of pages, by number of the page and in their order. */
export async function sectionTerms(
  read: Read,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, readonly SectionTerms[]>> {
  const pages = new Map<number, SectionTerms[]>();
  if (numbers.length === 0) return pages;
  const packed = await sectionsOfPages.first(read, { numbers: numbers.join(",") });
  unpacked(packed, columns.length, (field) => {
    const number = Number(field(0));
    const section = {
      position: Number(field(1)),
      titleTerms: field(2),
      terms: field(3),
      conditions: field(4),
    };
    const sections = pages.get(number);
    if (sections) sections.push(section);
    else pages.set(number, [section]);
  });
  for (const sections of pages.values()) sections.sort((a, b) => a.position - b.position);
  return pages;
}

const columns = ["page_number", "position", "title_terms", "terms", "conditions"] as const;

const sectionsOfPages = prepared((q, p: Params<{ numbers: string }>) =>
  packedRows(q, "search_sections", columns, "page_number", p("numbers")),
);
