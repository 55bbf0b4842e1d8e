/** Holds at the end of a whole run that each operation was answered with a success to a test of its own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reporter, TestSpecification, Vitest } from "vitest/node";
import released from "./releasedCalls.json" with { type: "json" };

/** Names, for the processes of a run, the file in which they write down what was answered. */
export const ANSWERED_FILE = "LECTERN_TEST_ANSWERED";

/** The operations that no line has. */
export function unanswered(ids: readonly string[], lines: string): string[] {
  const answered = new Set(lines.split("\n"));
  return ids.filter((id) => !answered.has(id));
}

export default class AnsweredReporter implements Reporter {
  #vitest: Vitest | undefined;
  #folder = "";
  #isWhole = false;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    this.#folder = mkdtempSync(join(tmpdir(), "lectern-answered-"));
    process.env[ANSWERED_FILE] = join(this.#folder, "ids");
    writeFileSync(process.env[ANSWERED_FILE], "");
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const all = await this.#vitest?.globTestSpecifications();
    this.#isWhole =
      specifications.length === all?.length && this.#vitest?.config.testNamePattern === undefined;
  }

  onTestRunEnd(): void {
    const lines = readFileSync(join(this.#folder, "ids"), "utf8");
    rmSync(this.#folder, { recursive: true });
    // Of some files nothing follows.
    if (!this.#isWhole) return;
    const missing = unanswered(Object.values(released), lines);
    if (missing.length === 0) return;
    process.stdout.write(`\nNo test of their own has these answer with a success: ${missing.join(", ")}\n\n`);
    process.exitCode = 1;
  }
}
