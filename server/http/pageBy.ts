/** Pages of lists as they are read: rows behind the last one of the page before, and how many there are in all. */
import type { SelectQueryBuilder, StringReference } from "kysely";
import type { Row, Schema } from "../db/schema.ts";
import { cutTo, type RowPage } from "./list.ts";
import type { Paging } from "./operation.ts";

/** A column that is read, whatever table it is of. */
type SelectedColumn<Read> = (keyof Read & string) | `${string}.${keyof Read & string}`;

interface Order {
  readonly direction?: "asc" | "desc";
  /** The query with everything that decides which rows there are, and no more, where that isn't the whole of it. */
  readonly counted?: { readonly clearSelect: () => object };
}

/** Columns that no two rows of a query have all the same, and as what they are read. */
type OrderColumns<DB, Tables extends keyof DB, Read> = readonly (
  | (StringReference<DB, Tables> & SelectedColumn<Read>)
  | `${StringReference<DB, Tables>} as ${keyof Read & string}`
)[];

/** Whatever its tables are, a query is ordered and compared alike; one name stands for them in the types. */
type AnyQuery<Read> = SelectQueryBuilder<Schema, "share_links", Read>;

/** One page of a query's rows. @param by what it is ordered by */
export async function pageBy<DB, Tables extends keyof DB, Read>(
  query: SelectQueryBuilder<DB, Tables, Read>,
  by: OrderColumns<DB, Tables, Read>,
  { limit, after }: Paging,
  { direction = "asc", counted }: Order = {},
): Promise<RowPage<Read>> {
  const { count } = await ((counted ?? query) as unknown as AnyQuery<Read>)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await rowsBehind(query, by, { limit: limit + 1, after }, direction);
  const names = by.map((column) => /\w+$/.exec(column)?.[0] as keyof Read);
  return cutTo(limit, rows, count, (row) => names.map((name) => row[name] as string | number));
}

/** The first rows of a query behind the one whose columns are given, if any. @param by what it is ordered by */
export async function rowsBehind<DB, Tables extends keyof DB, Read>(
  query: SelectQueryBuilder<DB, Tables, Read>,
  by: OrderColumns<DB, Tables, Read>,
  { limit, after }: Paging,
  direction: "asc" | "desc",
): Promise<Read[]> {
  const columns = by.map((column) => column.split(" as ")[0]) as unknown as readonly ["created_at", "id"];
  let page = query as unknown as AnyQuery<Read>;
  for (const column of columns) page = page.orderBy(column, direction);
  if (after !== undefined) {
    const last = after as readonly [number, string];
    page = page.where((eb) =>
      eb(eb.refTuple(...columns), direction === "asc" ? ">" : "<", eb.tuple(...last)),
    );
  }
  return (await page.limit(limit).execute()) as Read[];
}

/** Tables whose rows say when they were made. */
type DatedTable = {
  [T in keyof Schema]: Schema[T] extends { id: unknown; created_at: unknown } ? T : never;
}[keyof Schema];

/** One page of whole rows in the order in which they were made, ties by id. */
export function oldestFirst<T extends DatedTable>(
  query: SelectQueryBuilder<Schema, T, object>,
  paging: Paging,
) {
  return byAge(query, paging, "asc");
}

/** The same, newest first. */
export function newestFirst<T extends DatedTable>(
  query: SelectQueryBuilder<Schema, T, object>,
  paging: Paging,
) {
  return byAge(query, paging, "desc");
}

function byAge<T extends DatedTable>(
  query: SelectQueryBuilder<Schema, T, object>,
  paging: Paging,
  direction: "asc" | "desc",
): Promise<RowPage<Row<T>>> {
  const rows = (query as unknown as SelectQueryBuilder<Schema, "share_links", object>).selectAll();
  const page = pageBy(rows, ["created_at", "id"], paging, { direction });
  return page as unknown as Promise<RowPage<Row<T>>>;
}
