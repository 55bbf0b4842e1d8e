/** How migrations describe tables, and what becomes of them on the two databases. */
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Dialect } from "../link.ts";

/** What `up` is given: one transaction on either database. */
export interface MigrationContext {
  readonly dialect: Dialect;
  /** Untyped, since a migration outlives today's row types. */
  readonly db: Kysely<Record<string, Record<string, unknown>>>;
}

/** One step of the schema. Once released, its source never changes: what comes later is another migration. */
export interface Migration {
  readonly name: string;
  /** Of one that is not released yet, a hash of what it makes on each database: it may have been edited since it ran. */
  readonly made?: Readonly<Record<Dialect, string>>;
  up(context: MigrationContext): Promise<void>;
}

export function migrationContext(dialect: Dialect, db: Kysely<never>): MigrationContext {
  return { dialect, db: db as unknown as MigrationContext["db"] };
}

/** `int`: whole numbers to 2^53, so counts and times in milliseconds; `flag`: 1 for yes, 0 for no. */
type Kind = "text" | "int" | "flag" | "bytes";
/** A kind, `?` where it may be null, the words that a text may be, and what it is when nothing is said. */
type Column = Kind | `${Kind}?` | `${Kind} = ${string}` | `text${"?" | ""}: ${string}`;
/** The table whose key is named, and what happens to those who name it when it goes. */
type Reference = `${string} ${"cascade" | "set null" | "restrict"}`;

interface PartialIndex {
  readonly columns: readonly string[];
  readonly unique?: boolean;
  /** SQL. */
  readonly where: string;
}

export interface TableDescription {
  readonly name: string;
  /**
   * What belongs to one organization: `organization_id` is its first column, and comes first in its key, in what is
   * unique, and in what refers to others that belong to one, without being said. `outliving` it refers to none: its rows
   * are collected when the organization has gone, with the files that hang on them.
   */
  readonly of?: "organization" | "organization, outliving it";
  /** The column by a hash of which PostgreSQL has it in parts, where it grows with what organizations write. */
  readonly parted?: "organization_id" | "id";
  readonly columns: Readonly<Record<string, Column>>;
  /** Columns of the primary key; a table that counts has none but `seq`. */
  readonly key?: readonly string[];
  /** Whether its key `seq` counts up in the order of insertion and is never used again. */
  readonly counts?: true;
  readonly unique?: readonly (readonly string[])[];
  /** By column; columns of one reference have commas between them. */
  readonly refers?: Readonly<Record<string, Reference>>;
  readonly indexes?: Readonly<Record<string, readonly string[] | PartialIndex>>;
}

const OWNER = "organization_id";
/** How many parts PostgreSQL has of a table: rows are spread over them by a hash of an id. */
const PARTS = 16;
const TYPES: Readonly<Record<Dialect, Readonly<Record<Kind, string>>>> = {
  // Text is compared and ordered by its UTF-8 bytes on both.
  sqlite: { text: "text", int: "integer", flag: "integer", bytes: "blob" },
  postgres: { text: 'text collate "C"', int: "bigint", flag: "bigint", bytes: "bytea" },
};
const COUNTER: Readonly<Record<Dialect, string>> = {
  sqlite: '"seq" integer primary key autoincrement',
  postgres: '"seq" bigint generated always as identity primary key',
};

/** Makes tables with their indexes, in the order given: one that is referred to comes before those that refer to it. */
export async function createTables(
  context: MigrationContext,
  tables: readonly TableDescription[],
): Promise<void> {
  for (const statement of statementsOf(context.dialect, tables)) await run(context, statement);
}

/** What makes the tables on one of the databases, in its order. */
export function statementsOf(dialect: Dialect, tables: readonly TableDescription[]): string[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  return tables.flatMap((table) => {
    const references = referencesOf(table, byName);
    const parts = [
      ...columnsOf(table, dialect),
      ...rulesOf(table),
      ...references.map((reference) => ruleOf(reference, dialect)),
    ];
    const parted = partColumn(table, dialect) !== undefined;
    return [
      `create table ${quote(table.name)} (${parts.join(", ")})${endOf(table, dialect)}`,
      ...(parted ? Array.from({ length: PARTS }, (_, part) => partOf(table.name, part)) : []),
      ...Object.entries(table.indexes ?? {}).map(([name, index]) => indexOf(table.name, name, index)),
      ...(dialect === "sqlite" ? references.filter(clearsOne).map(clearing) : []),
    ];
  });
}

