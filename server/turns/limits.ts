/** How much callers may ask for a minute, counted in this process and, of what they spend much of, in its neighbours too. */

/** Points per minute, in a fixed window for each caller. */
export interface RateLimit {
  /** Takes points; `remaining` below zero means refused. `reset` is in epoch seconds. @param times the limit, for callers who stand for many */
  take(
    caller: string,
    points: number,
    now: number,
    times?: number,
  ): { limit: number; remaining: number; reset: number };
  /** Gives back what was taken in the same window. */
  give(caller: string, points: number, now: number): void;
}

const WINDOW_MS = 60_000;
const TELL_MS = 1000;
/** After so many times all is told anew: who was not connected then has missed it. */
const ANEW_AFTER = 5;
/** The part of a limit that a caller may spend in each process before the others hear of it: most callers never do. */
const UNTOLD = 1 / 20;
/** Callers of whom one message tells: it stays below what a server of the database takes in one. */
const A_MESSAGE = 50;

/** Other processes of the same installation. */
export interface Neighbours {
  /** Tells all of them something that need not last: who doesn't hear it misses it. Nothing while nobody else is there. */
  tell(text: string): void;
  /** Hears what they tell, and nothing that anybody else does. */
  hear(listener: (text: string) => void): void;
}

/** What a process spent of a limit in a window: all of it, so that a message that was missed is made up for by the next. */
interface Spending {
  /** The process, by a name that no other has. */
  readonly from: string;
  readonly limit: string;
  readonly window: number;
  readonly spent: readonly (readonly [caller: string, points: number])[];
}

/** @param limit points a minute, counted in this process alone */
export function openRateLimit(limit: number): RateLimit {
  return new Counter(limit);
}

/** The limits of a process that its neighbours count too, by name. */
export class Limits {
  readonly #counters = new Map<string, Counter>();

  /** @param name the same in all processes @param limit points a minute */
  open(name: string, limit: number): RateLimit {
    const counter = new Counter(limit);
    this.#counters.set(name, counter);
    return counter;
  }

  /**
   * Counts with the neighbours from now on.
   * @param from what no neighbour is called @param now milliseconds since 1970 @returns what ends it
   */
  share(neighbours: Neighbours, from: string, now: () => number): () => void {
    neighbours.hear((text) => {
      const told = spendingOf(text);
      if (told !== undefined && told.from !== from) this.#counters.get(told.limit)?.hear(told);
    });
    let times = 0;
    const telling = setInterval(() => {
      const isAnew = ++times % ANEW_AFTER === 0;
      for (const [limit, counter] of this.#counters)
        for (const spent of counter.news(now(), isAnew))
          neighbours.tell(JSON.stringify({ from, limit, ...spent }));
    }, TELL_MS).unref();
    return () => clearInterval(telling);
  }
}

/** What a neighbour of another version may say otherwise is no spending. */
function spendingOf(text: string): Spending | undefined {
  try {
    const told = JSON.parse(text) as Spending;
    const isSpent = ([caller, points]: readonly unknown[]): boolean =>
      typeof caller === "string" && Number.isFinite(points) && (points as number) >= 0;
    return Number.isInteger(told.window) && told.spent.length <= A_MESSAGE && told.spent.every(isSpent)
      ? told
      : undefined;
  } catch {
    return undefined;
  }
}

class Counter implements RateLimit {
  readonly #limit: number;
  #window = 0;
  #spent = new Map<string, number>();
  /** What was told of, as it was then. */
  #told = new Map<string, number>();
  /** What neighbours spent, by caller and neighbour, in the latest window that one of them is in. */
  #elsewhere = { window: 0, spent: new Map<string, Map<string, number>>() };

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(caller: string, points: number, now: number, times = 1): ReturnType<RateLimit["take"]> {
    const window = Math.floor(now / WINDOW_MS);
    if (window !== this.#window) {
      this.#window = window;
      this.#spent = new Map();
      this.#told = new Map();
    }
    const used = (this.#spent.get(caller) ?? 0) + points;
    const most = this.#limit * times;
    const all = used + this.#spentElsewhere(caller);
    // A refused caller does not dig deeper: the window opens at the same time however often they try.
    if (all <= most) this.#spent.set(caller, used);
    return { limit: most, remaining: most - all, reset: (window + 1) * (WINDOW_MS / 1000) };
  }

  give(caller: string, points: number, now: number): void {
    if (Math.floor(now / WINDOW_MS) !== this.#window) return;
    this.#spent.set(caller, Math.max(0, (this.#spent.get(caller) ?? 0) - points));
  }

  /** What neighbours have not been told yet, in messages. @param isAnew what they have been told, too */
  *news(now: number, isAnew: boolean): Generator<Pick<Spending, "window" | "spent">> {
    if (Math.floor(now / WINDOW_MS) !== this.#window) return;
    const news = [...this.#spent].filter(
      ([caller, points]) => points > this.#limit * UNTOLD && (isAnew || points !== this.#told.get(caller)),
    );
    for (const [caller, points] of news) this.#told.set(caller, points);
    for (let at = 0; at < news.length; at += A_MESSAGE)
      yield { window: this.#window, spent: news.slice(at, at + A_MESSAGE) };
  }

  /** Hears what a neighbour spent. It counts in its own minute, whatever minute it is here. */
  hear({ from, window, spent }: Spending): void {
    if (window < this.#elsewhere.window) return;
    if (window > this.#elsewhere.window) this.#elsewhere = { window, spent: new Map() };
    for (const [caller, points] of spent) {
      const by = this.#elsewhere.spent.get(caller) ?? new Map<string, number>();
      this.#elsewhere.spent.set(caller, by.set(from, points));
    }
  }

  #spentElsewhere(caller: string): number {
    let points = 0;
    if (this.#elsewhere.window !== this.#window) return points;
    for (const some of this.#elsewhere.spent.get(caller)?.values() ?? []) points += some;
    return points;
  }
}
