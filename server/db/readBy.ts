import type { Database, Read, Write } from "./database.ts";
import type { TouchSet } from "./writtenTables.ts";

/** A database that is read by another handle than its own, and is the same in everything else. */
export class ReadBy implements Database {
  readonly read: Read;
  readonly #db: Database;

  constructor(db: Database, read: Read) {
    this.#db = db;
    this.read = read;
  }

  get dialect(): Database["dialect"] {
    return this.#db.dialect;
  }

  get file(): string | undefined {
    return this.#db.file;
  }

  get lookEvery(): number | undefined {
    return this.#db.lookEvery;
  }

  get writes(): number {
    return this.#db.writes;
  }

  isUntouched(reads: TouchSet, writes: number): boolean {
    return this.#db.isUntouched(reads, writes);
  }

  /** What is read by another handle is read by that one alone. */
  get replica(): undefined {
    return undefined;
  }

  upToDate(): Promise<Read> {
    return Promise.resolve(this.read);
  }

  get replicaCounts(): Database["replicaCounts"] {
    return this.#db.replicaCounts;
  }

  get unhurried(): Database {
    return this.#db.unhurried;
  }

  state(): ReturnType<Database["state"]> {
    return this.#db.state();
  }

  connections(): ReturnType<Database["connections"]> {
    return this.#db.connections();
  }

  transact<T>(work: (tx: Write) => Promise<T>, kind?: "steady"): Promise<T> {
    return this.#db.transact(work, kind);
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}
