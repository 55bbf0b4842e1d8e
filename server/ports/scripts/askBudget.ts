/** What an installation's script may ask of the world in a minute. */
const MINUTE_MS = 60_000;
const REQUESTS = 600;
const BYTES = 256 * 1024 * 1024;
const HOSTS = 100;

/** Counts what one installation asks, by the minute. */
export class AskBudget {
  #since = 0;
  #requests = 0;
  #bytes = 0;
  readonly #hosts = new Set<string>();

  /** Whether it may ask this host now; counts it when it may. */
  asks(host: string, now: number): boolean {
    if (now - this.#since >= MINUTE_MS) {
      this.#since = now;
      this.#requests = this.#bytes = 0;
      this.#hosts.clear();
    }
    const isKnown = this.#hosts.has(host);
    if (this.#requests >= REQUESTS || this.#bytes >= BYTES || (!isKnown && this.#hosts.size >= HOSTS))
      return false;
    this.#requests++;
    this.#hosts.add(host);
    return true;
  }

  /** Counts bytes that went or came. */
  took(bytes: number): void {
    this.#bytes += bytes;
  }
}
