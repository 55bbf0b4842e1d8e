/** What `lectern doctor` says: one finding for each thing it looked at. */
import { amount } from "./console.ts";

/** `problem` is for what doesn't work or isn't whole; `warning` for what should not stay so. */
export type State = "ok" | "warning" | "problem";

export interface Finding {
  /** What was looked at. */
  readonly about: string;
  readonly state: State;
  /** What is so; where it isn't well, why, and what to do. */
  readonly message: string;
}

export const ok = (about: string, message: string): Finding => ({ about, state: "ok", message });
export const warning = (about: string, message: string): Finding => ({ about, state: "warning", message });
export const problem = (about: string, message: string): Finding => ({ about, state: "problem", message });

/** What an error says, to be put into a sentence. */
export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** How it stands and where to begin, in one sentence: findings come in the order in which they rest on each other. */
export function summaryOf(findings: readonly Finding[]): string {
  const of = (wanted: State): Finding[] => findings.filter(({ state }) => state === wanted);
  const [problems, warnings] = [of("problem"), of("warning")];
  const first = problems[0] ?? warnings[0];
  if (first === undefined) return "All is well.";
  const counts = [
    ...(problems.length > 0 ? [amount(problems.length, "problem")] : []),
    ...(warnings.length > 0 ? [amount(warnings.length, "warning")] : []),
  ];
  return `${counts.join(" and ")}: begin with ${first.about}, whose line above says what to do.`;
}
