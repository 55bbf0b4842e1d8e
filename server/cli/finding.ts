/** What `lectern doctor` says: one finding for each thing it looked at. */

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
