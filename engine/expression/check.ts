import type { Expression, ExpressionNode, ExpressionProblem } from "./syntax.ts";

/**
 * What makes an expression useless as a condition: that no data can make it true or false.
 * What depends on the data is no problem here, nor is a branch that could be a boolean.
 */
export function checkBoolean(expression: Expression): ExpressionProblem | undefined {
  const gives = neverBoolean(expression.root);
  if (gives === undefined) return undefined;
  const { start, end } = expression.root;
  const message = `This gives ${gives}, but a condition must be true or false. Compare it with something, as in … === "…".`;
  return { message, start, end };
}

/** What a node gives where that can't be a boolean; undefined where it can. */
function neverBoolean(node: ExpressionNode): string | undefined {
  switch (node.kind) {
    case "literal":
      return neverBooleanLiteral(node.value);
    case "template":
      return "a text";
    case "array":
      return "an array";
    case "chain":
      return neverBoolean(node.chain);
    case "unary":
      return node.operator === "!" ? undefined : "a number";
    case "binary":
      return neverBooleanOperator(node.operator);
    case "call":
      return ["toLowerCase", "toUpperCase", "trim"].includes(node.method) ? "a text" : undefined;
    case "each":
      return node.method === "map" || node.method === "filter" ? "an array" : undefined;
    case "logical":
      return neverEither(node.left, node.right);
    case "conditional":
      return neverEither(node.consequent, node.alternate);
    case "name":
    case "member":
      return undefined;
  }
}

function neverEither(one: ExpressionNode, other: ExpressionNode): string | undefined {
  return neverBoolean(one) === undefined ? undefined : neverBoolean(other);
}

function neverBooleanLiteral(value: unknown): string | undefined {
  if (typeof value === "boolean") return undefined;
  if (typeof value === "string") return "a text";
  return typeof value === "number" ? "a number" : String(value);
}

function neverBooleanOperator(operator: string): string | undefined {
  if (operator === "+") return "a number or text";
  return ["-", "*", "/", "%"].includes(operator) ? "a number" : undefined;
}
