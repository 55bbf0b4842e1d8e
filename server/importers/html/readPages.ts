/** Reads pages of HTML in threads, many at a time. */
import { openThreads, WorkerFailed, type WorkerPool } from "../../ports/worker.ts";
import { describeBytes } from "../limits.ts";
import type { HtmlPage, HtmlReading } from "./readPage.ts";

/** What reading some pages may take; one that takes more is read alone, and then given up. */
const TOGETHER = 30_000;
const ALONE = 20_000;
/** Megabytes. */
const MEMORY = 512;
const PAGES_AT_ONCE = 50;
const BYTES_AT_ONCE = 4 * 1024 * 1024;
/** The largest page that is read at all: a tree takes some thirty times the memory of its text. */
export const LARGEST_HTML = 10 * 1024 * 1024;

/** Reads pages in threads that are kept for the next ones. Whoever opens it closes it. */
export interface HtmlReader {
  /** Reads pages, in their order. What is wrong with a page is its result. @throws the reason of the signal */
  read(pages: readonly HtmlPage[]): Promise<HtmlReading[]>;
  close(): Promise<void>;
}

export function openHtmlReader(signal?: AbortSignal): HtmlReader {
  const threads = openThreads("html", MEMORY);
  return {
    async read(pages) {
      const read: HtmlReading[] = [];
      for (const group of groupsOf(pages)) {
        signal?.throwIfAborted();
        read.push(...(await readGroup(threads, group, signal)));
      }
      return read;
    },
    close: () => threads.close(),
  };
}

/** The same for pages that are all there is to read. */
export async function readHtmlPages(
  pages: readonly HtmlPage[],
  signal?: AbortSignal,
): Promise<HtmlReading[]> {
  const reader = openHtmlReader(signal);
  try {
    return await reader.read(pages);
  } finally {
    await reader.close();
  }
}

function* groupsOf(pages: readonly HtmlPage[]): Generator<HtmlPage[]> {
  let group: HtmlPage[] = [];
  let bytes = 0;
  for (const page of pages) {
    const isFull = group.length >= PAGES_AT_ONCE || bytes + page.bytes.length > BYTES_AT_ONCE;
    if (group.length > 0 && isFull) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(page);
    bytes += page.bytes.length;
  }
  if (group.length > 0) yield group;
}

async function readGroup(
  threads: WorkerPool,
  group: readonly HtmlPage[],
  signal: AbortSignal | undefined,
): Promise<HtmlReading[]> {
  const isAlone = group.length === 1;
  if (isAlone && (group[0]?.bytes.length ?? 0) > LARGEST_HTML)
    return [{ refused: `it is larger than ${describeBytes(LARGEST_HTML)}` }];
  try {
    return await threads.run<HtmlReading[]>(group, { timeout: isAlone ? ALONE : TOGETHER, signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof WorkerFailed)) throw error;
    if (isAlone) return [{ refused: REFUSALS[error.reason] ?? "its HTML can't be read" }];
    // One of them is at fault.
    const read: HtmlReading[] = [];
    for (const page of group) read.push(...(await readGroup(threads, [page], signal)));
    return read;
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  timeout: `reading it takes longer than ${ALONE / 1000} seconds`,
  memory: `reading it takes more than ${MEMORY} MB of memory`,
};
