import type { ExpressionNode } from "./syntax.ts";

/** The nodes directly below one, in the order of the source. */
export function childrenOf(node: ExpressionNode): readonly ExpressionNode[] {
  switch (node.kind) {
    case "literal":
    case "name":
      return [];
    case "template":
      return node.values;
    case "array":
      return node.elements;
    case "member":
      return [node.object, node.key];
    case "call":
      return node.argument === undefined ? [node.object] : [node.object, node.argument];
    case "each":
      return [node.object, node.body];
    case "chain":
      return [node.chain];
    case "unary":
      return [node.operand];
    case "binary":
    case "logical":
      return [node.left, node.right];
    case "conditional":
      return [node.test, node.consequent, node.alternate];
  }
}
