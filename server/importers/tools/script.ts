/** Plain values in files of JavaScript and TypeScript: what stands there as data. Nothing is run. */

export type Literal =
  | string
  | number
  | boolean
  | null
  | Unknown
  | readonly Literal[]
  | ReadonlyMap<string, Literal>;

/** What can't be known without running it. */
export interface Unknown {
  readonly unknown: string;
}

const DEEPEST = 60;
const MOST_VALUES = 50_000;
const MOST_NAMES = 200;

/** The value behind `name:` or `name =` in a file, at its first place; undefined when there is none. */
export function valueNamed(source: string, name: string): Literal | undefined {
  const script = withoutComments(source);
  const found = new RegExp(
    `(?<![\\w$.])["']?${name}["']?\\s*(?::\\s*[\\w.<>\\[\\]"'| ]{1,200}=|[:=])\\s*`,
  ).exec(script);
  return found === null ? undefined : valueAt(script, found.index + found[0].length);
}

/** What a file exports: `module.exports = …`, or `export default …`, be it a constant above or in a call. */
export function exportedValue(source: string): Literal | undefined {
  const script = withoutComments(source);
  const found = /(?:^|[\n;])[ \t]*(?:module\.exports\s*=|export\s+default)\s*/.exec(script);
  return found === null ? undefined : valueAt(script, found.index + found[0].length);
}

/** What may be read in all, through whatever names. */
interface Budget {
  values: number;
  names: number;
}

interface Cursor {
  readonly script: string;
  at: number;
  readonly budget: Budget;
  /** Constants that are being read. */
  readonly names: readonly string[];
}

function valueAt(
  script: string,
  at: number,
  names: readonly string[] = [],
  budget: Budget = { values: 0, names: 0 },
): Literal {
  return readValue({ script, at, budget, names }, 0);
}

function readValue(cursor: Cursor, depth: number): Literal {
  const { script } = cursor;
  skipSpace(cursor);
  const character = script[cursor.at] ?? "";
  if (depth > DEEPEST || (cursor.budget.values += 1) > MOST_VALUES) return skipUnknown(cursor);
  if (character === '"' || character === "'" || character === "`") return readText(cursor, character);
  if (character === "[") return readList(cursor, depth);
  if (character === "{") return readObject(cursor, depth);
  const number = /^-?\d+(?:\.\d+)?/.exec(script.slice(cursor.at, cursor.at + 40))?.[0];
  if (number !== undefined) {
    cursor.at += number.length;
    return Number(number);
  }
  const word = /^[A-Za-z_$][\w$.]{0,100}/.exec(script.slice(cursor.at, cursor.at + 101))?.[0];
  if (word === undefined) return skipUnknown(cursor);
  if (word === "true" || word === "false" || word === "null") {
    cursor.at += word.length;
    return word === "null" ? null : word === "true";
  }
  return readName(cursor, word, depth);
}

const RESOLVED = /^require\.resolve\s{0,20}\(\s{0,20}["']([^"'\n]{1,300})["']\s{0,20}\)/;

/** A call is what its first argument is where that is an object or a list: `defineConfig({…})`; a name what is said above. */
function readName(cursor: Cursor, word: string, depth: number): Literal {
  const { script, names } = cursor;
  const file = word === "require.resolve" ? RESOLVED.exec(script.slice(cursor.at, cursor.at + 400)) : null;
  if (file !== null) {
    cursor.at += file[0].length;
    return file[1] ?? "";
  }
  const after = script.slice(cursor.at + word.length, cursor.at + word.length + 20);
  const call = /^\s*\(\s*(?=[{[])/.exec(after);
  if (call !== null) {
    cursor.at += word.length + call[0].length;
    const value = readValue(cursor, depth + 1);
    skipTo(cursor, ")");
    return value;
  }
  const made = /^\s*\(\s*\)/.test(after) && !names.includes(word) ? returnedBy(cursor, word) : undefined;
  if (made !== undefined && names.length < 10) {
    skipUnknown(cursor);
    return valueAt(script, made, [...names, word], cursor.budget);
  }
  const isPlain = /^[A-Za-z_$][\w$]*$/.test(word) && /^\s*(?:[,;})\]]|as\b|satisfies\b|\n|$)/.test(after);
  const constant =
    isPlain && !names.includes(word) && names.length < 10 ? constantOf(cursor, word) : undefined;
  const start = cursor.at;
  skipUnknown(cursor);
  return constant === undefined
    ? { unknown: script.slice(start, Math.min(cursor.at, start + 60)) }
    : valueAt(script, constant, [...names, word], cursor.budget);
}

