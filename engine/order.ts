const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = DIGITS.length;
/** Digits of the whole part of an order key. */
const WIDTH = 6;
const TOP = BASE ** WIDTH;
/** Distance between keys made one after another: leaves room for eleven halvings before keys grow. */
const GAP = BASE ** 2;
/** Keys longer than this are better replaced by evenly spaced ones. */
export const LONG_ORDER = 32;

/**
 * An order key that sorts after `before` and before `after` (`undefined`: no neighbour on that side). Keys are
 * base-62 fractions with a whole part of fixed width: adding at either end does not lengthen them, adding
 * between two neighbours lengthens them by a digit about every sixth time.
 * Throws when `before` does not sort before `after`.
 */
export function orderBetween(before: string | undefined, after: string | undefined): string {
  if (before !== undefined && after !== undefined && before >= after) {
    throw new RangeError(`no order lies between ${before} and ${after}`);
  }
  const low = before === undefined ? undefined : wholePart(before);
  const high = after === undefined ? undefined : wholePart(after);
  if (low === undefined && high === undefined) return writeWhole(TOP / 2);
  if (high === undefined && (low as number) + GAP < TOP) return writeWhole((low as number) + GAP);
  if (low === undefined && (high as number) > GAP) return writeWhole((high as number) - GAP);
  if (low !== undefined && high !== undefined && high - low > 1)
    return writeWhole(Math.floor((low + high) / 2));
  return middle(before ?? "", after);
}

/** `count` keys in order between two neighbours, spread so that they stay short. */
export function ordersBetween(
  before: string | undefined,
  after: string | undefined,
  count: number,
): string[] {
  if (count === 0) return [];
  if (after === undefined || before === undefined) return ordersAtEnd(before, after, count);
  const half = count >> 1;
  const key = orderBetween(before, after);
  return [...ordersBetween(before, key, half), key, ...ordersBetween(key, after, count - half - 1)];
}

function ordersAtEnd(before: string | undefined, after: string | undefined, count: number): string[] {
  const keys: string[] = [];
  for (let made = 0; made < count; made++) {
    if (after === undefined) keys.push(orderBetween(keys.at(-1) ?? before, undefined));
    else keys.unshift(orderBetween(undefined, keys[0] ?? after));
  }
  return keys;
}

/** The digits half-way between two keys seen as fractions; never ends in a zero, so that something fits below it. */
function middle(before: string, after: string | undefined): string {
  let key = "";
  let bound = after;
  for (let index = 0; ; index++) {
    const low = digitAt(before, index);
    const high = bound === undefined ? BASE : digitAt(bound, index);
    if (high - low > 1) return key + DIGITS.charAt((low + high) >> 1);
    if (high - low === 1) bound = undefined;
    key += DIGITS.charAt(low);
  }
}

function digitAt(key: string, index: number): number {
  return index < key.length ? DIGITS.indexOf(key.charAt(index)) : 0;
}

function wholePart(key: string): number {
  let value = 0;
  for (let index = 0; index < WIDTH; index++) value = value * BASE + digitAt(key, index);
  return value;
}

function writeWhole(value: number): string {
  let text = "";
  for (let rest = value, place = 0; place < WIDTH; place++, rest = Math.floor(rest / BASE)) {
    text = DIGITS.charAt(rest % BASE) + text;
  }
  return text;
}
