import { expect, test } from "vitest";
import { openReport } from "./report.ts";
import { reportLines } from "./reportText.ts";

test("a report keeps so many lines of each list and counts the rest", () => {
  const lines = openReport(2);
  for (const name of ["a", "b", "c"]) {
    lines.skip(name, "it is encrypted");
    lines.broken(name, "x".repeat(1_000));
  }
  lines.problem("d", "its title is cut");
  const report = lines.report();
  expect([report.skipped.length, report.problems.length, report.brokenLinks.length, report.omitted]).toEqual([
    2, 1, 2, 2,
  ]);
  expect(report.brokenLinks[0]?.url).toHaveLength(500);
});

test("reportLines says one thing a line, whatever names hold", () => {
  const lines = openReport(10);
  expect(reportLines(lines.report())).toEqual([]);
  lines.skip("a\nb\u001b[2J.md", "it is encrypted");
  lines.problem("SUMMARY.md", "line 3 is not a link");
  lines.broken("c.md", "d.md");
  expect(reportLines({ ...lines.report(), omitted: 1 })).toEqual([
    "skipped a b [2J.md: it is encrypted",
    "SUMMARY.md: line 3 is not a link",
    "c.md: the link to d.md finds nothing",
    "1 more line is left out",
  ]);
});
