/** Answers that are ready to be sent, kept under everything that they depend on. */
import type { Database } from "../../db/database.ts";
import { openKept } from "../../memory/kept.ts";
import { openRelied, type Reliance } from "../../memory/relied.ts";
import { type Ask, AskRecord, type Questions, questionsOf } from "../reading/asks.ts";
import type { ReadyAnswer } from "../../pages/ready.ts";
import type { Visitor } from "../reading/visitor.ts";

/** An answer just made. */
interface MadeAnswer {
  readonly ready: ReadyAnswer;
  /** Whether it may be sent to others who ask for the same and answer what it asks in the same way. */
  readonly mayBeKept: boolean;
}

export interface KeptAnswers {
  /** The answer to what `key` names, where it is ready. */
  get(key: string, visitor: Visitor): ReadyAnswer | undefined;
  /**
   * The answer to what `key` names, for a visitor.
   * @param make makes it, taking down what it asks of the visitor and what it reads; it is given what was sent before,
   * where that is at hand
   */
  read(
    key: string,
    visitor: Visitor,
    make: (before: ReadyAnswer | undefined, record: AskRecord, reliance: Reliance) => Promise<MadeAnswer>,
  ): Promise<ReadyAnswer>;
}

/** What is asked at an address, as far as that is known. */
interface KnownQuestions {
  readonly asks: ReadonlyMap<string, Ask>;
  readonly questions: Questions;
}

/** So many asks of one address are remembered; when there are more, those of its last answer. */
const MOST_ASKS = 200;
/** What an ask takes in memory, with the questions that are made of it. */
const ASK_BYTES = 500;

/**
 * What is known to be asked at an address is put to each visitor first, and their answers are part of what the answer
 * is kept under. An answer is kept only where everything it asked is among that: two visitors get the same bytes only
 * if nothing that was asked while making them tells the two apart.
 */
export function openKeptAnswers(db: Database): KeptAnswers {
  const ready = openRelied<ReadyAnswer>(db, "site_answers", { bytesOf: ({ body }) => body.length });
  const asked = openKept<KnownQuestions>("site_questions", { bytesOf: ({ asks }) => asks.size * ASK_BYTES });

  /** Notes what an answer has asked. */
  function learn(key: string, { asks }: AskRecord): void {
    if (asks.size === 0) {
      asked.delete(key);
      return;
    }
    const both = new Map([...(asked.get(key)?.asks ?? []), ...asks]);
    const all = both.size > MOST_ASKS ? asks : both;
    asked.set(key, { asks: all, questions: questionsOf(all) });
  }

  const nameFor = (key: string, known: KnownQuestions | undefined, { claims }: Visitor): string =>
    known === undefined ? key : `${key}\n${known.questions(claims)}`;

  return {
    get: (key, visitor) => ready.get(nameFor(key, asked.get(key), visitor)),
    async read(key, visitor, make) {
      const before = asked.get(key);
      const name = nameFor(key, before, visitor);
      const known = ready.get(name);
      if (known !== undefined) return known;
      let passing: ReadyAnswer | undefined;
      const kept = await ready.read(name, async (reliance, former) => {
        const record = new AskRecord();
        const made = await make(former, record, reliance);
        const isPlaced = isWithin(record, before?.asks);
        // It is kept the next time: what it is kept under is known from now on.
        if (!isPlaced) learn(key, record);
        if (isPlaced && made.mayBeKept && !record.isPersonal) return made.ready;
        passing = made.ready;
        return undefined;
      });
      return kept ?? (passing as ReadyAnswer);
    },
  };
}

/** Whether everything that was asked was known before, or nothing was, both times. */
function isWithin({ asks }: AskRecord, known: ReadonlyMap<string, Ask> | undefined): boolean {
  if (known === undefined || asks.size === 0) return known === undefined && asks.size === 0;
  return [...asks.keys()].every((id) => known.has(id));
}
