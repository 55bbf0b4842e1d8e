import type { Read } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { readHead } from "../../../content/commit.ts";
import { openedRevision } from "../../../content/computed/opened.ts";
import { shownRevision } from "../../../content/computed/shown.ts";
import { readPage } from "../../../../engine/tree.ts";
import type { SiteThing } from "../site/queries.ts";
import type { CountedViews } from "./commands.ts";
import type { AggregateEvents, Column } from "./schema.ts";

const DAY = 24 * 3_600_000;
const DAYS = { lastYear: 365, last3Months: 92, last30Days: 30, last7Days: 7, last24Hours: 1 } as const;
const FIELDS = { datetime: "day", siteSpace: "site_space_id", page: "page_id" } as const;
type Counted = keyof typeof FIELDS;

/** The days that are asked for, by their beginnings: the first, and that after the last. */
function daysOf(range: AggregateEvents["range"], now: number): { from: number; to: number } {
  if (typeof range !== "string") return { from: Date.parse(range.from), to: Date.parse(range.to) };
  return { from: Math.floor(now / DAY) * DAY - DAYS[range] * DAY, to: now + 1 };
}

/** What was counted, in columns of the same length. */
export async function aggregateViews(
  read: Read,
  { site }: Pick<SiteThing, "site">,
  { range, select, where = [], order, limit = 1000 }: AggregateEvents,
  now: number,
): Promise<{ column: Column; values: (string | number)[] }[]> {
  const { from, to } = daysOf(range, now);
  const columns = [...new Set((select ?? [{ column: "eventsCount" as const }]).map(({ column }) => column))];
  const groups = columns.filter((column): column is Counted => Object.hasOwn(FIELDS, column));
  let query = read
    .selectFrom("page_views")
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .where("day", ">=", from)
    .where("day", "<", to)
    .select((eb) => eb.fn.sum<number>("views").as("views"));
  for (const { column, values, operator = "in" } of where)
    query = query.where(FIELDS[column], operator === "in" ? "in" : "not in", values);
  for (const group of groups) query = query.groupBy(FIELDS[group]).select(FIELDS[group]);
  const by = order?.by.column;
  if (by === "eventsCount") query = query.orderBy("views", order?.direction);
  else if (by !== undefined && groups.includes(by as Counted))
    query = query.orderBy(FIELDS[by as Counted], order?.direction);
  for (const group of groups) query = query.orderBy(FIELDS[group]);
  const rows = (await query.limit(limit).execute()).filter(({ views }) => views !== null);
  const valueOf = (row: (typeof rows)[number], column: Column): string | number => {
    const fields = row as Partial<Record<string, string | number>>;
    if (column === "eventsCount") return Number(row.views);
    if (column === "eventType") return "page_view";
    if (column === "datetime") return new Date(Number(fields["day"])).toISOString();
    return fields[FIELDS[column]] ?? "";
  };
  return columns.map((column) => ({ column, values: rows.map((row) => valueOf(row, column)) }));
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
  const shown = await shownRevision(deps, space.organization_id, head.root);
  const opened = reader === undefined ? shown : await openedRevision(deps.content, shown, reader);
  return (await readPage(opened.nodes, opened.root, page)) !== undefined;
}
