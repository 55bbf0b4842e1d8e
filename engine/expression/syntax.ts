/** The tree of one expression. Offsets count UTF-16 units of the source, as `String.slice` does. */

export interface SourceSpan {
  readonly start: number;
  readonly end: number;
}

/** What is wrong with an expression, in words for the person who wrote it, and where. */
export interface ExpressionProblem extends SourceSpan {
  readonly message: string;
}

/** An expression that was parsed; it can be kept and evaluated any number of times. */
export interface Expression {
  readonly source: string;
  readonly root: ExpressionNode;
}

export type ExpressionNode =
  | LiteralNode
  | TemplateNode
  | ArrayNode
  | NameNode
  | MemberNode
  | CallNode
  | ElementMethodNode
  | ChainNode
  | UnaryNode
  | BinaryNode
  | LogicalNode
  | ConditionalNode;

interface LiteralNode extends SourceSpan {
  readonly kind: "literal";
  readonly value: string | number | boolean | null | undefined;
}

/** `texts` has one more element than `values`; they alternate, text first. */
interface TemplateNode extends SourceSpan {
  readonly kind: "template";
  readonly texts: readonly string[];
  readonly values: readonly ExpressionNode[];
}

interface ArrayNode extends SourceSpan {
  readonly kind: "array";
  readonly elements: readonly ExpressionNode[];
}

interface NameNode extends SourceSpan {
  readonly kind: "name";
  readonly name: string;
}

/** `object.key`; a key after a dot is a literal. */
export interface MemberNode extends SourceSpan {
  readonly kind: "member";
  readonly object: ExpressionNode;
  readonly key: ExpressionNode;
  readonly optional: boolean;
}

/** A method that takes a value or nothing. */
export interface CallNode extends SourceSpan {
  readonly kind: "call";
  readonly object: ExpressionNode;
  readonly method: ValueMethod;
  readonly argument: ExpressionNode | undefined;
  readonly optional: boolean;
}

/** A method that asks something of each element of an array. */
export interface ElementMethodNode extends SourceSpan {
  readonly kind: "each";
  readonly object: ExpressionNode;
  readonly method: EachMethod;
  /** Names of the element, its index and the array. */
  readonly parameters: readonly string[];
  readonly body: ExpressionNode;
  readonly optional: boolean;
}

/** How far a `?.` reaches: where it finds nothing, all of `chain` is undefined. */
interface ChainNode extends SourceSpan {
  readonly kind: "chain";
  readonly chain: ExpressionNode;
}

export interface UnaryNode extends SourceSpan {
  readonly kind: "unary";
  readonly operator: "!" | "-" | "+";
  readonly operand: ExpressionNode;
}

interface BinaryNode extends SourceSpan {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
}

export interface LogicalNode extends SourceSpan {
  readonly kind: "logical";
  readonly operator: "&&" | "||" | "??";
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
}

interface ConditionalNode extends SourceSpan {
  readonly kind: "conditional";
  readonly test: ExpressionNode;
  readonly consequent: ExpressionNode;
  readonly alternate: ExpressionNode;
}

type ComparisonOperator = "==" | "!=" | "===" | "!==" | "<" | "<=" | ">" | ">=" | "in";
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%";
export type BinaryOperator = ComparisonOperator | ArithmeticOperator;

/** How many values each method takes. */
export const valueMethods = {
  at: 1,
  startsWith: 1,
  endsWith: 1,
  includes: 1,
  toLowerCase: 0,
  toUpperCase: 0,
  trim: 0,
} as const;
export type ValueMethod = keyof typeof valueMethods;

export const eachMethods = ["some", "every", "map", "filter"] as const;
export type EachMethod = (typeof eachMethods)[number];

/** Names that lead out of the data in JavaScript; no expression may say them. */
export const forbiddenNames: ReadonlySet<string> = new Set(["constructor", "__proto__", "prototype"]);

/** Most code points of a source. */
export const longestSource = 1024;
export const mostNodes = 256;
/** Deepest nesting of brackets, signs, callbacks and branches. */
export const deepestNesting = 32;
