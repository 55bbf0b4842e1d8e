import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderBody } from "./renderBody.ts";
import { type MarkdownJob, renderMarkdown } from "./renderMarkdown.ts";

const runs = process.env["LECTERN_TEST_TIER"] === "full" ? 2000 : 100;
const job = (text: string, more: Partial<MarkdownJob> = {}): MarkdownJob => ({
  space: "s1",
  text,
  included: {},
  addresses: {},
  values: {},
  ...more,
});
const part = (words: string) => `{% if visitor.claims.x %}\n\n${words}\n\n{% endif %}`;
const indent = (text: string, by: string) => text.replaceAll("\n", `\n${by}`);

/** Ways of putting one text inside another. */
const AROUND: Readonly<Record<string, (inner: string, depth: number) => string>> = {
  "nothing around": (inner) => inner,
  list: (inner) => `- one\n\n  ${indent(inner, "  ")}\n- two`,
  quote: (inner) => `> said\n>\n> ${indent(inner, "> ")}`,
  hint: (inner) => `{% hint style="info" %}\nBefore.\n\n${inner}\n{% endhint %}`,
  tabs: (inner) => `{% tabs %}\n{% tab title="A" %}\n${inner}\n{% endtab %}\n{% endtabs %}`,
  stepper: (inner) => `{% stepper %}\n{% step %}\n${inner}\n{% endstep %}\n{% endstepper %}`,
  columns: (inner) => `{% columns %}\n{% column %}\n${inner}\n{% endcolumn %}\n{% endcolumns %}`,
  details: (inner) => `<details>\n\n<summary>More</summary>\n\n${inner}\n\n</details>`,
  footnote: (inner, depth) => `Text[^${depth}]\n\n[^${depth}]: Note.\n\n    ${indent(inner, "    ")}`,
  "another condition": (inner) => `{% if true %}\n\n${inner}\n\n{% endif %}`,
};
const NAMES = Object.keys(AROUND);
const wrap = (names: readonly string[], inner: string) =>
  names.reduce((text, name, depth) => AROUND[name]?.(text, depth) ?? text, inner);

describe("a part under a condition", () => {
  test.each(NAMES)("inside %s is left out of what is printed, or freed of its tags", (name) => {
    const text = `Start.\n\n${wrap([name], part("Secret words."))}\n\nEnd.`;
    const hidden = renderMarkdown(job(text, { values: { true: true } }));
    expect(hidden).not.toContain("Secret");
    expect(hidden).toContain("End.");
    const shown = renderMarkdown(job(text, { values: { true: true, "visitor.claims.x": true } }));
    expect(shown).toContain("Secret words.");
    expect(shown).not.toContain("{% if");
  });

  test("is printed where it is shown, however deep it stands", async () => {
    const names = fc.array(fc.constantFrom(...NAMES), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(names, fc.boolean(), async (around, holds) => {
        const text = `Start.\n\n${wrap(around, part("Secret words."))}\n\nEnd.`;
        const values: Record<string, boolean> = {
          true: true,
          ...(holds ? { "visitor.claims.x": true } : {}),
        };
        const { html } = await renderBody({
          space: "s1",
          text,
          included: {},
          meaning: { links: {}, files: {}, values, locale: "en" },
        });
        const markdown = renderMarkdown(job(text, { values }));
        // What is no condition to the parser is text to both.
        expect(markdown.includes("Secret")).toBe(html.includes("Secret"));
      }),
      { numRuns: runs },
    );
  });
});

test("links and files get the addresses they have", () => {
  const text = "[a](/pages/p1#x) ![b](/files/f1) [c](/pages/absent) [d](https://e.example)";
  const addresses = { "page:p1": "https://s.example/a.md", "file:f1": "https://s.example/f" };
  expect(renderMarkdown(job(text, { addresses }))).toBe(
    "[a](https://s.example/a.md#x) ![b](https://s.example/f) [c](/pages/absent) [d](https://e.example)",
  );
});

test("values stand as text, in one line", () => {
  const expression = '<code class="expression">space.vars.a</code>';
  expect(renderMarkdown(job(`It is ${expression}.`, { values: { "space.vars.a": "*x*\n# y" } }))).toBe(
    "It is \\*x\\* \\# y.",
  );
  expect(renderMarkdown(job(`It is ${expression}.`))).toBe("It is .");
  expect(renderMarkdown(job("`" + expression + "`", { values: { "space.vars.a": "x" } }))).toContain(
    "expression",
  );
});

describe("an included text", () => {
  const include = (id: string) => `{% include "/reusable/${id}" %}`;

  test("stands in its place, with what it includes and without what is hidden in it", () => {
    const included = { one: `One.\n\n${include("two")}`, two: `Two.\n\n${part("Secret.")}` };
    const printed = renderMarkdown(job(`Before.\n\n${include("one")}\n\nAfter.`, { included }));
    expect(printed).toBe("Before.\n\nOne.\n\nTwo.\n\nAfter.");
  });

  test("that includes itself, or twice what includes twice, comes to an end", () => {
    const twice = (id: string) => `${include(id)}\n\n${include(id)}`;
    const included = { self: `Self.\n\n${twice("self")}` };
    const printed = renderMarkdown(job(twice("self"), { included }));
    expect(printed.split("Self.").length - 1).toBeLessThanOrEqual(200);
  });

  test("that is none of the page's is left out", () => {
    expect(renderMarkdown(job(`A.\n\n${include("absent")}\n\n${include("__proto__")}\n\nB.`)).trim()).toMatch(
      /^A\.\s+B\.$/,
    );
  });
});
