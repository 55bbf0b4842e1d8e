/** Answers given again while all that they were made of is the very same. */
import { Beside } from "../memory/beside.ts";
import { openKept } from "../memory/kept.ts";
import type { Outcome } from "./operation.ts";

/** What an answer takes, and each item of a list: what it says, and what it is written as. */
const ITEM_BYTES = 4000;

const answers = openKept<Outcome>("answers", {
  bytesOf: ({ body }) => ITEM_BYTES * (1 + ((body as { items?: readonly unknown[] })?.items?.length ?? 0)),
});

/** Numbers of things that were read: the same for the very same one, and never another's. */
const numbers = new Beside<number>();
let last = 0;
const numberOf = (thing: object): number => numbers.make(thing, () => ++last);

/**
 * The answer of an operation that is made of nothing but some things that were read; made unless it was before.
 * @param of each the same object for as long as it is known or believed (memory/believed.ts)
 */
export async function again<R extends object>(
  operation: string,
  of: readonly object[],
  make: () => Promise<R> | R,
): Promise<R> {
  const key = `${operation} ${of.map(numberOf).join(" ")}`;
  const known = answers.get(key) ?? answers.set(key, { ...((await make()) as R & Outcome), repeats: true });
  return known as Outcome & R;
}
