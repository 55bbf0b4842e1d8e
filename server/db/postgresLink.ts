/** Statements as PostgreSQL is asked them, and its answers as both databases give them. */
import pg from "pg";
import type { DatabaseLink, Statement, StatementResult } from "./link.ts";
import { ConnectionLost } from "./rules.ts";

const CHANGING = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** int8 and numeric come as text by default; SQLite gives numbers, and so do we. */
const NUMBERS = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    NUMBERS.has(oid) ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** A pool, or one connection. */
export interface QueryTarget {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
}

/** Statements sent to a pool, or to one connection. */
export class PostgresLink implements DatabaseLink {
  readonly dialect = "postgres";
  readonly #to: QueryTarget;

  constructor(to: QueryTarget) {
    this.#to = to;
  }

  async row(statement: Statement, values: readonly unknown[]): Promise<unknown> {
    return (await this.#named(statement, values)).rows[0];
  }

  async rows(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    return (await this.#named(statement, values)).rows;
  }

  async change(statement: Statement, values: readonly unknown[]): Promise<number> {
    return (await this.#named(statement, values)).rowCount ?? 0;
  }

  async execute(sql: string, values: readonly unknown[]): Promise<StatementResult> {
    const result = await heard(this.#to.query({ text: sql, values: values as unknown[] }));
    return { rows: result.rows ?? [], changes: CHANGING.has(result.command) ? (result.rowCount ?? 0) : 0 };
  }

  #named(statement: Statement, values: readonly unknown[]): Promise<pg.QueryResult> {
    const { slot, sql } = statement;
    return heard(this.#to.query({ name: `q${slot}`, text: sql, values: values as unknown[] }));
  }
}

/** What the server says has a code, and so has what the system says of a connection. All else is the driver's own. */
export async function heard<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error) || "code" in error || error instanceof TypeError) throw error;
    if (error instanceof ConnectionLost) throw error;
    throw new ConnectionLost(error.message, { cause: error });
  }
}
