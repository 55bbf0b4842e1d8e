/**
 * A server that copies the one which takes the writes, and is read in its place where nobody can tell the difference:
 * what has a hash is the same wherever it is, and all else is read there once it has everything that was confirmed when
 * the question came.
 */
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { ConnectionLoad, Read, ReplicaCounts } from "./database.ts";
import { Handle } from "./handle.ts";
import type { DatabaseLink, Statement, StatementResult } from "./link.ts";
import { heard, PostgresLink, type QueryTarget } from "./postgresLink.ts";
import { outage } from "./rules.ts";
import { loadOf, ServerPools, type ServerPoolRules } from "./serverPools.ts";
import { Servers } from "./servers.ts";

/** Milliseconds that a copy has to show that it has come as far as it has to be, whatever it is that holds it up. */
const COMES_WITHIN = 100;
/** Milliseconds between looks at whether it has. */
const LOOKS = [0, 2, 5, 10, 20, 30, 30];
/** Milliseconds for which a copy that is late, or doesn't answer, is not asked. */
const REST_MS = 1000;

/** Under which key of `meta` the server that takes the writes has its identity. */
export const PRIMARY_KEY = "primary";

/** How far the log of changes has come, and on which server. */
export interface LogPosition {
  readonly end: string;
  /** Another each time that a server starts, and each time that one takes the place of another. */
  readonly identity: string;
}

/**
 * The end of what has been confirmed to anybody: where commits don't wait for the disk, that of all that was written.
 * The timeline, which the names of the log's files begin with, counts who has taken whose place. The start is a number,
 * which is the same in every time zone: processes that name one server in two ways would write forever.
 */
export const LOG_POSITION = `select (case current_setting('synchronous_commit') when 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as "end",
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || ' ' || extract(epoch from pg_postmaster_start_time())::text as "identity"`;

/**
 * Whether a server still copies, has come as far, and has the identity that the other has given itself: a copy of a server
 * that is no longer written to may have come further, in a history that nobody goes on with.
 */
const HAS_COME = `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
  and exists (select 1 from meta where key = '${PRIMARY_KEY}' and value = $2) as "has"`;

export interface ReplicaRules extends ServerPoolRules {
  readonly url: string;
  readonly poolSize: number;
  readonly readPatience: number;
  /** Where is read what the copy doesn't answer. */
  readonly primary: DatabaseLink;
  readonly position: () => Promise<LogPosition>;
  /** Writes the identity of the server down, in the database. */
  readonly identify: (identity: string) => Promise<void>;
}

export class Replica {
  /**
   * Reads from the copy, and where that doesn't answer, from the server that it copies. What was written last may not be
   * there yet: it is for what can't have changed, and for those whom {@link isCurrent} has told that it is all there.
   */
  readonly read: Read;
  readonly counts: ReplicaCounts = { replica: 0, primary: 0 };
  readonly #rules: ReplicaRules;
  readonly #pools: ServerPools;
  readonly #pool: pg.Pool;
  readonly #to: QueryTarget;
  /** The question that others may still join. */
  #next: Promise<boolean> | undefined;
  /** Whether it was told why it doesn't answer. */
  #isReported = false;
  /** Until when it is not asked, by a clock that nobody sets. */
  #restsUntil = 0;
  /** That which is in the database. */
  #identity: string | undefined;

  constructor(rules: ReplicaRules) {
    this.#rules = rules;
    this.#pools = new ServerPools(new Servers(rules.url), rules);
    this.#pool = this.#pools.open(rules.poolSize, rules.readPatience);
    this.#to = this.#pools.followed(this.#pool);
    this.read = new Handle(new ReplicaLink(this, new PostgresLink(this.#to), rules.primary));
  }

  answered(): void {
    this.counts.replica++;
    this.#isReported = false;
  }

  get isResting(): boolean {
    return performance.now() < this.#restsUntil;
  }

  /** It is not asked for a second. @param error why, where that isn't only that it is late; told once, until it answers */
  rest(error?: unknown): void {
    if (!this.#isReported && error !== undefined) this.#rules.report(error);
    this.#isReported ||= error !== undefined;
    this.#restsUntil = performance.now() + REST_MS;
  }

  /**
   * Whether the copy has all that was confirmed to anybody before this was asked, or has it within a tenth of a second.
   * All who ask in one turn are answered by one question.
   */
  isCurrent(): Promise<boolean> {
    if (this.isResting) return Promise.resolve(false);
    this.#next ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#next = undefined;
        resolve(this.#hasCome());
      });
    });
    return this.#next;
  }

  load(): ConnectionLoad {
    return loadOf(this.#pool);
  }

  close(): Promise<void> {
    return this.#pools.close();
  }

  async #hasCome(): Promise<boolean> {
    let position: LogPosition;
    try {
      position = await this.#rules.position();
      if (position.identity !== this.#identity) {
        await this.#rules.identify(position.identity);
        this.#identity = position.identity;
        position = await this.#rules.position();
      }
    } catch {
      // Whoever reads there now is told why.
      return false;
    }
    const ended = new AbortController();
    const tooLate = pause(COMES_WITHIN, false, { signal: ended.signal }).catch(() => false);
    // Reads may have all connections, and one that isn't there yet takes seconds to fail.
    const hasCome = await Promise.race([this.#comes(position, ended.signal), tooLate]);
    ended.abort();
    if (!hasCome) this.rest();
    return hasCome;
  }

  async #comes(position: LogPosition, ended: AbortSignal): Promise<boolean> {
    try {
      for (const wait of LOOKS) {
        if (wait > 0) await pause(wait);
        if (ended.aborted) return false;
        if (await this.#has(position)) return true;
      }
    } catch (error) {
      this.rest(error);
    }
    return false;
  }

  async #has({ end, identity }: LogPosition): Promise<boolean> {
    const query = { name: "has_come", text: HAS_COME, values: [end, identity] };
    const { rows } = await heard(this.#to.query(query));
    return (rows as { has: boolean | null }[])[0]?.has === true;
  }
}

/** Statements for a copy, which the other server answers where the copy fails to. */
class ReplicaLink implements DatabaseLink {
  readonly dialect = "postgres";
  readonly #replica: Replica;
  readonly #copy: DatabaseLink;
  readonly #primary: DatabaseLink;

  constructor(replica: Replica, copy: DatabaseLink, primary: DatabaseLink) {
    this.#replica = replica;
    this.#copy = copy;
    this.#primary = primary;
  }

  row(statement: Statement, values: readonly unknown[]): Promise<unknown> {
    return this.#ask((link) => link.row(statement, values));
  }

  rows(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    return this.#ask((link) => link.rows(statement, values));
  }

  change(): Promise<number> {
    return Promise.reject(new Error("A copy of the database is only read."));
  }

  execute(sql: string, values: readonly unknown[]): Promise<StatementResult> {
    return this.#ask((link) => link.execute(sql, values));
  }

  async #ask<T>(ask: (link: DatabaseLink) => Promise<T>): Promise<T> {
    if (!this.#replica.isResting) {
      try {
        const answer = await ask(this.#copy);
        this.#replica.answered();
        return answer;
      } catch (error) {
        // What takes too long there takes too long here.
        if (outage(error) === "gaveUp") throw error;
        this.#replica.rest(error);
      }
    }
    this.#replica.counts.primary++;
    return ask(this.#primary);
  }
}
