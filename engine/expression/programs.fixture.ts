import fc from "fast-check";

/** Data for generated programs; none of its names is one that JavaScript's prototypes have. */
export const programData = {
  s: "Café été",
  t: "12",
  n: 3,
  z: 0,
  yes: true,
  nil: null,
  u: undefined,
  o: { a: 1, b: "two", c: { a: [1, 2, "1"], b: null }, "d e": false },
  list: ["a", "b", "Café", 1, null],
  rows: [
    { a: 1, b: ["x"] },
    { a: 2, b: [] },
    { a: "2", b: ["x", "y"] },
  ],
  none: [],
};

/** Source that stands for one value by itself, whatever is written around it, or doesn't. */
interface Piece {
  readonly text: string;
  readonly isClosed: boolean;
}

const closed = (text: string): Piece => ({ text, isClosed: true });
const open = (text: string): Piece => ({ text, isClosed: false });
const shut = ({ text, isClosed }: Piece) => (isClosed ? text : `(${text})`);

const names = fc.constantFrom(...Object.keys(programData), "x", "y", "i", "unknown").map(closed);
const literals = fc
  .constantFrom(
    "0",
    "1",
    "2.5",
    ".5e1",
    "0x10",
    "'a'",
    '"Café"',
    "'12'",
    "''",
    "'\\u0041\\n'",
    "true",
    "false",
  )
  .map((text) => (/^[.\d]/.test(text) ? open(text) : closed(text)));
const nothings = fc.constantFrom("null", "undefined", "[]").map(closed);
const keys = fc.constantFrom("a", "b", "c", "length", "zz");
const operators = fc.constantFrom(..."== != === !== < <= > >= in + - * / % && || ??".split(" "));
const valueMethods = fc.constantFrom("at", "startsWith", "endsWith", "includes");
const textMethods = fc.constantFrom("toLowerCase", "toUpperCase", "trim");
const eachMethods = fc.constantFrom("some", "every", "map", "filter");
const parameters = fc.constantFrom("x", "y", "(x)", "(x, i)", "(y, i, x)", "()");
const dots = fc.constantFrom(".", ".", "?.");

const { program } = fc.letrec<{ program: Piece; object: Piece }>((tie) => ({
  object: fc.oneof({ maxDepth: 5 }, names, tie("program")),
  program: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(names, literals, nothings),
    { weight: 4, arbitrary: binary(tie("program")) },
    fc
      .tuple(fc.constantFrom("!", "-", "+"), tie("program"))
      .map(([sign, { text }]) => open(`${sign} ${text}`)),
    fc
      .tuple(tie("program"), tie("program"), tie("program"))
      .map(([test, yes, no]) => open(`${test.text} ? ${yes.text} : ${no.text}`)),
    {
      weight: 2,
      arbitrary: fc.tuple(tie("object"), dots, keys).map(([o, dot, key]) => closed(`${shut(o)}${dot}${key}`)),
    },
    fc
      .tuple(tie("object"), fc.boolean(), tie("program"))
      .map(([o, isOptional, key]) => closed(`${shut(o)}${isOptional ? "?." : ""}[${key.text}]`)),
    fc
      .tuple(tie("object"), dots, valueMethods, tie("program"))
      .map(([o, dot, method, value]) => closed(`${shut(o)}${dot}${method}(${value.text})`)),
    fc
      .tuple(tie("object"), dots, textMethods)
      .map(([o, dot, method]) => closed(`${shut(o)}${dot}${method}()`)),
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie("object"), dots, eachMethods, parameters, tie("program"))
        .map(([o, dot, method, takes, body]) =>
          closed(`${shut(o)}${dot}${method}(${takes} => ${body.text})`),
        ),
    },
    fc
      .array(tie("program"), { maxLength: 3 })
      .map((all) => closed(`[${all.map(({ text }) => text).join(", ")}]`)),
    fc.tuple(tie("program"), tie("program")).map(([a, b]) => closed(`\`<\${${a.text}}-\${${b.text}}>\``)),
    tie("program").map(({ text }) => closed(`(${text})`)),
  ),
}));

function binary(operand: fc.Arbitrary<Piece>): fc.Arbitrary<Piece> {
  return fc
    .tuple(operand, operators, operand)
    .map(([l, operator, r]) => open(`${l.text} ${operator} ${r.text}`));
}

/** Sources of the language; operators stand side by side without parentheses as well. */
export const programs: fc.Arbitrary<string> = program.map(({ text }) => text);

/** Anything that could be typed: pieces of the language, of JavaScript, and noise, in any order. */
export const soups: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."a x o list s . ?. [ ] ( ) ' \" ` ${ } { => = == + - ! / // /* ; , ... ? : ?? && in new this".split(
          " ",
        ),
        ..."constructor __proto__ prototype ['constructor'] .map( x=>x .at(0) .length 1 0x 1e9 \\u \\x41".split(
          " ",
        ),
        "eval",
        "globalThis",
        "arguments",
        "process",
        "Function",
        "toString",
        ".toString()",
        "\n",
        "\u2028",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(""));
