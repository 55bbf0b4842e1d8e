/** The rules every write transaction keeps, whichever database runs it. */
import type { Dialect, DatabaseLink, StatementResult, Statement } from "./link.ts";
import { writtenBy } from "./statementTables.ts";
import { TouchSet } from "./writtenTables.ts";

/**
 * A link that belongs to one transaction. It refuses work once the transaction has ended, and after a failed
 * statement: PostgreSQL aborts the transaction then, SQLite would go on, so the rule is made here for both.
 */
export class TransactionLink implements DatabaseLink {
  readonly dialect: Dialect;
  /** What it has written so far. */
  readonly written = new TouchSet();
  readonly #link: DatabaseLink;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;
  #latest: Promise<unknown> | undefined;

  constructor(link: DatabaseLink) {
    this.dialect = link.dialect;
    this.#link = link;
  }

  row(statement: Statement, values: readonly unknown[]): Promise<unknown> {
    this.written.add(writtenBy(statement.sql, values));
    return this.#guard(() => this.#link.row(statement, values));
  }

  rows(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    this.written.add(writtenBy(statement.sql, values));
    return this.#guard(() => this.#link.rows(statement, values));
  }

  change(statement: Statement, values: readonly unknown[]): Promise<number> {
    this.written.add(writtenBy(statement.sql, values));
    return this.#guard(() => this.#link.change(statement, values));
  }

  execute(sql: string, values: readonly unknown[]): Promise<StatementResult> {
    this.written.add(writtenBy(sql, values));
    return this.#guard(() => this.#link.execute(sql, values));
  }

  /** Refuses every later statement. */
  end(): void {
    this.#ended = true;
  }

  /**
   * The same before a commit: waits for what nobody waited for, since statements are answered in their order. Throws
   * what failed first, if anything did: such a transaction can't be committed.
   */
  async settle(): Promise<void> {
    this.#ended = true;
    await this.#latest?.catch(() => undefined);
    if (this.#failure) throw this.#failure.error;
  }

  async #guard<T>(run: () => Promise<T>): Promise<T> {
    if (this.#ended) throw new Error("This transaction has ended; its handle must not be kept.");
    if (this.#failure) {
      throw new Error("A statement of this transaction failed, so it only can be rolled back.", {
        cause: this.#failure.error,
      });
    }
    const running = run();
    this.#latest = running;
    try {
      return await running;
    } catch (error) {
      // Statements sent together fail together; only the first one's error says why.
      this.#failure ??= { error };
      throw this.#failure.error;
    }
  }
}

/** Runs what waited for a commit. A hook that throws is reported and stops nothing: the commit has happened. */
export function runHooks(hooks: readonly (() => void)[], report: (error: unknown) => void): void {
  for (const hook of hooks) {
    try {
      hook();
    } catch (error) {
      report(error);
    }
  }
}
