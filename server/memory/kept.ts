/** Values kept in memory under a key, within their share of it. */
import { LRUCache } from "lru-cache";
import { MemoryBudget, type BudgetRoom } from "./budget.ts";
import { SHARES, type ShareName } from "./shares.ts";
import { Underway } from "./underway.ts";

export interface KeptRules<V> {
  /** What a value takes, roughly, beside its key; a number where all take about the same. */
  readonly bytesOf: number | ((value: V) => number);
  /** Bytes of all of them; the share of the name unless said. */
  readonly most?: number;
  /** Milliseconds after which a value ends; only to make way unless said. */
  readonly endsAfter?: number;
}

/** What this process keeps under the names of the table of shares: as much as these allow, until the settings say less. */
export const budget = new MemoryBudget(Number.POSITIVE_INFINITY);

/** What an entry takes beside its key and its value. */
const ENTRY_BYTES = 100;

export class Kept<V extends {}, K extends string | number = string> implements BudgetRoom {
  /** Bytes that its values may take together. */
  readonly most: number;
  readonly #bytesOf: (value: V) => number;
  readonly #entries: LRUCache<K, V>;
  readonly #underway = new Underway<V, K>();
  readonly #budget: MemoryBudget | undefined;
  #isUsed = false;

  constructor(rules: KeptRules<V> & { readonly most: number; readonly budget?: MemoryBudget }) {
    const { bytesOf, most, endsAfter } = rules;
    this.most = most;
    this.#budget = rules.budget;
    this.#bytesOf = typeof bytesOf === "number" ? () => bytesOf : bytesOf;
    this.#entries = new LRUCache<K, V>({
      maxSize: most,
      ...(endsAfter === undefined ? {} : { ttl: endsAfter, ttlResolution: 0 }),
    });
  }

  /** Bytes that its values take now. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get(key: K): V | undefined {
    this.#isUsed = true;
    return this.#entries.get(key);
  }

  wasUsed(): boolean {
    const wasUsed = this.#isUsed;
    this.#isUsed = false;
    return wasUsed;
  }

  shrinkTo(bytes: number): void {
    while (this.#entries.calculatedSize > bytes) this.#entries.pop();
  }

  /** Keeps a value, unless it is larger than all may be together. @param bytes where they are known better */
  set(key: K, value: V, bytes = this.#bytesOf(value)): V {
    const size = ENTRY_BYTES + (typeof key === "string" ? key.length * 2 : 8) + Math.ceil(bytes);
    this.#isUsed = true;
    this.#entries.set(key, value, { size });
    this.#budget?.took(size);
    return value;
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  /** The value under a key, made when it isn't at hand; whoever asks meanwhile waits for the same. */
  async make(key: K, make: () => Promise<V> | V): Promise<V> {
    return this.get(key) ?? this.#underway.make(key, async () => this.set(key, await make()));
  }
}

/** All that is open, by name. What nobody holds any more, as after a server of a test, is no longer counted. */
const opened = new Map<ShareName, Set<WeakRef<Pick<Kept<never>, "bytes" | "most">>>>();

/** Opens room in memory under a name of the table of shares; what it holds is told by {@link keptBytes}. */
export function openKept<V extends {}, K extends string | number = string>(
  name: ShareName,
  rules: KeptRules<V>,
): Kept<V, K> {
  const kept = new Kept<V, K>({ most: SHARES[name], budget, ...rules });
  budget.open(kept);
  opened.set(name, (opened.get(name) ?? new Set()).add(new WeakRef(kept)));
  return kept;
}

/** What is kept in memory by this process, by name: bytes, and what they may be at most. */
export function keptBytes(): Map<ShareName, { readonly bytes: number; readonly most: number }> {
  const told = new Map<ShareName, { bytes: number; most: number }>();
  for (const [name, all] of opened) {
    const sum = { bytes: 0, most: 0 };
    for (const each of all) {
      const kept = each.deref();
      if (kept === undefined) {
        all.delete(each);
        continue;
      }
      sum.bytes += kept.bytes;
      sum.most += kept.most;
    }
    told.set(name, sum);
  }
  return told;
}