/** Where the value stands that a function without arguments gives, when it does nothing else. */
function returnedBy({ script, budget }: Cursor, name: string): number | undefined {
  if ((budget.names += 1) > MOST_NAMES) return undefined;
  const word = name.replace(/[.$]/g, "\\$&");
  const pattern = new RegExp(
    `\\bfunction\\s+${word}\\s*\\(\\s*\\)[^{;]{0,200}\\{\\s*return\\s+|\\bconst\\s+${word}\\s*=\\s*\\(\\s*\\)[^=;]{0,200}=>\\s*(?:\\{\\s*return\\s+|\\(\\s*(?=[{[]))?`,
  );
  const found = pattern.exec(script);
  return found === null ? undefined : found.index + found[0].length;
}

function constantOf({ script, budget }: Cursor, name: string): number | undefined {
  if ((budget.names += 1) > MOST_NAMES) return undefined;
  const pattern = new RegExp(
    `(?:^|\\n)[ \\t]*(?:export\\s+)?(?:const|let|var)\\s+${name.replaceAll("$", "\\$")}\\s*(?::[^=\\n]{1,200})?=\\s*`,
  );
  const found = pattern.exec(script);
  return found === null ? undefined : found.index + found[0].length;
}

function readText(cursor: Cursor, quote: string): Literal {
  const { script } = cursor;
  const start = cursor.at + 1;
  let text = "";
  for (let at = start; at < script.length; at += 1) {
    const character = script[at] as string;
    if (character === "\\") {
      const next = script[at + 1] ?? "";
      text += next === "n" ? "\n" : next;
      at += 1;
    } else if (character === quote) {
      cursor.at = at + 1;
      return quote === "`" && text.includes("${") ? { unknown: text.slice(0, 60) } : text;
    } else text += character;
  }
  cursor.at = script.length;
  return text;
}

function readList(cursor: Cursor, depth: number): Literal {
  const items: Literal[] = [];
  cursor.at += 1;
  while (cursor.at < cursor.script.length) {
    skipSpace(cursor);
    const character = cursor.script[cursor.at];
    if (character === "]" || character === undefined) break;
    if (character === ",") cursor.at += 1;
    else {
      items.push(readValue(cursor, depth + 1));
      skipRest(cursor, "]");
    }
    if (cursor.budget.values > MOST_VALUES) break;
  }
  cursor.at += 1;
  return items;
}

function readObject(cursor: Cursor, depth: number): Literal {
  const map = new Map<string, Literal>();
  const { script } = cursor;
  cursor.at += 1;
  while (cursor.at < script.length && cursor.budget.values <= MOST_VALUES) {
    skipSpace(cursor);
    const character = script[cursor.at];
    if (character === "}" || character === undefined) break;
    if (character === ",") {
      cursor.at += 1;
      continue;
    }
    const key = readKey(cursor);
    skipSpace(cursor);
    if (key !== undefined && script[cursor.at] === ":") {
      cursor.at += 1;
      map.set(key, readValue(cursor, depth + 1));
    } else if (key !== undefined && /[,}]/.test(script[cursor.at] ?? "")) {
      const at = constantOf(cursor, key);
      if (at !== undefined && !cursor.names.includes(key))
        map.set(key, valueAt(script, at, [...cursor.names, key], cursor.budget));
    }
    skipRest(cursor, "}");
  }
  cursor.at += 1;
  return map;
}

