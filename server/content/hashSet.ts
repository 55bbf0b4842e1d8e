/** A set of hashes, in a third of the memory that their texts would take. */
export interface HashSet extends Iterable<string> {
  readonly size: number;
  has(hash: string): boolean;
  /** Gives whether the hash was new. */
  add(hash: string): boolean;
}

/** Tables that grow by themselves, so that no growth holds anybody up: by the first two digits. */
const TABLES = 256;
/** Hexadecimal digits in a word of 32 bits. */
const DIGITS = 8;
const FIRST_SLOTS = 16;
/** How full a table becomes before it grows by as much as half of it. */
const FULL = 0.75;
const GROWTH = 1.5;

/** Slots of a few words each, one after the other; a slot of zeros is free. */
interface Table {
  slots: Uint32Array;
  used: number;
}

/**
 * Keeps hashes of one length exactly, all their bits: what is told as known is known. A text that is no such hash is
 * kept as it is.
 * @param length hexadecimal digits of each, a multiple of eight
 */
export function hashSet(length: number): HashSet {
  const words = length / DIGITS;
  const tables: (Table | undefined)[] = Array.from({ length: TABLES });
  const others = new Set<string>();
  const wanted = new Uint32Array(words);
  let size = 0;
  return {
    get size() {
      return size + others.size;
    },
    has(hash) {
      if (!readHash(hash, length, wanted)) return others.has(hash);
      const table = tables[tableOf(wanted)];
      return table !== undefined && !isFree(table.slots, slotOf(table.slots, wanted), words);
    },
    add(hash) {
      if (!readHash(hash, length, wanted)) return !others.has(hash) && others.add(hash).size > 0;
      const table = (tables[tableOf(wanted)] ??= { slots: new Uint32Array(FIRST_SLOTS * words), used: 0 });
      const slot = slotOf(table.slots, wanted);
      if (!isFree(table.slots, slot, words)) return false;
      table.slots.set(wanted, slot);
      table.used++;
      size++;
      if (table.used > (table.slots.length / words) * FULL) grow(table, words);
      return true;
    },
    *[Symbol.iterator]() {
      for (const { slots } of tables.flatMap((table) => table ?? [])) {
        for (let slot = 0; slot < slots.length; slot += words)
          if (!isFree(slots, slot, words)) yield textOf(slots.subarray(slot, slot + words));
      }
      yield* others;
    },
  };
}

/** Reads a hash into words. False: it is none of this length, or the one that would look like a free slot. */
function readHash(hash: string, length: number, into: Uint32Array): boolean {
  if (hash.length !== length) return false;
  let any = 0;
  for (let word = 0, at = 0; word < into.length; word++) {
    let value = 0;
    for (const end = at + DIGITS; at < end; at++) {
      const digit = digitOf(hash.charCodeAt(at));
      if (digit < 0) return false;
      value = (value << 4) | digit;
    }
    into[word] = value;
    any |= value;
  }
  return any !== 0;
}

/** The value of a lower-case hexadecimal digit, by its code; -1 for anything else. */
function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}

function tableOf(hash: Uint32Array): number {
  return (hash[0] as number) >>> 24;
}

/** Where a hash lies in a table, or the free slot where it would. */
function slotOf(slots: Uint32Array, hash: Uint32Array): number {
  const words = hash.length;
  const count = slots.length / words;
  // The second word: the first has the same beginning in the whole table.
  let slot = Math.floor(((hash[1] as number) / 2 ** 32) * count) * words;
  while (!isFree(slots, slot, words) && !isAt(slots, slot, hash)) slot = (slot + words) % slots.length;
  return slot;
}

function isFree(slots: Uint32Array, slot: number, words: number): boolean {
  for (let word = 0; word < words; word++) if (slots[slot + word] !== 0) return false;
  return true;
}

function isAt(slots: Uint32Array, slot: number, hash: Uint32Array): boolean {
  for (let word = 0; word < hash.length; word++) if (slots[slot + word] !== hash[word]) return false;
  return true;
}

function grow(table: Table, words: number): void {
  const before = table.slots;
  const count = Math.ceil((before.length / words) * GROWTH);
  table.slots = new Uint32Array(count * words);
  for (let slot = 0; slot < before.length; slot += words) {
    if (isFree(before, slot, words)) continue;
    const hash = before.subarray(slot, slot + words);
    table.slots.set(hash, slotOf(table.slots, hash));
  }
}

function textOf(hash: Uint32Array): string {
  return Array.from(hash, (word) => word.toString(16).padStart(DIGITS, "0")).join("");
}
