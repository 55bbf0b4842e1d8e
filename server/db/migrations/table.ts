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
  up(context: MigrationContext): Promise<void>;
}

export function migrationContext(dialect: Dialect, db: Kysely<never>): MigrationContext {
  return { dialect, db: db as unknown as MigrationContext["db"] };
}

/** `int`: whole numbers to 2^53, so counts, times in milliseconds, yes and no. */
type Kind = "text" | "int" | "bytes";
/** A kind, `?` where it may be null, and what it is when nothing is said. */
type Column = Kind | `${Kind}?` | `${"text" | "int"} = ${string}`;
/** The table whose key is named, and what happens to those who name it when it goes. */
type Reference = `${string} ${"cascade" | "set null" | "restrict"}`;

interface PartialIndex {
  readonly columns: readonly string[];
  readonly unique?: boolean;
  /** SQL. */
  readonly where: string;
}

export interface Table {
  readonly name: string;
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

const TYPES: Readonly<Record<Dialect, Readonly<Record<Kind, string>>>> = {
  // Text is compared and ordered by its UTF-8 bytes on both.
  sqlite: { text: "text", int: "integer", bytes: "blob" },
  postgres: { text: 'text collate "C"', int: "bigint", bytes: "bytea" },
};
const COUNTER: Readonly<Record<Dialect, string>> = {
  sqlite: '"seq" integer primary key autoincrement',
  postgres: '"seq" bigint generated always as identity primary key',
};

/** Makes tables with their indexes, in the order given: one that is referred to comes before those that refer to it. */
export async function createTables(context: MigrationContext, tables: readonly Table[]): Promise<void> {
  const keys = new Map(tables.map(({ name, key = ["seq"] }) => [name, key]));
  for (const table of tables) {
    const end = context.dialect === "sqlite" ? " strict" : "";
    const parts = [...columnsOf(table, context.dialect), ...rulesOf(table, keys)];
    await run(context, `create table ${quote(table.name)} (${parts.join(", ")})${end}`);
    for (const [name, index] of Object.entries(table.indexes ?? {})) {
      await run(context, indexOf(table.name, name, index));
    }
  }
}

/** Runs a statement that only one database knows, or whose text was made here. */
export async function run({ db }: MigrationContext, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

function columnsOf({ columns, counts }: Table, dialect: Dialect): string[] {
  const counter = counts ? [COUNTER[dialect]] : [];
  return [...counter, ...Object.entries(columns).map(([name, said]) => columnOf(name, said, dialect))];
}

function columnOf(name: string, said: Column, dialect: Dialect): string {
  const [, kind, optional, start] = /^(text|int|bytes)(\??)(?: = (.*))?$/.exec(said) as unknown as [
    string,
    Kind,
    string,
    string | undefined,
  ];
  const required = optional === "" ? " not null" : "";
  const value = start === undefined ? "" : ` default ${kind === "int" ? start : `'${start}'`}`;
  return `${quote(name)} ${TYPES[dialect][kind]}${required}${value}`;
}

function rulesOf({ key, unique = [], refers = {} }: Table, keys: ReadonlyMap<string, readonly string[]>) {
  const rules = unique.map((columns) => `unique ${list(columns)}`);
  for (const [columns, said] of Object.entries(refers)) {
    const [target, onDelete] = [said.slice(0, said.indexOf(" ")), said.slice(said.indexOf(" ") + 1)];
    const to = keys.get(target);
    if (to === undefined) throw new Error(`There is no table ${target} to refer to.`);
    rules.push(
      `foreign key ${list(columns.split(", "))} references ${quote(target)} ${list(to)} on delete ${onDelete}`,
    );
  }
  return key === undefined ? rules : [`primary key ${list(key)}`, ...rules];
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
