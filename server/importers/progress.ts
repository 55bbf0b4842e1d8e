/** How far something is. Times are in milliseconds. */
interface ProgressState {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly elapsed: number;
}

/** What a progress writer needs of a terminal or a pipe: `process.stderr` has it. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;
const DEFAULT_COLUMNS = 80;
const TERMINAL_INTERVAL = 100;
const LINE_INTERVAL = 5_000;
const CLEAR_LINE = "\r\u001b[K";

/** One line without a bar: "Pages 120 of 400, 85/s, 4 s left". */
export function formatProgress({ label, done, total, elapsed }: ProgressState): string {
  const parts = [`${label} ${done} of ${total}`];
  const rate = elapsed > 0 ? (done * 1000) / elapsed : 0;
  if (rate > 0) {
    parts.push(`${formatRate(rate)}/s`);
    parts.push(done < total ? `${formatSeconds((total - done) / rate)} left` : formatSeconds(elapsed / 1000));
  }
  return parts.join(", ");
}

/** The same with a bar, cut to `columns`. */
export function formatBar(state: ProgressState, columns: number): string {
  const text = formatProgress(state);
  const share = state.total > 0 ? Math.min(1, state.done / state.total) : 1;
  const width = Math.min(BAR_WIDTH, columns - text.length - 2);
  if (width < 4) return text.slice(0, Math.max(0, columns - 1));
  const filled = Math.floor(share * width);
  return `${"█".repeat(filled)}${"░".repeat(width - filled)} ${text}`;
}

/** Writes progress: a bar that is drawn anew on a terminal, a line every five seconds elsewhere. */
export interface ProgressWriter {
  /** Takes the count so far; writes when it is time to. */
  readonly show: (done: number, total: number) => void;
  /** Takes the bar off a terminal; elsewhere writes nothing. */
  readonly end: () => void;
}

/** `now` gives milliseconds; they are counted from this call on. */
export function openProgress(label: string, output: ProgressOutput, now: () => number): ProgressWriter {
  const start = now();
  const terminal = output.isTTY === true;
  const interval = terminal ? TERMINAL_INTERVAL : LINE_INTERVAL;
  let shownAt = terminal ? -Infinity : start;
  let drawn = false;
  return {
    show: (done, total) => {
      const time = now();
      if (time - shownAt < interval) return;
      shownAt = time;
      const state = { label, done, total, elapsed: time - start };
      if (terminal) output.write(CLEAR_LINE + formatBar(state, output.columns ?? DEFAULT_COLUMNS));
      else output.write(`${formatProgress(state)}\n`);
      drawn = terminal;
    },
    end: () => {
      if (drawn) output.write(CLEAR_LINE);
      drawn = false;
    },
  };
}

function formatRate(rate: number): string {
  return rate >= 10 ? String(Math.round(rate)) : rate.toFixed(1);
}

function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
