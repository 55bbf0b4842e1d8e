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

export class UnprovenBodies {
  readonly #room: BodyRoom;
  readonly #bytes = new Map<string, number>();

  constructor(room: BodyRoom) {
    this.#room = room;
  }

  /** Takes room for a body. @returns gives it back, once; undefined where there is none */
  take({ network, organization }: BodySender, bytes: number): (() => void) | undefined {
    const { ofNetwork, ofOrganization, ofAll } = this.#room;
    const shares = [
      [`network ${network}`, ofNetwork],
      [`organization ${organization}`, ofOrganization],
      ["all", ofAll],
    ] as const;
    if (shares.some(([share, most]) => this.#of(share) + bytes > most)) return undefined;
    for (const [share] of shares) this.#add(share, bytes);
    let isTaken = true;
    return () => {
      if (isTaken) for (const [share] of shares) this.#add(share, -bytes);
      isTaken = false;
    };
  }

  #of(share: string): number {
    return this.#bytes.get(share) ?? 0;
  }

  #add(share: string, bytes: number): void {
    const now = this.#of(share) + bytes;
    if (now > 0) this.#bytes.set(share, now);
    else this.#bytes.delete(share);
  }
}
