/** Random pages for laws: pieces of the dialect, broken and whole, in any order and nesting. */
import fc from "fast-check";

const inlines = [
  "text",
  "*emphasis*",
  "**strong [in](a.md)**",
  "`code`",
  "[link](page.md)",
  '[link](<a b.md> "title")',
  "[link](/pages/abc#x)",
  "![image](/files/f)",
  "[![image](a.png)](b.md)",
  "[ref][r]",
  "<https://example.com/x>",
  "<me@example.com>",
  "mail me@example.com now",
  "see https://example.com/y, yes",
  '<a href="x.md" class="button primary">Go</a>',
  "<mark style='color:red'>m</mark>",
  '<img src="a.png" alt="">',
  '<code class="expression">space.vars.x</code>',
  "$$x^2$$",
  ":rocket:",
  "[^1]",
  "<b>",
  "</b>",
  "\\*",
  "&amp;",
  "a  \nb",
  "a\nb",
  "[broken](",
  "{% x %}",
  "|",
  "é🎉",
];

const blocks = [
  "# One",
  "## Two [x](y.md)",
  "Three\n===",
  "- a\n- [b](c.md)",
  "1. a\n\n   b [l](m.md)",
  "- [x] done",
  "> quote [a](b.md)\n> ![i](j.png)",
  "```js\ncode\n```",
  "    indented",
  "---",
  "| a | [b](c\\|d.md) |\n|---|:-:|\n| `x` | ![i](j.png) |",
  "$$\nx\n$$",
  '<figure><img src="a.png" alt=""><figcaption><p>c [d](e.md)</p></figcaption></figure>',
  '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target></th></tr></thead><tbody><tr><td>A</td><td><a href="a.md">a</a></td></tr></tbody></table>',
  "<div>\n<p>raw <a href='q.md'>q</a></p>\n</div>",
  '{% hint style="info" %}',
  "{% endhint %}",
  "{% tabs %}",
  '{% tab title="T" %}',
  "{% endtab %}",
  "{% endtabs %}",
  "{% if a == 'b' %}",
  "{% endif %}",
  '{% embed url="https://example.com" %}',
  "{% content-ref url='a.md' %}",
  "[a.md](a.md)",
  "{% endcontent-ref %}",
  '{% file src="f.pdf" %}c{% endfile %}',
  '{% include "x.md" %}',
  "{% code title=t %}",
  "{% endcode %}",
  "<details><summary>S [a](b.md)</summary>",
  "<details>\n<summary>S\n  [a](b.md)\n c</summary>",
  "</details>",
  '{% embed\n  url="a.md"\n%}',
  "{% unknown %}",
  "{% hint",
  '[r]: <a b.md> "t"',
  "[r2]: x.md",
  "[^1]: note [a](b.md)",
];

const indent = (text: string, prefix: string): string => text.replace(/^/gm, prefix);

/** Text that looks like a page. */
export const page: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...blocks),
      fc.array(fc.constantFrom(...inlines), { maxLength: 4 }).map((parts) => parts.join(" ")),
      fc.constantFrom(...blocks).map((block) => indent(block, "> ")),
      fc.constantFrom(...blocks).map((block) => `- ${indent(block, "  ").trimStart()}`),
    ),
    { maxLength: 10 },
  )
  .chain((parts) =>
    fc
      .tuple(fc.constantFrom("\n", "\n\n", "\r\n", "\r\n\r\n", " "), fc.constantFrom("", "\n", "\r\n"))
      .map(
        ([between, last]) =>
          parts.map((part) => part.replaceAll("\n", between.includes("\r") ? "\r\n" : "\n")).join(between) +
          last,
      ),
  );

/** Any text at all, and pages. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  page,
  fc.string({ unit: "grapheme" }),
  fc
    .array(fc.constantFrom(..."[]()<>{}%|`*_$#>-\\!&:;=\"' \n\t\r\0a1"), { maxLength: 60 })
    .map((chars) => chars.join("")),
);
