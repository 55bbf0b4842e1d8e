/** One bound in bytes for all that a process keeps in memory, whatever it is. */

/** Room for values of one kind, which has its own share besides. */
export interface BudgetRoom {
  /** Bytes that its values take now, and that they may take. */
  readonly bytes: number;
  readonly most: number;
  /** Lets go of values used least recently until they take no more than this. */
  shrinkTo(bytes: number): void;
  /** Whether anything was looked for since this was last asked. */
  wasUsed(): boolean;
}

/** How much of the whole may come in before it is looked at, and how much is let go of then: neither is seen by a reader. */
const STEP = 1 / 32;
/** What an idle room keeps of what it has; below so many bytes it keeps nothing. */
const KEPT_IDLE = 1 / 2;
const LITTLE = 2 ** 16;

export class MemoryBudget {
  readonly #rooms = new Set<WeakRef<BudgetRoom>>();
  #most: number;
  /** Bytes that have come in since the rooms were looked at. */
  #unseen = 0;

  /** @param most bytes of all rooms together */
  constructor(most: number) {
    this.#most = most;
  }

  get most(): number {
    return this.#most;
  }

  set most(bytes: number) {
    this.#most = bytes;
    this.#look();
  }

  open(room: BudgetRoom): void {
    this.#rooms.add(new WeakRef(room));
  }

  /** Hears that a room has taken in so many bytes. */
  took(bytes: number): void {
    this.#unseen += bytes;
    if (this.#unseen > this.#most * STEP) this.#look();
  }

  /** Lets rooms give back half of what they have, where nobody has looked for anything in them since this was last called. */
  rest(): void {
    for (const room of this.#open()) {
      if (room.wasUsed()) continue;
      room.shrinkTo(room.bytes < LITTLE ? 0 : room.bytes * KEPT_IDLE);
    }
  }

  #look(): void {
    this.#unseen = 0;
    const rooms = this.#open();
    const sum = (fill: number): number =>
      rooms.reduce((bytes, room) => bytes + Math.min(room.bytes, room.most * fill), 0);
    if (sum(1) <= this.#most * (1 - STEP)) return;
    // Those that have most of their share give first, so that all come down to the same part of theirs.
    let [low, high] = [0, 1];
    for (let step = 0; step < 20; step++) {
      const middle = (low + high) / 2;
      if (sum(middle) > this.#most * (1 - 2 * STEP)) high = middle;
      else low = middle;
    }
    for (const room of rooms) room.shrinkTo(room.most * low);
  }

  /** Rooms that somebody still holds: those of a server of a test are gone with it. */
  #open(): BudgetRoom[] {
    const open: BudgetRoom[] = [];
    for (const each of this.#rooms) {
      const room = each.deref();
      if (room === undefined) this.#rooms.delete(each);
      else open.push(room);
    }
    return open;
  }
}
