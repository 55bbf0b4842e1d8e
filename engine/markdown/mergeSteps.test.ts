import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bodyOfParts, bothSides, mergeBody, mergeBodySteps } from "./mergeBody.ts";

const page = readFileSync(new URL("../../docs/api/conventions.md", import.meta.url), "utf8");
const pages = (length: number, edit = (text: string, _at: number) => text) =>
  Array.from({ length: Math.floor(length / page.length) }, (_, at) =>
    edit(page.replaceAll("a", `a${at}`), at),
  ).join("\n\n");

const base = pages(800_000);
const texts = {
  base,
  ours: pages(800_000, (text, at) => (at % 3 === 0 ? text.replace("The", "Ours") : text)),
  theirs: pages(800_000, (text, at) =>
    at % 2 === 0 ? `${text}\n\nTheirs ${at}.`.replace("The", "Each") : text,
  ),
};

/** How long each step keeps a processor, in milliseconds: the least of some runs. */
function stepsOf(runs: number): number[] {
  const least: number[] = [];
  for (let run = 0; run < runs; run++) {
    const steps = mergeBodySteps(texts);
    for (let step = 0, done = false; !done; step++) {
      const start = process.cpuUsage();
      done = steps.next().done === true;
      const { user, system } = process.cpuUsage(start);
      least[step] = Math.min(least[step] ?? Number.POSITIVE_INFINITY, (user + system) / 1000);
    }
  }
  return least;
}

test("a merge of a megabyte lets others have their turn in every step of it", () => {
  const steps = stepsOf(3);
  expect(base.length).toBeGreaterThan(790_000);
  expect(steps.length).toBeGreaterThan(5000);
  // Reading one of the three texts at once is a sixth of it.
  const all = steps.reduce((sum, one) => sum + one, 0);
  expect(Math.max(...steps)).toBeLessThan(all / 8);
});

test("in steps it is the same as at once", () => {
  const steps = mergeBodySteps(texts);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  expect(step.value).toEqual(mergeBody(texts));
  const text = bodyOfParts(step.value, bothSides);
  for (const one of ["Ours", "Each", "Theirs 2."]) expect(text).toContain(one);
});
