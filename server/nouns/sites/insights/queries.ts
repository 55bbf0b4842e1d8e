import { invalidField } from "../../../http/errors.ts";
import type { Read } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { readHead } from "../../../content/commit.ts";
import { openedRevision } from "../../../content/computed/opened.ts";
import { shownRevision } from "../../../content/computed/shown.ts";
import { readPage } from "../../../../engine/tree.ts";
import type { SiteThing } from "../site/queries.ts";
import type { CountedViews } from "./commands.ts";
import type { AggregateEvents, ColumnName } from "./schema.ts";

const DAY = 24 * 3_600_000;
const DAYS = { lastYear: 365, last3Months: 92, last30Days: 30, last7Days: 7, last24Hours: 1 } as const;
const FIELDS = {
  datetime: ["page_views.day"],
  siteSpace: ["page_views.site_space_id"],
  page: ["page_views.page_id", "site_spaces.space_id"],
} as const;
type CountedField = keyof typeof FIELDS;
type Value = string | number | { readonly page: string; readonly space: string };

/** The days that are asked for, by their beginnings: the first, and that after the last. */
function daysOf(range: AggregateEvents["range"], now: number): { from: number; to: number } {
  if (typeof range !== "string") return { from: Date.parse(range.from), to: Date.parse(range.to) };
  return { from: Math.floor(now / DAY) * DAY - DAYS[range] * DAY, to: now + 1 };
}

/** The columns of an answer, each once. @throws 400 where it is asked for by other columns than these */
function columnsOf({ select, groupBy, order }: AggregateEvents): ColumnName[] {
  const columns = [...new Set((select ?? [{ column: "eventsCount" as const }]).map(({ column }) => column))];
  const grouped = columns.filter((column) => column !== "eventsCount");
  if (
    groupBy !== undefined &&
    !isSameSet(
      grouped,
      groupBy.map(({ column }) => column),
    )
  )
    throw invalidField(
      "/groupBy",
      "has to name the columns of `select` but `eventsCount`; leave it out for these.",
    );
  if (order !== undefined && !columns.includes(order.by.column))
    throw invalidField("/order/by", "is no column of `select`; add it there.");
  return columns;
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((item) => other.includes(item)) && other.every((item) => one.includes(item));

/** What was counted, in columns of the same length. @throws 400 where it is asked for by other columns than are selected */
export async function aggregateViews(
  read: Read,
  { site }: Pick<SiteThing, "site">,
  asked: AggregateEvents,
  now: number,
): Promise<{ column: ColumnName; values: Value[] }[]> {
  const { range, where = [], order, limit = 1000 } = asked;
  const { from, to } = daysOf(range, now);
  const columns = columnsOf(asked);
  const groups = columns.filter((column): column is CountedField => Object.hasOwn(FIELDS, column));
  let query = read
    .selectFrom("page_views")
    .innerJoin("site_spaces", (on) =>
      on
        .onRef("site_spaces.organization_id", "=", "page_views.organization_id")
        .onRef("site_spaces.id", "=", "page_views.site_space_id"),
    )
    .where("page_views.organization_id", "=", site.organization_id)
    .where("page_views.site_id", "=", site.id)
    .where("page_views.day", ">=", from)
    .where("page_views.day", "<", to)
    .select((eb) => eb.fn.sum<number>("page_views.views").as("views"));
  for (const filter of where) {
    query = query.where((eb) => {
      const isOne =
        filter.column === "siteSpace"
          ? eb("page_views.site_space_id", "in", filter.values)
          : eb.or(
              filter.values.map(({ page, space }) =>
                eb.and([eb("page_views.page_id", "=", page), eb("site_spaces.space_id", "=", space)]),
              ),
            );
      return filter.operator === "notIn" ? eb.not(isOne) : isOne;
    });
  }
  const fields = groups.flatMap((group) => [...FIELDS[group]]);
  const by = order?.by.column;
  if (by === "eventsCount") query = query.orderBy("views", order?.direction);
  else if (by !== undefined && groups.includes(by as CountedField))
    query = query.orderBy(FIELDS[by as CountedField][0], order?.direction);
  for (const field of fields) query = query.groupBy(field).select(field).orderBy(field);
  const rows = (await query.limit(limit).execute()).filter(({ views }) => views !== null);
  return columns.map((column) => ({ column, values: rows.map((row) => valueOf(row, column)) }));
}

interface CountedRow {
  readonly views: number;
  readonly day?: number;
  readonly site_space_id?: string;
  readonly page_id?: string;
  readonly space_id?: string;
}

function valueOf(row: CountedRow, column: ColumnName): Value {
  const { views, day = 0, site_space_id = "", page_id = "", space_id = "" } = row;
  switch (column) {
    case "eventsCount":
      return Number(views);
    case "eventType":
      return "page_view";
    case "datetime":
      return new Date(Number(day)).toISOString();
    case "siteSpace":
      return site_space_id;
    case "page":
      return { page: page_id, space: space_id };
  }
}

interface ReadPlace {
  readonly siteSpace: string;
  readonly page: string;
}

/** Of what a renderer says was read that which is there to be read: nobody counts what is not. */
export async function viewsOf(
  deps: Deps,
  { site, reader }: Pick<SiteThing, "site" | "reader">,
  places: readonly ReadPlace[],
): Promise<CountedViews[]> {
  const often = new Map<string, CountedViews>();
  for (const place of places) {
    const key = JSON.stringify([place.siteSpace, place.page]);
    often.set(key, { ...place, views: (often.get(key)?.views ?? 0) + 1 });
  }
  const named = [...new Set(places.map(({ siteSpace }) => siteSpace))];
  if (named.length === 0) return [];
  const rows = await deps.db.read
    .selectFrom("site_spaces")
    .select(["id", "space_id"])
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .where("id", "in", named)
    .execute();
  const spaces = new Map(rows.map((row) => [row.id, row.space_id]));
  const found: CountedViews[] = [];
  for (const view of often.values()) {
    const space = spaces.get(view.siteSpace);
    const isShown = reader === undefined || reader.siteSpaces.has(view.siteSpace);
    if (space === undefined || !isShown) continue;
    if (await hasPage(deps, { organization_id: site.organization_id, id: space }, reader, view.page))
      found.push(view);
  }
  return found;
}

async function hasPage(
  deps: Deps,
  space: { readonly organization_id: string; readonly id: string },
  reader: SiteThing["reader"],
  page: string,
): Promise<boolean> {
  const head = await readHead(deps.db.read, space);
  if (head === undefined) return false;
  const shown = await shownRevision(deps, space, head.root);
  const opened = reader === undefined ? shown : await openedRevision(deps.content, shown, reader);
  return (await readPage(opened.nodes, opened.root, page)) !== undefined;
}
