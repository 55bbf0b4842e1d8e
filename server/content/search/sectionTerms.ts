import { sql } from "kysely";
import { prepared, type Params, type Read } from "../../db/database.ts";
import { findInText, type SectionMatch } from "../../../engine/search/score.ts";
import type { SoughtQuery } from "../../../engine/search/sought.ts";
import { inNumbers } from "./inNumbers.ts";
import { openKeptRows } from "./keptRows.ts";
import { packed, together, unpacked } from "./packed.ts";

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
  readonly found: SectionMatch;
}

export function lookThrough(sections: readonly SectionTerms[], sought: SoughtQuery): ReadSection[] {
  return sections.map((section) => ({
    section,
    found: findInText(section.terms, section.titleTerms, sought),
  }));
}

/** The sections of one page, in their order. */
interface PageSections {
  readonly number: number;
  readonly sections: readonly SectionTerms[];
  /** Bytes that they take in memory, roughly. */
  readonly bytes: number;
}

/** What a section takes beside its text. */
const sectionBytes = 200;

const kept = openKeptRows<PageSections>("search_sections");

/** The terms of the sections of pages, by number of the page and in their order. */
export async function sectionTerms(
  read: Read,
  organization: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, readonly SectionTerms[]>> {
  const pages = await kept.of(numbers, async (list) =>
    (await ofPages.all(read, { organization, list })).map(pageSections),
  );
  return new Map(pages.map(({ number, sections }) => [number, sections]));
}

const columns = ["position", "title_terms", "terms", "conditions"] as const;

const ofPages = prepared((q, p: Params<{ organization: string; list: string }>) => {
  const sections = together(q, packed(columns.map((column) => sql.ref(column))));
  return q
    .selectFrom("search_sections")
    .select(packed([sql.ref("page_number"), sections]).as("line"))
    .where("organization_id", "=", p("organization"))
    .where(inNumbers(q, "page_number", p("list")))
    .groupBy("page_number");
});

function pageSections({ line }: { readonly line: string }): PageSections {
  const { count, field } = unpacked(line);
  const sections: SectionTerms[] = [];
  for (let at = 1; at < count; at += columns.length) {
    sections.push({
      position: Number(field(at)),
      titleTerms: field(at + 1),
      terms: field(at + 2),
      conditions: field(at + 3),
    });
  }
  sections.sort((a, b) => a.position - b.position);
  const bytes = 2 * line.length + sectionBytes * (sections.length + 1);
  return { number: Number(field(0)), sections, bytes };
}
