/** One at a time, first come, first served. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after everything given earlier has settled; gives what it gives. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
