import { expect, test } from "vitest";
import { evaluatedBody } from "./evaluated.ts";

const evaluation = {
  holds: (condition: string) => condition === "yes",
  value: (expression: string) => ({ name: "A*b", "a > b": 1 })[expression],
};

test.each([
  ["before\n\n{% if yes %}\nshown\n{% endif %}\n\nafter", "before\n\nshown\n\nafter"],
  ["before\n\n{% if no %}\nhidden\n{% endif %}\n\nafter", "before\n\nafter"],
  ["{% if yes %}\na\n\n{% if no %}\nb\n{% endif %}\n\nc\n{% endif %}", "a\n\nc"],
  ["{% if no %}\n{% if yes %}\nx\n{% endif %}\n{% endif %}", ""],
  ['Hi <code class="expression">name</code>, <code class="expression">a &gt; b</code>!', "Hi A\\*b, 1!"],
  ['Gone: <code class="expression">other</code>.', "Gone: ."],
  [
    '```html\n<code class="expression">name</code>\n```',
    '```html\n<code class="expression">name</code>\n```',
  ],
  ["nothing to *do*\r\n", "nothing to *do*\r\n"],
])("%j", (source, expected) => {
  expect(evaluatedBody(source, evaluation).trimEnd()).toBe(expected.trimEnd());
});
