import { sql, type RawBuilder } from "kysely";
import { prepared, type Params, type PreparedQuery, type Read } from "../../db/database.ts";
import type { Match } from "../../../engine/search/match.ts";
import { fts5Match, type MatchReach, organizationTerm, spaceTerm, tsquery } from "./matchSyntax.ts";

/** The spaces that an answer is from. */
export interface SearchedSpaces {
  /** Whose they are. */
  readonly organization: string;
  readonly spaces: readonly string[];
  /** Whether each of their pages names the organization in the index; false: some may not, or another. */
  readonly isAllOurs?: boolean;
}

interface MatchQuestion {
  match: string;
  limit: number;
}
type AskedIn = MatchQuestion & { organization: string; spaces: string[] };
type NumberList = { list: string | null };

/**
 * Up to so many spaces are named in the match itself, which then reads their part of the index only. For more, since the
 * cost of a match grows with the spaces named in it, the match names their organization, and of what it has there spaces
 * are compared row by row: what others have costs nothing. It names nothing while some of them may not name it.
 */
export const mostSpacesInMatch = 32;

/** Which of the pages that match: the first ones by number, or any, which PostgreSQL finds sooner. */
export type Choice = "first" | "any";

/**
 * The numbers of pages that match, at most `limit`; the first ones ascending, as always on SQLite.
 * Costs what the rarest term matches, on SQLite no more than it takes to find `limit` pages.
 */
export async function matchingNumbers(
  read: Read,
  { organization, spaces, isAllOurs = true }: SearchedSpaces,
  match: Match,
  reach: MatchReach,
  { choice, limit }: { choice: Choice; limit: number },
): Promise<number[]> {
  if (spaces.length === 0) return [];
  const isNamed = spaces.length <= mostSpacesInMatch;
  const owner = isAllOurs ? [organizationTerm(organization)] : [];
  const scope = isNamed ? spaces.map(spaceTerm) : owner;
  const text = read.link.dialect === "sqlite" ? fts5Match(match, reach, scope) : tsquery(match, scope);
  const { named: within, compared } = queries[choice][reach];
  const row = await (isNamed
    ? within.first(read, { match: text, limit })
    : compared.first(read, { match: text, limit, organization, spaces: [...spaces] }));
  return row?.list ? row.list.split(",").map(Number) : [];
}

function namedQuery(choice: Choice, reach: MatchReach): PreparedQuery<MatchQuestion, NumberList> {
  return prepared((q, p: Params<MatchQuestion>) =>
    listed(
      q,
      q.link.dialect === "sqlite"
        ? sql`select rowid as number from search_index where search_index match ${p("match")}
              order by rowid limit ${p("limit")}`
        : sql`select number from ${found(reach, p("match"))} ${inOrder(choice)} limit ${p("limit")}`,
    ),
  );
}

function comparedQuery(choice: Choice, reach: MatchReach): PreparedQuery<AskedIn, NumberList> {
  return prepared((q, p: Params<AskedIn>) =>
    listed(
      q,
      q.link.dialect === "sqlite"
        ? sql`select search_index.rowid as number from search_index cross join search_pages
              on search_pages.number = search_index.rowid
              where search_index match ${p("match")}
                and search_pages.organization_id = ${p("organization")} and search_pages.space_id in ${p.list("spaces")}
              order by search_index.rowid limit ${p("limit")}`
        : sql`select number from ${found(reach, p("match"))} join search_pages using (number)
              where search_pages.organization_id = ${p("organization")}
                and ${p.among("search_pages.space_id", "spaces")} ${inOrder(choice)} limit ${p("limit")}`,
    ),
  );
}

function inOrder(choice: Choice): RawBuilder<unknown> {
  return choice === "first" ? sql`order by number` : sql``;
}

/**
 * The planner would rather walk all pages in order, hoping to meet matching ones soon; the index knows them. What is
 * materialized is planned as if all of it were asked for, and read only as far as it is.
 */
function found(reach: MatchReach, match: unknown): RawBuilder<unknown> {
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

const queries = { first: queriesFor("first"), any: queriesFor("any") };

function queriesFor(choice: Choice) {
  const both = (reach: MatchReach) => ({
    named: namedQuery(choice, reach),
    compared: comparedQuery(choice, reach),
  });
  return { title: both("title"), headings: both("headings"), body: both("body") };
}
