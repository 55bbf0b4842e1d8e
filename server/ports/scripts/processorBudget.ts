/** The processor time that the scripts of each organization take: what one takes, others wait for. */
const MINUTE_MS = 60_000;
/** Organizations that are counted at once before those are forgotten whose minute is over. */
const MANY = 1000;

/** Counts milliseconds by the minute. */
export class ProcessorBudget {
  readonly #most: number;
  readonly #spent = new Map<string, { readonly since: number; ms: number }>();

  /** @param most milliseconds of each organization in a minute */
  constructor(most: number) {
    this.#most = most;
  }

  /** Notes what the scripts of an organization took. */
  spend(organization: string, ms: number, now: number): void {
    const known = this.#lately(organization, now);
    if (known !== undefined) known.ms += ms;
    else {
      if (this.#spent.size >= MANY)
        for (const other of this.#spent.keys())
          if (this.#lately(other, now) === undefined) this.#spent.delete(other);
      this.#spent.set(organization, { since: now, ms });
    }
  }

  /** Whether an organization's scripts may take more now. */
  has(organization: string, now: number): boolean {
    return (this.#lately(organization, now)?.ms ?? 0) < this.#most;
  }

  #lately(organization: string, now: number): { ms: number } | undefined {
    const known = this.#spent.get(organization);
    return known !== undefined && now - known.since < MINUTE_MS ? known : undefined;
  }
}
