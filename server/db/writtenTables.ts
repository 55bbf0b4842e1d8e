/** What a process has written, by table and organization: what was read of others is still so. */
import type { Touch } from "./statementTables.ts";

/** Tables with the organizations whose rows are meant. */
export class TouchSet {
  /** Whether it may be any row of any table. */
  isAnything = false;
  /** When the oldest of what was read was read; milliseconds. */
  oldest = Number.POSITIVE_INFINITY;
  /** By table; `undefined`: anybody's rows. */
  readonly tables = new Map<string, Set<string> | undefined>();

  /** Adds what a statement does; undefined: anything. */
  add(touches: readonly Touch[] | undefined): void {
    if (touches === undefined) {
      this.isAnything = true;
      return;
    }
    for (const { table, organization } of touches) this.#add(table, organization);
  }

  addAll({ isAnything, tables, oldest }: TouchSet): void {
    this.oldest = Math.min(this.oldest, oldest);
    if (isAnything) this.isAnything = true;
    for (const [table, organizations] of tables) {
      if (organizations === undefined) this.tables.set(table, undefined);
      else for (const organization of organizations) this.#add(table, organization);
    }
  }

  get isEmpty(): boolean {
    return !this.isAnything && this.tables.size === 0;
  }

  #add(table: string, organization: string | undefined): void {
    if (organization === undefined) {
      this.tables.set(table, undefined);
      return;
    }
    if (!this.tables.has(table)) this.tables.set(table, new Set());
    this.tables.get(table)?.add(organization);
  }
}

/** When a table was written last, counted in transactions. */
interface TableWrites {
  byAny: number;
  /** By a statement that names no organization. */
  byAll: number;
  readonly of: Map<string, number>;
}

/** So many organizations of a table are told apart: what is read of the others is read again once. */
const MOST_ORGANIZATIONS = 10_000;

export class WrittenTables {
  /** Transactions that were committed. */
  count = 0;
  #anything = 0;
  readonly #tables = new Map<string, TableWrites>();

  /** Notes a transaction that was committed, or may have been. */
  note({ isAnything, tables }: TouchSet): void {
    this.count++;
    if (isAnything) this.#anything = this.count;
    for (const [table, organizations] of tables) this.#note(table, organizations);
  }

  /** Whether nothing of what was read has been written by transactions after the one with this count. */
  isUntouched(reads: TouchSet, since: number): boolean {
    if (this.count === since) return true;
    // What nobody has told of depends on everything.
    if (reads.isAnything || reads.isEmpty || this.#anything > since) return false;
    for (const [table, organizations] of reads.tables) {
      const written = this.#tables.get(table);
      if (written === undefined || written.byAny <= since) continue;
      if (organizations === undefined || written.byAll > since) return false;
      for (const organization of organizations) if ((written.of.get(organization) ?? 0) > since) return false;
    }
    return true;
  }

  #note(table: string, organizations: Set<string> | undefined): void {
    let written = this.#tables.get(table);
    if (written === undefined) this.#tables.set(table, (written = { byAny: 0, byAll: 0, of: new Map() }));
    written.byAny = this.count;
    if (organizations === undefined || written.of.size > MOST_ORGANIZATIONS) {
      written.byAll = this.count;
      written.of.clear();
    } else for (const organization of organizations) written.of.set(organization, this.count);
  }
}
