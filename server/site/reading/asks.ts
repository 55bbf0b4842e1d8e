/** What an answer has asked of its visitor: a second one who gives the same answers may be sent the same bytes. */
import { Beside } from "../../memory/beside.ts";
import { contentHash } from "../../../engine/hash.ts";

export type ClaimValues = Readonly<Record<string, unknown>>;

/** One expression over the claims of a visitor, with everything else that it reads fixed. */
export interface Ask {
  /** The same for the same expression over the same variables. */
  readonly id: string;
  readonly valueFor: (claims: ClaimValues) => unknown;
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

/** The same text for two visitors only if they give the same answers to all of these. */
export type Questions = (claims: ClaimValues) => string;

/** Longer ones are named by their hash: a claim may be of any length. */
const LONGEST_ANSWERS = 200;

/** Puts asks in an order, so that each visitor need do nothing but answer. */
export function questionsOf(asks: ReadonlyMap<string, Ask>): Questions {
  const inOrder = [...asks.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const name = contentHash(JSON.stringify(inOrder.map(({ id }) => id)));
  const answer = (claims: ClaimValues): string => {
    // The text "true" is another answer than true.
    const answers = inOrder.map(({ valueFor }) => {
      const value = valueFor(claims);
      return [typeof value, String(value)];
    });
    const text = JSON.stringify(answers);
    return `${name} ${text.length > LONGEST_ANSWERS ? contentHash(text) : text}`;
  };
  // A visitor who is known from before has the same claims, and they never change.
  const known = new Beside<string, ClaimValues>();
  return (claims) => known.make(claims, answer);
}
