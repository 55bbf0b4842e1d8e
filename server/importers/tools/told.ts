/** What an import of a tool's project has to say: each kind of construction once, with its number and first place. */
import type { ImportProblem } from "../files.ts";

export interface ReadingNotes {
  /** Takes a construction that is not known, as a sentence about it, and the file. */
  readonly unknown: (sentence: string, path: string) => void;
  /** Takes a sentence about one file. */
  readonly problem: (path: string, message: string) => void;
  readonly problems: () => ImportProblem[];
}

const MOST_KINDS = 300;
const MOST_PROBLEMS = 1_000;

export function openTold(): ReadingNotes {
  const kinds = new Map<string, { path: string; count: number }>();
  const problems: ImportProblem[] = [];
  let others = 0;
  return {
    unknown: (sentence, path) => {
      const known = kinds.get(sentence);
      if (known !== undefined) known.count += 1;
      else if (kinds.size < MOST_KINDS) kinds.set(sentence, { path, count: 1 });
      else others += 1;
    },
    problem: (path, message) => {
      if (problems.length < MOST_PROBLEMS) problems.push({ path, message });
    },
    problems: () => [
      ...problems,
      ...[...kinds].map(([sentence, { path, count }]) => ({
        path,
        message: count === 1 ? sentence : `${sentence}; ${count} times in all, here first`,
      })),
      ...(others === 0 ? [] : [{ path: "", message: `${others} more constructions are not known` }]),
    ],
  };
}
