/** What a connection can be asked to do, the same on both databases; handles and transactions sit on it. */

export type Dialect = "sqlite" | "postgres";

/** A query compiled for one dialect. `slot` numbers it within this process, so that connections find their own compiled form by index. */
export interface Statement {
  readonly slot: number;
  readonly sql: string;
}

/** What an ad hoc query gave: its rows, and how many rows it changed. */
export interface StatementResult {
  readonly rows: unknown[];
  readonly changes: number;
}

/** The methods reject and never throw, so that a failed statement looks the same on both databases. */
export interface DatabaseLink {
  readonly dialect: Dialect;
  row(statement: Statement, values: readonly unknown[]): Promise<unknown>;
  rows(statement: Statement, values: readonly unknown[]): Promise<unknown[]>;
  change(statement: Statement, values: readonly unknown[]): Promise<number>;
  execute(sql: string, values: readonly unknown[]): Promise<StatementResult>;
}
