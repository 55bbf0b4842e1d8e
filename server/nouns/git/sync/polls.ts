/** Whom the looks at branches are for, and in what order: who is slow keeps nobody else waiting. */
import { setTimeout } from "node:timers/promises";
import type { Installation } from "./syncRun.ts";

/** Repositories that are asked about at once: of all, of one organization, of one host, and of all that are slow. */
const AT_ONCE = 32;
const OF_ONE = 8;
const OF_HOST = 2;
const OF_SLOW = 8;
/** Milliseconds from which a look is slow, and how many slow ones are remembered. */
const SLOW_MS = 2_000;
const MOST_NAMES = 10_000;
/** Branches that wait, at most. */
const MOST_KNOWN = 50_000;
/** Milliseconds in which what was heard is gathered. */
const GATHER_MS = 1_000;

/** What a look needs to know of an installation: all that are due are read again and again. */
export const POLLED_COLUMNS = [
  "organization_id",
  "id",
  "parent_id",
  "space_id",
  "connection_id",
  "remote_url",
  "branch",
  "object_format",
  "state",
  "attention",
  "failures",
  "hook_seen_at",
  "poll_at",
] as const;

export type PolledBranch = Pick<Installation, (typeof POLLED_COLUMNS)[number]>;

/** The branches of one repository, as one connection sees it. */
export interface PolledPlace {
  readonly key: string;
  readonly organization: string;
  readonly origin: string;
  readonly of: PolledBranch[];
}

/** Places that are to be asked, and those that are being asked. */
export class Polls {
  readonly #ask: (place: PolledPlace) => Promise<readonly BranchTip[]>;
  /** By their hosts, and by their keys. */
  readonly #waiting = new Map<string, Map<string, PolledPlace>>();
  readonly #asked = new Set<PolledPlace>();
  /** Branches that are known to be due. */
  readonly #ids = new Set<string>();
  #heard: BranchTip[] = [];
  #failure: unknown;
  readonly #slow: SlowOnes;
  /** Says that nothing is left to be asked. */
  #rest = (): void => undefined;

  constructor(ask: (place: PolledPlace) => Promise<readonly BranchTip[]>, slow: SlowOnes) {
    [this.#ask, this.#slow] = [ask, slow];
  }

  /** Whether nothing is left: to be asked, to be heard, or to be noted. */
  get isIdle(): boolean {
    return this.#waiting.size + this.#asked.size + this.#heard.length === 0;
  }

  /** Whether so many wait that none is added any more. */
  get isFull(): boolean {
    return this.#ids.size >= MOST_KNOWN;
  }

  /** @returns whether there was any that didn't wait yet */
  add(rows: readonly PolledBranch[]): boolean {
    const before = this.#ids.size;
    for (const row of rows) {
      if (this.#ids.has(row.id) || this.isFull) continue;
      this.#ids.add(row.id);
      const { organization_id: organization, remote_url: url, connection_id } = row;
      const key = JSON.stringify([organization, url, connection_id]);
      const { origin } = new URL(url);
      const ofHost = this.#waiting.get(origin) ?? new Map<string, PolledPlace>();
      this.#waiting.set(origin, ofHost);
      const place = ofHost.get(key);
      if (place !== undefined) place.of.push(row);
      else ofHost.set(key, { key, organization, origin, of: [row] });
    }
    return this.#ids.size > before;
  }

  /** Asks as many at once as may be asked, and gives what has been heard after a moment. @throws what asking throws */
  async hear(): Promise<readonly BranchTip[]> {
    const moment = new AbortController();
    const rest = new Promise<void>((rest) => (this.#rest = rest));
    this.#begin();
    await Promise.race([rest, setTimeout(GATHER_MS, undefined, { signal: moment.signal })]);
    moment.abort();
    if (this.#failure !== undefined) throw this.#failure;
    const heard = this.#heard;
    this.#heard = [];
    return heard;
  }

  /** What was noted may be due again. */
  forget(tips: readonly BranchTip[]): void {
    for (const { installation } of tips) this.#ids.delete(installation.id);
  }

  #begin(): void {
    const load = new Map<string, number>();
    const count = ({ organization, origin }: PolledPlace): void => {
      for (const key of [organization, origin]) load.set(key, (load.get(key) ?? 0) + 1);
    };
    for (const place of this.#asked) count(place);
    let slow = [...this.#asked].filter((place) => this.#slow.has(place)).length;
    // Who has had a turn goes to the end.
    for (const [origin, ofHost] of this.#waiting) {
      for (const place of ofHost.values()) {
        if (this.#asked.size >= AT_ONCE || (load.get(origin) ?? 0) >= OF_HOST) break;
        if ((load.get(place.organization) ?? 0) >= OF_ONE) continue;
        if (this.#slow.has(place) && slow++ >= OF_SLOW) continue;
        ofHost.delete(place.key);
        count(place);
        this.#waiting.delete(origin);
        if (ofHost.size > 0) this.#waiting.set(origin, ofHost);
        this.#asked.add(place);
        void this.#hearOf(place);
      }
    }
    if (this.#waiting.size + this.#asked.size === 0) this.#rest();
  }

  async #hearOf(place: PolledPlace): Promise<void> {
    const start = performance.now();
    try {
      const tips = await this.#ask(place);
      // Those before may have been given away meanwhile.
      this.#heard.push(...tips);
    } catch (error) {
      this.#failure ??= error;
      this.#waiting.clear();
    }
    this.#slow.note(place, performance.now() - start);
    this.#asked.delete(place);
    this.#begin();
  }
}

/** Hosts that were slow when they were asked last, and the organizations whose they were: few of them are asked at once. */
export class SlowOnes {
  readonly #names = new Set<string>();

  has({ organization, origin }: Pick<PolledPlace, "organization" | "origin">): boolean {
    return this.#names.has(origin) || this.#names.has(organization);
  }

  /** @param took milliseconds */
  note({ organization, origin }: Pick<PolledPlace, "organization" | "origin">, took: number): void {
    for (const name of [origin, organization]) {
      this.#names.delete(name);
      if (took > SLOW_MS) this.#names.add(name);
    }
    // Who was noted first is asked as others are, and noted again.
    for (const name of this.#names) {
      if (this.#names.size <= MOST_NAMES) break;
      this.#names.delete(name);
    }
  }
}

export interface BranchTip {
  readonly installation: PolledBranch;
  /** The commit that its branch is at; null: there is none; undefined: the host can't be asked. */
  readonly tip: string | null | undefined;
}
