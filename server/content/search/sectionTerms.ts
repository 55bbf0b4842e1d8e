import { prepared, type Params, type Read } from "../../db/database.ts";
import { inNumbers } from "./inNumbers.ts";

export interface SectionTerms {
  readonly position: number;
  readonly titleTerms: string;
  readonly terms: string;
  /** JSON: see `SearchSectionRow`. */
  readonly conditions: string;
}

/** The terms of the sections of pages, by number of the page and in their order. */
export async function sectionTerms(
  read: Read,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, readonly SectionTerms[]>> {
  const pages = new Map<number, SectionTerms[]>();
  if (numbers.length === 0) return pages;
  for (const { number, ...section } of await sectionsOfPages.all(read, { numbers: numbers.join(",") })) {
    const sections = pages.get(number);
    if (sections) sections.push(section);
    else pages.set(number, [section]);
  }
  return pages;
}

const sectionsOfPages = prepared((q, p: Params<{ numbers: string }>) =>
  q
    .selectFrom("search_sections")
    .select(["page_number as number", "position", "title_terms as titleTerms", "terms", "conditions"])
    .where("page_number", "in", inNumbers(q, p("numbers")))
    .orderBy("page_number")
    .orderBy("position"),
);
