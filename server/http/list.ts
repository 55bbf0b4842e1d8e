import { type TSchema, Type } from "typebox";
import { extended, extensionOf, named } from "./named.ts";

/** The query fields that every paginated list takes. */
export const pageQuery = {
  page: Type.Optional(
    Type.String({
      maxLength: 4096,
      description: "The page to read: `next.page` of the previous answer.",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: "Items on a page; the default is 50." }),
  ),
};

/** Where a list goes on. */
export const NextPage = named(
  "NextPage",
  Type.Object({ page: Type.String() }, { description: "The next page of the list; absent at its end." }),
);

/** What the pages of all lists have. */
export const List = named(
  "List",
  Type.Object(
    {
      next: Type.Optional(NextPage),
      count: Type.Integer({
        description: "The total number of items that match the filter and that the caller can see.",
      }),
    },
    { description: "A page of a list." },
  ),
);

/** The schema of a page of a list. */
export function listOf<T extends TSchema>(item: T) {
  return extended(List, { items: Type.Array(item) });
}

/** Whether answers of this schema are pages of a list. */
export function isList(schema: TSchema): boolean {
  return extensionOf(schema)?.base === List;
}

/** The sort keys of a row, in the list's order. */
type SortKeys = readonly (string | number | null)[];

/** One page: up to `limit` items, the total, and the sort keys of the last one when more follow. */
export interface ListBody<Item = unknown> {
  readonly items: readonly Item[];
  readonly count: number;
  readonly nextKeys?: SortKeys | undefined;
}

/** The rows that a page is made of. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  /** How many there are on all pages. */
  readonly count: number;
  /** undefined: it is the last page. */
  readonly nextKeys: SortKeys | undefined;
}

/** The page of a list without rows. */
export const NO_ROWS: RowPage<never> = { rows: [], count: 0, nextKeys: undefined };

/** A page out of rows read with `limit + 1`. */
export function cutTo<Row>(
  limit: number,
  rows: readonly Row[],
  count: number,
  keys: (row: Row) => SortKeys,
): RowPage<Row> {
  if (rows.length <= limit) return { rows, count, nextKeys: undefined };
  const shown = rows.slice(0, limit);
  return { rows: shown, count, nextKeys: keys(shown[limit - 1] as Row) };
}

/** Answers a page with its rows as they are presented. */
export function pageOf<Row, Item>(page: RowPage<Row>, present: (row: Row, index: number) => Item) {
  return pageWith(page, page.rows.map(present));
}

/** Answers a page whose rows are presented already. */
export function pageWith<Item>(
  { count, nextKeys }: RowPage<unknown>,
  items: readonly Item[],
): { status: 200; body: ListBody<Item> } {
  return { status: 200, body: { items, count, ...(nextKeys && { nextKeys }) } };
}
