/** Whose job is next: that of the organization which was served longest ago, and none has all places. */
import type { JobLine, WaitingOrganization } from "../db/jobLines.ts";
import { Queue } from "../turns/queue.ts";

/** Places of jobs that compute: all of a process, and those that one organization may have. */
const PLACES = 4;
const PLACES_OF_ONE = 2;
/** Jobs that are under way, with those that wait for others' bytes and have no place: of all, and of one organization. */
const MOST_UNDERWAY = 36;
const MOST_OF_ONE = 8;
/** Organizations of which is known when they were served last: an id and a number each, half a megabyte in all. */
const MOST_SERVED = 10_000;
/** No organization's id: the places of the process. */
const ALL = "";

/** The turn of a job that is under way in this process: it has a place, or waits for one, unless it is away. */
export class OrganizationTurn {
  readonly organization: WaitingOrganization;
  readonly #places: Queue;
  #leave: () => void = () => undefined;
  #isAway = false;

  constructor(organization: WaitingOrganization, places: Queue) {
    this.organization = organization;
    this.#places = places;
  }

  /** Waits for a place: for one of the organization's first, so that who waits for that takes none of the others'. */
  async enter(): Promise<void> {
    const { organization } = this;
    const leaveOwn =
      organization === null ? undefined : await this.#places.enter(organization, { atOnce: PLACES_OF_ONE });
    const leave = await this.#places.enter(ALL, { atOnce: PLACES });
    this.#leave = () => {
      leave();
      leaveOwn?.();
    };
  }

  /** Gives the place away while `work` waits, and waits for one afterwards. */
  async away<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isAway) return work();
    this.#isAway = true;
    this.#leave();
    try {
      return await work();
    } finally {
      await this.enter();
      this.#isAway = false;
    }
  }

  leave(): void {
    this.#leave();
  }
}

/** Counted in this process. Jobs of the installation itself are one more that waits, without a limit of its own. */
export class OrganizationTurns {
  readonly #underway = new Set<OrganizationTurn>();
  readonly #places = new Queue();
  /** Who was served, the one longest ago first, and when: a number that grows. */
  readonly #served = new Map<WaitingOrganization, number>();
  #last = 0;

  /** Whether another job may begin, of whomever it is. */
  hasPlace(): boolean {
    return this.#load(ALL) < PLACES && !this.isFull();
  }

  /** Whether as many jobs are under way as may be, with those that wait for others' bytes. */
  isFull(): boolean {
    return this.#underway.size >= MOST_UNDERWAY;
  }

  /** Whether another job of the organization may begin once there is a place. */
  hasRoom(organization: WaitingOrganization): boolean {
    return (
      organization === null ||
      (this.#of(organization) < MOST_OF_ONE && this.#load(organization) < PLACES_OF_ONE)
    );
  }

  /**
   * The lines in the order in which they are to be served, without those whose organization has enough under way; none
   * while all places are taken.
   * @param waiting what waits longest first
   */
  order(waiting: readonly JobLine[]): JobLine[] {
    if (!this.hasPlace()) return [];
    return waiting
      .filter(({ organization }) => this.hasRoom(organization))
      .map((line) => ({
        line,
        // The installation's own jobs are for everybody: what of them is under way holds up none of them.
        underway: line.organization === null ? 0 : this.#of(line.organization),
        served: this.#served.get(line.organization) ?? 0,
      }))
      .toSorted((a, b) => a.underway - b.underway || a.served - b.served)
      .map(({ line }) => line);
  }

  begin(organization: WaitingOrganization): OrganizationTurn {
    const turn = new OrganizationTurn(organization, this.#places);
    this.#underway.add(turn);
    this.#last += 1;
    this.#served.delete(organization);
    this.#served.set(organization, this.#last);
    // Who isn't known comes first, as who was served longest ago does.
    for (const [longestAgo] of this.#served) {
      if (this.#served.size <= MOST_SERVED) break;
      this.#served.delete(longestAgo);
    }
    return turn;
  }

  end(turn: OrganizationTurn): void {
    turn.leave();
    this.#underway.delete(turn);
  }

  /** Places that jobs have or wait for. */
  #load(key: string): number {
    const { underway, waiting } = this.#places.load(key);
    return underway + waiting;
  }

  #of(organization: WaitingOrganization): number {
    return [...this.#underway].filter((turn) => turn.organization === organization).length;
  }
}
