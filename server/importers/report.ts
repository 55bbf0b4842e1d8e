import type { ImportProblem, SkippedFile } from "./files.ts";

/** A link of a page that found neither a page nor a file; it stays in the page as it was. */
export interface BrokenLink {
  /** The page's file, as a path of the source. */
  readonly page: string;
  /** The destination as the page has it. */
  readonly url: string;
}

/** What an import left out or could not place. */
export interface ImportReport {
  readonly skipped: readonly SkippedFile[];
  readonly problems: readonly ImportProblem[];
  readonly brokenLinks: readonly BrokenLink[];
  /** Lines that found no room in the lists. */
  readonly omitted: number;
}

/** Collects a report's lines, each list up to a limit, so that a hostile source can't fill the memory. */
export interface ReportLines {
  readonly skip: (path: string, reason: string) => void;
  readonly problem: (path: string, message: string) => void;
  readonly broken: (page: string, url: string) => void;
  readonly report: () => ImportReport;
}

const URL_LENGTH = 500;

/** An empty report that keeps `limit` lines in each list, starting from the lines of another one. */
export function openReport(limit: number, from?: ImportReport): ReportLines {
  const skipped: SkippedFile[] = [...(from?.skipped ?? [])];
  const problems: ImportProblem[] = [...(from?.problems ?? [])];
  const brokenLinks: BrokenLink[] = [...(from?.brokenLinks ?? [])];
  let omitted = from?.omitted ?? 0;
  const add = <T>(list: T[], line: T): void => {
    if (list.length < limit) list.push(line);
    else omitted += 1;
  };
  return {
    skip: (path, reason) => add(skipped, { path, reason }),
    problem: (path, message) => add(problems, { path, message }),
    broken: (page, url) => add(brokenLinks, { page, url: url.slice(0, URL_LENGTH) }),
    report: () => ({ skipped, problems, brokenLinks, omitted }),
  };
}
