import { forbiddenNames } from "./syntax.ts";

/** JavaScript's own words; none can name a value, all can follow a dot. */
const reserved: ReadonlySet<string> = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends finally " +
    "for function if implements import in instanceof interface let new package private protected public " +
    "return static super switch this throw try typeof var void while with yield"
  ).split(" "),
);

/** Why a word can't name a value; undefined where it can. */
export function whyNotName(word: string): string | undefined {
  if (forbiddenNames.has(word)) return `"${word}" can't be used in an expression.`;
  if (!reserved.has(word)) return undefined;
  return `"${word}" can't be used: an expression only reads and compares values.`;
}

const assignments = new Set(["=", "+=", "-=", "*=", "/=", "%=", "++", "--"]);

/** Why a token can't stand where it was found. */
export function whyUnexpected(token: { readonly kind: string; readonly text: string }): string {
  const { kind, text } = token;
  if (kind === "end") return "The expression ends too early: a value is missing.";
  if (assignments.has(text)) {
    return "An expression can't change values. To compare two values, write == or ===.";
  }
  if (text === "=>") return "A callback can only be given to some, every, map or filter.";
  if (text === ";") return "Write one expression only, without a semicolon.";
  if (text === ",") return "A comma can only divide the elements of an array: write one expression only.";
  if (text === "...") return "Spreading with ... can't be used.";
  if (text === "/") return "Regular expressions can't be used. Try startsWith, endsWith or includes.";
  if (["&", "|", "^", "~", "<<", ">>", ">>>", "**"].includes(text)) {
    return `The operator ${text} can't be used. To combine conditions, write && or ||.`;
  }
  if (text === "instanceof") return "The operator instanceof can't be used.";
  return `"${text}" can't stand here.`;
}
