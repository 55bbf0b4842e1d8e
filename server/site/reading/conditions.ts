import {
  evaluateCondition,
  evaluateInline,
  type ExpressionParser,
} from "../../../engine/expression/condition.ts";
import type { ExpressionData } from "../../../engine/expression/evaluate.ts";
import { referencedPaths } from "../../../engine/expression/paths.ts";
import type { Page, VariableValue } from "../../../engine/page.ts";
import type { ExpressionValue, Values } from "../bodies/values.ts";
import type { AskRecord, ClaimValues } from "./asks.ts";
import type { Visitor } from "./visitor.ts";

/** The answers to what pages ask of variables and visitors, for one space and one visitor. */
export interface Conditions {
  /** What all answers depend on: the same text, the same answers. */
  readonly signature: string;
  /** Whether what is asked is taken down: then nothing may be remembered without asking. */
  readonly isRecorded: boolean;
  /** Whether a page's own condition holds. */
  holdsFor(page: Page): boolean;
  /** Whether all of these hold, outside of any page: what asks for a page's variables does not. */
  holdAll(conditions: readonly string[]): boolean;
  /** Whether all of these hold on a page with these variables. */
  holdAllWith(variables: Page["variables"], conditions: readonly string[]): boolean;
  /** The values of expressions on a page. */
  valuesOn(page: Page, expressions: readonly string[]): Values;
  /** Whether one of these values is a claim's own, not the answer to a question about it. */
  isPersonal(values: Values): boolean;
}

const EVALUATE = { condition: evaluateCondition, inline: evaluateInline } as const;

/** Somebody who reads, and where it is taken down what is asked of them. */
export interface AskedReader extends Pick<Visitor, "claims"> {
  readonly record?: AskRecord | undefined;
}

/**
 * @param variables those of the space
 * @param content what the variables are from, by its hash: the same for the same variables of space and pages
 */
export function openConditions(
  parse: ExpressionParser,
  variables: Readonly<Record<string, VariableValue>>,
  { claims, record }: AskedReader,
  content: string,
): Conditions {
  const dataWith = (vars: object, of: ClaimValues): ExpressionData => ({
    space: { vars: variables },
    page: { vars },
    visitor: { claims: of },
  });
  const nowhere = {};

  function answer<K extends keyof typeof EVALUATE>(kind: K, expression: string, vars: object) {
    const evaluate = EVALUATE[kind] as (typeof EVALUATE)[K];
    const valueFor = (of: ClaimValues) => evaluate(expression, dataWith(vars, of), parse);
    const value = valueFor(claims) as ReturnType<(typeof EVALUATE)[K]>;
    if (record !== undefined && asksVisitor(parse, expression)) {
      record.note({ id: JSON.stringify([content, vars, kind, expression]), valueFor }, value);
    }
    return value;
  }
  const holds = (condition: string, vars: object): boolean => answer("condition", condition, vars);

  return {
    signature: JSON.stringify([variables, claims]),
    isRecorded: record !== undefined,
    holdsFor: (page) => page.condition === undefined || holds(page.condition, page.variables ?? nowhere),
    holdAll: (conditions) => conditions.every((condition) => holds(condition, nowhere)),
    holdAllWith: (vars, conditions) => conditions.every((condition) => holds(condition, vars ?? nowhere)),
    valuesOn(page, expressions) {
      const values: Record<string, ExpressionValue> = Object.create(null);
      for (const expression of expressions) {
        // As a condition a blank one holds; printed it is nothing anyway.
        const value =
          expression.trim() === "" ? true : answer("inline", expression, page.variables ?? nowhere);
        if (value !== undefined && value !== null) values[expression] = value;
      }
      return values;
    },
    isPersonal: (values) =>
      Object.entries(values).some(
        ([expression, value]) => typeof value !== "boolean" && asksVisitor(parse, expression),
      ),
  };
}

/** Whether an expression reads anything of the visitor. One that can't be read gives nobody anything. */
function asksVisitor(parse: ExpressionParser, expression: string): boolean {
  if (!expression.includes("visitor") && !expression.includes("\\")) return false;
  const parsed = parse(expression);
  return (
    parsed.ok &&
    referencedPaths(parsed.expression).some((path) => /^visitor(?![\p{ID_Continue}$])/u.test(path))
  );
}
