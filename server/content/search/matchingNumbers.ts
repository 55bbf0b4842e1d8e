import { sql, type RawBuilder } from "kysely";
import { prepared, type Params, type PreparedQuery, type Read } from "../../db/database.ts";
import type { Match } from "../../engine/search/match.ts";
import { fts5Match, tsquery, type Reach } from "./matchSyntax.ts";

interface Asked {
  match: string;
  limit: number;
}
type AskedIn = Asked & { spaces: string[] };
type Listed = { list: string | null };

/**
 * Up to so many spaces are named in the match itself, which then reads their part of the index only; more are
 * compared row by row, since the cost of a match grows with the spaces named in it.
 */
export const mostSpacesInMatch = 32;

/**
 * The numbers of the pages that match, ascending, at most `limit`.
 * Costs what the rarest term matches, on SQLite no more than it takes to find `limit` pages.
 */
export async function matchingNumbers(
  read: Read,
  spaces: readonly string[],
  match: Match,
  reach: Reach,
  limit: number,
): Promise<number[]> {
  const named = spaces.length <= mostSpacesInMatch ? spaces : [];
  const text = read.link.dialect === "sqlite" ? fts5Match(match, reach, named) : tsquery(match, named);
  const { named: within, compared } = queries[reach];
  const row = await (named.length > 0
    ? within.first(read, { match: text, limit })
    : compared.first(read, { match: text, limit, spaces: [...spaces] }));
  return row?.list ? row.list.split(",").map(Number) : [];
}

function namedQuery(reach: Reach): PreparedQuery<Asked, Listed> {
  return prepared((q, p: Params<Asked>) =>
    listed(
      q,
      q.link.dialect === "sqlite"
        ? sql`select rowid as number from search_index where search_index match ${p("match")}
              order by rowid limit ${p("limit")}`
        : sql`select number from ${found(reach, p("match"))} order by number limit ${p("limit")}`,
    ),
  );
}

function comparedQuery(reach: Reach): PreparedQuery<AskedIn, Listed> {
  return prepared((q, p: Params<AskedIn>) =>
    listed(
      q,
      q.link.dialect === "sqlite"
        ? sql`select search_index.rowid as number from search_index cross join search_pages
              on search_pages.number = search_index.rowid
              where search_index match ${p("match")} and search_pages.space_id in ${p.list("spaces")}
              order by search_index.rowid limit ${p("limit")}`
        : sql`select number from ${found(reach, p("match"))} join search_pages using (number)
              where search_pages.space_id in ${p.list("spaces")} order by number limit ${p("limit")}`,
    ),
  );
}

/** The planner would rather walk all pages in order, hoping to meet matching ones soon; the index knows them. */
function found(reach: Reach, match: unknown): RawBuilder<unknown> {
  return sql`(with matching as materialized
      (select number from search_index where ${sql.ref(reach)} @@ ${match}::tsquery) select number from matching) found`;
}

/** Numbers come as one text: a row for each would cost more than finding it. */
function listed(q: Read, numbers: RawBuilder<unknown>) {
  const list =
    q.link.dialect === "sqlite"
      ? sql<string | null>`group_concat(number, ',')`
      : sql<string | null>`string_agg(number::text, ',' order by number)`;
  return q.selectFrom(sql<{ number: number }>`(${numbers})`.as("numbers")).select(list.as("list"));
}

const queries = {
  title: { named: namedQuery("title"), compared: comparedQuery("title") },
  headings: { named: namedQuery("headings"), compared: comparedQuery("headings") },
  body: { named: namedQuery("body"), compared: comparedQuery("body") },
};
