/** Bodies of who has proved nothing yet: each is in memory as a whole until it is known whose it is. */

const MEGABYTE = 1024 * 1024;
/** Bytes of them that are under way at once: of one network, and of all. */
const OF_NETWORK = 16 * MEGABYTE;
const OF_ALL = 64 * MEGABYTE;

export class UnprovenBodies {
  readonly #bytes = new Map<string, number>();
  #sum = 0;

  /** Takes room for a body. @returns gives it back, once; undefined where there is none */
  take(network: string, bytes: number): (() => void) | undefined {
    if (this.#of(network) + bytes > OF_NETWORK || this.#sum + bytes > OF_ALL) return undefined;
    this.#add(network, bytes);
    let isTaken = true;
    return () => {
      if (isTaken) this.#add(network, -bytes);
      isTaken = false;
    };
  }

  #of(network: string): number {
    return this.#bytes.get(network) ?? 0;
  }

  #add(network: string, bytes: number): void {
    this.#sum += bytes;
    const now = this.#of(network) + bytes;
    if (now > 0) this.#bytes.set(network, now);
    else this.#bytes.delete(network);
  }
}
