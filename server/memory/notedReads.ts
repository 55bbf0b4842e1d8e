/** Reads that are noted: of which tables, and of which organizations, something that is believed was made. */
import { Handle } from "../db/handle.ts";
import type { DatabaseLink, Statement, StatementResult } from "../db/link.ts";
import { readBy } from "../db/statementTables.ts";
import { TouchSet } from "../db/writtenTables.ts";

/** A database to read from, which notes what is read. */
export class NotedReads extends Handle {
  readonly touches: TouchSet;

  constructor(link: DatabaseLink) {
    const touches = new TouchSet();
    super(new NotedLink(link, touches));
    this.touches = touches;
  }
}

class NotedLink implements DatabaseLink {
  readonly dialect: DatabaseLink["dialect"];
  readonly #link: DatabaseLink;
  readonly #touches: TouchSet;

  constructor(link: DatabaseLink, touches: TouchSet) {
    this.dialect = link.dialect;
    this.#link = link;
    this.#touches = touches;
  }

  row(statement: Statement, values: readonly unknown[]): Promise<unknown> {
    this.#touches.add(readBy(statement.sql, values));
    return this.#link.row(statement, values);
  }

  rows(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    this.#touches.add(readBy(statement.sql, values));
    return this.#link.rows(statement, values);
  }

  change(statement: Statement, values: readonly unknown[]): Promise<number> {
    return this.#link.change(statement, values);
  }

  execute(sql: string, values: readonly unknown[]): Promise<StatementResult> {
    this.#touches.add(readBy(sql, values));
    return this.#link.execute(sql, values);
  }
}
