/** Queries that are built and compiled once, and whose statements stay prepared on every connection. */
import { sql } from "kysely";
import type { AliasableExpression, Compilable, Insertable, SqlBool } from "kysely";
import type { Read, Write } from "./handle.ts";
import type { Dialect, Statement } from "./link.ts";
import type { Schema } from "./schema.ts";

type ElementOf<T> = T extends readonly (infer E)[] ? E : never;

/** Stands for the query's parameters while it is built. */
export interface Params<P extends object> {
  /** The parameter as an expression, wherever a value may stand. */
  <K extends keyof P & string>(name: K): AliasableExpression<P[K]>;
  /** A list of texts of any length, for `in` and `not in`: one statement serves every length. */
  list<K extends keyof P & string>(name: K): AliasableExpression<ElementOf<P[K]>>;
  /**
   * Whether a column is one of a list of texts, as a condition on rows that an index gives anyhow, or with a short list
   * and an index on the column: PostgreSQL makes a join of `in` with a list of unknown length, which reads and sorts
   * them all. A long list without such an index is for `list`: this compares each row with each text.
   */
  among<K extends keyof P & string>(column: string, name: K): AliasableExpression<SqlBool>;
}

export interface PreparedQuery<P extends object, R, On extends Read = Read> {
  /** The first row, or undefined. */
  first(on: On, params: P): Promise<R | undefined>;
  all(on: On, params: P): Promise<R[]>;
}

export interface PreparedChange<P extends object, R> extends PreparedQuery<P, R, Write> {
  /** Gives how many rows were inserted, updated or deleted; `first` and `all` give those of `returning`. */
  run(on: Write, params: P): Promise<number>;
}

/** Stands in the compiled query where a parameter's value goes. */
class Placeholder {
  readonly name: string;
  readonly encode: (value: unknown) => unknown;

  constructor(name: string, encode: (value: unknown) => unknown) {
    this.name = name;
    this.encode = encode;
  }
}

interface CompiledStatement {
  readonly statement: Statement;
  readonly slots: readonly unknown[];
}

const asIs = (value: unknown): unknown => value;

function one(name: string): AliasableExpression<unknown> {
  return sql`${new Placeholder(name, asIs)}`;
}

function paramsFor<P extends object>(dialect: Dialect): Params<P> {
  const list = (name: string) =>
    dialect === "sqlite"
      ? sql`(select value from json_each(${new Placeholder(name, JSON.stringify)}))`
      : sql`(select unnest(${new Placeholder(name, asIs)}::text[]))`;
  const among = (column: string, name: string) =>
    dialect === "sqlite"
      ? sql`${sql.ref(column)} in ${list(name)}`
      : sql`${sql.ref(column)} = any(${new Placeholder(name, asIs)}::text[])`;
  return Object.assign(one.bind(null), { list, among }) as unknown as Params<P>;
}

let slots = 0;

class PreparedStatement<P extends object, R, On extends Read> {
  readonly #build: (on: On, params: Params<P>) => Compilable<R>;
  readonly #compiled: { sqlite?: CompiledStatement; postgres?: CompiledStatement } = {};

  constructor(build: (on: On, params: Params<P>) => Compilable<R>) {
    this.#build = build;
  }

  first(on: On, params: P): Promise<R | undefined> {
    const { statement, slots } = this.#compiledFor(on);
    return on.link.row(statement, bind(slots, params)) as Promise<R | undefined>;
  }

  all(on: On, params: P): Promise<R[]> {
    const { statement, slots } = this.#compiledFor(on);
    return on.link.rows(statement, bind(slots, params)) as Promise<R[]>;
  }

  run(on: On, params: P): Promise<number> {
    const { statement, slots } = this.#compiledFor(on);
    return on.link.change(statement, bind(slots, params));
  }

  #compiledFor(on: On): CompiledStatement {
    return (this.#compiled[on.link.dialect] ??= this.#compile(on));
  }

  #compile(on: On): CompiledStatement {
    const { sql, parameters } = this.#build(on, paramsFor<P>(on.link.dialect)).compile();
    return { statement: { slot: slots++, sql }, slots: parameters };
  }
}

function bind(slots: readonly unknown[], params: object): unknown[] {
  const values: unknown[] = [];
  for (const slot of slots) {
    if (slot instanceof Placeholder) {
      const value = (params as Record<string, unknown>)[slot.name];
      if (value === undefined) throw new Error(`The prepared query lacks its parameter "${slot.name}".`);
      values.push(slot.encode(value));
    } else values.push(slot);
  }
  return values;
}

/**
 * Prepares a query: `build` runs once per dialect, with `p("name")` standing for each parameter, so its shape must
 * not depend on anything else.
 *
 *     const spaceById = prepared((q, p: Params<{ id: string }>) =>
 *       q.selectFrom("spaces").selectAll().where("id", "=", p("id")));
 *     const space = await spaceById.first(read, { id });
 */
export function prepared<P extends object, R>(
  build: (read: Read, params: Params<P>) => Compilable<R>,
): PreparedQuery<P, R> {
  return new PreparedStatement(build);
}

/** Prepares an insert, an update or a delete in the same way; it runs in a transaction. */
export function preparedWrite<P extends object, R>(
  build: (tx: Write, params: Params<P>) => Compilable<R>,
): PreparedChange<P, R> {
  return new PreparedStatement(build);
}

/**
 * Prepares the insert of one row that says all of these columns. It is sent at once, so that what is asked for in one
 * breath (`Promise.all`) reaches PostgreSQL in that order and together.
 */
export function preparedInsert<T extends keyof Schema, C extends keyof Insertable<Schema[T]> & string>(
  table: T,
  columns: readonly C[],
): Pick<PreparedChange<Required<Pick<Insertable<Schema[T]>, C>>, unknown>, "run"> {
  return preparedWrite((tx, p: Params<Record<string, unknown>>) =>
    tx.insertInto(table).values(Object.fromEntries(columns.map((column) => [column, p(column)])) as never),
  ) as never;
}
