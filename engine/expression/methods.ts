import { longestText, type Budget } from "./budget.ts";
import { boundedText, primitive, strictlyEqual, toNumber, toText } from "./operators.ts";
import { ExpressionError } from "./problem.ts";
import type { ValueMethod } from "./syntax.ts";
import { isArray, readOwn, type Value } from "./value.ts";

/**
 * What a method of a text or an array gives.
 * @throws ExpressionError where the value has no such method.
 */
export function callMethod(target: Value, method: ValueMethod, argument: Value, budget: Budget): Value {
  if (typeof target === "string") return callTextMethod(target, method, argument, budget);
  if (isArray(target) && method === "at") return elementAt(target, argument, budget);
  if (isArray(target) && method === "includes") return hasElement(target, argument, budget);
  throw new ExpressionError("wrong-type", `This value has no method "${method}".`);
}

function callTextMethod(text: string, method: ValueMethod, argument: Value, budget: Budget): Value {
  switch (method) {
    case "at":
      return text.at(toNumber(argument, budget));
    case "startsWith":
      budget.spendText(sought(argument).length);
      return text.startsWith(sought(argument));
    case "endsWith":
      budget.spendText(sought(argument).length);
      return text.endsWith(sought(argument));
    case "includes":
      budget.spendSearch(text.length, sought(argument).length);
      return text.includes(sought(argument));
    case "toLowerCase":
      return boundedText(paid(text, budget).toLowerCase());
    case "toUpperCase":
      return boundedText(paid(text, budget).toUpperCase());
    case "trim":
      return paid(text, budget).trim();
  }
}

function sought(argument: Value): string {
  return String(primitive(argument));
}

/** The text, once the fuel for making a changed copy of it is paid. */
function paid(text: string, budget: Budget): string {
  budget.spendText(text.length);
  return text.length > longestText ? toText(text) : text;
}

function elementAt(array: readonly unknown[], argument: Value, budget: Budget): Value {
  const index = Math.trunc(toNumber(argument, budget)) || 0;
  return readOwn(array, String(index < 0 ? index + lengthOf(array) : index));
}

/** As `Array.prototype.includes`: NaN is found, which `===` would not find. */
function hasElement(array: readonly unknown[], argument: Value, budget: Budget): boolean {
  const length = lengthOf(array);
  for (let index = 0; index < length; index += 1) {
    budget.spend(1);
    const element = readOwn(array, String(index));
    if (strictlyEqual(element, argument, budget) || (Number.isNaN(element) && Number.isNaN(argument)))
      return true;
  }
  return false;
}

export function lengthOf(array: readonly unknown[]): number {
  return Number(readOwn(array, "length"));
}
