import { setImmediate as nextTurn } from "node:timers/promises";

/** UTF-16 units looked through before others get a turn: a few milliseconds of work. */
const unitsInOneTurn = 1_000_000;

/** Lets the event loop turn now and then during long work, by the amount of work and not by the clock. */
export class Pace {
  #spent = 0;

  /** @param units UTF-16 units that will be looked through before the next call */
  async spend(units: number): Promise<void> {
    this.#spent += units;
    if (this.#spent < unitsInOneTurn) return;
    this.#spent = 0;
    await nextTurn();
  }
}
