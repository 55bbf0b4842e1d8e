import { sql } from "kysely";
import type { SpaceKey } from "../../db/schema.ts";
import { type Params, prepared } from "../../db/database.ts";

/**
 * How the sections of some pages of a space begin, in their order: by its first line one is told from others of its
 * name. Pages that search must not find have none, and sections with conditions are left out.
 */
export const sectionStarts = prepared((read, p: Params<SpaceKey & { pages: readonly string[] }>) =>
  read
    .selectFrom("search_pages")
    .innerJoin("search_sections", (on) =>
      on
        .onRef("search_sections.organization_id", "=", "search_pages.organization_id")
        .onRef("search_sections.page_number", "=", "search_pages.number"),
    )
    .select(["page_id as page", "anchor", "search_sections.title"])
    .select(sql<string>`substr(body, 1, 1000)`.as("start"))
    .where("search_pages.organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .where("page_id", "in", p.list("pages"))
    .where("conditions", "=", "[]")
    .orderBy("page_id")
    .orderBy("position"),
);

/** The first line of a text. */
export function firstLine(text: string): string {
  const end = text.indexOf("\n");
  return end < 0 ? text : text.slice(0, end);
}
