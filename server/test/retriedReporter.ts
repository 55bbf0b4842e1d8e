/** Names at the end of a run the tests that passed only when they were tried again, so that nobody overlooks them. */
import type { Reporter, TestCase } from "vitest/node";

export default class RetriedReporter implements Reporter {
  readonly #retried: string[] = [];

  onTestCaseResult(testCase: TestCase): void {
    const { retryCount = 0, flaky = false } = testCase.diagnostic() ?? {};
    if (retryCount === 0) return;
    const outcome = flaky ? "passed when it was tried again" : "failed again";
    const errors = testCase.result().errors ?? [];
    const [reason = ""] = errors.map(({ message }) => message.split("\n")[0] ?? "");
    const where = `${testCase.project.name} ${testCase.module.relativeModuleId} > ${testCase.fullName}`;
    this.#retried.push(`  ${where}: ${outcome}${reason === "" ? "" : ` (${reason})`}`);
  }

  onTestRunEnd(): void {
    if (this.#retried.length === 0) return;
    process.stdout.write(
      `\nTried again, and worth a look (${this.#retried.length}):\n${this.#retried.join("\n")}\n\n`,
    );
  }
}
