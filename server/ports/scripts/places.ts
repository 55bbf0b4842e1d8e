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
}

export class ScriptPlaces {
  readonly #rules: PlaceRules;
  readonly #turns: Queue;
  /** The organizations of those who wait, as they came. */
  readonly #waiting: string[] = [];
  #taken = 0;

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
    return this.#waiting.length;
  }

  /** Waits for a place, and gives what leaves it. @throws the rules' refusal */
  async enter(organization: string): Promise<() => void> {
    const leave = await (this.#hasRoom(organization) ? this.#take(organization) : this.#wait(organization));
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      leave();
      this.#taken--;
      this.#handOn(organization);
    };
  }

  /** Whether somebody waits for the place of an organization that has come to rest. */
  isWanted(organization: string): boolean {
    const isOver = this.#held(organization) > this.#share(organization);
    return this.#waiting.some(
      (other) => isOver || other === organization || this.#held(other) < this.#share(other),
    );
  }

  #held(organization: string): number {
    return this.#turns.load(organization).underway;
  }

  #share(organization: string): number {
    const { most } = this.#rules;
    const others = this.#taken - this.#held(organization);
    return Math.max(1, others === 0 ? most - 1 : shareOf(most, others));
  }

  #hasRoom(organization: string): boolean {
    return this.#taken < this.#rules.most && this.#held(organization) < this.#share(organization);
  }

  #take(organization: string): Promise<() => void> {
    this.#taken++;
    return this.#turns.enter(organization, { atOnce: Infinity });
  }

  #wait(organization: string): Promise<() => void> {
    this.#waiting.push(organization);
    this.#ask(organization);
    return this.#turns.enter(organization, { atOnce: 0 }).catch((error: unknown) => {
      this.#waiting.splice(this.#waiting.indexOf(organization), 1);
      throw error;
    });
  }

  /** Those who are beyond their share give way first; who has all of theirs waits for one of their own, too. */
  #ask(organization: string): void {
    const isWithin = this.#held(organization) < this.#share(organization);
    const isFound = this.#rules.makeWay((other, staying) =>
      other === organization ? !isWithin : staying > this.#share(other),
    );
    if (!isFound && isWithin) this.#rules.makeWay(() => true);
  }

  /** @param from whose place it was */
  #handOn(from: string): void {
    // As long as nobody else waits, it keeps what it has.
    if (this.#waiting.length > 0 && this.#waiting.every((other) => other === from)) return this.#admit(from);
    for (;;) {
      const next = this.#waiting.find((other) => this.#hasRoom(other));
      if (next === undefined) break;
      this.#admit(next);
    }
    // It may take several that go until one of another organization has room.
    const [first] = this.#waiting;
    if (first !== undefined) this.#ask(first);
  }

  #admit(organization: string): void {
    this.#waiting.splice(this.#waiting.indexOf(organization), 1);
    this.#taken++;
    this.#turns.admit(organization);
  }
}
