/** Why a turn was refused: too many wait already, it did not come in time, or who waited gave it up. */
export type TurnRefusal = "full" | "late" | "aborted";

export interface QueueRules {
  /** Turns of one key at once; 1 unless said. */
  readonly atOnce?: number;
  /** Who may wait for a turn of one key; any number unless said. */
  readonly mostWaiting?: number;
  /** Milliseconds that a turn is waited for; any time unless said. */
  readonly patience?: number;
  /** What they are told who get no turn. */
  readonly refusal?: (why: TurnRefusal) => Error;
  /** Whether a turn that ends is the next one's; false leaves it to `admit` when who waits has one. */
  readonly isHandedOn?: boolean;
}

interface TurnWish {
  /** Turns of this key at once, where its works say so themselves. */
  readonly atOnce?: number | undefined;
  /** Gives the turn up while it is waited for. */
  readonly signal?: AbortSignal | undefined;
}

interface Line {
  underway: number;
  /** Calls them, and the number that they drew when they came. */
  readonly waiting: Map<() => void, number>;
}

/**
 * Turns by key: of one key so many are under way at once, and who comes later waits, first come, first served. Keys
 * don't wait for each other. Counted in this process.
 */
export class Queue {
  readonly #rules: QueueRules;
  readonly #lines = new Map<string, Line>();
  #drawn = 0;

  constructor(rules: QueueRules = {}) {
    this.#rules = rules;
  }

  /** Keys of which anybody has a turn or waits for one. */
  get size(): number {
    return this.#lines.size;
  }

  /** Turns under way, of all keys. */
  get underway(): number {
    return [...this.#lines.values()].reduce((sum, { underway }) => sum + underway, 0);
  }

  /** The keys of those who wait, as they came: one as often as somebody waits for it. */
  get waiting(): string[] {
    return [...this.#lines]
      .flatMap(([key, { waiting }]) => [...waiting.values()].map((drawn) => ({ key, drawn })))
      .toSorted((a, b) => a.drawn - b.drawn)
      .map(({ key }) => key);
  }

  /** How many of a key have a turn, and how many wait for one. */
  load(key: string): { readonly underway: number; readonly waiting: number } {
    const { underway = 0, waiting } = this.#lines.get(key) ?? {};
    return { underway, waiting: waiting?.size ?? 0 };
  }

  /** Does work in a turn of its own, and gives what it gives. @throws the rules' refusal, and what the work throws */
  async take<T>(key: string, work: () => Promise<T>, wish?: TurnWish): Promise<T> {
    const leave = await this.enter(key, wish);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for a turn, and gives what ends it; that may be called again, for nothing. @throws the rules' refusal */
  async enter(key: string, { atOnce = this.#rules.atOnce ?? 1, signal }: TurnWish = {}): Promise<() => void> {
    if (signal?.aborted === true) throw this.#refusal("aborted");
    let line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, (line = { underway: 0, waiting: new Map() }));
    if (line.underway < atOnce) line.underway++;
    else if (line.waiting.size >= (this.#rules.mostWaiting ?? Infinity)) throw this.#refusal("full");
    else await this.#wait(line, signal).finally(() => this.#forget(key, line));
    return this.#leaving(key, line);
  }

  /** Gives a turn to who waits longest for one of a key, however many are under way; false where nobody does. */
  admit(key: string): boolean {
    const line = this.#lines.get(key);
    const [next] = line?.waiting.keys() ?? [];
    if (line === undefined || next === undefined) return false;
    line.underway++;
    next();
    return true;
  }

  /** Waits until somebody hands their turn on. */
  #wait({ waiting }: Line, signal: AbortSignal | undefined): Promise<void> {
    const { patience } = this.#rules;
    return new Promise((enter, refuse) => {
      const stop = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
        waiting.delete(called);
      };
      const called = (): void => {
        stop();
        enter();
      };
      const leave = (why: TurnRefusal): void => {
        stop();
        refuse(this.#refusal(why));
      };
      const giveUp = (): void => leave("aborted");
      const timer = patience === undefined ? undefined : setTimeout(leave, patience, "late");
      signal?.addEventListener("abort", giveUp);
      waiting.set(called, this.#drawn++);
    });
  }

  #leaving(key: string, line: Line): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const [next] = line.waiting.keys();
      if (next !== undefined && this.#rules.isHandedOn !== false) return next();
      line.underway--;
      this.#forget(key, line);
    };
  }

  #forget(key: string, line: Line): void {
    // Who was refused hears it after others may have begun another line of this key.
    if (line.underway > 0 || line.waiting.size > 0 || this.#lines.get(key) !== line) return;
    this.#lines.delete(key);
  }

  #refusal(why: TurnRefusal): Error {
    return this.#rules.refusal?.(why) ?? new Error("The turn was given up.");
  }
}
