/** The processor time that scripts take, by who pays for it: the scripts of one publisher in one organization. */
const MINUTE_MS = 60_000;
/** Payers that are counted at once before those are forgotten whose minute is over. */
const MANY = 1000;

/** Counts milliseconds by the minute. */
export class ProcessorBudget {
  readonly #most: number;
  readonly #spent = new Map<string, { readonly since: number; ms: number }>();

  /** @param most milliseconds of each payer in a minute */
  constructor(most: number) {
    this.#most = most;
  }

  /** Notes what somebody's scripts took. */
  spend(payer: string, ms: number, now: number): void {
    const known = this.#lately(payer, now);
    if (known !== undefined) known.ms += ms;
    else {
      if (this.#spent.size >= MANY)
        for (const other of this.#spent.keys())
          if (this.#lately(other, now) === undefined) this.#spent.delete(other);
      this.#spent.set(payer, { since: now, ms });
    }
  }

  /** Whether somebody's scripts may take more now. */
  has(payer: string, now: number): boolean {
    return (this.#lately(payer, now)?.ms ?? 0) < this.#most;
  }

  #lately(payer: string, now: number): { ms: number } | undefined {
    const known = this.#spent.get(payer);
    return known !== undefined && now - known.since < MINUTE_MS ? known : undefined;
  }
}
