import { childrenOf } from "./children.ts";
import type { Expression, ExpressionNode } from "./syntax.ts";

const plainName = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/**
 * What an expression reads from its data: each path once, as long as it is known before evaluating,
 * in the order of the source. `visitor.claims[page.vars.name]` reads `visitor.claims` and
 * `page.vars.name`. Keys that are not names stand in brackets: `visitor.claims["a b"]`. A path
 * stands for everything below it. The result follows from what all of them hold, where a path that
 * can't be read (a member of nothing) counts as another value than one that is undefined.
 */
export function referencedPaths(expression: Expression): string[] {
  const paths = new Set<string>();
  collect(expression.root, new Set(), paths);
  return [...paths];
}

function collect(node: ExpressionNode, bound: ReadonlySet<string>, paths: Set<string>): void {
  const path = pathOf(node, bound);
  if (path !== undefined) {
    paths.add(path);
    return;
  }
  if (node.kind === "each") {
    collect(node.object, bound, paths);
    collect(node.body, new Set([...bound, ...node.parameters]), paths);
    return;
  }
  for (const child of childrenOf(node)) collect(child, bound, paths);
}

/** The path of a name and its fixed keys; undefined for anything else. */
function pathOf(node: ExpressionNode, bound: ReadonlySet<string>): string | undefined {
  if (node.kind === "name") return bound.has(node.name) ? undefined : node.name;
  if (node.kind === "chain") return pathOf(node.chain, bound);
  if (node.kind !== "member" || node.key.kind !== "literal") return undefined;
  const object = pathOf(node.object, bound);
  if (object === undefined) return undefined;
  const key = String(node.key.value);
  return plainName.test(key) ? `${object}.${key}` : `${object}[${JSON.stringify(key)}]`;
}
