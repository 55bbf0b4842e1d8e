/** What has been committed to a PostgreSQL server, told cheaply enough to be asked before every read. */

/** So many changed answers one after the other mean that somebody writes all the time. */
const RESTLESS_AFTER = 16;
/** Of those who would ask meanwhile, one in so many does, to notice the end of it. */
const ASKED_ONCE_IN = 8;

/**
 * The set of transactions that a statement which begins now would see the work of. Two equal ones see the same rows:
 * whoever commits adds a number to it, also one that had begun before, and no number ever leaves it. Transactions of
 * other databases of the server count, too, and void what would have held; those that write nothing don't.
 *
 * Numbers are a server's own: where another takes its place, it may give the same to transactions that the first never
 * saw. So the server's name goes with them: the microsecond in which it started.
 */
export const SNAPSHOT =
  "select pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text as snapshot";

export class Commits {
  readonly #ask: () => Promise<string>;
  /** The question that is still to be sent. */
  #next: Promise<string> | undefined;
  #latest: string | undefined;
  #changes = 0;
  #passed = 0;

  /** @param ask runs {@link SNAPSHOT} */
  constructor(ask: () => Promise<string>) {
    this.#ask = ask;
  }

  /** The snapshot, or undefined while nothing is worth keeping because it changes from one reader to the next. */
  async state(): Promise<string | undefined> {
    if (this.#changes >= RESTLESS_AFTER && ++this.#passed % ASKED_ONCE_IN !== 0) return undefined;
    const snapshot = await (this.#next ??= this.#askWithOthers());
    this.#changes = snapshot === this.#latest ? 0 : this.#changes + 1;
    this.#latest = snapshot;
    return snapshot;
  }

  /** Answers all who join before it is sent: nobody is given what was true before they asked. */
  #askWithOthers(): Promise<string> {
    return new Promise((resolve) => {
      setImmediate(() => {
        this.#next = undefined;
        resolve(this.#ask());
      });
    });
  }
}
