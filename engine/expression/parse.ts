import { lex, type LexToken } from "./lex.ts";
import { SyntaxProblem } from "./problem.ts";
import {
  deepestNesting,
  eachMethods,
  forbiddenNames,
  longestSource,
  mostNodes,
  valueMethods,
  type BinaryOperator,
  type EachMethod,
  type Expression,
  type ExpressionNode,
  type ExpressionProblem,
  type LogicalNode,
  type SourceSpan,
  type UnaryNode,
  type ValueMethod,
} from "./syntax.ts";
import { whyNotName, whyUnexpected } from "./words.ts";

export type ParsedExpression =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly problem: ExpressionProblem };

/**
 * Parses one expression of at most 1,024 code points, 256 nodes and 32 levels of nesting.
 * Never throws; what is wrong comes back as a problem with its place in the source.
 */
export function parseExpression(source: string): ParsedExpression {
  try {
    if (isTooLong(source)) {
      throw new SyntaxProblem(
        `The expression is too long: at most ${longestSource} characters.`,
        0,
        source.length,
      );
    }
    return { ok: true, expression: { source, root: new Parser(lex(source)).whole() } };
  } catch (error) {
    if (error instanceof SyntaxProblem) return { ok: false, problem: error.problem };
    throw error;
  }
}

function isTooLong(source: string): boolean {
  if (source.length <= longestSource) return false;
  return source.length > 2 * longestSource || [...source].length > longestSource;
}

/** How tightly each operator binds; all of them group from the left. */
const strengths: ReadonlyMap<string, number> = new Map([
  ["??", 1],
  ["||", 2],
  ["&&", 3],
  ...["==", "!=", "===", "!=="].map((operator) => [operator, 4] as const),
  ...["<", "<=", ">", ">=", "in"].map((operator) => [operator, 5] as const),
  ...["+", "-"].map((operator) => [operator, 6] as const),
  ...["*", "/", "%"].map((operator) => [operator, 7] as const),
]);

const words: ReadonlyMap<string, boolean | null | undefined> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
  ["undefined", undefined],
]);

/** A Pratt parser: each step reads a value, then as many operators as bind tightly enough. */
class Parser {
  readonly #tokens: readonly LexToken[];
  #at = 0;
  #nodes = 0;
  #nesting = 0;
  readonly #inParentheses = new Set<ExpressionNode>();

  constructor(tokens: readonly LexToken[]) {
    this.#tokens = tokens;
  }

