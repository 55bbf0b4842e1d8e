/** What a walk over everything has met, in memory that has a bound, however much there is. */
import { randomBytes } from "node:crypto";
import { hashSet } from "./hashSet.ts";

/** Hashes that were met. None is ever forgotten; beyond a bound one that was not met may be taken for one that was. */
export interface MetHashes {
  add(hash: string): void;
  has(hash: string): boolean;
}

/** Bits of a filter that stand for a hash. */
const BITS = 4;
/** Hashes that each further one brings with it into the filter: all at once they would hold everybody up for seconds. */
const MOVED = 8;

/**
 * Keeps hashes of one length exactly up to a count, and from there on in a filter of a fixed size. Which hashes such a
 * filter mistakes is another matter each time: what was taken for met by this one is not by the next.
 * @param length hexadecimal digits of each, a multiple of eight
 * @param bound how many are kept exactly, and the bytes of the filter, a power of two
 */
export function metHashes(length: number, bound: { exact: number; bytes: number }): MetHashes {
  let exact: ReturnType<typeof hashSet> | undefined = hashSet(length);
  let filter: MetHashes | undefined;
  let moving: Iterator<string> | undefined;
  return {
    add(hash) {
      if (filter === undefined) {
        exact?.add(hash);
        if (exact === undefined || exact.size <= bound.exact) return;
        filter = filterOf(bound.bytes);
        moving = exact[Symbol.iterator]();
      }
      filter.add(hash);
      for (let moved = 0; moving !== undefined && moved < MOVED; moved++) {
        const met = moving.next();
        if (met.done === true) [exact, moving] = [undefined, undefined];
        else filter.add(met.value);
      }
    },
    // What hasn't been moved yet is still known exactly.
    has: (hash) => exact?.has(hash) === true || filter?.has(hash) === true,
  };
}

/** A Bloom filter: a hash was not met when one of its bits is unset. */
function filterOf(bytes: number): MetHashes {
  const words = new Uint32Array(bytes / 4);
  const mask = bytes * 8 - 1;
  const salts = new Uint32Array(2);
  randomBytes(8).copy(Buffer.from(salts.buffer));
  const [first = 0, second = 0] = salts;
  const bits = function* (hash: string): Generator<number> {
    const [start, step] = [spread(hash, first), spread(hash, second) | 1];
    for (let bit = 0; bit < BITS; bit++) yield (start + Math.imul(bit, step)) & mask;
  };
  return {
    add(hash) {
      for (const bit of bits(hash)) words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
    },
    has(hash) {
      for (const bit of bits(hash)) if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      return true;
    },
  };
}

/** 32 bits of a text, others under another salt (FNV-1a, then avalanched). */
function spread(text: string, salt: number): number {
  let bits = 0x811c9dc5 ^ salt;
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16) ^ salt, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Hashes that were met lately. One that is said to have been met was; older ones are forgotten. */
export interface RecentHashes {
  /** Gives whether the hash was not met lately. */
  add(hash: string): boolean;
}

/**
 * Keeps at least the last `most` hashes of one length, and at most twice as many.
 * @param length hexadecimal digits of each, a multiple of eight
 */
export function recentHashes(length: number, most: number): RecentHashes {
  let [young, old] = [hashSet(length), hashSet(length)];
  return {
    add(hash) {
      if (!young.add(hash)) return false;
      const isNew = !old.has(hash);
      if (young.size >= most) [young, old] = [hashSet(length), young];
      return isNew;
    },
  };
}
