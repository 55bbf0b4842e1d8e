import { longestText, type Budget } from "./budget.ts";
import { ExpressionError } from "./problem.ts";
import type { ArithmeticOperator, BinaryOperator } from "./syntax.ts";
import { hasOwn, isComposite, type Primitive, type Value } from "./value.ts";

/**
 * What JavaScript's operators give, except that arrays and objects are never turned into text or
 * numbers: they equal themselves only, and anything else asked of them is an error.
 * @throws ExpressionError
 */
export function operate(operator: BinaryOperator, left: Value, right: Value, budget: Budget): Value {
  switch (operator) {
    case "===":
      return strictlyEqual(left, right, budget);
    case "!==":
      return !strictlyEqual(left, right, budget);
    case "==":
      return looselyEqual(left, right, budget);
    case "!=":
      return !looselyEqual(left, right, budget);
    case "in":
      return isKeyOf(left, right, budget);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return compare(operator, primitive(left), primitive(right), budget);
    default:
      return calculate(operator, primitive(left), primitive(right), budget);
  }
}

/** @throws ExpressionError for arrays and objects, which have no text, number or order of their own. */
export function primitive(value: Value): Primitive {
  if (!isComposite(value)) return value;
  throw new ExpressionError("wrong-type", "An array or object can't be used as a text or number.");
}

export function toNumber(value: Value, budget: Budget): number {
  if (typeof value === "string") budget.spendText(value.length);
  return Number(primitive(value));
}

/** @throws ExpressionError when the text is longer than an expression may make. */
export function toText(value: Value): string {
  return boundedText(String(primitive(value)));
}

export function boundedText(text: string): string {
  if (text.length <= longestText) return text;
  throw new ExpressionError(
    "too-long",
    `The expression makes a text of more than ${longestText} characters.`,
  );
}

export function strictlyEqual(left: Value, right: Value, budget: Budget): boolean {
  if (typeof left === "string" && typeof right === "string" && left.length === right.length) {
    budget.spendText(left.length);
  }
  return left === right;
}

function looselyEqual(left: Value, right: Value, budget: Budget): boolean {
  const isNothing = left === null || left === undefined;
  if (isNothing || right === null || right === undefined) {
    return isNothing && (right === null || right === undefined);
  }
  if (typeof left === typeof right || isComposite(left) || isComposite(right)) {
    return strictlyEqual(left, right, budget);
  }
  return toNumber(left, budget) === toNumber(right, budget);
}

function compare(
  operator: "<" | "<=" | ">" | ">=",
  left: Primitive,
  right: Primitive,
  budget: Budget,
): boolean {
  if (typeof left === "string" && typeof right === "string") {
    budget.spendText(Math.min(left.length, right.length));
    return ordered(operator, left, right);
  }
  return ordered(operator, toNumber(left, budget), toNumber(right, budget));
}

function ordered<T extends string | number>(operator: "<" | "<=" | ">" | ">=", left: T, right: T): boolean {
  if (operator === "<") return left < right;
  if (operator === "<=") return left <= right;
  if (operator === ">") return left > right;
  return left >= right;
}

function calculate(operator: ArithmeticOperator, left: Primitive, right: Primitive, budget: Budget): Value {
  if (operator === "+" && (typeof left === "string" || typeof right === "string")) {
    const [first, second] = [toText(left), toText(right)];
    budget.spendText(first.length + second.length);
    return boundedText(first + second);
  }
  const [first, second] = [toNumber(left, budget), toNumber(right, budget)];
  if (operator === "+") return first + second;
  if (operator === "-") return first - second;
  if (operator === "*") return first * second;
  if (operator === "/") return first / second;
  return first % second;
}

function isKeyOf(key: Value, holder: Value, budget: Budget): boolean {
  const name = String(primitive(key));
  budget.spendText(name.length);
  if (isComposite(holder)) return hasOwn(holder, name);
  throw new ExpressionError("wrong-type", "Only an array or object can follow in.");
}
