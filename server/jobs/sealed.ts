/**
 * Everything that the database holds sealed, and how it is sealed again when the installation's secret was replaced.
 * Servers note which secret they seal with, so that nothing is sealed under one that they can't open.
 */
import { type RawBuilder, sql } from "kysely";
import type { Database, Read, Write } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";
import { SealBroken, type Secrets } from "../ports/secrets.ts";

/** A column whose texts are sealed. */
interface SealedColumn {
  readonly table: keyof Schema;
  readonly column: string;
  /** The columns that name the row, in the order of the place that its text is sealed for, which names no organization. */
  readonly row: readonly string[];
  /** The column that the place names, where it is another. */
  readonly place?: string;
}

/** A test looks through all tables for texts that are sealed elsewhere. */
const SEALED: readonly SealedColumn[] = [
  { table: "authenticators", column: "secret", row: ["user_id"] },
  { table: "event_targets", column: "secret", row: ["organization_id", "id"] },
  { table: "event_targets", column: "former_secret", row: ["organization_id", "id"], place: "secret" },
  { table: "git_apps", column: "key", row: ["organization_id", "id"] },
  { table: "git_apps", column: "hook_secret", row: ["organization_id", "id"] },
  { table: "git_connections", column: "secret", row: ["organization_id", "id"] },
  { table: "git_installations", column: "hook_secret", row: ["organization_id", "id"] },
  { table: "integrations", column: "secrets", row: ["id"] },
  { table: "invite_links", column: "sealed", row: ["organization_id", "id"] },
  { table: "share_links", column: "sealed", row: ["organization_id", "id"] },
  { table: "site_auth", column: "sealed", row: ["organization_id", "site_id"] },
  { table: "idempotency", column: "body", row: ["user_id", "key"] },
];

/** Rows of one transaction. */
const BATCH = 100;
const KEY = "secret";

/** What `sealAgain` has done so far. */
export interface ResealCount {
  /** Texts that are sealed under the secret in use now and were not before. */
  sealed: number;
  /** The places of texts that no secret at hand opens; they are left as they are. */
  broken: string[];
}

interface SealedRow {
  readonly key: readonly string[];
  readonly sealed: string;
}

/**
 * Seals everything again that was sealed under a former secret, a hundred rows a transaction. It may be ended at any
 * moment and run again: what is done stays done. Servers may run meanwhile; a text that one of them replaces is left.
 * @param progress is called after each transaction
 */
export async function sealAgain(
  db: Pick<Database, "read" | "transact">,
  secrets: Secrets,
  progress: (done: ResealCount) => void = () => undefined,
): Promise<ResealCount> {
  const done: ResealCount = { sealed: 0, broken: [] };
  for (const column of SEALED) {
    let last: readonly string[] | undefined;
    for (;;) {
      const rows = await staleRows(db.read, secrets, column, last);
      last = rows.at(-1)?.key;
      if (last === undefined) break;
      const { opened, broken } = openAll(secrets, column, rows);
      done.broken.push(...broken);
      done.sealed += await db.transact((tx) => replaceAll(tx, secrets, column, opened));
      progress(done);
    }
  }
  return done;
}

/** How many texts are sealed under which secret, by the names of the secrets. */
export async function sealedUnder(read: Read): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { table, column } of SEALED) {
    const id = sql<string>`substr(${sql.ref(column)}, 4, 8)`;
    const { rows } = await sql<{ id: string; count: number | string }>`
      select ${id} as id, count(*) as count from ${sql.table(table)}
      where ${sql.ref(column)} is not null group by ${id}`.execute(read);
    for (const { id: name, count } of rows) counts.set(name, (counts.get(name) ?? 0) + Number(count));
  }
  return counts;
}

/** Notes the secret that this server seals with; gives the name of the one that was noted before. */
export async function noteSecret(
  db: Pick<Database, "read" | "transact">,
  { id }: Pick<Secrets, "id">,
): Promise<string | undefined> {
  const before = await notedSecret(db.read);
  if (before === id) return before;
  await db.transact((tx) =>
    tx
      .insertInto("meta")
      .values({ key: KEY, value: id })
      .onConflict((on) => on.column("key").doUpdateSet({ value: id }))
      .execute(),
  );
  return before;
}

/** The name of the secret that the server which started last seals with; undefined where none has started. */
export async function notedSecret(read: Read): Promise<string | undefined> {
  const row = await read.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  return row?.value;
}

/** The next rows whose text is under another secret than the one in use, in the order of their keys. */
async function staleRows(
  read: Read,
  { id }: Secrets,
  { table, column, row }: SealedColumn,
  after: readonly string[] | undefined,
): Promise<SealedRow[]> {
  const keys = row.map((name) => sql.ref(name));
  const later = after === undefined ? sql`` : sql`and (${sql.join(keys)}) > (${sql.join(after)})`;
  const { rows } = await sql<Record<string, string>>`
    select ${sql.join(keys)}, ${sql.ref(column)} as found from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${sql.ref(column)} not like ${`s1.${id}.%`} ${later}
    order by ${sql.join(keys)} limit ${sql.lit(BATCH)}`.execute(read);
  return rows.map((found) => ({
    key: row.map((name) => found[name] as string),
    sealed: found["found"] as string,
  }));
}

interface OpenedRow extends SealedRow {
  readonly plain: Uint8Array;
  readonly place: string;
}

function openAll(
  secrets: Secrets,
  { table, column, row: names, place = column }: SealedColumn,
  rows: SealedRow[],
) {
  const [opened, broken]: [OpenedRow[], string[]] = [[], []];
  for (const row of rows) {
    const id = row.key.filter((_, at) => names[at] !== "organization_id");
    const where = [table, place, ...id].join("|");
    try {
      opened.push({ ...row, place: where, plain: secrets.open(row.sealed, where) });
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      broken.push(`${[table, column, ...id].join("|")}: ${error.message}`);
    }
  }
  return { opened, broken };
}

/** Replaces texts that nobody has replaced meanwhile. What a row says stays the same, so its version does. */
async function replaceAll(
  tx: Write,
  secrets: Secrets,
  { table, column, row }: SealedColumn,
  rows: readonly OpenedRow[],
): Promise<number> {
  let replaced = 0;
  for (const { key, sealed, plain, place } of rows) {
    const isRow = row.map((name, at): RawBuilder<unknown> => sql`${sql.ref(name)} = ${key[at]}`);
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${secrets.seal(plain, place)}
      where ${sql.join(isRow, sql` and `)} and ${sql.ref(column)} = ${sealed}`.execute(tx);
    replaced += Number(numAffectedRows ?? 0n);
  }
  return replaced;
}
