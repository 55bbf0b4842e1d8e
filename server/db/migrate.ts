/** Brings a database to the schema of this program, one transaction per migration. */
import { renameSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Database, Dialect, Read, Write } from "./database.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { ledger, migrations as all } from "./migrations/list.ts";
import { createTables, migrationContext } from "./migrations/table.ts";
import type { Migration } from "./migrations/table.ts";

/** Any number, as long as nothing else on the server locks the same one. */
const LOCK = 7_318_349_394_477;

/** What every database had whose tables were made before the first release. */
const BEFORE_RELEASE = "001-foundation";

/**
 * Applies the migrations that the database lacks and gives their names. Several processes may start at once: each
 * migration is applied by one of them. A SQLite file that holds data is copied beside itself first.
 * Throws {@link StartRefused} when the database was migrated by a newer program, or before the first release, and what a
 * migration throws that fails (then nothing of it stays).
 * @param options.at the time to note, in milliseconds
 */
export async function migrate(
  database: Database,
  options: { readonly at: number; readonly migrations?: readonly Migration[] },
): Promise<string[]> {
  const list = options.migrations ?? all;
  const steps = await stepsOf(database.read);
  refuseOthers(steps, list, database.dialect);
  const applied = steps.map(({ name }) => name);
  const missing = list.filter(({ name }) => !applied.includes(name));
  const [first] = missing;
  if (first && applied.length > 0 && database.file !== undefined) copyAside(database.file, first.name);
  const done: string[] = [];
  for (const migration of missing) {
    if (await database.transact((tx) => apply(tx, migration, list, options.at))) done.push(migration.name);
  }
  return done;
}

/** A migration that the database has, and what it made then. */
interface Step {
  readonly name: string;
  readonly made: string | null;
}

/** The migrations that the database has, in their order; none when it is empty. */
async function stepsOf(on: Read): Promise<Step[]> {
  const exists =
    on.link.dialect === "sqlite"
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'migrations'`
      : sql`select 1 where to_regclass('migrations') is not null`;
  if ((await exists.execute(on)).rows.length === 0) return [];
  // All columns: early databases lack `made`.
  const rows = await on.selectFrom("migrations").selectAll().orderBy("name").execute();
  return rows.map(({ name, made }) => ({ name, made: made ?? null }));
}

/** The names of the migrations that the database has, in their order; none when it is empty. */
export async function appliedTo(on: Read): Promise<string[]> {
  return (await stepsOf(on)).map(({ name }) => name);
}

/** True when the database has exactly what this program expects. */
export async function isMigrated(on: Read): Promise<boolean> {
  const steps = await stepsOf(on);
  return steps.length === all.length && refusal(steps, all, on.link.dialect) === undefined;
}

/** Why this program can't work on the database, in a sentence that says what to do; undefined when it can, or can bring it there. */
export async function refusalOf(on: Read): Promise<string | undefined> {
  return refusal(await stepsOf(on), all, on.link.dialect);
}

function refusal(steps: readonly Step[], list: readonly Migration[], dialect: Dialect): string | undefined {
  const isOther = ({ name, made }: Step): boolean => {
    const expected = list.find((known) => known.name === name)?.made?.[dialect];
    return expected !== undefined && made !== expected;
  };
  if (steps.some((step) => step.name === BEFORE_RELEASE || isOther(step))) {
    return "This database is of a version before the first release, and its tables can't be brought over: export your spaces with the version that made it (lectern export), start this one with an empty LECTERN_DATA_DIR or LECTERN_DATABASE_URL, and import them there (lectern import).";
  }
  const unknown = steps.filter(({ name }) => !list.some((known) => known.name === name));
  if (unknown.length === 0) return undefined;
  return `This database was migrated by a newer version of Lectern (it has ${unknown.map(({ name }) => name).join(", ")}, which this version does not know). Start that version, or restore a copy made before the upgrade.`;
}

function refuseOthers(steps: readonly Step[], list: readonly Migration[], dialect: Dialect): void {
  const sentence = refusal(steps, list, dialect);
  if (sentence !== undefined) throw new StartRefused(sentence);
}

async function apply(
  tx: Write,
  migration: Migration,
  list: readonly Migration[],
  at: number,
): Promise<boolean> {
  if (tx.link.dialect === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
  // Another process may have been here between our look and our lock.
  const steps = await stepsOf(tx);
  refuseOthers(steps, list, tx.link.dialect);
  if (steps.some(({ name }) => name === migration.name)) return false;
  // Commands are not given the schema; a transaction's handle has it all the same.
  const context = migrationContext(tx.link.dialect, tx as unknown as Kysely<never>);
  if (steps.length === 0) await createTables(context, [ledger]);
  await migration.up(context);
  const made = migration.made?.[tx.link.dialect] ?? null;
  await tx.insertInto("migrations").values({ name: migration.name, applied_at: at, made }).execute();
  return true;
}

/** Writes `<file>.before-<name>`, whole or not at all; one left by an earlier try is replaced, since life went on. */
function copyAside(file: string, name: string): void {
  const copy = `${file}.before-${name}`;
  const partial = `${copy}.partial`;
  rmSync(partial, { force: true });
  const connection = new Sqlite(file);
  try {
    connection.prepare("vacuum into ?").run(partial);
  } finally {
    connection.close();
  }
  renameSync(partial, copy);
}
