/** The commonest lists: rows in the order in which they were made, or backwards, with how many there are. */
import type { SelectQueryBuilder } from "kysely";
import type { Row, Schema } from "../db/schema.ts";
import type { Paging } from "./operation.ts";

/** Tables whose rows say when they were made. */
type Dated = {
  [T in keyof Schema]: Schema[T] extends { id: unknown; created_at: unknown } ? T : never;
}[keyof Schema];

/**
 * One page of a query's rows, oldest first, ties by id: one row more than `limit` when others follow.
 * @param query with everything that decides which rows there are, and no more
 */
export function oldestFirst<T extends Dated>(query: SelectQueryBuilder<Schema, T, object>, paging: Paging) {
  return pageByAge(query, paging, "asc");
}

/** The same, newest first. */
export function newestFirst<T extends Dated>(query: SelectQueryBuilder<Schema, T, object>, paging: Paging) {
  return pageByAge(query, paging, "desc");
}

async function pageByAge<T extends Dated>(
  query: SelectQueryBuilder<Schema, T, object>,
  { limit, after }: Paging,
  direction: "asc" | "desc",
): Promise<{ rows: Row<T>[]; count: number }> {
  // All of these tables look alike here; one name stands for them in the types.
  const rows = query as unknown as SelectQueryBuilder<Schema, "share_links", object>;
  const { count } = await rows.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  let page = rows
    .selectAll()
    .orderBy("created_at", direction)
    .orderBy("id", direction)
    .limit(limit + 1);
  if (after !== undefined) {
    const [at, id] = [Number(after[0]), String(after[1])];
    page = page.where((eb) =>
      eb(eb.refTuple("created_at", "id"), direction === "asc" ? ">" : "<", eb.tuple(at, id)),
    );
  }
  return { rows: (await page.execute()) as unknown as Row<T>[], count };
}
