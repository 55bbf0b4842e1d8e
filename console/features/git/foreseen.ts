/** What a look ahead says of a sync. */
import type { GitSyncRun } from "../../../sdk/src/index.ts";
import { gitWords } from "../../words/git.ts";

export type ChangeKind = keyof typeof gitWords.changes;

/** What would change on either side; of much the first. */
export interface Foreseen {
  readonly pages: readonly { readonly id: string; readonly title: string; readonly change: ChangeKind }[];
  readonly pageCount: number;
  readonly pagesTo: keyof typeof gitWords.wouldPages;
  readonly files: readonly { readonly path: string; readonly change: ChangeKind }[];
  readonly fileCount: number;
  readonly filesTo: keyof typeof gitWords.wouldFiles;
  readonly diff: string;
}

/** The report of such a run. */
interface PreviewReport {
  readonly held?: number;
  readonly preview?: Foreseen;
}

/**
 * How a look has ended, in a sentence, and what it has found; nothing where it found nothing out.
 * @param isSite whether it was at a whole site, of which the pages alone are looked at
 */
export function saidOf(
  { state, report, error }: GitSyncRun,
  isSite: boolean,
): {
  readonly text: string;
  readonly isWrong: boolean;
  readonly found?: Foreseen | undefined;
} {
  if (error !== undefined) return { text: error, isWrong: true };
  if (state === "cancelled") return { text: gitWords.notLooked, isWrong: true };
  const { held = 0, preview: found } = (report ?? {}) as PreviewReport;
  const { pageCount = 0, pagesTo = "space", fileCount = 0, filesTo = "branch" } = found ?? {};
  const would = [
    ...(pageCount === 0 ? [] : [gitWords.wouldPages[pagesTo](pageCount)]),
    ...(fileCount === 0 ? [] : [gitWords.wouldFiles[filesTo](fileCount)]),
    ...(held === 0 ? [] : [gitWords.wouldWait(held)]),
  ].join(", ");
  const nothing = isSite ? gitWords.wouldNoPages : gitWords.wouldNothing;
  const text = would === "" ? nothing : isSite ? `${would}.` : would;
  return { text: isSite ? gitWords.notOfStructure(text) : text, isWrong: false, found };
}
