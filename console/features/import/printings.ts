/** PDFs that were asked for in this tab, one a space: they go on while other screens are open. */
import { getSpacePDF, type Progress } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import type { importWords } from "../../words/import.ts";
import { BySpace, useBySpace } from "./bySpace.ts";

export type PaperChoice = keyof typeof importWords.papers;

/** A PDF in the making, and what came of it. */
export type PDFInMaking =
  | { readonly state: "running"; readonly progress: Progress; readonly cancel: () => void }
  | { readonly state: "done"; readonly url: string }
  | { readonly state: "failed"; readonly error: Error };

/** So long the address of a PDF works; milliseconds. */
const ADDRESS_MS = 60 * 60 * 1000;

const printings = new BySpace<PDFInMaking>();

/** Makes a PDF of a space as a job, so that a long one outlasts any connection. */
export async function print(space: string, paper: PaperChoice): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const onProgress = (progress: Progress): void =>
    printings.set(space, { state: "running", progress, cancel: () => ending.abort() });
  onProgress({});
  try {
    const { url } = await getSpacePDF(client, space, { paper }).done({ signal, onProgress });
    const done: PDFInMaking = { state: "done", url };
    printings.set(space, done);
    setTimeout(() => {
      if (printings.all().get(space) === done) printings.set(space, undefined);
    }, ADDRESS_MS);
  } catch (error) {
    printings.set(space, signal.aborted ? undefined : { state: "failed", error: error as Error });
  }
}

export const usePrinting = (space: string): PDFInMaking | undefined => useBySpace(printings, space);
