/** Why a script gave no answer. */
export type ScriptProblem =
  /** It took longer than it may: its process was ended. */
  | "late"
  /** It took more memory than it may: its process was ended. */
  | "memory"
  /** It threw. */
  | "threw"
  /** Its process ended while it ran: by itself, for another script in it, or with the server. */
  | "ended"
  /** It answered with more than is taken. */
  | "too-large"
  /** No process became free in time, or too many of its events wait already. */
  | "busy"
  /** This installation has nothing that runs scripts. */
  | "not-run";

const SENTENCES: Readonly<Record<ScriptProblem, string>> = {
  late: "The script took too long to answer and was ended.",
  memory: "The script took too much memory and was ended.",
  threw: "The script failed.",
  ended: "The process of the script ended before it answered.",
  "too-large": "The script answered with more than is taken.",
  busy: "Too many scripts wait for their turn. Try again later.",
  "not-run": "Nothing runs scripts here.",
};

/** A script that gave no answer. */
export class ScriptFailure extends Error {
  override readonly name = "ScriptFailure";
  readonly problem: ScriptProblem;
  /** Whether its installation went beyond what it may so often lately that it should be told nothing more. */
  readonly isRepeated: boolean;
  constructor(problem: ScriptProblem, isRepeated = false, cause?: unknown) {
    super(SENTENCES[problem], { cause });
    this.problem = problem;
    this.isRepeated = isRepeated;
  }
}
