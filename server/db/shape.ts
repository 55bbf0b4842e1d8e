/** What tables a database has, as a dump of it needs to know. */
import { sql } from "kysely";
import type { Read } from "./handle.ts";

export const KINDS = ["text", "integer", "number", "bytes"] as const;
type ColumnKind = (typeof KINDS)[number];

export interface ColumnShape {
  readonly name: string;
  readonly kind: ColumnKind;
}

export interface TableShape {
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  /** The column that counts up by itself, if there is one. */
  readonly counter: string | undefined;
}

const KIND_OF: Readonly<Record<string, ColumnKind>> = {
  TEXT: "text",
  INTEGER: "integer",
  REAL: "number",
  BLOB: "bytes",
  text: "text",
  bigint: "integer",
  integer: "integer",
  "double precision": "number",
  bytea: "bytes",
};

/** What can be made anew from the rest, or is made by migrating. */
function isDerived(table: string): boolean {
  return /^(search|sqlite)_/.test(table) || table === "migrations";
}

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly counts: number;
}

const inSqlite = sql<ColumnRow>`
  select t.name as "table", c.name as "column", c.type as "type",
    c.pk = 1 and t.sql like '%autoincrement%' as "counts"
  from sqlite_master t, pragma_table_xinfo(t.name) c
  where t.type = 'table' and c.hidden = 0
  order by t.name, c.cid`;

const inPostgres = sql<ColumnRow>`
  select c.table_name as "table", c.column_name as "column", c.data_type as "type",
    case c.is_identity when 'YES' then 1 else 0 end as "counts"
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    and not (select relispartition from pg_class where oid = format('%I.%I', c.table_schema, c.table_name)::regclass) and c.is_generated = 'NEVER'
  order by c.table_name collate "C", c.ordinal_position`;

/**
 * Every table that holds what nothing else does, by name.
 * @throws Error for a column of a type that dumps do not know
 */
export async function readShape(read: Read): Promise<TableShape[]> {
  const { rows } = await (read.link.dialect === "sqlite" ? inSqlite : inPostgres).execute(read);
  const kept = rows.filter(({ table }) => !isDerived(table));
  return [...new Set(kept.map(({ table }) => table))].map((name) => {
    const columns = kept.filter(({ table }) => table === name);
    return {
      name,
      columns: columns.map(({ column, type }) => ({ name: column, kind: kindOf(name, column, type) })),
      counter: columns.find(({ counts }) => counts === 1)?.column,
    };
  });
}

function kindOf(table: string, column: string, type: string): ColumnKind {
  const kind = KIND_OF[type];
  if (kind === undefined)
    throw new Error(`${table}.${column} has the type ${type}, which backups don't know.`);
  return kind;
}

/** The last number that a table's counter gave, which may be that of a row deleted since; 0 when it gave none. */
export async function lastCounted(read: Read, { name, counter }: TableShape): Promise<number> {
  if (counter === undefined) return 0;
  const asked =
    read.link.dialect === "sqlite"
      ? sql<{ last: number | null }>`select max(seq) as last from sqlite_sequence where name = ${name}`
      : sql<{ last: number | null }>`
          select pg_sequence_last_value(pg_get_serial_sequence(${name}, ${counter})::regclass) as last`;
  return (await asked.execute(read)).rows[0]?.last ?? 0;
}

/** Whether the database has tables, but no rows in any of them. */
export async function isEmpty(read: Read): Promise<boolean> {
  for (const { name } of await readShape(read)) {
    const { rows } = await sql`select 1 from ${sql.id(name)} limit 1`.execute(read);
    if (rows.length > 0) return false;
  }
  return true;
}
