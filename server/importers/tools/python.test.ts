import { describe, expect, test } from "vitest";
import { planProject, type ProjectTexts } from "./project.fixture.ts";

const files = {
  "mkdocs.yml": `site_name: Tool
markdown_extensions:
  - admonition
  - pymdownx.keys
  - pymdownx.mark
  - pymdownx.snippets:
      base_path: [docs, includes]
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
nav:
  - Home: index.md
  - Guide:
    - guide/install.md
    - Settings: guide/settings.md
    - Deep:
      - guide/deep/one.md
  - Changes: https://example.com/changes
`,
  "docs/index.md": `# Welcome

[Start :material-arrow-right:](guide/install.md){ .md-button .md-button--primary }

<div class="grid cards" markdown>

-   :material-rocket:{ .lg .middle } __Fast__

    ---

    Very \`fast\`

    [:octicons-arrow-right-24: Install](guide/install.md)

-   __Plain__

    ---

    **Words**

</div>

<div class="grid cards" markdown>

-   __Listed__

    - one

</div>
`,
  "docs/guide/install.md": `---
title: Installation
hide: [toc]
---

!!! note

    Use [the settings][set] first.

    \`\`\` py title="bubble.py" linenums="1" hl_lines="2 3"
    def sort():
        pass
    \`\`\`

!!! danger "Don't do this"

    Lost.

??? question "Why?"

    Because.

    !!! tip
        Inner.

=== "Linux"

    \`\`\`sh
    apt install tool
    \`\`\`

=== "macOS"

    Use brew.

## Options { #opts .wide }

Press ++ctrl+c++, and ==look==.

--8<-- "note.txt"

\`\`\`yaml
--8<-- "config.yml:db"
\`\`\`

Term

:   What it is.

[set]: settings.md#all
`,
  "docs/guide/settings.md":
    "# Settings\n\nSee `!!! note` and ../../x.\n\n[TOC]\n\n{{ version }} and {{ version }}\n",
  "docs/guide/deep/one.md": "# One\n\n![](../../img/a.png)\n",
  "docs/left.md": "# Left\n",
  "docs/img/a.png": "png",
  "includes/note.txt": "Included text.\n",
  "includes/config.yml": "a: 1\n# --8<-- [start:db]\nhost: x\n# --8<-- [end:db]\nz: 1\n",
  "README.md": "# Repository\n",
};

describe("a project of MkDocs", () => {
  test("has its navigation as its tree, and its addresses where it can", async () => {
    const { tree, plan, problems, links } = await planProject(files);
    expect(tree).toEqual([
      "home: Welcome",
      "guide: Guide (group)",
      "guide/install: Installation",
      "guide/settings: Settings",
      "guide/deep: Deep",
      "guide/deep/one: One",
      "changes: Changes (link)",
      "left: Left hidden",
    ]);
    expect(problems).toEqual([
      expect.stringMatching(
        /^mkdocs\.yml: this is a project of MkDocs: its navigation, redirects, admonitions/,
      ),
      "docs/guide/settings.md: a macro in braces stands in the text as it is written, since none is run; 2 times in all, here first",
    ]);
    expect(plan.report.skipped).toContainEqual({
      path: "README.md",
      reason: "it is no page of this MkDocs project",
    });
    expect(plan.report.brokenLinks).toEqual([]);
    expect(links("guide/deep/one")).toEqual(["docs/img/a.png"]);
    expect(links("guide/install")).toEqual(["docs/guide/settings.md"]);
  });

  test("has its constructions as blocks", async () => {
    const { text } = await planProject(files);
    expect(text("guide/install")).toBe(`{% hint style="info" %}
Use [the settings][set] first.

{% code title="bubble.py" lineNumbers="true" %}
\`\`\`py {2,3}
def sort():
    pass
\`\`\`
{% endcode %}
{% endhint %}

{% hint style="danger" %}
**Don't do this**

Lost.
{% endhint %}

<details>

<summary>Why?</summary>

Because.

{% hint style="success" %}
**Tip**

Inner.
{% endhint %}

</details>

{% tabs %}
{% tab title="Linux" %}
\`\`\`sh
apt install tool
\`\`\`
{% endtab %}

{% tab title="macOS" %}
Use brew.
{% endtab %}
{% endtabs %}

## Options <a href="#opts" id="opts"></a>

Press <kbd>Ctrl</kbd>+<kbd>C</kbd>, and <mark>look</mark>.

Included text.

\`\`\`yaml
host: x
\`\`\`

**Term**

What it is.

[set]: settings.md#all`);
    expect(text("home")).toBe(`<a href="guide/install.md" class="button primary">Start</a>

<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td><strong><i class="fa-rocket">:rocket:</i> Fast</strong></td><td>Very <code>fast</code></td><td><a href="guide/install.md"><i class="fa-rocket">:rocket:</i> Fast</a></td><td></td></tr><tr><td><strong>Plain</strong></td><td><strong>Words</strong></td><td></td><td></td></tr></tbody></table>

-   __Listed__

    - one`);
    expect(text("guide/settings")).toContain("See `!!! note`");
  });
});

