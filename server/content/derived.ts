import { LRUCache } from "lru-cache";

/** Something made of content: a rendered page, a compressed tree. */
type DerivedValue = string | Buffer;

/** Keeps what was made of content under what it was made of, so that nothing is ever out of date. */
export interface DerivedValues {
  /**
   * The value under a kind and a key made of hashes, computed when it isn't at hand. Callers that ask for it
   * meanwhile wait for the same computation; a failure is told to all of them and not kept.
   */
  <V extends DerivedValue>(kind: string, key: string, compute: () => Promise<V> | V): Promise<V>;
}

/** Opens a memory of at most `maxSize` bytes; the values used least recently make way. */
export function openDerived(maxSize: number): DerivedValues {
  const kept = new LRUCache<string, DerivedValue>({ maxSize });
  const underway = new Map<string, Promise<DerivedValue>>();
  return async <V extends DerivedValue>(
    kind: string,
    key: string,
    compute: () => Promise<V> | V,
  ): Promise<V> => {
    const name = `${kind}\n${key}`;
    const known = kept.get(name) ?? underway.get(name);
    // The kind says what type of value lies under a name.
    if (known !== undefined) return known as V | Promise<V>;
    const computing = Promise.resolve()
      .then(compute)
      .then((value) => {
        flatten(value);
        kept.set(name, value, { size: sizeOf(value) + name.length * 2 });
        return value;
      })
      .finally(() => underway.delete(name));
    underway.set(name, computing);
    return computing;
  };
}

/**
 * A text that was put together piece by piece is kept by the engine as its pieces until somebody looks inside: pages made
 * of short ones took seven times their length.
 */
function flatten(value: DerivedValue): void {
  if (typeof value === "string") value.charCodeAt(0);
}

function sizeOf(value: DerivedValue): number {
  return typeof value === "string" ? value.length * 2 : value.byteLength;
}
