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
    Type.Integer({ minimum: 1, maximum: 1000, description: "Items on a page, 50 unless said." }),
  ),
};

/** What the pages of all lists have. */
export const List = named(
  "List",
  Type.Object(
    {
      next: Type.Optional(
        Type.Object({ page: Type.String() }, { description: "Where it goes on; absent at its end." }),
      ),
      count: Type.Integer({ description: "How many there are in all, for this caller under this filter." }),
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

/** One page: up to `limit` items, the total, and the sort keys of the last one when more follow. */
export interface ListBody<Item = unknown> {
  readonly items: readonly Item[];
  readonly count: number;
  readonly nextKeys?: readonly (string | number | null)[] | undefined;
}

/**
 * A page out of rows read with `limit + 1`.
 * @param keys the sort keys of a row, in the list's order
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  count: number,
  keys: (row: Row) => readonly (string | number | null)[],
  present: (row: Row) => Item,
): { status: 200; body: ListBody<Item> } {
  const shown = rows.length > limit ? rows.slice(0, limit) : rows;
  const last = shown.at(-1);
  return {
    status: 200,
    body: {
      items: shown.map(present),
      count,
      ...(rows.length > limit && last !== undefined ? { nextKeys: keys(last) } : {}),
    },
  };
}
