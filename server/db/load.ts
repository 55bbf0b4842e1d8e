/** Puts a dump's rows into an empty database, all of them in one transaction, on either kind. */
import Sqlite from "better-sqlite3";
import type pg from "pg";
import type { TableShape } from "./shape.ts";
import { connect, type DatabasePlace, quoted } from "./snapshot.ts";

type Rows = AsyncIterable<readonly unknown[]>;

interface Loader {
  /** Fills a table with rows in the order of its columns, and sets its counter. */
  put(table: TableShape, rows: Rows, lastCounted: number): Promise<void>;
  /** Commits. Throws, and keeps nothing, when a row refers to one that is not there. */
  finish(): Promise<void>;
  /** Keeps nothing; does nothing after `finish`. */
  close(): Promise<void>;
}

/** Rows in which references lead nowhere. */
export class BrokenReferences extends Error {
  override readonly name = "BrokenReferences";
}

/** Somebody has written since the database was found empty. */
export class NotEmpty extends Error {
  override readonly name = "NotEmpty";
}

/**
 * Starts to fill a database that has its tables: from now on nobody else writes to it. Where it isn't empty any more,
 * nothing is filled. References are checked at the end.
 * @throws NotEmpty
 */
export async function openLoader(
  { url, file }: DatabasePlace,
  tables: readonly TableShape[],
): Promise<Loader> {
  const names = tables.map(({ name }) => quoted(name));
  return url === undefined ? loadIntoFile(file, names) : loadIntoServer(url, names);
}

/** Whether any of these tables has a row. */
const anyRow = (names: readonly string[]): string =>
  names.map((name) => `select 1 from (select 1 from ${name} limit 1) as one`).join(" union all ");

function insertInto({ name, columns }: TableShape): string {
  return `insert into ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(", ")})`;
}

function loadIntoFile(file: string, names: readonly string[]): Loader {
  const connection = new Sqlite(file);
  connection.pragma("foreign_keys = OFF");
  connection.exec("begin immediate");
  if (connection.prepare(anyRow(names)).get() !== undefined) {
    connection.close();
    throw new NotEmpty();
  }
  return {
    async put(table, rows, lastCounted) {
      const insert = connection.prepare(
        `${insertInto(table)} values (${table.columns.map(() => "?").join(", ")})`,
      );
      for await (const row of rows) insert.run(row);
      if (table.counter === undefined) return;
      connection.prepare("delete from sqlite_sequence where name = ?").run(table.name);
      connection
        .prepare("insert into sqlite_sequence (name, seq) values (?, ?)")
        .run(table.name, lastCounted);
    },
    async finish() {
      const broken = connection.pragma("foreign_key_check") as { table: string; parent: string }[];
      const [first] = broken;
      if (first !== undefined) {
        throw new BrokenReferences(
          `${broken.length} rows refer to rows that are not there, the first one from ${first.table} to ${first.parent}.`,
        );
      }
      connection.exec("commit");
      connection.pragma("wal_checkpoint(TRUNCATE)");
    },
    async close() {
      connection.close();
    },
  };
}

interface Reference {
  readonly on: string;
  readonly name: string;
  readonly definition: string;
}

/** References are taken off and put back in the same transaction: tables may refer to each other in any order. */
async function takeOffReferences(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select conrelid::regclass::text as "on", conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace order by 1, 2`,
  );
  for (const { on, name } of rows) await client.query(`alter table ${on} drop constraint ${quoted(name)}`);
  return rows;
}

/** What one statement carries: rows, and roughly characters. */
const MOST_ROWS = 500;
const MOST_TEXT = 4_000_000;

async function loadIntoServer(url: string, names: readonly string[]): Promise<Loader> {
  const client = await connect(url);
  await client.query("begin");
  await client.query(`lock table ${names.join(", ")} in access exclusive mode`);
  if ((await client.query(anyRow(names))).rows.length > 0) {
    await client.end();
    throw new NotEmpty();
  }
  const references = await takeOffReferences(client);
  return {
    async put(table, rows, lastCounted) {
      for await (const batch of batches(rows)) await insertBatch(client, table, batch);
      if (table.counter === undefined || lastCounted === 0) return;
      await client.query("select setval(pg_get_serial_sequence($1, $2), $3)", [
        table.name,
        table.counter,
        lastCounted,
      ]);
    },
    async finish() {
      for (const reference of references) await putBack(client, reference);
      await client.query("commit");
      await client.query("analyze");
    },
    close: () => client.end(),
  };
}

async function putBack(client: pg.Client, { on, name, definition }: Reference): Promise<void> {
  try {
    await client.query(`alter table ${on} add constraint ${quoted(name)} ${definition}`);
  } catch (error) {
    if ((error as { code?: string }).code !== "23503") throw error;
    throw new BrokenReferences(`Rows of ${on} refer to rows that are not there (${name}).`, { cause: error });
  }
}

async function* batches(rows: Rows): AsyncGenerator<(readonly unknown[])[]> {
  let batch: (readonly unknown[])[] = [];
  let text = 0;
  for await (const row of rows) {
    batch.push(row);
    for (const value of row)
      text += typeof value === "number" ? 8 : ((value as { length?: number })?.length ?? 0);
    if (batch.length < MOST_ROWS && text < MOST_TEXT) continue;
    yield batch;
    [batch, text] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

async function insertBatch(
  client: pg.Client,
  table: TableShape,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const width = table.columns.length;
  const places = rows.map(
    (_, row) => `(${table.columns.map((_, column) => `$${row * width + column + 1}`).join(", ")})`,
  );
  await client.query(
    `${insertInto(table)} overriding system value values ${places.join(", ")}`,
    rows.flat() as unknown[],
  );
}
