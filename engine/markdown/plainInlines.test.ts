import fc from "fast-check";
import { expect, test } from "vitest";
import { inlineTokens } from "./markdownIt.ts";
import { newMemory } from "./tokens.ts";

/** Where the parser's rules begin, and ours; `inlinesOf` takes a text without any of them as it is. */
const MARKS = "\n!#$%&*+-:<=>@[\\]^_`{}~";
const OTHERS = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code + 1)).filter(
  (char) => !MARKS.includes(char),
);

test("a text without marks is one text to the parser too, with every character that it has", () => {
  const words = fc.constantFrom(
    "www.example.com",
    "example.com/a?b",
    "(c)",
    "smile",
    "1. ",
    "…",
    "😀",
    "é",
    "\u00a0",
  );
  const text = fc.array(fc.oneof(fc.constantFrom(...OTHERS), words), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(text, (pieces) => {
      const content = pieces.join("");
      const tokens = inlineTokens(content, newMemory());
      expect(tokens.map(({ type, content: said }) => [type, said])).toEqual([["text", content]]);
    }),
    { numRuns: 2000 },
  );
});
