/** Rison: JSON as it looks in addresses. `(plan:pro,beta:!t,regions:!(eu,us),name:'two words')` */
import type { Json } from "../json.ts";

const DEEPEST = 16;
/** What ends or begins something else in a text without quotes. */
const UNQUOTED = /[^ '!:(),*@$]+/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?$/i;
const WORDS: Readonly<Record<string, Json>> = { t: true, f: false, n: null };

/** A text is no Rison; `at` is where, in UTF-16 units. */
export class RisonProblem extends Error {
  override readonly name = "RisonProblem";
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Reads a value. Objects have no prototype. @throws RisonProblem */
export function parseRison(text: string): Json {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  end(): void {
    if (this.#at < this.#text.length) throw this.#problem("Something follows the value.");
  }

  value(depth: number): Json {
    if (depth > DEEPEST) throw this.#problem(`Values are at most ${DEEPEST} levels deep.`);
    const next = this.#text[this.#at];
    if (next === "(") return this.#object(depth);
    if (next === "!") return this.#special(depth);
    if (next === "'") return this.#quoted();
    const text = this.#unquoted();
    return NUMBER.test(text) ? Number(text) : text;
  }

  #object(depth: number): Json {
    const object: Record<string, Json> = Object.create(null);
    this.#at++;
    while (!this.#take(")")) {
      if (Object.keys(object).length > 0 && !this.#take(",")) throw this.#problem('Expected "," or ")".');
      const name = this.#text[this.#at] === "'" ? this.#quoted() : this.#unquoted();
      if (!this.#take(":")) throw this.#problem('Expected ":".');
      if (Object.hasOwn(object, name)) throw this.#problem("A name stands there twice.");
      object[name] = this.value(depth + 1);
    }
    return object;
  }

  #special(depth: number): Json {
    this.#at++;
    if (this.#take("(")) return this.#array(depth);
    const word = this.#text[this.#at] ?? "";
    const value = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
    if (value === undefined) throw this.#problem('Expected "!t", "!f", "!n" or "!(".');
    this.#at++;
    return value;
  }

  #array(depth: number): Json {
    const array: Json[] = [];
    while (!this.#take(")")) {
      if (array.length > 0 && !this.#take(",")) throw this.#problem('Expected "," or ")".');
      array.push(this.value(depth + 1));
    }
    return array;
  }

  #quoted(): string {
    let text = "";
    this.#at++;
    while (!this.#take("'")) {
      if (this.#take("!") && !/['!]/.test(this.#text[this.#at] ?? ""))
        throw this.#problem("Expected !' or !!.");
      const character = this.#text[this.#at];
      if (character === undefined) throw this.#problem("A text has no end.");
      text += character;
      this.#at++;
    }
    return text;
  }

  #unquoted(): string {
    UNQUOTED.lastIndex = this.#at;
    const found = UNQUOTED.exec(this.#text)?.[0];
    if (found === undefined) throw this.#problem("Expected a value.");
    this.#at += found.length;
    return found;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #problem(message: string): RisonProblem {
    return new RisonProblem(message, this.#at);
  }
}
