/** What an answer has asked of its visitor: a second one who gives the same answers may be sent the same bytes. */
import { contentHash } from "../../engine/hash.ts";

export type Claims = Readonly<Record<string, unknown>>;

/** One expression over the claims of a visitor, with everything else that it reads fixed. */
export interface Ask {
  /** The same for the same expression over the same variables. */
  readonly id: string;
  readonly valueFor: (claims: Claims) => unknown;
}

/** Takes down what is asked while one answer is made. */
export class AskRecord {
  readonly asks = new Map<string, Ask>();
  /** Whether a claim itself is printed: the answer is for this visitor alone. */
  isPersonal = false;

  /** Notes an ask with what it gave. */
  note(ask: Ask, value: unknown): void {
    this.asks.set(ask.id, ask);
    if (value !== undefined && typeof value !== "boolean") this.isPersonal = true;
  }
}

/** A text that is the same for two visitors only if they give the same answers to all of these. */
export function answersOf(asks: ReadonlyMap<string, Ask>, claims: Claims): string {
  const answers = [...asks].map(([id, { valueFor }]) => {
    const value = valueFor(claims);
    // The text "true" is another answer than true.
    return [id, typeof value, String(value)];
  });
  return contentHash(
    JSON.stringify(answers.toSorted(([a], [b]) => ((a as string) < (b as string) ? -1 : 1))),
  );
}
