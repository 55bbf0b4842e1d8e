/** Revisions whose place another took go a while later, unless something names them. */
import { setImmediate } from "node:timers/promises";
import type { Database, Read, Write } from "../db/database.ts";
import type { Row } from "../db/schema.ts";
import { namedAmong } from "./revisionNames.ts";

/** How long they can still be read by their ids; milliseconds. */
export const SUPERSEDED_KEPT_MS = 30 * 24 * 3600 * 1000;
/** Rows that one transaction looks at. */
const SLICE = 100;

type SupersededRevision = Row<"revisions"> & { readonly superseded_at: number };

/**
 * Removes revisions that were superseded before `now - SUPERSEDED_KEPT_MS`; their content is garbage then. Works in
 * slices, and is safe to end at any point and to start again.
 * @param write runs a transaction
 * @returns how many went
 */
export async function removeSuperseded(
  db: Pick<Database, "read">,
  write: (work: (tx: Write) => Promise<number>) => Promise<number>,
  now: number,
): Promise<number> {
  let removed = 0;
  let after: SupersededRevision | undefined;
  for (;;) {
    const rows = await oldestAfter(db.read, now - SUPERSEDED_KEPT_MS, after);
    after = rows.at(-1);
    if (after === undefined) return removed;
    for (const organization of new Set(rows.map(({ organization_id }) => organization_id))) {
      const own = rows.filter(({ organization_id }) => organization_id === organization);
      removed += await write((tx) => removeUnnamed(tx, organization, own));
    }
    await setImmediate();
  }
}

/** By age, so that those that stay are passed. */
async function oldestAfter(
  read: Read,
  before: number,
  after: SupersededRevision | undefined,
): Promise<SupersededRevision[]> {
  let rows = read
    .selectFrom("revisions")
    .selectAll()
    .where("superseded_at", "is not", null)
    .where("superseded_at", "<=", before);
  if (after !== undefined) {
    const { superseded_at: at, id } = after;
    rows = rows.where((eb) =>
      eb.or([eb("superseded_at", ">", at), eb.and([eb("superseded_at", "=", at), eb("id", ">", id)])]),
    );
  }
  const found = await rows.orderBy("superseded_at").orderBy("id").limit(SLICE).execute();
  return found as SupersededRevision[];
}

async function removeUnnamed(
  tx: Write,
  organization: string,
  rows: readonly SupersededRevision[],
): Promise<number> {
  const named = await namedAmong(tx, organization, rows);
  const parents = await parentsAmong(tx, organization, rows);
  const ids = rows.map(({ id }) => id).filter((id) => !named.has(id) && !parents.has(id));
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom("revisions")
    .where("organization_id", "=", organization)
    .where("id", "in", ids)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** What was joined from two names both as its parents; all others follow a head, which had not been superseded. */
async function parentsAmong(
  read: Read,
  organization: string,
  rows: readonly SupersededRevision[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const space of new Set(rows.map(({ space_id }) => space_id))) {
    const since = Math.min(...rows.filter((row) => row.space_id === space).map((row) => row.created_at));
    const joined = await read
      .selectFrom("revisions")
      .select("parents")
      .where("organization_id", "=", organization)
      .where("space_id", "=", space)
      .where("created_at", ">=", since)
      .where("type", "in", ["update", "merge"])
      .execute();
    for (const { parents } of joined) for (const id of JSON.parse(parents) as string[]) found.add(id);
  }
  return found;
}
