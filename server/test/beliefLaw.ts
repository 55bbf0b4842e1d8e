/** The law of what is believed: whatever survives a write is what a fresh read gives. */
import { isDeepStrictEqual } from "node:util";
import type { Database } from "../db/database.ts";
import { hearBeliefs, type ToldBelief } from "../memory/believed.ts";

/** Most that is read again after one write, and of answers of sites, which are made anew for it. */
const MOST = 40;
const MOST_ANSWERS = 2;
/** Milliseconds after which a difference counts: a commit is seen by others before whoever asked for it hears of it. */
const DOUBT_MS = 100;

export class BeliefLaw {
  readonly #db: Database;
  #told = new Map<string, ToldBelief>();
  #checkedAt = 0;
  /** Requests and jobs that are under way. */
  underway = 0;
  /** Hears of nothing more. */
  readonly close: () => void;

  constructor(db: Database) {
    this.#db = db;
    this.close = hearBeliefs((told) => {
      if (told.db !== db) return;
      const name = `${told.name} ${told.key}`;
      this.#told.delete(name);
      this.#told.set(name, told);
    });
  }

  /** Checks after a piece of work, unless another is under way. @throws as {@link check} */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.underway++;
    let result: T;
    try {
      result = await work();
    } finally {
      this.underway--;
    }
    await this.check();
    return result;
  }

  /** @throws an error that names what is believed and isn't so any more, after what was written since the last check */
  async check(): Promise<void> {
    const { writes } = this.#db;
    if (writes === this.#checkedAt || this.underway > 0) return;
    this.#checkedAt = writes;
    let answers = 0;
    let compared = 0;
    const survivors = [...this.#told].toReversed();
    for (const [name, told] of survivors) {
      if (!told.isBelieved()) this.#told.delete(name);
      else if (told.writes === writes || compared >= MOST) continue;
      else if (told.name === "site_answers" && ++answers > MOST_ANSWERS) continue;
      else {
        compared++;
        await this.#compare(told);
      }
    }
  }

  async #compare(told: ToldBelief): Promise<void> {
    for (const isLast of [false, true]) {
      const { writes } = this.#db;
      const now = await told.again();
      const isComparable = this.#db.writes === writes && this.underway === 0 && told.isBelieved();
      if (!isComparable || isSame(told.value, now)) return;
      if (isLast) {
        const shown = (value: unknown): string => JSON.stringify(plain(value)).slice(0, 600);
        throw new Error(
          `Of ${told.name} "${told.key}" is believed ${shown(told.value)}, and a fresh read gives ${shown(now)}. Something that it is made of isn't read by the handle that the reading is given.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, DOUBT_MS));
    }
  }
}

/** What was made of reads, without these. */
function plain(value: unknown): unknown {
  const isMade = typeof value === "object" && value !== null && "reliance" in value;
  return (isMade ? (value as unknown as { value: unknown }).value : value) ?? null;
}

function isSame(a: unknown, b: unknown): boolean {
  const [one, other] = [plain(a), plain(b)];
  return isDeepStrictEqual(one, other) || JSON.stringify(one) === JSON.stringify(other);
}
