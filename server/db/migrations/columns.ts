/** The few things that migrations say differently on the two databases. */
import { sql } from "kysely";
import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely, RawBuilder, SchemaModule } from "kysely";
import type { Dialect } from "../link.ts";

type ColumnType = "text" | "bigint" | "integer" | "blob" | "bytea" | RawBuilder<unknown>;

/** What `up` is given: one transaction on either database. */
export interface MigrationContext {
  readonly dialect: Dialect;
  readonly schema: SchemaModule;
  /** For data and for SQL that only one database has; untyped, since a migration outlives today's row types. */
  readonly db: Kysely<Record<string, Record<string, unknown>>>;
  /** Text compared and ordered by its UTF-8 bytes. */
  readonly text: ColumnType;
  /** Whole numbers to 2^53: counts, times in milliseconds, yes and no. */
  readonly int: ColumnType;
  readonly bytes: ColumnType;
}

/** One step of the schema. Once released, its source never changes: what comes later is another migration. */
export interface Migration {
  readonly name: string;
  up(context: MigrationContext): Promise<void>;
}

export function migrationContext(dialect: Dialect, db: Kysely<never>): MigrationContext {
  const sqlite = dialect === "sqlite";
  return {
    dialect,
    schema: db.schema,
    db: db as unknown as MigrationContext["db"],
    text: sqlite ? "text" : sql`text collate "C"`,
    int: sqlite ? "integer" : "bigint",
    bytes: sqlite ? "blob" : "bytea",
  };
}

type Column = ColumnDefinitionBuilder;
export const key = (column: Column): Column => column.primaryKey().notNull();
export const required = (column: Column): Column => column.notNull();
export const unique = (column: Column): Column => column.notNull().unique();
/** A number that starts at `value`. */
export const startsAt =
  (value: number) =>
  (column: Column): Column =>
    column.notNull().defaultTo(sql.lit(value));
/** JSON text that starts as an empty list. */
export const emptyList = (column: Column): Column => column.notNull().defaultTo("[]");

type OnDelete = "cascade" | "restrict" | "set null";
export const refers =
  (target: `${string}.${string}`, onDelete: OnDelete) =>
  (column: Column): Column =>
    column.notNull().references(target).onDelete(onDelete);
export const mayRefer =
  (target: `${string}.${string}`, onDelete: OnDelete) =>
  (column: Column): Column =>
    column.references(target).onDelete(onDelete);

/** Starts a table. SQLite's are strict, so that both databases refuse a text where a number belongs. */
export function table({ dialect, schema }: MigrationContext, name: string): CreateTableBuilder<string> {
  const builder = schema.createTable(name);
  return dialect === "sqlite" ? builder.modifyEnd(sql`strict`) : builder;
}

/** Starts a table whose key `seq` counts up in the order of insertion and is never reused. */
export function sequence(context: MigrationContext, name: string): CreateTableBuilder<string> {
  const builder = table(context, name);
  return context.dialect === "sqlite"
    ? builder.addColumn("seq", "integer", (column) => column.primaryKey().autoIncrement())
    : builder.addColumn("seq", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity());
}

/** An index that only orders and finds; what else one can be is said where it is made. */
export function index(
  { schema }: MigrationContext,
  name: string,
  on: string,
  columns: string[],
): Promise<void> {
  return schema.createIndex(name).on(on).columns(columns).execute();
}
