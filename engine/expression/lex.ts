import { readEscape } from "./escape.ts";
import { SyntaxProblem } from "./problem.ts";

export type LexToken = NameToken | NumberToken | StringToken | TemplateToken | PunctuatorToken | EndToken;
interface SourceSpan {
  /** As written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
interface NameToken extends SourceSpan {
  readonly kind: "name";
}
interface NumberToken extends SourceSpan {
  readonly kind: "number";
  readonly value: number;
}
interface StringToken extends SourceSpan {
  readonly kind: "string";
  readonly value: string;
}
/** Template text: its first part is the head, what follows each `}` a rest; the tail ends it. */
interface TemplateToken extends SourceSpan {
  readonly kind: "template-head" | "template-rest";
  readonly value: string;
  readonly isTail: boolean;
}
interface PunctuatorToken extends SourceSpan {
  readonly kind: "punctuator";
}
interface EndToken extends SourceSpan {
  readonly kind: "end";
}

const space = /\s*/y;
const name = /[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*/uy;
const number =
  /0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const punctuator =
  /\.\.\.|===|!==|>>>|\?\.(?!\d)|=>|==|!=|<=|>=|<<|>>|&&|\|\||\?\?|\*\*|\+\+|--|[-+*/%]=|[-+*/%<>=!?:.,;()[\]&|^~]/y;

/**
 * The tokens of a source, the last of kind "end".
 * @throws SyntaxProblem for what no expression may hold.
 */
export function lex(source: string): LexToken[] {
  return new Lexer(source).tokens;
}

class Lexer {
  readonly tokens: LexToken[] = [];
  readonly #source: string;
  #at = 0;
  /** Templates whose `${` is open. */
  #openTemplates = 0;

  constructor(source: string) {
    this.#source = source;
    while (this.#skipSpace() < source.length) this.tokens.push(this.#next());
    this.tokens.push({ kind: "end", text: "", start: source.length, end: source.length });
  }

  #skipSpace(): number {
    this.#match(space);
    return this.#at;
  }

  #next(): LexToken {
    const start = this.#at;
    const first = this.#source.charAt(start);
    if (first === '"' || first === "'") return this.#string(first);
    if (first === "`") return this.#template("template-head");
    if (first === "}" && this.#openTemplates > 0) {
      this.#openTemplates -= 1;
      return this.#template("template-rest");
    }
    const named = this.#match(name);
    if (named !== "") return { kind: "name", text: named, start, end: this.#at };
    const digits = this.#match(number);
    if (digits !== "") return this.#number(digits, start);
    return this.#punctuator(start);
  }

  #number(text: string, start: number): LexToken {
    const after = this.#match(name) || this.#match(number);
    if (after !== "") {
      throw new SyntaxProblem(
        `The number ${text} is directly followed by "${after}". Write numbers like 12, 1.5 or 2e3.`,
        start,
        this.#at,
      );
    }
    return { kind: "number", text, value: Number(text), start, end: this.#at };
  }

  #punctuator(start: number): LexToken {
    if (this.#source.startsWith("//", start) || this.#source.startsWith("/*", start)) {
      throw new SyntaxProblem("An expression can't hold comments.", start, start + 2);
    }
    const text = this.#match(punctuator);
    if (text !== "") return { kind: "punctuator", text, start, end: this.#at };
    const found = String.fromCodePoint(this.#source.codePointAt(start) ?? 0);
    const why =
      found === "{" || found === "}"
        ? "Braces can't be used: an expression has no objects, blocks or function bodies."
        : `The character "${found}" has no meaning here.`;
    throw new SyntaxProblem(why, start, start + found.length);
  }

  #string(quote: string): LexToken {
    const start = this.#at;
    this.#at += 1;
    let value = "";
    for (;;) {
      const next = this.#source.charAt(this.#at);
      if (next === "" || next === "\n" || next === "\r") {
        throw new SyntaxProblem(`The text that begins here has no closing ${quote}.`, start, this.#at);
      }
      if (next === quote) break;
      value += this.#character(next);
    }
    this.#at += 1;
    return { kind: "string", text: this.#source.slice(start, this.#at), value, start, end: this.#at };
  }

  #template(kind: TemplateToken["kind"]): LexToken {
    const start = this.#at;
    this.#at += 1;
    let value = "";
    for (;;) {
      const next = this.#source.charAt(this.#at);
      if (next === "")
        throw new SyntaxProblem("The text that begins here has no closing `.", start, this.#at);
      if (next === "`" || this.#source.startsWith("${", this.#at)) break;
      // Line ends within a template are "\n" however the source writes them.
      const isCarriageReturn = next === "\r";
      const read = this.#character(next);
      if (!isCarriageReturn) value += read;
      else if (this.#source.charAt(this.#at) !== "\n") value += "\n";
    }
    const isTail = this.#source.charAt(this.#at) === "`";
    if (!isTail) this.#openTemplates += 1;
    this.#at += isTail ? 1 : 2;
    const text = this.#source.slice(start, this.#at);
    return { kind, text, value, isTail, start, end: this.#at };
  }

  #character(next: string): string {
    if (next !== "\\") {
      this.#at += 1;
      return next;
    }
    const escape = readEscape(this.#source, this.#at);
    this.#at = escape.end;
    return escape.value;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }
}