describe("a project of mdBook", () => {
  const book = {
    "book.toml": '[book]\ntitle = "Book"\nsrc = "src"\n',
    "src/SUMMARY.md": `# Summary

[Introduction](intro.md)

# First part

- [Basics](ch01.md)
  - [Names](ch01-names.md)
- [Draft]()

---

[Appendix](appendix.md)
`,
    "src/intro.md": "# Introduction\n\n{{#include ../listings/main.rs:here}}\n\n\\{{#include escaped.md}}\n",
    "src/ch01.md": `# Basics

<Listing number="1-1" file-name="src/main.rs" caption="A program">

\`\`\`rust,ignore
{{#rustdoc_include ../listings/main.rs:2:4}}
\`\`\`

</Listing>

<div class="warning">

Take care.

</div>

\`\`\`rust
# fn main() {
#[derive(Debug)]
struct A;
# }
\`\`\`
`,
    "src/ch01-names.md": "# Names\n\n{{#playground ../listings/main.rs}}\n",
    "src/appendix.md": "# Appendix\n\n## Of it {#of}\n",
    "listings/main.rs": "// ANCHOR: here\nfn a() {}\n// ANCHOR_END: here\n# hidden\nfn main() {}\n",
  };

  test("has its SUMMARY.md, its included files, and its code as readers see it", async () => {
    const { tree, text, problems } = await planProject(book);
    expect(tree).toEqual([
      "intro: Introduction",
      "first-part: First part (group)",
      "first-part/ch01: Basics",
      "first-part/ch01/ch01-names: Names",
      "appendix: Appendix",
    ]);
    expect(text("intro")).toBe("fn a() {}\n\n{{#include escaped.md}}");
    expect(text("first-part/ch01")).toBe(`{% code title="src/main.rs" %}
\`\`\`rust
fn a() {}
\`\`\`
{% endcode %}

*Listing 1-1: A program*

{% hint style="warning" %}
Take care.
{% endhint %}

\`\`\`rust
#[derive(Debug)]
struct A;
\`\`\``);
    expect(text("first-part/ch01/ch01-names")).toBe("```rust\nfn a() {}\nfn main() {}\n```");
    expect(text("appendix")).toBe('## Of it <a href="#of" id="of"></a>');
    expect(problems).toHaveLength(1);
  });
});

test("boxes of mdBook have their kinds and titles, and its formulas in dollars are formulas where they are read", async () => {
  const page = `# A

\`\`\`admonish warning "Care"
Mind \`this\`.
\`\`\`

\`\`\`\`admonish
Before.

\`\`\`rust
let a = 1;
\`\`\`
\`\`\`\`

\`\`\`admonish bug title="Known", collapsible=true
It fails.
\`\`\`

\`\`\`admonish example
So.
\`\`\`

Then $x^2$ for $5.
`;
  const files = (more: string): ProjectTexts => ({
    "book.toml": `[book]\n${more}`,
    "src/SUMMARY.md": "- [A](a.md)\n",
    "src/a.md": page,
  });
  const { text } = await planProject(files("[preprocessor.katex]\n"));
  expect(text("a")).toBe(`{% hint style="warning" %}
**Care**

Mind \`this\`.
{% endhint %}

{% hint style="info" %}
Before.

\`\`\`rust
let a = 1;
\`\`\`
{% endhint %}

<details>

<summary>Known</summary>

It fails.

</details>

{% hint style="info" %}
**Example**

So.
{% endhint %}

Then $$x^2$$ for $5.`);
  const plain = await planProject(files(""));
  expect(plain.text("a")).toContain("Then $x^2$ for $5.");
});

test.each([
  ["H~2~O and ~~gone~~ and a~b", "H<sub>2</sub>O and ~~gone~~ and a~b"],
  ["x^2^ and ^^new^^ and [^1] or [^2]", "x<sup>2</sup> and <u>new</u> and [^1] or [^2]"],
  ["{--less--} {++more++} {~~old~>new~~}", "~~less~~ <u>more</u> ~~old~~<u>new</u>"],
  ["{==this==}{>>why<<}", "<mark>this</mark> (why)"],
  ["[home](https://a.example/~x/~y) and `H~2~O`", "[home](https://a.example/~x/~y) and `H~2~O`"],
  ["$$a^2+b^2$$", "$$a^2+b^2$$"],
  ["!!! tip\n    Do.", '{% hint style="success" %}\n**Tip**\n\nDo.\n{% endhint %}'],
  ["!!! caution\n    Do.", '{% hint style="warning" %}\n**Caution**\n\nDo.\n{% endhint %}'],
  ["!!! warning\n    Do.", '{% hint style="warning" %}\nDo.\n{% endhint %}'],
])("marks of extensions that MkDocs has are what they mean: %s", async (written, expected) => {
  const names = ["tilde", "caret", "critic"].map((name) => `  - pymdownx.${name}\n`).join("");
  const { text } = await planProject({
    "mkdocs.yml": `markdown_extensions:\n${names}`,
    "docs/a.md": `# A\n\n${written}\n`,
  });
  expect(text("a")).toBe(expected);
});

test("the same characters are text where a project doesn't name the extensions", async () => {
  const { text } = await planProject({ "mkdocs.yml": "site_name: x\n", "docs/a.md": "H~2~O x^2^ {--a--}\n" });
  expect(text("a")).toBe("H~2~O x^2^ {--a--}");
});
