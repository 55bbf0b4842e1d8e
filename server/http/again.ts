/** Answers given again while all that they were made of is the very same. */
import { Beside } from "../memory/beside.ts";
import { openKept } from "../memory/kept.ts";
import type { Outcome } from "./operation.ts";

/** What an answer takes, and each item of a list: what it says, and what it is written as. */
const ITEM_BYTES = 4000;

const answers = openKept<Outcome, number>("answers", {
  bytesOf: ({ body }) => ITEM_BYTES * (1 + ((body as { items?: readonly unknown[] })?.items?.length ?? 0)),
});

/** A way from thing to thing: where it ends, it has a number that stands for all of them in their order. */
class Way {
  static #last = 0;
  readonly number = ++Way.#last;
  readonly #on = new Beside<Way>();

  to(thing: object): Way {
    return this.#on.make(thing, begin);
  }
}

const begin = () => new Way();
const ways = new Map<string, Way>();

function wayOf(operation: string): Way {
  let way = ways.get(operation);
  if (way === undefined) ways.set(operation, (way = begin()));
  return way;
}

/**
 * The answer of an operation that is made of nothing but some things that were read; made unless it was before.
 * @param of each the same object for as long as it is known or believed (memory/believed.ts)
 */
export async function again<R extends object>(
  operation: string,
  of: readonly object[],
  make: () => Promise<R> | R,
): Promise<R> {
  let way = wayOf(operation);
  for (const thing of of) way = way.to(thing);
  const known =
    answers.get(way.number) ?? answers.set(way.number, { ...((await make()) as R & Outcome), repeats: true });
  return known as Outcome & R;
}
