/** Whose branches are polled, and in what order: who is slow keeps nobody else waiting. */
import { setTimeout } from "node:timers/promises";
import { type Kept, openKept } from "../../../memory/kept.ts";
import type { OwnedTarget } from "../owner.ts";
import type { Installation } from "./syncRun.ts";

/** Repositories that are asked about at once: of all, of one organization, of one host, and of all that are slow. */
const AT_ONCE = 32;
const OF_ONE = 8;
const OF_HOST = 2;
const OF_SLOW = 8;
/** Milliseconds from which an answer is slow, and for how long that counts for the organization that it was for. */
const SLOW_MS = 2_000;
const SLOW_FOR_MS = 300_000;
/** Answers one after the other that make a host slow: one may be a repository's alone. */
const SLOW_TIMES = 3;
/** Bytes of the branches that wait, at most, and what one takes beside its names. */
const MOST_WAITING = 16 * 2 ** 20;
const BRANCH_BYTES = 500;
/** Milliseconds in which what was heard is gathered. */
const GATHER_MS = 1_000;

/** What a poll needs to know of an installation: all that are due are read again and again. */
export const POLLED_COLUMNS = [
  "organization_id",
  "id",
  "parent_id",
  "space_id",
  "site_id",
  "owner_id",
  "connection_id",
  "remote_url",
  "branch",
  "object_format",
  "provider",
  "outgoing",
  "proposal_number",
  "proposal_commit",
  "state",
  "attention",
  "failures",
  "hook_seen_at",
  "poll_at",
] as const;

export interface PolledBranch extends Pick<
  Installation,
  Exclude<(typeof POLLED_COLUMNS)[number], "attention">
> {
  /** What it waits for, where that is a person. */
  readonly waitsFor: string | undefined;
  /** What is kept in step; undefined for what lies in the trash. */
  readonly target: OwnedTarget | undefined;
  /** When all of this was read, in milliseconds of the process. */
  readonly readAt: number;
}

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
  /** By their hosts, their organizations, and their keys. */
  readonly #waiting = new Map<string, Map<string, Map<string, PolledPlace>>>();
  readonly #asked = new Set<PolledPlace>();
  /** Branches that are known to be due, with their bytes. */
  readonly #known = new Map<string, number>();
  #bytes = 0;
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
    return this.#bytes >= MOST_WAITING;
  }

  /** @returns whether there was any that didn't wait yet */
  add(rows: readonly PolledBranch[]): boolean {
    const before = this.#known.size;
    for (const row of rows) {
      if (this.#known.has(row.id) || this.isFull) continue;
      const { organization_id: organization, remote_url: url, connection_id } = row;
      const bytes = BRANCH_BYTES + 2 * (url.length + row.branch.length);
      this.#known.set(row.id, bytes);
      this.#bytes += bytes;
      const key = `${connection_id ?? ""} ${url}`;
      const { origin } = new URL(url);
      const ofHost = ofKey(this.#waiting, origin);
      const places = ofKey(ofHost, organization);
      const place = places.get(key);
      if (place !== undefined) place.of.push(row);
      else places.set(key, { key, organization, origin, of: [row] });
    }
    return this.#known.size > before;
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
    for (const { installation } of tips) {
      this.#bytes -= this.#known.get(installation.id) ?? 0;
      this.#known.delete(installation.id);
    }
  }

  #begin(): void {
    const load = new Map<string, number>();
    const count = ({ organization, origin }: PolledPlace): void => {
      for (const key of [organization, origin]) load.set(key, (load.get(key) ?? 0) + 1);
    };
    for (const place of this.#asked) count(place);
    let slow = [...this.#asked].filter((place) => this.#slow.has(place)).length;
    while (this.#asked.size < AT_ONCE) {
      const place = this.#next(load, slow < OF_SLOW);
      if (place === undefined) break;
      if (this.#slow.has(place)) slow += 1;
      this.#take(place);
      count(place);
      this.#asked.add(place);
      void this.#hearOf(place);
    }
    if (this.#waiting.size + this.#asked.size === 0) this.#rest();
  }

  /** Of those that may be asked one of the organization for which the fewest are being asked. */
  #next(load: ReadonlyMap<string, number>, mayBeSlow: boolean): PolledPlace | undefined {
    let [best, least]: [PolledPlace | undefined, number] = [undefined, OF_ONE];
    for (const [origin, ofHost] of this.#waiting) {
      if ((load.get(origin) ?? 0) >= OF_HOST) continue;
      for (const [organization, places] of ofHost) {
        const under = load.get(organization) ?? 0;
        if (under >= least || (!mayBeSlow && this.#slow.has({ organization, origin }))) continue;
        [best, least] = [firstOf(places), under];
        if (under === 0) return best;
      }
    }
    return best;
  }

  /** Who has had a turn goes to the end. */
  #take({ origin, organization, key }: PolledPlace): void {
    const ofHost = ofKey(this.#waiting, origin);
    const places = ofKey(ofHost, organization);
    places.delete(key);
    ofHost.delete(organization);
    if (places.size > 0) ofHost.set(organization, places);
    this.#waiting.delete(origin);
    if (ofHost.size > 0) this.#waiting.set(origin, ofHost);
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

function ofKey<V>(all: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const found = all.get(key) ?? new Map<string, V>();
  if (found.size === 0) all.set(key, found);
  return found;
}

function firstOf<V>(all: ReadonlyMap<string, V>): V | undefined {
  for (const value of all.values()) return value;
  return undefined;
}

/**
 * Hosts that were slow when they were asked last, and the organizations whose they were: few of them are asked at once. A
 * host is slow until it answers in time; for an organization one slow answer counts for a while, whatever another host of
 * its answers.
 */
export class SlowOnes {
  /** Slow answers of hosts one after the other, and until when organizations are slow. */
  readonly #kept: Kept<number> = openKept("slow_hosts", { bytesOf: 8 });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  has({ organization, origin }: Pick<PolledPlace, "organization" | "origin">): boolean {
    return (this.#kept.get(origin) ?? 0) >= SLOW_TIMES || (this.#kept.get(organization) ?? 0) > this.#now();
  }

  /** @param took milliseconds */
  note({ organization, origin }: Pick<PolledPlace, "organization" | "origin">, took: number): void {
    if (took <= SLOW_MS) return this.#kept.delete(origin);
    this.#kept.set(origin, (this.#kept.get(origin) ?? 0) + 1);
    this.#kept.set(organization, this.#now() + SLOW_FOR_MS);
  }
}

export interface BranchTip {
  readonly installation: PolledBranch;
  /** The commit that its branch is at; null: there is none; undefined: the host can't be asked. */
  readonly tip: string | null | undefined;
  /** Whether it was left alone, since what is kept in step lies in the trash. */
  readonly isLeft?: boolean;
  /** Whether the host had to list so much for it that it is asked seldom. */
  readonly isCostly?: boolean;
  /** Whether others have gone on with what is proposed there. */
  readonly isReviewed?: boolean;
}
