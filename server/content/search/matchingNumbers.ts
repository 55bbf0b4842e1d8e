import { sql } from "kysely";
import { prepared, type Params, type PreparedQuery, type Read } from "../../db/database.ts";
import type { Match } from "../../engine/search/match.ts";
import { fts5Match, tsquery, type Reach } from "./matchSyntax.ts";

interface Asked {
  match: string;
  limit: number;
}
type AskedIn = Asked & { spaces: string[] };
type Numbered = { number: number };

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
  const rows = await (named.length > 0
    ? queries[reach].named.all(read, { match: text, limit })
    : queries[reach].compared.all(read, { match: text, limit, spaces: [...spaces] }));
  return rows.map(({ number }) => number);
}

function namedQuery(reach: Reach): PreparedQuery<Asked, Numbered> {
  return prepared((q, p: Params<Asked>) =>
    q
      .selectFrom(
        q.link.dialect === "sqlite"
          ? sql<Numbered>`(select rowid as number from search_index where search_index match ${p("match")}
              order by rowid limit ${p("limit")})`.as("matching")
          : sql<Numbered>`(with found as materialized
              (select number from search_index where ${sql.ref(reach)} @@ ${p("match")}::tsquery)
              select number from found order by number limit ${p("limit")})`.as("matching"),
      )
      .select("number")
      .orderBy("number"),
  );
}

function comparedQuery(reach: Reach): PreparedQuery<AskedIn, Numbered> {
  return prepared((q, p: Params<AskedIn>) =>
    q
      .selectFrom(
        q.link.dialect === "sqlite"
          ? sql<Numbered>`(select search_index.rowid as number from search_index cross join search_pages
              on search_pages.number = search_index.rowid
              where search_index match ${p("match")} and search_pages.space_id in ${p.list("spaces")}
              order by search_index.rowid limit ${p("limit")})`.as("matching")
          : sql<Numbered>`(with found as materialized
              (select number from search_index where ${sql.ref(reach)} @@ ${p("match")}::tsquery)
              select number from found join search_pages using (number)
              where search_pages.space_id in ${p.list("spaces")} order by number limit ${p("limit")})`.as(
              "matching",
            ),
      )
      .select("number")
      .orderBy("number"),
  );
}

const queries = {
  title: { named: namedQuery("title"), compared: comparedQuery("title") },
  headings: { named: namedQuery("headings"), compared: comparedQuery("headings") },
  body: { named: namedQuery("body"), compared: comparedQuery("body") },
};
