import { sql } from "kysely";
import { prepared, type Params, type Read } from "../../db/database.ts";
import { inNumbers } from "./inNumbers.ts";
import { openKeptRows } from "./keptRows.ts";
import { packed, unpacked } from "./packed.ts";

/** A page as it is ranked. */
export interface RankedPageRow {
  readonly number: number;
  readonly spaceId: string;
  readonly pageId: string;
  readonly titleTerms: string;
  readonly headingTerms: string;
  /** UTF-16 units of the terms of its sections. */
  readonly size: number;
  /** Whether some section has conditions. */
  readonly isConditional: boolean;
  /** Whether it does little but name other pages. */
  readonly isIndex: boolean;
  /** JSON: what the page is called, and its description. */
  readonly names: string;
  /** Bytes that the row takes in memory, roughly. */
  readonly bytes: number;
}

/** What a row takes beside its text. */
const rowBytes = 400;

const kept = openKeptRows<RankedPageRow>("search_pages");

/** The rows of pages in the order of their numbers; those that have left the index are left out. */
export function pageRows(
  read: Read,
  organization: string,
  numbers: readonly number[],
): Promise<RankedPageRow[]> {
  return kept.of(numbers, async (list) => (await byNumber.all(read, { organization, list })).map(pageRow));
}

const byNumber = prepared((q, p: Params<{ organization: string; list: string }>) => {
  const columns = ["number", "space_id", "title_terms", "heading_terms", "size", "conditional", "is_index"];
  const names = q.link.dialect === "sqlite" ? sql`json_array` : sql`json_build_array`;
  const line = packed([...columns.map((column) => sql.ref(column)), sql`${names}(title, description)`]);
  return (
    q
      .selectFrom("search_pages")
      // Pages are ordered by their ids, and what was taken out of a longer text is slow to compare.
      .select(["page_id as pageId", line.as("line")])
      .where("organization_id", "=", p("organization"))
      .where(inNumbers(q, "number", p("list")))
  );
});

function pageRow({ pageId, line }: { readonly pageId: string; readonly line: string }): RankedPageRow {
  const { field } = unpacked(line);
  return {
    number: Number(field(0)),
    spaceId: field(1),
    pageId,
    titleTerms: field(2),
    headingTerms: field(3),
    size: Number(field(4)),
    isConditional: field(5) === "1",
    isIndex: field(6) === "1",
    names: field(7),
    bytes: 2 * line.length + rowBytes,
  };
}
