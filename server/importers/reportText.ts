import type { ImportReport } from "./report.ts";

/** A report as lines for a terminal or a log, one idea a line; none when there is nothing to say. */
export function reportLines(report: ImportReport): string[] {
  const { skipped, problems, brokenLinks, omitted } = report;
  const lines = [
    ...skipped.map(({ path, reason }) => `skipped ${path}: ${reason}`),
    ...problems.map(({ path, message }) => `${path}: ${message}`),
    ...brokenLinks.map(({ page, url }) => `${page}: the link to ${url} finds nothing`),
  ];
  if (omitted > 0) lines.push(`${omitted} more ${omitted === 1 ? "line is" : "lines are"} left out`);
  return lines.map(onOneLine);
}

/** A hostile name must not move the cursor or begin a line of its own. */
function onOneLine(line: string): string {
  // oxlint-disable-next-line no-control-regex
  return line.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, " ");
}
