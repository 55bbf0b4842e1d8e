/** What pages of MkDocs may hold by Python-Markdown and its extensions, and what is plain text there. */
import { describe, expect, test } from "vitest";
import { planProject } from "./project.fixture.ts";

async function written(markdown: string, extensions: readonly string[] = []): Promise<string> {
  const names = extensions.map((name) => `  - ${name}\n`).join("");
  const { text } = await planProject({
    "mkdocs.yml": `site_name: x\n${names === "" ? "" : `markdown_extensions:\n${names}`}`,
    "docs/a.md": `# A\n\n${markdown}\n`,
  });
  return text("a");
}

describe("lists of attributes", () => {
  test.each([
    ["[a](b.md){ .x } and ![p](p.png){ width=300 }", "[a](b.md) and ![p](p.png)"],
    ["`code`{ .x } *one*{: .y } _two_{#z}", "`code` *one* _two_"],
    ["## H { .x }", "## H "],
    ["Text\n{: .x }", "Text\n"],
    ["| a { .x } | b |\n|---|---|\n| 1 | 2 |", "| a  | b |\n|---|---|\n| 1 | 2 |"],
  ])("go where they are some: %s", async (markdown, expected) => {
    expect(await written(markdown, ["attr_list"])).toBe(expected.trim());
  });

  test.each([
    "Use {name=value} and { .foo } and {#anchor} here.",
    "$$\n\\sum_{i=1}^{n} x_i\n$$",
    "snake_{a=b}",
  ])("are text elsewhere: %s", async (markdown) => {
    expect(await written(markdown)).toBe(markdown);
  });

  test("formulas keep their braces", async () => {
    const math = ["pymdownx.arithmatex"];
    expect(await written("$\\sum_{i=1}^n$ and $a_{.5}$", math)).toBe("$$\\sum_{i=1}^n$$ and $$a_{.5}$$");
    expect(await written("\\[ \\bigcup_{i=1} A_{#i} \\]", math)).toBe("$$\n\\bigcup_{i=1} A_{#i}\n$$");
  });

  test.each(["{: #one }", "{#one}", "{ .c #one }", "{: width=3 #one .d }"])(
    "give a heading its id: %s",
    async (list) => {
      expect(await written(`## The first ${list}`)).toBe('## The first <a href="#one" id="one"></a>');
    },
  );
});

describe("lists of definitions", () => {
  test.each([
    [
      "`--flag`\n\n:   What it does\n\n    Second paragraph\n\n    - x\n\nEnd",
      "**`--flag`**\n\nWhat it does\n\nSecond paragraph\n\n- x\n\nEnd",
    ],
    ["Apple\n:   A fruit\n:   A company", "**Apple**\n\nA fruit\n\nA company"],
    ["Apple\n\n:   A fruit\n\n:   A company\n    of old", "**Apple**\n\nA fruit\n\nA company\nof old"],
    ["**Bold**\n:   Text", "**Bold**\n\nText"],
    ["```\nx\n: y\n```", "```\nx\n: y\n```"],
    ["```\nx\n```\n: y", "```\nx\n```\n: y"],
  ])("have each term in bold and all that is said of it: %s", async (markdown, expected) => {
    expect(await written(markdown)).toBe(expected);
  });
});

describe("marks of extensions", () => {
  const sentence = "C++11 and C++14, a==b or c==d, 2^^3^^4";

  test("are text in a project that names none", async () => {
    expect(await written(sentence)).toBe(sentence);
    expect(await written("a ++ctrl+c++")).toBe("a ++ctrl+c++");
  });

  test("leave names of languages as they are where keys are written so", async () => {
    const all = ["pymdownx.keys", "pymdownx.mark", "pymdownx.caret"];
    expect(await written("C++11 and C++14", all)).toBe("C++11 and C++14");
    expect(await written('++ctrl+"My Key"++ ==so== ^^new^^', all)).toBe(
      "<kbd>Ctrl</kbd>+<kbd>My Key</kbd> <mark>so</mark> <u>new</u>",
    );
  });
});

test.each([
  [
    '<figure markdown="span">\n  ![Image title](a.png){ width="300" }\n  <figcaption>A caption & more</figcaption>\n</figure>',
    '<figure><img src="a.png" alt="Image title"><figcaption><p>A caption & more</p></figcaption></figure>',
  ],
  ['<div class="result" markdown>\ntext **b**\n</div>', '<div class="result">\n\ntext **b**\n\n</div>'],
  ["<span markdown>*x*</span> y", "<span>*x*</span> y"],
])("a box whose content is Markdown has it as such: %s", async (markdown, expected) => {
  expect(await written(markdown, ["md_in_html", "attr_list"])).toBe(expected);
});

test("an anchor without words is one, and a snippet may stand in single quotes", async () => {
  const { text } = await planProject({
    "mkdocs.yml": "site_name: x\n",
    "docs/a.md": "# A\n\n[](){#here}\n\n--8<-- 'docs/part.txt'\n",
    "docs/part.txt": "Some words.\n",
  });
  expect(text("a")).toBe('<a href="#here" id="here"></a>\n\nSome words.');
});
