import { expect, test } from "vitest";
import { storageHtml } from "./storage.ts";

function read(body: string): { readonly html: string; readonly left: readonly string[] } {
  const left: string[] = [];
  const html = storageHtml(body, {
    page: (title) => (title === "Other" ? "other.html" : undefined),
    file: () => undefined,
    unknown: () => undefined,
    left: (macro) => void left.push(macro),
  });
  return { html, left };
}

const macro = (name: string, inner: string): string =>
  `<ac:structured-macro ac:name="${name}">${inner}</ac:structured-macro>`;

test("the macro for Markdown has its text and its code", () => {
  const { html } = read(
    macro(
      "markdown",
      "<ac:plain-text-body><![CDATA[Hi & **b**\n\n```js\nlet a;\n```\n\nMore]]></ac:plain-text-body>",
    ),
  );
  expect(html).toContain("<p>Hi &amp; <strong>b</strong></p>");
  expect(html).toContain('data-syntaxhighlighter-params="brush: js">let a;</pre>');
  expect(html.endsWith("<p>More</p>")).toBe(true);
});

test.each([
  ['<ac:emoticon ac:name="tick"/>', "✔"],
  ['<ac:emoticon ac:name="cross" />', "✘"],
  ['<ac:emoticon ac:name="warning" ac:emoji-fallback="⚡" />', "⚡"],
  ['<ac:emoticon ac:name="constructor" />', ""],
])("marks are the characters that they show: %s", (body, expected) => {
  expect(read(body).html).toBe(expected);
});

test("what shows another page leads to it, and is told", () => {
  const named = (title: string): string =>
    `<ac:parameter ac:name=""><ac:link><ri:page ri:content-title="${title}"/></ac:link></ac:parameter>`;
  const { html, left } = read(
    macro("include", named("Other")) + macro("excerpt-include", named("Gone")) + macro("gallery", ""),
  );
  expect(html).toBe('<p><a href="other.html">Other</a></p><p>Gone</p>');
  expect(left).toEqual(["include", "excerpt-include", "gallery"]);
});
