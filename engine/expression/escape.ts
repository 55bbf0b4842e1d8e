import { SyntaxProblem } from "./problem.ts";

const named: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  "0": "\0",
  "\n": "",
  "\r": "",
  "\u2028": "",
  "\u2029": "",
};
const coded = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,8})\})/y;

/**
 * What the escape at `start` (a backslash) stands for, and the offset after it.
 * @throws SyntaxProblem when it stands for nothing.
 */
export function readEscape(source: string, start: number): { value: string; end: number } {
  const letter = source.charAt(start + 1);
  if (letter === "x" || letter === "u") return readCode(source, start);
  const isOctal = /[1-9]/.test(letter) || (letter === "0" && /\d/.test(source.charAt(start + 2)));
  if (isOctal || letter === "") throw unknownEscape(start);
  // A backslash at the end of a line continues the text on the next one; "\r\n" is one end.
  if (source.startsWith("\r\n", start + 1)) return { value: "", end: start + 3 };
  const whole = String.fromCodePoint(source.codePointAt(start + 1) ?? 0);
  return { value: Object.hasOwn(named, whole) ? (named[whole] ?? "") : whole, end: start + 1 + whole.length };
}

function readCode(source: string, start: number): { value: string; end: number } {
  coded.lastIndex = start;
  const found = coded.exec(source);
  const code = Number.parseInt(found?.[1] ?? found?.[2] ?? found?.[3] ?? "", 16);
  if (!found || code > 0x10ffff) throw unknownEscape(start);
  return { value: String.fromCodePoint(code), end: start + found[0].length };
}

function unknownEscape(start: number): SyntaxProblem {
  return new SyntaxProblem(
    "This escape stands for no character. Write \\n, \\t, \\\\, \\xHH or \\uHHHH.",
    start,
    start + 2,
  );
}
