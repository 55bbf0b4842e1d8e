/** What is being made now, by key: whoever asks for the same meanwhile waits for it. A failure is told to all of them. */
export class Underway<V, K = string> {
  readonly #making = new Map<K, Promise<V>>();

  /** How many are being made. */
  get size(): number {
    return this.#making.size;
  }

  /** What is being made. */
  keys(): Iterable<K> {
    return this.#making.keys();
  }

  get(key: K): Promise<V> | undefined {
    return this.#making.get(key);
  }

  /** Makes it, unless somebody does. */
  make(key: K, make: () => Promise<V> | V): Promise<V> {
    const known = this.#making.get(key);
    if (known !== undefined) return known;
    const making = Promise.resolve()
      .then(make)
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
}
