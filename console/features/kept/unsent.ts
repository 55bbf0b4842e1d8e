/** What was typed to be said, and not sent: comments, answers, changes of both, reviews and texts that decide conflicts. */
import { isToBeSaid, keepText, type KeptName, keptNames, readKept } from "../../api/keptText.ts";

interface UnsentText {
  readonly name: KeptName;
  readonly text: string;
}

export const unsentTexts = (): readonly UnsentText[] =>
  keptNames()
    .filter(isToBeSaid)
    .map((name) => ({ name, text: readKept(name) }));

export const forgetUnsent = (name: KeptName): void => keepText(name, "");