  whole(): ExpressionNode {
    const root = this.#expression();
    if (this.#token.kind !== "end") throw this.#unexpected();
    return root;
  }

  #expression(): ExpressionNode {
    const test = this.#operators(0);
    if (!this.#take("?")) return test;
    return this.#nested(() => {
      const consequent = this.#expression();
      this.#expect(":", "A condition with ? needs a : and a second value.");
      const alternate = this.#expression();
      return this.#node({ kind: "conditional", test, consequent, alternate, ...between(test, alternate) });
    });
  }

  #operators(weakest: number): ExpressionNode {
    let left = this.#signed();
    for (;;) {
      const operator = this.#token.text;
      const strength = this.#isOperator() ? strengths.get(operator) : undefined;
      if (strength === undefined || strength <= weakest) return left;
      this.#at += 1;
      left = this.#combine(operator, left, this.#operators(strength));
    }
  }

  #combine(operator: string, left: ExpressionNode, right: ExpressionNode): ExpressionNode {
    const span = between(left, right);
    if (operator !== "&&" && operator !== "||" && operator !== "??") {
      return this.#node({ kind: "binary", operator: operator as BinaryOperator, left, right, ...span });
    }
    if (operator === "??" && (this.#isBareLogical(left) || this.#isBareLogical(right))) {
      throw new SyntaxProblem("Put parentheses around && or || next to ??.", span.start, span.end);
    }
    return this.#node({
      kind: "logical",
      operator: operator as LogicalNode["operator"],
      left,
      right,
      ...span,
    });
  }

  #isBareLogical(node: ExpressionNode): boolean {
    return node.kind === "logical" && node.operator !== "??" && !this.#inParentheses.has(node);
  }

  #signed(): ExpressionNode {
    const { text, start, kind } = this.#token;
    if (kind !== "punctuator" || (text !== "!" && text !== "-" && text !== "+")) return this.#accessed();
    this.#at += 1;
    const operator: UnaryNode["operator"] = text;
    return this.#nested(() => {
      const operand = this.#signed();
      return this.#node({ kind: "unary", operator, operand, start, end: operand.end });
    });
  }

  /** A value and the members and methods that follow it. */
  #accessed(): ExpressionNode {
    let node = this.#value();
    let reaches = false;
    for (;;) {
      const optional = this.#take("?.");
      reaches ||= optional;
      if (this.#is("[")) node = this.#bracketed(node, optional);
      else if (optional || this.#take(".")) node = this.#dotted(node, optional);
      else if (this.#is("(")) throw this.#uncallable();
      else if (this.#token.kind === "template-head") throw this.#unexpected();
      else break;
    }
    return reaches ? this.#node({ kind: "chain", chain: node, start: node.start, end: node.end }) : node;
  }

  #bracketed(object: ExpressionNode, optional: boolean): ExpressionNode {
    this.#at += 1;
    const key = this.#nested(() => this.#expression());
    const end = this.#expect("]", "This bracket has no closing ].");
    if (key.kind === "literal" && forbiddenNames.has(String(key.value))) {
      throw new SyntaxProblem(whyNotName(String(key.value)) ?? "", key.start, key.end);
    }
    return this.#node({ kind: "member", object, key, optional, start: object.start, end });
  }

  #dotted(object: ExpressionNode, optional: boolean): ExpressionNode {
    const named = this.#token;
    if (named.kind !== "name") {
      if (named.kind === "punctuator" && named.text === "(") throw this.#uncallable();
      throw new SyntaxProblem("A name must follow the dot.", named.start, named.end);
    }
    if (forbiddenNames.has(named.text)) {
      throw new SyntaxProblem(whyNotName(named.text) ?? "", named.start, named.end);
    }
    this.#at += 1;
    if (this.#is("(")) return this.#method(object, named, optional);
    const { start, end } = named;
    const key = this.#node({ kind: "literal", value: named.text, start, end });
    return this.#node({ kind: "member", object, key, optional, start: object.start, end });
  }

  #method(object: ExpressionNode, named: LexToken, optional: boolean): ExpressionNode {
    const method = named.text;
    if (eachMethods.includes(method as EachMethod)) return this.#each(object, method as EachMethod, optional);
    if (!Object.hasOwn(valueMethods, method)) {
      throw new SyntaxProblem(
        `There is no method "${method}". There are ${Object.keys(valueMethods).join(", ")}, ${eachMethods.join(", ")}.`,
        named.start,
        named.end,
      );
    }
    this.#at += 1;
    const takes = valueMethods[method as ValueMethod];
    const why = `${method} takes ${takes === 0 ? "no values: write" : "one value, as in"} ${method}(${takes === 0 ? "" : '"…"'}).`;
    if (takes === 1 && this.#is(")")) throw new SyntaxProblem(why, named.start, this.#token.end);
    const argument = takes === 0 ? undefined : this.#nested(() => this.#expression());
    const end = this.#expect(")", why);
    const { start } = object;
    return this.#node({
      kind: "call",
      object,
      method: method as ValueMethod,
      argument,
      optional,
      start,
      end,
    });
  }

  #each(object: ExpressionNode, method: EachMethod, optional: boolean): ExpressionNode {
    this.#at += 1;
    const parameters = this.#parameters(method);
    const body = this.#nested(() => this.#expression());
    const end = this.#expect(")", `${method} takes one callback only.`);
    return this.#node({ kind: "each", object, method, parameters, body, optional, start: object.start, end });
  }

  #parameters(method: EachMethod): string[] {
    const first = this.#token;
    const parameters: string[] = [];
    const why = `${method} takes a callback, as in ${method}(item => item === "…").`;
    if (this.#take("(")) {
      while (!this.#is(")")) {
        parameters.push(this.#parameter(why));
        if (!this.#take(",")) break;
      }
      this.#expect(")", why);
    } else parameters.push(this.#parameter(why));
    const end = this.#expect("=>", why);
    if (parameters.length > 3 || new Set(parameters).size < parameters.length) {
      throw new SyntaxProblem(
        "A callback has at most three parameters: the element, its index and the array.",
        first.start,
        end,
      );
    }
    return parameters;
  }

  #parameter(why: string): string {
    const { kind, text, start, end } = this.#token;
    if (kind !== "name" || words.has(text)) throw new SyntaxProblem(why, start, end);
    const whyNot = whyNotName(text);
    if (whyNot !== undefined) throw new SyntaxProblem(whyNot, start, end);
    this.#at += 1;
    return text;
  }

  #value(): ExpressionNode {
    const token = this.#token;
    const { start, end } = token;
    if (token.kind === "punctuator") {
      if (token.text === "(") return this.#parenthesised();
      if (token.text === "[") return this.#array();
    }
    if (token.kind === "template-head") return this.#template();
    if (token.kind === "string" || token.kind === "number") {
      this.#at += 1;
      return this.#node({ kind: "literal", value: token.value, start, end });
    }
    if (token.kind !== "name") throw this.#unexpected();
    const whyNot = whyNotName(token.text);
    if (whyNot !== undefined) throw new SyntaxProblem(whyNot, start, end);
    this.#at += 1;
    if (words.has(token.text))
      return this.#node({ kind: "literal", value: words.get(token.text), start, end });
    return this.#node({ kind: "name", name: token.text, start, end });
  }

  #parenthesised(): ExpressionNode {
    this.#at += 1;
    const inner = this.#nested(() => this.#expression());
    this.#expect(")", "This parenthesis has no closing ).");
    this.#inParentheses.add(inner);
    return inner;
  }

  #array(): ExpressionNode {
    const { start } = this.#token;
    this.#at += 1;
    const elements: ExpressionNode[] = [];
    while (!this.#is("]")) {
      elements.push(this.#nested(() => this.#expression()));
      if (!this.#take(",")) break;
    }
    const end = this.#expect("]", "This array has no closing ].");
    return this.#node({ kind: "array", elements, start, end });
  }

  #template(): ExpressionNode {
    const { start } = this.#token;
    const texts: string[] = [];
    const values: ExpressionNode[] = [];
    for (;;) {
      const part = this.#token;
      const isNext = part.kind === (texts.length === 0 ? "template-head" : "template-rest");
      if (!isNext) throw this.#unexpected();
      this.#at += 1;
      texts.push(part.value);
      if (part.isTail) return this.#node({ kind: "template", texts, values, start, end: part.end });
      values.push(this.#nested(() => this.#expression()));
    }
  }

  get #token(): LexToken {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new RangeError("read past the end of the tokens");
    return token;
  }

  #isOperator(): boolean {
    return this.#token.kind === "punctuator" || this.#token.text === "in";
  }

  #is(punctuator: string): boolean {
    return this.#token.kind === "punctuator" && this.#token.text === punctuator;
  }

  #take(punctuator: string): boolean {
    if (!this.#is(punctuator)) return false;
    this.#at += 1;
    return true;
  }

  /** Takes a punctuator and gives the offset after it. */
  #expect(punctuator: string, why: string): number {
    const { start, end, kind } = this.#token;
    if (this.#take(punctuator)) return end;
    throw kind === "end" || this.#is(",") ? new SyntaxProblem(why, start, end) : this.#unexpected();
  }

  #unexpected(): SyntaxProblem {
    const token = this.#token;
    return new SyntaxProblem(whyUnexpected(token), token.start, token.end);
  }

  #uncallable(): SyntaxProblem {
    const { start, end } = this.#token;
    return new SyntaxProblem("Only methods can be called, by their name after a dot.", start, end);
  }

  #node<N extends ExpressionNode>(node: N): N {
    this.#nodes += 1;
    if (this.#nodes > mostNodes) {
      throw new SyntaxProblem(
        `The expression has too many parts: at most ${mostNodes}.`,
        node.start,
        node.end,
      );
    }
    return node;
  }

  #nested<R>(read: () => R): R {
    const { start, end } = this.#token;
    this.#nesting += 1;
    if (this.#nesting > deepestNesting) {
      throw new SyntaxProblem(
        `The expression is nested too deeply: at most ${deepestNesting} levels.`,
        start,
        end,
      );
    }
    const result = read();
    this.#nesting -= 1;
    return result;
  }
}

function between(first: SourceSpan, last: SourceSpan): SourceSpan {
  return { start: first.start, end: last.end };
}
