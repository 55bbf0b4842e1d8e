import type { ExpressionProblem } from "./syntax.ts";

/** Ends parsing; it never leaves this folder. */
export class SyntaxProblem extends Error {
  readonly problem: ExpressionProblem;

  constructor(message: string, start: number, end: number) {
    super(message);
    this.problem = { message, start, end: Math.max(start, end) };
  }
}

/** Why an expression has no value for the data it was given. */
type ExpressionFailure = "unknown-name" | "not-readable" | "wrong-type" | "too-long" | "out-of-fuel";

/** The only error that evaluating throws. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  readonly failure: ExpressionFailure;

  constructor(failure: ExpressionFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