/** Runs a statement that only one database knows, or whose text was made here. */
export async function run({ db }: MigrationContext, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

function partColumn({ parted }: TableDescription, dialect: Dialect): string | undefined {
  return dialect === "postgres" ? parted : undefined;
}

function endOf(table: TableDescription, dialect: Dialect): string {
  if (dialect === "sqlite") return " strict";
  const column = partColumn(table, dialect);
  return column === undefined ? "" : ` partition by hash (${quote(column)})`;
}

function partOf(table: string, part: number): string {
  const spread = `modulus ${PARTS}, remainder ${part}`;
  return `create table ${quote(`${table}_${part}`)} partition of ${quote(table)} for values with (${spread})`;
}

function columnsOf({ of, columns, counts }: TableDescription, dialect: Dialect): string[] {
  const counter = counts ? [COUNTER[dialect]] : [];
  const all: TableDescription["columns"] = { ...(of === undefined ? {} : { [OWNER]: "text" }), ...columns };
  return [...counter, ...Object.entries(all).map(([name, said]) => columnOf(name, said, dialect))];
}

function columnOf(name: string, said: Column, dialect: Dialect): string {
  const [, kind, optional, start] = /^(text|int|flag|bytes)(\??)(?:: .*?)?(?: = (.*))?$/.exec(
    said,
  ) as unknown as [string, Kind, string, string | undefined];
  const required = optional === "" ? " not null" : "";
  const value = start === undefined ? "" : ` default ${kind === "text" ? `'${start}'` : start}`;
  return `${quote(name)} ${TYPES[dialect][kind]}${required}${value}`;
}

function rulesOf(table: TableDescription): string[] {
  const { unique = [] } = table;
  const rules = unique.map((columns) => `unique ${list(owned(table, columns))}`);
  return table.counts ? rules : [`primary key ${list(keyOf(table))}`, ...rules];
}

function owned({ of }: TableDescription, columns: readonly string[]): readonly string[] {
  return of === undefined ? columns : [OWNER, ...columns];
}

function keyOf(table: TableDescription): readonly string[] {
  return table.counts ? ["seq"] : owned(table, table.key ?? []);
}

interface ForeignKey {
  readonly from: TableDescription;
  readonly to: TableDescription;
  /** Of `from`, and of `to`; both begin with the organization where both belong to one. */
  readonly columns: readonly string[];
  readonly named: readonly string[];
  readonly onDelete: string;
}

function referencesOf(from: TableDescription, tables: ReadonlyMap<string, TableDescription>): ForeignKey[] {
  const said = Object.entries(from.refers ?? {});
  if (from.of === "organization") said.unshift([OWNER, "organizations cascade"]);
  return said.map(([columns, reference]) => {
    const [target, onDelete] = [
      reference.slice(0, reference.indexOf(" ")),
      reference.slice(reference.indexOf(" ") + 1),
    ];
    const to = tables.get(target);
    if (to === undefined) throw new Error(`There is no table ${target} to refer to.`);
    const own = columns.split(", ");
    return { from, to, columns: isShared(from, to) ? [OWNER, ...own] : own, named: keyOf(to), onDelete };
  });
}

function isShared(from: TableDescription, to: TableDescription): boolean {
  return from.of !== undefined && to.of !== undefined;
}

/** Whether what is cleared is one column beside the organization, which stays. */
function clearsOne({ columns, onDelete }: ForeignKey): boolean {
  return columns.length > 1 && onDelete === "set null";
}

function ruleOf(reference: ForeignKey, dialect: Dialect): string {
  const { columns, to, named, onDelete } = reference;
  const target = `foreign key ${list(columns)} references ${quote(to.name)} ${list(named)}`;
  // What is handed over to another organization takes along what belongs to it.
  const rule = isShared(reference.from, to) ? `${target} on update cascade` : target;
  if (!clearsOne(reference)) return `${rule} on delete ${onDelete}`;
  return dialect === "sqlite" ? rule : `${rule} on delete set null ${list(columns.slice(1))}`;
}

/** SQLite would clear the organization as well, so there a trigger does it. */
function clearing({ from, to, columns, named }: ForeignKey): string {
  const same = columns.map((column, index) => `${quote(column)} = old.${quote(named[index] as string)}`);
  const cleared = columns.slice(1).map((column) => `${quote(column)} = null`);
  return `create trigger ${quote(`${from.name}_${columns.slice(1).join("_")}`)} before delete on ${quote(to.name)}
    begin update ${quote(from.name)} set ${cleared.join(", ")} where ${same.join(" and ")}; end`;
}

function indexOf(on: string, name: string, index: readonly string[] | PartialIndex): string {
  const { columns, unique, where } = "where" in index ? index : { columns: index };
  return `create${unique ? " unique" : ""} index ${quote(name)} on ${quote(on)} ${list(columns)}${where === undefined ? "" : ` where ${where}`}`;
}

function list(columns: readonly string[]): string {
  return `(${columns.map(quote).join(", ")})`;
}

function quote(name: string): string {
  return `"${name}"`;
}
