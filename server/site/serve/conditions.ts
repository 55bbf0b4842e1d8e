import { evaluateCondition, evaluateInline, type Parse } from "../../engine/expression/condition.ts";
import type { ExpressionData } from "../../engine/expression/evaluate.ts";
import type { Page, VariableValue } from "../../engine/page.ts";
import type { Visitor } from "./visitor.ts";

/** What an expression is worth; those without a value are left out. */
export type Values = Readonly<Record<string, string | number | boolean>>;

/** The answers to what pages ask of variables and visitors, for one space and one visitor. */
export interface Conditions {
  /** What all answers depend on: the same text, the same answers. */
  readonly signature: string;
  /** Whether a page's own condition holds. */
  holdsFor(page: Page): boolean;
  /** Whether all of these hold, outside of any page: what asks for a page's variables does not. */
  holdAll(conditions: readonly string[]): boolean;
  /** The values of expressions on a page. */
  valuesOn(page: Page, expressions: readonly string[]): Values;
}

/** @param variables those of the space */
export function openConditions(
  parse: Parse,
  variables: Readonly<Record<string, VariableValue>>,
  { claims }: Visitor,
): Conditions {
  const dataOn = (vars: object): ExpressionData => ({
    space: { vars: variables },
    page: { vars },
    visitor: { claims },
  });
  const nowhere = dataOn({});
  return {
    signature: JSON.stringify([variables, claims]),
    holdsFor: (page) =>
      page.condition === undefined || evaluateCondition(page.condition, dataOn(page.variables ?? {}), parse),
    holdAll: (conditions) => conditions.every((condition) => evaluateCondition(condition, nowhere, parse)),
    valuesOn(page, expressions) {
      const data = dataOn(page.variables ?? {});
      const values: Record<string, string | number | boolean> = Object.create(null);
      for (const expression of expressions) {
        // As a condition a blank one holds; printed it is nothing anyway.
        const value = expression.trim() === "" ? true : evaluateInline(expression, data, parse);
        if (value !== undefined && value !== null) values[expression] = value;
      }
      return values;
    },
  };
}
