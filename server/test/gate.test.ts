/** What the verdict of a run is worth: a run with a failed test fails, and nothing passes unseen or by chance. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import config from "../../vitest.config.ts";
import { USUAL_SEED } from "./setup.ts";
import { readSource, sourceFiles } from "./sources.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const folder = mkdtempSync(join(tmpdir(), "lectern-gate-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A run of its own, after the set-ups that it is given. */
async function runTests(
  text: string,
  globalSetup: readonly string[] = [],
  ...args: readonly string[]
): Promise<{ code: number | null; printed: string }> {
  const settings = {
    root: folder,
    globals: true,
    include: ["*.test.ts"],
    globalSetup,
    reporters: ["default", join(ROOT, "server/test/answeredReporter.ts")],
  };
  writeFileSync(join(folder, "vitest.config.mjs"), `export default { test: ${JSON.stringify(settings)} };`);
  writeFileSync(join(folder, "some.test.ts"), text);
  // What says that a Vitest is running must not reach the next one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_ENV)/.test(name)),
  );
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const child = spawn(
    process.execPath,
    [vitest, "run", "--config", join(folder, "vitest.config.mjs"), ...args],
    {
      cwd: folder,
      env: { ...env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let printed = "";
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding("utf8").on("data", (part: string) => (printed += part));
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, printed };
}

test("a run with a failed test fails, also beside PostgreSQL, and none is tried again", async () => {
  const text = `
    let tries = 0;
    test("the second time", () => expect(++tries).toBe(2));
    test("always", () => expect(1).toBe(1));
  `;
  const { code, printed } = await runTests(text, [join(ROOT, "server/test/databases.postgres.ts")]);
  expect(printed).toContain("1 failed | 1 passed");
  expect(code).toBe(1);
  const projects = config.test?.projects as { test: { retry?: number } }[];
  expect(projects.map(({ test: { retry } }) => retry)).toEqual(Array(3).fill(undefined));
});

test("a whole run in which an operation never succeeded fails and names it; of some files nothing follows", async () => {
  const text = `test("always", () => expect(1).toBe(1));`;
  const whole = await runTests(text);
  expect(whole.printed).toMatch(/No test of their own has these answer with a success: .*getSpaceById/);
  expect(whole.code).toBe(1);
  const named = await runTests(text, [], "--testNamePattern", "always");
  expect([named.code, named.printed.includes("No test of their own")]).toEqual([0, false]);
});

test("generated values are the same in every run, and others in the full tier", () => {
  const { seed } = fc.readConfigureGlobal() ?? {};
  if (isFull) expect(seed).toEqual(expect.any(Number));
  else expect(seed).toBe(USUAL_SEED);
  // Whatever else sets or takes away a seed would do so for every file of its process.
  const others = sourceFiles().filter((file) =>
    /\b(configure|reset)(Configure)?Global\b/.test(readSource(file)),
  );
  expect(others.toSorted()).toEqual(["server/test/setup.ts"]);
});

/** Milliseconds, in the order in which they stand in a test: what is waited for, a test as a whole, what is timed. */
const LEAST: readonly (readonly [what: RegExp, least: number])[] = [
  [/(?:\.poll|\bwaitUntil|\bwaitFor)\([^;]*?\btimeout: ([\d_]+)/g, 60_000],
  [/\bvi\.wait(?:Until|For)\((?![^;]*?[\d_]{6})()/g, 60_000],
  [/(?:^|, )\s*\{ timeout: ([\d_]+)[^}]*\},?(?:$| (?:async )?\()/gm, 180_000],
  [/\bnow\(\) - \w+\)\.toBeLessThan\(([\d_]+)\)/g, 15_000],
  [/\bsetDefault(?:Navigation)?Timeout\(([\d_]+)\)|\bwaitForTimeout\(()/g, 60_000],
];

test("nothing is waited for less patiently than all is: a busy machine isn't at fault", () => {
  const hasty = sourceFiles()
    .filter((file) => /\.(?:test|fixture)\.ts$/.test(file))
    .flatMap((file) =>
      LEAST.flatMap(([what, least]) =>
        [...readSource(file).matchAll(what)]
          .filter(([, found]) => Number((found || "0").replaceAll("_", "")) < least)
          .map(([text]) => `${file}: ${text.slice(-80)}`),
      ),
    );
  expect(hasty).toEqual([]);
});
