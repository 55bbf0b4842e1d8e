import { Budget, usualFuel } from "./budget.ts";
import { callMethod, lengthOf } from "./methods.ts";
import { boundedText, operate, primitive, toNumber, toText } from "./operators.ts";
import { ExpressionError } from "./problem.ts";
import type {
  CallNode,
  ElementMethodNode,
  Expression,
  ExpressionNode,
  LogicalNode,
  MemberNode,
} from "./syntax.ts";
import { asValue, hasOwn, isArray, isComposite, readOwn, type Value } from "./value.ts";

/** What an expression can name: plain JSON, by the name it begins with. */
export type ExpressionData = Readonly<Record<string, unknown>>;

interface EvaluateOptions {
  /** Steps before it gives up; 2,000 unless told. */
  readonly fuel?: number;
}

/**
 * The value of an expression for some data. It may be an array or object of the data itself.
 * @throws ExpressionError, and nothing else: for names the data lacks, members of nothing, methods
 *   a value doesn't have, texts that grow too long and fuel that runs out.
 */
export function evaluate(expression: Expression, data: ExpressionData, options: EvaluateOptions = {}): Value {
  const evaluation = new Evaluation(data, new Budget(options.fuel ?? usualFuel));
  return evaluation.value(expression.root, undefined) as Value;
}

/** Names that a callback adds, and those it was written within. */
interface Scope {
  readonly names: ReadonlyMap<string, Value>;
  readonly outer: Scope | undefined;
}

/** What a chain is after a `?.` that found nothing: its other links are passed over. */
const nothing = Symbol("nothing");
type ChainValue = Value | typeof nothing;

class Evaluation {
  readonly #data: ExpressionData;
  readonly #budget: Budget;

  constructor(data: ExpressionData, budget: Budget) {
    this.#data = data;
    this.#budget = budget;
  }

  value(node: ExpressionNode, scope: Scope | undefined): Value {
    const found = this.#visit(node, scope);
    return found === nothing ? undefined : found;
  }

  #visit(node: ExpressionNode, scope: Scope | undefined): ChainValue {
    this.#budget.spend(1);
    switch (node.kind) {
      case "literal":
        return node.value;
      case "name":
        return this.#named(node.name, scope);
      case "member":
        return this.#member(node, scope);
      case "call":
        return this.#call(node, scope);
      case "each":
        return this.#each(node, scope);
      case "chain":
        return this.value(node.chain, scope);
      case "unary": {
        const operand = this.value(node.operand, scope);
        if (node.operator === "!") return !operand;
        return node.operator === "-" ? -toNumber(operand, this.#budget) : toNumber(operand, this.#budget);
      }
      case "binary":
        return operate(
          node.operator,
          this.value(node.left, scope),
          this.value(node.right, scope),
          this.#budget,
        );
      case "logical":
        return this.#logical(node, scope);
      case "conditional":
        return this.value(this.value(node.test, scope) ? node.consequent : node.alternate, scope);
      case "array":
        return node.elements.map((element) => this.value(element, scope));
      case "template":
        return this.#template(node.texts, node.values, scope);
    }
  }

  #named(name: string, scope: Scope | undefined): Value {
    for (let at = scope; at !== undefined; at = at.outer) {
      this.#budget.spend(1);
      if (at.names.has(name)) return at.names.get(name);
    }
    if (hasOwn(this.#data, name)) return readOwn(this.#data, name);
    throw new ExpressionError("unknown-name", `"${name}" is not known here.`);
  }

  /** What a member or method is asked of; `nothing` where a `?.` before it found nothing. */
  #object(node: MemberNode | CallNode | ElementMethodNode, scope: Scope | undefined): ChainValue {
    const object = this.#visit(node.object, scope);
    const isMissing = object === null || object === undefined;
    if (isMissing && node.optional) return nothing;
    if (!isMissing) return object;
    throw new ExpressionError("not-readable", `Nothing can be read from ${String(object)}.`);
  }

  #member(node: MemberNode, scope: Scope | undefined): ChainValue {
    const object = this.#object(node, scope);
    if (object === nothing) return nothing;
    const key = String(primitive(this.value(node.key, scope)));
    this.#budget.spendText(key.length);
    if (isComposite(object)) return readOwn(object, key);
    return typeof object === "string" ? readOfText(object, key) : undefined;
  }

  #call(node: CallNode, scope: Scope | undefined): ChainValue {
    const object = this.#object(node, scope);
    if (object === nothing) return nothing;
    const argument = node.argument === undefined ? undefined : this.value(node.argument, scope);
    return callMethod(object as Value, node.method, argument, this.#budget);
  }

  #each(node: ElementMethodNode, scope: Scope | undefined): ChainValue {
    const array = this.#object(node, scope);
    if (array === nothing) return nothing;
    if (!isArray(array))
      throw new ExpressionError("wrong-type", `Only an array has the method "${node.method}".`);
    const [name, indexName, arrayName] = node.parameters;
    const kept: Value[] = [];
    const length = lengthOf(array);
    for (let index = 0; index < length; index += 1) {
      this.#budget.spend(1);
      const element = readOwn(array, String(index));
      const names = new Map<string, Value>();
      if (name !== undefined) names.set(name, element);
      if (indexName !== undefined) names.set(indexName, index);
      if (arrayName !== undefined) names.set(arrayName, array);
      const answer = this.value(node.body, { names, outer: scope });
      if (node.method === "some" && answer) return true;
      if (node.method === "every" && !answer) return false;
      if (node.method === "map") kept.push(answer);
      if (node.method === "filter" && answer) kept.push(element);
    }
    if (node.method === "some" || node.method === "every") return node.method === "every";
    return kept;
  }

  #logical(node: LogicalNode, scope: Scope | undefined): Value {
    const left = this.value(node.left, scope);
    if (node.operator === "&&") return left && this.value(node.right, scope);
    if (node.operator === "||") return left || this.value(node.right, scope);
    return left ?? this.value(node.right, scope);
  }

  #template(texts: readonly string[], values: readonly ExpressionNode[], scope: Scope | undefined): string {
    let made = texts[0] ?? "";
    for (const [index, value] of values.entries()) {
      made += toText(this.value(value, scope)) + (texts[index + 1] ?? "");
      this.#budget.spendText(made.length);
      boundedText(made);
    }
    return made;
  }
}

/** A text's own properties: its length and its UTF-16 units. */
function readOfText(text: string, key: string): Value {
  if (key === "length") return text.length;
  const index = Number(key);
  return String(index) === key && Number.isInteger(index) ? asValue(text[index]) : undefined;
}
