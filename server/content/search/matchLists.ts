import { sql, type RawBuilder } from "kysely";
import { prepared, type Params, type Read } from "../../db/database.ts";
import type { Match } from "../../../engine/search/match.ts";
import { mostSpacesInMatch } from "./matchingNumbers.ts";
import { spaceTerm, tsquery, type MatchReach } from "./matchSyntax.ts";

/** Numbers of matching pages by what was asked, as `matchingNumbers` gives them; missing: not asked, or not wanted. */
interface MatchLists {
  readonly loose: Readonly<Partial<Record<MatchReach, readonly number[]>>>;
  readonly strict: Readonly<Partial<Record<MatchReach, readonly number[]>>>;
}

interface ListQuestion {
  loose: string;
  /** Empty: there is none. */
  strict: string;
  limit: number;
  /** Pages whose text is read in any case, so that nobody asks whether they match exactly. */
  read: number;
}
type MatchRow = Record<
  "body" | "title" | "titleStrict" | "headings" | "headingsStrict" | "bodyStrict",
  string | null
>;

/**
 * What an attempt will ask the index, as far as it can be foreseen: on PostgreSQL in one statement, which goes from
 * list to list as `candidates` does and leaves out those that are not wanted, since the way to the server and back
 * costs more than most lists. SQLite is asked list by list, which costs the lists alone.
 * @param limit of each list
 * @param read see `Asked`
 */
export async function matchLists(
  on: Read,
  spaces: readonly string[],
  { loose, strict }: { readonly loose: Match; readonly strict: Match | undefined },
  { limit, read }: { limit: number; read: number },
): Promise<MatchLists> {
  if (on.link.dialect === "sqlite" || spaces.length > mostSpacesInMatch) return { loose: {}, strict: {} };
  const scope = spaces.map(spaceTerm);
  const asked = { loose: tsquery(loose, scope), strict: strict ? tsquery(strict, scope) : "", limit, read };
  const row = await lists.first(on, asked);
  return {
    loose: {
      ...given("body", row?.body),
      ...given("title", row?.title),
      ...given("headings", row?.headings),
    },
    strict: {
      ...given("body", row?.bodyStrict),
      ...given("title", row?.titleStrict),
      ...given("headings", row?.headingsStrict),
    },
  };
}

function given(
  reach: MatchReach,
  list: string | null | undefined,
): Partial<Record<MatchReach, readonly number[]>> {
  if (list === null || list === undefined) return {};
  return { [reach]: list === "" ? [] : list.split(",").map(Number) };
}

/**
 * What is materialized is made when it is first read, and the conditions of those not wanted keep them unread. Whoever
 * has the words in title or headings, or exactly, has them anywhere, so that these are asked for first: where one of
 * them is full, nobody asks for all that match.
 */
const lists = prepared((q, p: Params<ListQuestion>) => {
  const limit = p("limit");
  const count = (name: string) => sql<number>`(select count(*) from ${sql.ref(name)})`;
  const isFull = (name: string) => sql`${count(name)} >= ${limit}`;
  const hasStrict = sql`${p("strict")} <> ''`;
  const isFullBefore = sql`case when ${isFull("title")} or ${isFull("headings")} then true
      else ${hasStrict} and ${isFull("body_strict")} end`;
  const isCut = sql`case when ${isFullBefore} then true else ${isFull("body")} end`;
  const list = (name: string): RawBuilder<string | null> =>
    sql`(select coalesce(string_agg(number::text, ',' order by number), '') from ${sql.ref(name)})`;
  // The planner would rather walk all pages in order, hoping to meet matching ones soon; offset hides the order from it.
  const first = (reach: MatchReach, match: "loose" | "strict") => sql`select number from (
      select number from search_index where ${sql.ref(reach)} @@ ${p(match)}::tsquery offset 0
    ) found order by number limit ${limit}`;
  const wantsHeadings = sql`${count("title")} < ${limit} - 1 and ${isCut}`;
  const wantsExact = sql`${hasStrict} and case when ${isCut}
      then ${count("title")} < ${limit} - 1 and ${count("headings")} < ${limit} - 1
      else ${count("body")} > ${p("read")} end`;
  return q
    .selectFrom(
      sql<MatchRow>`(with
        title as materialized (${first("title", "loose")}),
        title_strict as materialized (${first("title", "strict")}),
        headings as materialized (${first("headings", "loose")}),
        headings_strict as materialized (${first("headings", "strict")}),
        body as materialized
          (select number from search_index where body @@ ${p("loose")}::tsquery limit ${limit}),
        body_strict as materialized (${first("body", "strict")})
      select case when ${isCut} then ${list("title")} end as "title",
        case when ${hasStrict} and ${isFull("title")} then ${list("title_strict")} end as "titleStrict",
        case when ${wantsHeadings} then ${list("headings")} end as "headings",
        case when ${hasStrict} and ${count("title")} < ${limit} - 1 and ${isFull("headings")}
          then ${list("headings_strict")} end as "headingsStrict",
        case when ${isFullBefore} then null else ${list("body")} end as "body",
        case when ${wantsExact} then ${list("body_strict")} end as "bodyStrict")`.as("lists"),
    )
    .selectAll();
});
