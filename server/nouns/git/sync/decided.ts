/** What a person has decided holds for what they were asked, and for nothing that has come since. */
import { contentHash } from "../../../../engine/hash.ts";
import type { Row } from "../../../db/schema.ts";
import { askedOf, attentionOf, type StoredAttention } from "../present.ts";

type Installation = Row<"git_installations">;
type Decision = Pick<Installation, "base_commit" | "choice" | "confirmed" | "decided_about">;

/** What a person is asked, by its kind and all that would make it another question. */
export function questionOf(kind: string, ...of: readonly (string | undefined)[]): string {
  return `${kind} ${contentHash(JSON.stringify(of))}`;
}

/** What a person is asked who decides now: what waits, or what counts of all that is held. */
export const askedNow = (row: Pick<Installation, "attention">): string => askedOf(attentionOf(row));

/** Whether a person was asked one of these and has decided; what is said of a first sync holds until both sides agree. */
export function isDecided(
  { base_commit, choice, confirmed, decided_about: about }: Decision,
  ...questions: readonly string[]
): boolean {
  if (choice === null && confirmed === 0) return false;
  return about === null ? base_commit === null : questions.includes(about);
}

/** How an installation waits for a person. What was decided before is over, where it was asked something else. */
export function waitingFor(attention: StoredAttention) {
  const said = { state: "attention" as const, attention: JSON.stringify(attention) };
  return attention.question === undefined ? said : { ...said, ...NOTHING_DECIDED };
}

const NOTHING_DECIDED = { choice: null, confirmed: 0, decided_about: null } as const;
