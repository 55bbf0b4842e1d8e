/** What a command talks to: its environment, its answers, and whoever waits before it. */
import type { ProgressOutput } from "../importers/progress.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { visible } from "../ports/terminal.ts";

export interface Console {
  readonly env: NodeJS.ProcessEnv;
  /** One line of the answer: standard output. */
  print(line: string): void;
  /** One line about the work: standard error. */
  note(line: string): void;
  /** Where progress is drawn. */
  readonly progress: ProgressOutput;
  /** Whether answers go to a terminal, which shows colours. */
  readonly isTerminal: boolean;
}

/** A command line that commander takes and the command can't: its options don't go together. */
export class CommandMisuse extends StartRefused {}

/** The exit codes of every command; `waiting` when all is well but for what a person has to decide. */
export const EXIT = { ok: 0, problems: 1, usage: 2, waiting: 3 } as const;

/** How many of something, in words: `1 file`, `12,345 files`. */
export function amount(count: number, one: string): string {
  return `${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`;
}

/** Prints rows as a table whose columns line up, or as JSON. */
export function printRows(
  console: Console,
  rows: readonly Readonly<Record<string, unknown>>[],
  options: { readonly json?: boolean; readonly none: string },
): void {
  if (options.json) return console.print(JSON.stringify(rows, null, 2));
  const [first] = rows;
  if (first === undefined) return console.note(options.none);
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row).map(cell))];
  const widths = Object.keys(first).map((_, at) => Math.max(...lines.map((line) => (line[at] ?? "").length)));
  for (const line of lines) {
    console.print(
      line
        .map((written, at) => written.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

/** In one line, whatever a title holds. */
function cell(value: unknown): string {
  return visible(String(value ?? "").replace(/\s*[\n\t]\s*/g, " "));
}

/** A time as people and programs read it; undefined for none. */
export function time(at: number | null): string | undefined {
  return at === null ? undefined : new Date(at).toISOString();
}
