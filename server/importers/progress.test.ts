import { describe, expect, test } from "vitest";
import { formatBar, formatProgress, openProgress } from "./progress.ts";

describe("formatProgress", () => {
  test.each([
    [0, 400, 0, "Pages 0 of 400"],
    [120, 400, 2_000, "Pages 120 of 400, 60/s, 5 s left"],
    [5, 400, 2_000, "Pages 5 of 400, 2.5/s, 2 min 38 s left"],
    [1, 10_000, 2_000, "Pages 1 of 10000, 0.5/s, 5 h 33 min left"],
    [400, 400, 8_000, "Pages 400 of 400, 50/s, 8 s"],
  ])("%i of %i after %i ms", (done, total, elapsed, text) => {
    expect(formatProgress({ label: "Pages", done, total, elapsed })).toBe(text);
  });
});

test.each([80, 50, 20, 1])("a bar fits %i columns", (columns) => {
  for (const done of [0, 199, 400]) {
    const bar = formatBar({ label: "Pages", done, total: 400, elapsed: 2_000 }, columns);
    expect(bar.length).toBeLessThanOrEqual(columns);
  }
  expect(formatBar({ label: "Pages", done: 200, total: 400, elapsed: 1_000 }, 80)).toMatch(
    /^█{12}░{12} Pages 200/,
  );
});

describe("openProgress", () => {
  function record(isTTY: boolean): {
    written: string[];
    show: (at: number, done: number) => void;
    end: () => void;
  } {
    const written: string[] = [];
    let time = 0;
    const output = { isTTY, columns: 80, write: (text: string) => written.push(text) };
    const progress = openProgress("Pages", output, () => time);
    return {
      written,
      show: (at, done) => {
        time = at;
        progress.show(done, 10);
      },
      end: progress.end,
    };
  }

  test("redraws one line on a terminal, ten times a second, and takes it away", () => {
    const { written, show, end } = record(true);
    for (const at of [0, 10, 50, 100, 150, 200]) show(at, at / 50);
    expect(written).toHaveLength(3);
    end();
    expect(written.every((text) => text.startsWith("\r\u001b[K") && !text.includes("\n"))).toBe(true);
    expect(written.at(-1)).toBe("\r\u001b[K");
  });

  test("writes a line every five seconds elsewhere", () => {
    const { written, show, end } = record(false);
    for (const at of [0, 4_999, 5_000, 9_000, 10_000]) show(at, at / 1_000);
    end();
    expect(written).toEqual(["Pages 5 of 10, 1.0/s, 5 s left\n", "Pages 10 of 10, 1.0/s, 10 s\n"]);
  });
});
