/** What the buttons are called by which somebody decides what a sync waits for. */
import type { GitSyncStatus } from "../../../sdk/src/index.ts";
import { gitWords } from "../../words/git.ts";

type Attention = NonNullable<GitSyncStatus["attention"]>;

/** @param isSite whether a whole site is kept in step, and no space alone */
export function choiceWord(
  choice: Attention["choices"][number],
  { kind }: Pick<Attention, "kind">,
  isSite: boolean,
): string {
  const own = gitWords.choicesOf[kind]?.[choice];
  if (own !== undefined) return own;
  if (!isSite || choice !== "lectern") return gitWords.choices[choice];
  return kind === "config" || kind === "structure" ? gitWords.writeConfig : gitWords.putSite;
}
