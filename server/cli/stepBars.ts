/** How far the steps of an import are: one bar for each, one after the other. */
import { openProgress, type ProgressOutput, type ProgressWriter } from "../importers/progress.ts";

const LABELS: Readonly<Record<string, string>> = {
  sending: "Bytes sent",
  fetching: "Fetching",
  packing: "Packing",
  reading: "Reading",
  files: "Files",
  pages: "Pages",
};

export interface StepBars {
  /** Takes how far a step is. A step of a newer server is named as it names it. */
  readonly show: (step: string, done: number, total: number) => void;
  /** Takes the bar off the terminal. */
  readonly end: () => void;
}

/** Draws on `output`. */
export function stepBars(output: ProgressOutput): StepBars {
  let shown: { readonly step: string; readonly bar: ProgressWriter } | undefined;
  return {
    show: (step, done, total) => {
      if (shown?.step !== step) {
        shown?.bar.end();
        shown = { step, bar: openProgress(LABELS[step] ?? step, output, () => performance.now()) };
      }
      shown.bar.show(done, total);
    },
    end: () => shown?.bar.end(),
  };
}
