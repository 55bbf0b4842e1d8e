/**
 * Places of the processes that run scripts. An organization has half of what the others leave, and always one; while no
 * other runs any, all but one, so that whoever comes first finds it free. What it has beyond its share by the time that
 * others come isn't handed on while one of these waits.
 */
import { Queue, type QueueRules } from "../../turns/queue.ts";
import { shareOf } from "./neighbours.ts";

interface PlaceRules extends Pick<QueueRules, "patience" | "refusal"> {
  /** Places in all. */
  readonly most: number;
  /**
   * Has one of those who may be asked give its place up; false where there is none.
   * @param mayBe is given whose it is, and how many of theirs aren't asked yet
   */
  readonly makeWay: (mayBe: (organization: string, staying: number) => boolean) => boolean;
  /** How many places are given up as soon as what is under way there ends. */
  readonly leaving: () => number;
}

export class ScriptPlaces {
  readonly #rules: PlaceRules;
  readonly #turns: Queue;

  constructor({ patience, refusal, ...rules }: PlaceRules) {
    this.#rules = { ...rules };
    this.#turns = new Queue({
      isHandedOn: false,
      ...(patience !== undefined && { patience }),
      ...(refusal !== undefined && { refusal }),
    });
  }

  /** How many wait for a place. */
  get waiting(): number {
    return this.#turns.waiting.length;
  }

  /** Waits for a place, and gives what leaves it. @throws the rules' refusal */
  async enter(organization: string): Promise<() => void> {
    const isFree = this.#hasRoom(organization);
    const entered = this.#turns.enter(organization, { atOnce: isFree ? Infinity : 0 });
    if (!isFree) this.#ask(organization);
    const leave = await entered;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      leave();
      this.#handOn(organization);
    };
  }

  /** Another one may be asked to give its place up: who waits may have found nobody before. */
  opened(): void {
    const { waiting } = this.#turns;
    if (this.#rules.leaving() < waiting.length) waiting.some((organization) => this.#ask(organization));
  }

  /** Whether somebody waits for the place of an organization that has come to rest. */
  isWanted(organization: string): boolean {
    const isOver = this.#held(organization) > this.#share(organization);
    return this.#turns.waiting.some(
      (other) => isOver || other === organization || this.#held(other) < this.#share(other),
    );
  }

  #held(organization: string): number {
    return this.#turns.load(organization).underway;
  }

  #share(organization: string): number {
    const { most } = this.#rules;
    const others = this.#turns.underway - this.#held(organization);
    return Math.max(1, others === 0 ? most - 1 : shareOf(most, others));
  }

  #hasRoom(organization: string): boolean {
    return this.#turns.underway < this.#rules.most && this.#held(organization) < this.#share(organization);
  }

  /**
   * Those who are beyond their share give way first; who has all of theirs waits for one of their own, too.
   * @returns whether anybody was asked
   */
  #ask(organization: string): boolean {
    const isWithin = this.#held(organization) < this.#share(organization);
    const isFound = this.#rules.makeWay((other, staying) =>
      other === organization ? !isWithin : staying > this.#share(other),
    );
    return isFound || (isWithin && this.#rules.makeWay(() => true));
  }

  /** @param from whose place it was */
  #handOn(from: string): void {
    const { waiting } = this.#turns;
    if (waiting.length === 0) return;
    // As long as nobody else waits, it keeps what it has.
    if (waiting.every((other) => other === from)) return void this.#turns.admit(from);
    for (;;) {
      const next = this.#turns.waiting.find((other) => this.#hasRoom(other));
      if (next === undefined || !this.#turns.admit(next)) break;
    }
    this.#askAgain();
  }

  /**
   * It may take several that go until one of another organization has room. Those who have no more than their share
   * were asked by whoever came, and aren't asked at each place that somebody leaves.
   */
  #askAgain(): void {
    const { waiting } = this.#turns;
    if (this.#rules.leaving() >= waiting.length) return;
    waiting.some((one) =>
      this.#rules.makeWay((other, staying) => other !== one && staying > this.#share(other)),
    );
  }
}
