/** Which events were seen. Numbers are given before a transaction commits, so a smaller one may come after a larger. */
import { LATE_MS, type SentEvent } from "./read.ts";

/** Numbers that are waited for at most; those of transactions that were given up never come. */
const MOST_MISSING = 5000;

export class SeenNumbers {
  #last = 0;
  /** Numbers that have not come, with when they were passed; milliseconds. */
  readonly #missing = new Map<number, number>();

  /** The largest that was seen. */
  get last(): number {
    return this.#last;
  }

  /** Those that may still come. */
  missing(now: number): readonly number[] {
    for (const [seq, passed] of this.#missing) if (passed <= now - LATE_MS) this.#missing.delete(seq);
    return [...this.#missing.keys()];
  }

  /**
   * Begins behind the newest event; what came lately tells which are under way.
   * @param newest the last one first
   * @param clock what the events' own times are by, in milliseconds since 1970
   */
  begin(newest: readonly SentEvent[], now: number, clock: number): void {
    this.#missing.clear();
    this.#last = newest[0]?.seq ?? 0;
    const late = newest.filter(({ created_at }) => created_at > clock - LATE_MS).toReversed();
    for (const [index, { seq }] of late.entries()) {
      const before = late[index - 1]?.seq;
      if (before !== undefined) this.#pass(before, seq, now);
    }
  }

  /** Takes the number of an event that was seen. */
  see(seq: number, now: number): void {
    if (this.#missing.delete(seq) || seq <= this.#last) return;
    this.#pass(this.#last, seq, now);
    this.#last = seq;
  }

  #pass(from: number, to: number, now: number): void {
    for (let seq = Math.max(from + 1, to - MOST_MISSING); seq < to; seq++) this.#missing.set(seq, now);
    // Of all gaps together too, the oldest are given up first: they are the likeliest never to come.
    for (const seq of this.#missing.keys()) {
      if (this.#missing.size <= MOST_MISSING) break;
      this.#missing.delete(seq);
    }
  }
}
