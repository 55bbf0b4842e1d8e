import { openKept } from "../memory/kept.ts";

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

/**
 * @param name of their share of memory
 * @param most bytes of all values; that share unless said
 */
export function openDerived(name: "derived" | "shown_parts" = "derived", most?: number): DerivedValues {
  const kept = openKept<DerivedValue>(name, { bytesOf, ...(most === undefined ? {} : { most }) });
  const derive = (kind: string, key: string, compute: () => Promise<DerivedValue> | DerivedValue) =>
    kept.make(`${kind}\n${key}`, async () => flat(await compute()));
  // The kind says what type of value lies under a name.
  return derive as DerivedValues;
}

/**
 * A text that was put together piece by piece is kept by the engine as its pieces until somebody looks inside: pages made
 * of short ones took seven times their length.
 */
function flat(value: DerivedValue): DerivedValue {
  if (typeof value === "string") value.charCodeAt(0);
  return value;
}

function bytesOf(value: DerivedValue): number {
  return typeof value === "string" ? value.length * 2 : value.byteLength;
}
