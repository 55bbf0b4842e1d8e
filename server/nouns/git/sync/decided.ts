/** What a person has decided holds for what they were asked, and for nothing that has come since. */
import type { ExpressionBuilder } from "kysely";
import type { Read } from "../../../db/database.ts";
import type { Row, Schema } from "../../../db/schema.ts";
import { askedOf, attentionOf, type StoredAttention } from "../present.ts";
import { heldIn } from "../queries.ts";

type Installation = Row<"git_installations">;
type Decision = Pick<Installation, "base_commit" | "choice" | "confirmed" | "decided_about">;

/** What a person is asked who decides now: what waits, or what counts of all that is held; undefined: nothing. */
export async function askedNow(read: Read, row: Installation): Promise<string | undefined> {
  return askedOf(attentionOf(row), row.attention === null ? await heldIn(read, row) : []);
}

/** Whether a person was asked one of these and has decided; what is said of a first sync holds until both sides agree. */
export function isDecided(
  { base_commit, choice, confirmed, decided_about: about }: Decision,
  ...questions: readonly string[]
): boolean {
  if (choice === null && confirmed === 0) return false;
  return about === null ? base_commit === null : questions.includes(about);
}

/** How an installation waits for a person. What was decided before is over, where it was asked something else: an update. */
export function waitingFor(attention: StoredAttention) {
  const { root = null, ...shown } = attention;
  const said = { state: "attention" as const, attention: JSON.stringify(shown) };
  const { question } = attention;
  return (eb: Installations) => {
    if (question === undefined) return said;
    // Somebody may have answered this very question while the run was under way.
    const isAnswered = eb("decided_about", "=", question);
    return {
      ...said,
      asked_root: eb.case().when(isAnswered).then(eb.ref("asked_root")).else(root).end(),
      choice: eb.case().when(isAnswered).then(eb.ref("choice")).else(null).end(),
      confirmed: eb.case().when(isAnswered).then(eb.ref("confirmed")).else(0).end().$castTo<0 | 1>(),
      decided_about: eb.case().when(isAnswered).then(eb.ref("decided_about")).else(null).end(),
    };
  };
}

type Installations = ExpressionBuilder<Schema, "git_installations">;

/**
 * What is over of a decision once a run has done it: what somebody has decided since it began waits for the next one.
 * @param decisions how many there had been when it began
 */
export const doneChoice = (eb: Installations, decisions: number) =>
  eb.case().when("decisions", "=", decisions).then(null).else(eb.ref("choice")).end();
export const doneConfirmed = (eb: Installations, decisions: number) =>
  eb.case().when("decisions", "=", decisions).then(0).else(eb.ref("confirmed")).end().$castTo<0 | 1>();
