/** What was typed to be said, and not sent: comments, answers, reviews and texts that decide conflicts. */
import { keepText, keptNames, readKept } from "../../api/keptText.ts";

interface UnsentText {
  readonly name: string;
  readonly text: string;
}

export const unsentTexts = (): readonly UnsentText[] =>
  keptNames()
    .filter((name) => /^(?:comment|reply|verdict|conflict) /.test(name))
    .map((name) => ({ name, text: readKept(name) }));

export const forgetUnsent = (name: string): void => keepText(name, "");