function readKey(cursor: Cursor): string | undefined {
  const character = cursor.script[cursor.at] ?? "";
  if (character === '"' || character === "'") {
    const text = readText(cursor, character);
    return typeof text === "string" ? text : undefined;
  }
  const word = /^[\w$]{1,200}/.exec(cursor.script.slice(cursor.at, cursor.at + 200))?.[0];
  if (word !== undefined) cursor.at += word.length;
  return word;
}

/** What follows a value up to its comma belongs to an expression that nobody here can know. */
function skipRest(cursor: Cursor, end: string): void {
  skipSpace(cursor);
  const character = cursor.script[cursor.at];
  if (character !== "," && character !== end && character !== undefined) skipUnknown(cursor);
}

/** Goes behind an expression: to the comma or bracket that ends it. Gives what it began with. */
function skipUnknown(cursor: Cursor): Unknown {
  const { script } = cursor;
  const start = cursor.at;
  let depth = 0;
  for (; cursor.at < script.length; cursor.at += 1) {
    const character = script[cursor.at] as string;
    if (character === '"' || character === "'" || character === "`") {
      readText(cursor, character);
      cursor.at -= 1;
    } else if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character) && depth === 0) break;
    else if (")]}".includes(character)) depth -= 1;
    else if ((character === "," || character === ";") && depth === 0) break;
  }
  // At least one character is taken, so that a list of nonsense ends.
  if (cursor.at === start) cursor.at += 1;
  return { unknown: script.slice(start, Math.min(cursor.at, start + 60)) };
}

function skipTo(cursor: Cursor, character: string): void {
  skipSpace(cursor);
  if (cursor.script[cursor.at] === character) cursor.at += 1;
}

function skipSpace(cursor: Cursor): void {
  while (cursor.at < cursor.script.length && /\s/.test(cursor.script[cursor.at] as string)) cursor.at += 1;
}

const LONGEST = 500_000;

/** Without comments, outside of quotes. */
function withoutComments(source: string): string {
  const text = source.slice(0, LONGEST);
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(/["'`]|\/\/|\/\*/g)) {
    const at = match.index;
    if (at < from) continue;
    const end = endOfPiece(text, at, match[0]);
    const isComment = match[0].startsWith("/");
    parts.push(text.slice(from, at), isComment ? " " : text.slice(at, end));
    from = end;
  }
  return parts.join("") + text.slice(from);
}

function endOfPiece(text: string, at: number, mark: string): number {
  if (mark === "/*") {
    const end = text.indexOf("*/", at + 2);
    return end < 0 ? text.length : end + 2;
  }
  for (let index = at + mark.length; index < text.length; index += 1) {
    const character = text[index];
    if (character === "\n" && mark !== "`") return index;
    if (mark !== "//" && character === "\\") index += 1;
    else if (mark !== "//" && character === mark) return index + 1;
  }
  return text.length;
}

/** The value under a key, where there is a map. */
export function field(value: Literal | undefined, key: string): Literal | undefined {
  return value instanceof Map ? (value as ReadonlyMap<string, Literal>).get(key) : undefined;
}

export function textField(value: Literal | undefined, key: string): string | undefined {
  const found = field(value, key);
  return typeof found === "string" ? found : undefined;
}

/** The items of a list; none of anything else. */
export function itemsOf(value: Literal | undefined): readonly Literal[] {
  return Array.isArray(value) ? (value as readonly Literal[]) : [];
}

/** Plain JSON or YAML as such values. */
export function literalOf(value: unknown, depth = 0): Literal {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (depth > 4 * DEEPEST || typeof value !== "object") return { unknown: typeof value };
  if (Array.isArray(value)) return value.map((one) => literalOf(one, depth + 1));
  const entries =
    value instanceof Map ? [...(value as ReadonlyMap<unknown, unknown>)] : Object.entries(value);
  return new Map(entries.map(([key, one]) => [String(key), literalOf(one, depth + 1)]));
}
