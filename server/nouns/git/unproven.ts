/** Bodies of who has proved nothing yet: each is in memory as a whole until it is known whose it is. */

/** Bytes that are under way at once. */
interface BodyRoom {
  readonly ofNetwork: number;
  /** Of those for one organization: who sends to an address of their own takes no other's room. */
  readonly ofOrganization: number;
  readonly ofAll: number;
}

interface BodySender {
  readonly network: string;
  /** The id of whom it is for. */
  readonly organization: string;
}

/** A body on its way. */
interface Arriving {
  /** Milliseconds, by the clock by which the others' room is taken. */
  readonly now: number;
  /** Bytes of it that have come so far. */
  readonly heard: () => number;
  /** Ends it, for another. */
  readonly giveWay: () => void;
}

interface BodyUnderWay extends Omit<Arriving, "now"> {
  /** When it began, in milliseconds; later, if the clock was set back meanwhile. */
  began: number;
  /** What it takes room of. */
  readonly shares: readonly string[];
  readonly bytes: number;
}

/** Milliseconds after which a body may have to give its room to another: most that a host sends is here by then. */
const GIVES_WAY_MS = 2_000;
/** Milliseconds in which the whole body would have to come at the pace of what has come, or else it gives way. */
const TAKES_MS = 30_000;

export class UnprovenBodies {
  readonly #room: BodyRoom;
  readonly #bytes = new Map<string, number>();
  /** Those that have been under way for the longest come first. */
  readonly #bodies = new Set<BodyUnderWay>();

  constructor(room: BodyRoom) {
    this.#room = room;
  }

  /**
   * Takes room for a body: that of others which come too slowly where there is none else, so that nobody keeps it by
   * sending nothing, and nobody who sends has to leave for one who won't.
   * @returns gives it back, once; undefined where there is none
   */
  take({ network, organization }: BodySender, bytes: number, arriving: Arriving): (() => void) | undefined {
    const { ofNetwork, ofOrganization, ofAll } = this.#room;
    const shares = new Map([
      [`network ${network}`, ofNetwork],
      [`organization ${organization}`, ofOrganization],
      ["all", ofAll],
    ]);
    const { now, heard, giveWay } = arriving;
    // Where the clock was set back, who is under way counts as having begun just now: nobody stays for ever by it.
    for (const one of this.#bodies) one.began = Math.min(one.began, now);
    const leaving = this.#leavingFor(shares, bytes, now);
    if (leaving === undefined) return undefined;
    for (const one of leaving) {
      this.#end(one);
      one.giveWay();
    }
    const body = { began: now, heard, giveWay, shares: [...shares.keys()], bytes };
    this.#bodies.add(body);
    for (const share of body.shares) this.#add(share, bytes);
    return () => this.#end(body);
  }

  /** Who has to leave for a body that there is no room for; undefined: that wouldn't be enough. */
  #leavingFor(
    shares: ReadonlyMap<string, number>,
    bytes: number,
    now: number,
  ): ReadonlySet<BodyUnderWay> | undefined {
    const leaving = new Set<BodyUnderWay>();
    for (const [share, most] of shares) {
      let room = most - bytes - (this.#bytes.get(share) ?? 0);
      for (const one of leaving) if (one.shares.includes(share)) room += one.bytes;
      for (const one of room < 0 ? this.#bodies : []) {
        if (room >= 0 || now - one.began < GIVES_WAY_MS) break;
        if (leaving.has(one) || !one.shares.includes(share) || !isSlow(one, now)) continue;
        leaving.add(one);
        room += one.bytes;
      }
      if (room < 0) return undefined;
    }
    return leaving;
  }

  #end(body: BodyUnderWay): void {
    if (this.#bodies.delete(body)) for (const share of body.shares) this.#add(share, -body.bytes);
  }

  #add(share: string, bytes: number): void {
    const now = (this.#bytes.get(share) ?? 0) + bytes;
    if (now > 0) this.#bytes.set(share, now);
    else this.#bytes.delete(share);
  }
}

function isSlow({ bytes, heard, began }: BodyUnderWay, now: number): boolean {
  return heard() * TAKES_MS < bytes * (now - began);
}
