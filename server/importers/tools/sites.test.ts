import { describe, expect, test } from "vitest";
import { listPages } from "../planned.ts";
import { planProject, type ProjectTexts } from "./project.fixture.ts";

describe("a project of VitePress", () => {
  const files = {
    "docs/.vitepress/config.mts": `import { defineConfig } from 'vitepress'
export default defineConfig({
  themeConfig: {
    nav: [{ text: 'Guide', link: '/guide/' }],
    sidebar: {
      '/guide/': { base: '/guide/', items: sidebarGuide() },
      '/reference/': [{ text: 'Reference', items: [{ text: 'Config', link: '/reference/config' }, { text: 'Hash', link: '/guide/markdown#id' }] }]
    }
  }
})
function sidebarGuide(): DefaultTheme.SidebarItem[] {
  return [{ text: 'Introduction', collapsed: false, items: [{ text: 'What is it?', link: 'what' }, { text: 'Markdown', link: 'markdown' }] }]
}
`,
    "docs/.vitepress/theme/index.ts": "import x from 'y'",
    "docs/index.md": `---
layout: home
hero:
  name: It
  text: A generator
  actions:
    - theme: brand
      text: Start
      link: /guide/what
features:
  - title: Fast
    icon: ⚡️
    details: Very
    link: /reference/config
---
`,
    "docs/guide/what.md":
      "# What is it?\n\n[[toc]]\n\n<script setup>\nimport A from './A.vue'\n</script>\n\n[one](./markdown#id) [two](/reference/config.html)\n",
    "docs/guide/markdown.md": `# Markdown {#md}

## Ids {#id}

::: details Click me {open}
\`\`\`js{2} [config.js]
a // [!code ++]
b
\`\`\`
:::

::: code-group

\`\`\`js [a.js]
1
\`\`\`

<<< @/snippets/b.ts#part{1 ts} [b.ts]

:::

<!--@include: ./parts/basics.md{3,}-->

> [!TIP]
> Stays.

It is $5 <Badge type="tip" text="new" />
`,
    "docs/guide/parts/basics.md": "Some\n\nIncluded.\n",
    "docs/snippets/b.ts": "x\n// #region part\nconst b = 1;\n// #endregion part\n",
    "docs/reference/config.md": "# Config\n",
  };

  test("has its sidebars, its start page, and its containers as blocks", async () => {
    const { tree, text, problems, plan } = await planProject(files);
    expect(tree).toEqual([
      "it: It",
      "guide: Introduction (group)",
      "guide/what: What is it?",
      "guide/markdown: Markdown",
      "reference: Reference (group)",
      "reference/config: Config",
      "reference/hash: Hash (link)",
    ]);
    expect(problems).toHaveLength(1);
    expect(plan.report.brokenLinks).toEqual([]);
    expect(text("it")).toMatch(
      /^A generator\n\n<a href="\/guide\/what" class="button primary">Start<\/a>\n\n<table data-view="cards">/,
    );
    expect(text("guide/what")).toBe("[one](./markdown#id) [two](/reference/config.html)");
    expect(text("guide/markdown")).toBe(`## Ids <a href="#id" id="id"></a>

<details>

<summary>Click me</summary>

{% code title="config.js" %}
\`\`\`js {2,1}
a
b
\`\`\`
{% endcode %}

</details>

{% tabs %}
{% tab title="a.js" %}
\`\`\`js
1
\`\`\`
{% endtab %}

{% tab title="b.ts" %}
\`\`\`ts {1}
const b = 1;
\`\`\`
{% endtab %}
{% endtabs %}

Included.

> [!TIP]
> Stays.

It is $5 <mark>new</mark>`);
  });
});

describe("settings in several files", () => {
  test("have their sidebar from the file that it is imported from, by whatever name", async () => {
    const { tree, problems } = await planProject({
      "docs/.vitepress/config/index.ts":
        "import { defineConfig } from 'vitepress'\nimport { en } from './en'\nexport default defineConfig({ title: 'It', locales: { root: { label: 'English', ...en } } })\n",
      "docs/.vitepress/config/en.ts":
        "import first, {\n  later as second,\n} from '../parts.js'\nexport const en = { themeConfig: { sidebar: [first, { text: 'Later', items: second }] } }\n",
      "docs/.vitepress/parts.ts":
        "import { en } from './config/en'\nexport const later = [{ text: 'B', link: '/b' }]\nexport default { text: 'First', items: [{ text: 'C', link: '/c' }, { text: 'A', link: '/a' }] }\n",
      "docs/a.md": "# A\n",
      "docs/b.md": '# B <Badge type="tip" text="^1.9.0" />\n\nText.\n',
      "docs/c.md": "# C\n",
    });
    expect(tree).toEqual([
      "first: First (group)",
      "first/c: C",
      "first/a: A",
      "later: Later (group)",
      "later/b: B",
    ]);
    expect(problems).toHaveLength(1);
  });

  test("are read as far as the source goes", async () => {
    const { tree } = await planProject({
      ".vitepress/config.js":
        "const sidebar = require('../../outside.js')\nmodule.exports = { themeConfig: { sidebar } }\n",
      "b.md": "# B\n",
      "a.md": "# A\n",
    });
    expect(tree).toEqual(["a: A", "b: B"]);
  });
});

describe("a project of Nextra", () => {
  test("has the order of its _meta files, and its components as blocks", async () => {
    const { tree, text, problems } = await planProject({
      "next.config.mjs": "import nextra from 'nextra'\nexport default nextra({ latex: true })({})\n",
      "content/_meta.js":
        "export default {\n  index: 'Start',\n  guide: { title: 'Guides', type: 'page' },\n  github: { title: 'GitHub', href: 'https://github.com/x/y' },\n  api: 'API',\n}\n",
      "content/index.mdx": `import { Callout, Tabs } from 'nextra/components'

# Start here

<Callout type="warning" emoji="⚠️">
  Mind **this**.
</Callout>

<Tabs items={['pnpm', 'npm']}>
  <Tabs.Tab>One</Tabs.Tab>
  <Tabs.Tab>Two</Tabs.Tab>
</Tabs>

## Part [#own]

<Steps>
### First

Do it.

### Second

And it.
</Steps>

\`\`\`js filename="a.js" {1} showLineNumbers copy
x
\`\`\`

Area $a^2$.
`,
      "content/guide/_meta.json": '{ "b": "Bee", "a": "Ay" }',
      "content/guide/a.mdx": "# A\n",
      "content/guide/b.mdx": "# B\n",
      "content/api.mdx": "# API\n",
    });
    expect(tree).toEqual([
      "start: Start here",
      "guide: Guides (group)",
      "guide/b: B",
      "guide/a: A",
      "github: GitHub (link)",
      "api: API",
    ]);
    expect(problems).toHaveLength(1);
    expect(text("start")).toBe(`{% hint style="warning" %}
Mind **this**.
{% endhint %}

{% tabs %}
{% tab title="pnpm" %}
One
{% endtab %}

{% tab title="npm" %}
Two
{% endtab %}
{% endtabs %}

## Part <a href="#own" id="own"></a>

{% stepper %}
{% step %}
### First

Do it.
{% endstep %}

{% step %}
### Second

And it.
{% endstep %}
{% endstepper %}

{% code title="a.js" lineNumbers="true" %}
\`\`\`js {1}
x
\`\`\`
{% endcode %}

Area $$a^2$$.`);
  });
});

describe("a project of Hugo", () => {
  test("has its sections by weight, and its shortcodes as blocks", async () => {
    const { tree, text, problems, links, plan } = await planProject({
      "hugo.toml": "baseURL = 'https://example.com'\n[params]\n",
      "content/en/_index.md":
        "+++\ntitle = 'Goldydocs'\n+++\n\n{{< blocks/lead color=\"primary\" >}}\nWelcome.\n{{< /blocks/lead >}}\n",
      "content/en/docs/_index.md": "---\ntitle: Documentation\nlinkTitle: Docs\nweight: 20\n---\n",
      "content/en/docs/install.md": `---
title: Install
weight: 2
description: How
---

{{% alert title="Warning" color="warning" %}}
Take **care**.
{{% /alert %}}

{{< tabpane >}}
{{< tab header="Shell" lang="bash" >}}
ls
{{< /tab >}}
{{% tab header="Words" text=true %}}
Some *words*.
{{% /tab %}}
{{< /tabpane >}}

See [the first]({{< ref "first.md#top" >}}) and {{< glossary_tooltip text="pods" term_id="pod" >}}.

{{< figure src="/img/a.png" caption="A picture" >}}

{{< readfile file="/includes/part.md" >}}

{{</* shown */>}} and {{< unheard x="y" >}}kept{{< /unheard >}}

\`\`\`
{{< alert >}}
\`\`\`
`,
      "content/en/docs/first.md": "---\ntitle: First\nweight: 1\ndraft: true\n---\n## Top {#top}\n",
      "content/en/includes/part.md": "From a file.\n",
      "content/de/_index.md": "---\ntitle: Deutsch\n---\n",
      "static/img/a.png": "png",
    });
    expect(tree).toEqual([
      "goldydocs: Goldydocs",
      "docs: Documentation",
      "docs/first: First hidden",
      "docs/install: Install",
      "includes: Includes (group)",
      "includes/part: Part",
    ]);
    expect(problems.slice(1)).toEqual([
      "content/en/docs/install.md: the shortcode unheard is not known here: its content is kept",
    ]);
    expect(links("docs/install")).toEqual(["content/en/docs/first.md", "static/img/a.png"]);
    expect(plan.report.skipped).toContainEqual({
      path: "content/de/_index.md",
      reason: "it is no page of this Hugo project",
    });
    expect(text("goldydocs")).toBe("Welcome.");
    expect(text("docs/install")).toBe(`{% hint style="warning" %}
Take **care**.
{% endhint %}

{% tabs %}
{% tab title="Shell" %}
\`\`\`bash
ls
\`\`\`
{% endtab %}

{% tab title="Words" %}
Some *words*.
{% endtab %}
{% endtabs %}

See [the first](first.md#top) and pods.

<figure><img src="/img/a.png" alt=""><figcaption><p>A picture</p></figcaption></figure>

From a file.

{{< shown >}} and kept

\`\`\`
{{< alert >}}
\`\`\``);
  });
});

describe("what Hugo says of links, code and figures", () => {
  test("sections, names and folders that ref means; marked lines; a figure's title", async () => {
    const { text, links, plan } = await planProject({
      "hugo.toml": "baseURL = 'https://example.com'\n",
      "content/docs/_index.md": "---\ntitle: Docs\n---\n",
      "content/docs/deep/far.md": "---\ntitle: Far\n---\n",
      "content/docs/bundle/index.md": "---\ntitle: Bundle\n---\n",
      "content/blog/a.md": `---
title: A
---

[docs]({{< ref "docs" >}}) [rooted]({{< relref "/docs#top" >}}) [far]({{< ref "far" >}}) [bundle]({{< ref "bundle" >}}) [none]({{< ref "nowhere" >}})

{{< highlight go "linenos=table,hl_lines=2 4-5" >}}
a
{{< /highlight >}}

\`\`\`go {hl_lines=[1,"3-4"],linenos=inline}
b
\`\`\`

{{< figure src="/a.png" title="The title" caption="The caption" attr="By me" >}}

{{< figure src="/a.png" title="Alone" >}}

{{< figure src="/a.png" link="https://example.com/x" alt="Led" >}}

{{< figure src="/a.png" link="https://example.com/y" caption="Led too" >}}
`,
      "static/a.png": "png",
    });
    expect(links("blog/a").slice(0, 4)).toEqual([
      "content/docs/_index.md",
      "content/docs/_index.md",
      "content/docs/deep/far.md",
      "content/docs/bundle/index.md",
    ]);
    expect(plan.report.brokenLinks.map(({ url }) => url)).toEqual(["nowhere"]);
    const written = text("blog/a");
    expect(written).toContain('{% code lineNumbers="true" %}\n```go {2,4-5}\na\n```\n{% endcode %}');
    expect(written).toContain('{% code lineNumbers="true" %}\n```go {1,3-4}\nb\n```\n{% endcode %}');
    expect(written).toContain("<figcaption><p><strong>The title</strong> The caption By me</p></figcaption>");
    expect(written).toContain("<figcaption><p>Alone</p></figcaption>");
    expect(written).toMatch(/\[!\[Led\]\([^()]*\)\]\(https:\/\/example\.com\/x\)/);
    expect(written).toMatch(/<figure><a href="https:\/\/example\.com\/y"><img [^>]*><\/a><figcaption>/);
  });
});

describe("a repository of GitBook with several spaces", () => {
  test("has each space as a group, with links, reusable contents and redirects", async () => {
    const { tree, links, text, problems, plan } = await planProject({
      "README.md": "# Repository\n",
      "docs.yaml": "spaces: []\n",
      "guides/.gitbook.yaml": "root: ./content/\nredirects:\n  old/place: use/install.md\n",
      "guides/.gitbook/includes/note.md": "---\ntitle: Note\n---\n\nWords for [two](../../../api/rest.md).\n",
      "guides/content/SUMMARY.md":
        "# Table of contents\n\n* [Start](README.md)\n\n## Use\n\n* [Install](use/install.md)\n",
      "guides/content/README.md": "# Start\n\n[api](../../api/rest.md)\n",
      "guides/content/use/install.md": '# Install\n\n{% hint style="info" %}\nStays.\n{% endhint %}\n',
      "api/SUMMARY.md": "* [REST](rest.md)\n",
      "api/rest.md":
        '# REST\n\n[start](../guides/content/README.md)\n\n{% include "../guides/.gitbook/includes/note.md" %}\n',
    });
    expect(tree).toEqual([
      "guides: Guides (group)",
      "guides/content: Start",
      "guides/use: Use",
      "guides/use/install: Install",
      "api: Api (group)",
      "api/rest: REST",
    ]);
    expect(links("guides/content")).toEqual(["api/rest.md"]);
    expect(links("api/rest")).toContain("guides/content/README.md");
    expect(plan.reusable.map(({ path, title }) => [path, title])).toEqual([
      ["guides/.gitbook/includes/note.md", "Note"],
    ]);
    expect(text("api/rest")).toContain("{% include");
    expect([plan.report.brokenLinks, plan.report.skipped.map(({ path }) => path)]).toEqual([
      [],
      ["README.md"],
    ]);
    expect(plan.redirects).toContainEqual({
      from: "guides/old/place",
      to: "guides/content/use/install.md",
      target: { kind: "page", key: "guides/content/use/install.md" },
    });
    expect(problems).toHaveLength(3);
  });
});

describe("variables and tags of a repository of GitBook", () => {
  test("are those of all its spaces; what two say otherwise is told", async () => {
    const { plan, problems } = await planProject({
      "guides/SUMMARY.md": "* [A](a.md)\n",
      "guides/a.md": "# A\n",
      "guides/.gitbook/vars.yaml": "name: Acme\nport: 80\n",
      "guides/.gitbook/tags.yaml": "- tag: beta\n  label: Beta\n- tag: old\n  label: Old\n",
      "api/SUMMARY.md": "* [B](b.md)\n",
      "api/b.md": "# B\n",
      "api/.gitbook/vars.yaml": "name: Acme\nport: 81\nlevel: 2\n",
      "api/.gitbook/tags.yaml": "- tag: new\n  label: New\n- tag: old\n  label: Ancient\n",
    });
    expect([...plan.variables]).toEqual([
      ["name", "Acme"],
      ["port", 81],
      ["level", 2],
    ]);
    expect([...plan.tags].map(([name, { label }]) => `${name}: ${label}`)).toEqual([
      "new: New",
      "old: Ancient",
      "beta: Beta",
    ]);
    expect(problems.slice(1)).toEqual([
      "guides/.gitbook/vars.yaml: port is said otherwise in api/.gitbook/vars.yaml, whose value is taken",
      "guides/.gitbook/tags.yaml: old is said otherwise in api/.gitbook/tags.yaml, whose value is taken",
    ]);
    expect(plan.report.skipped).toEqual([]);
    expect(plan.settling.filter(({ role }) => role !== "summary")).toEqual([]);
  });

  test("keep a file of that name that is no space's: the report says so", async () => {
    const { plan, problems } = await planProject({
      "docs.yaml": "site: x\n",
      "guides/SUMMARY.md": "* [A](a.md)\n",
      "guides/a.md": "# A\n",
      "guides/data/tags.yaml": "- x\n",
      "api/SUMMARY.md": "* [B](b.md)\n",
      "api/b.md": "# B\n",
    });
    expect(plan.report.skipped.map(({ path }) => path)).toEqual(["guides/data/tags.yaml"]);
    expect(problems.slice(1)).toEqual([
      "docs.yaml: it describes a site: an import makes one space of all folders, Git Sync of a site one of each",
      "docs.yaml: the names and the order of its spaces are not taken: line 1: `site` must be a map with a `structure`.",
    ]);
  });
});

describe("what the navigation calls a page", () => {
  const page = (title: string) => `# ${title}\n\nText.\n`;

  test.each([
    [
      "MkDocs",
      {
        "mkdocs.yml": "nav:\n  - Home: index.md\n  - Same: same.md\n  - bare.md\n",
        "docs/index.md": page("Welcome to it"),
        "docs/same.md": page("Same"),
        "docs/bare.md": page("Bare one"),
      },
      ["Welcome to it: Home", "Same: -", "Bare one: -"],
    ],
    [
      "Docusaurus",
      {
        "docusaurus.config.js": "module.exports = {}",
        "sidebars.js": "module.exports = { docs: [{ type: 'doc', id: 'a', label: 'Start' }, 'b', 'c'] };",
        "docs/a.md": page("Introduction to it"),
        "docs/b.md": `---\nsidebar_label: Short\n---\n\n${page("Long title")}`,
        "docs/c.md": page("Plain"),
      },
      ["Introduction to it: Start", "Long title: Short", "Plain: -"],
    ],
    [
      "VitePress",
      {
        ".vitepress/config.ts":
          "export default { themeConfig: { sidebar: [{ text: 'Go <b>on</b>', link: '/a' }, { text: 'B', link: '/b' }] } }",
        "a.md": page("What comes next"),
        "b.md": page("B"),
      },
      ["What comes next: Go on", "B: -"],
    ],
    [
      "Mintlify",
      {
        "docs.json": '{"navigation":{"pages":["a","b"]}}',
        "a.mdx": "---\ntitle: Introduction\nsidebarTitle: Intro\n---\n\nText.\n",
        "b.mdx": "---\ntitle: B\nsidebarTitle: B\n---\n\nText.\n",
      },
      ["Introduction: Intro", "B: -"],
    ],
    [
      "folders, whose names are no labels",
      { "mkdocs.yml": "site_name: x\n", "docs/getting-started.md": page("Begin") },
      ["Begin: -"],
    ],
    [
      "GitBook",
      {
        "a/SUMMARY.md": '* [One](one.md "Uno")\n* [Two](two.md)\n',
        "a/one.md": page("First"),
        "a/two.md": page("Second"),
        "b/SUMMARY.md": "* [Three](three.md)\n",
        "b/three.md": page("Three"),
      },
      ["First: Uno", "Second: -", "Three: -"],
    ],
  ])("becomes its link title where its own is another: %s", async (_, files, expected) => {
    const { plan } = await planProject(files as ProjectTexts);
    const pages = listPages(plan.pages).filter(({ type }) => type === "document");
    expect(pages.map(({ title, linkTitle = "-" }) => `${title}: ${linkTitle}`)).toEqual(expected);
  });
});

describe("what is no project of a tool", () => {
  test("keeps its bytes; a folder with a table of contents is of the dialect", async () => {
    const { tree, text, problems } = await planProject({
      "SUMMARY.md": "* [A](a.md)\n",
      "mkdocs.yml": "site_name: x\n",
      "a.md": "# A\n\n!!! note\n    x\n",
    });
    expect(tree).toEqual(["a: A"]);
    expect(text("a")).toBe("!!! note\n    x");
    expect(problems).toEqual([]);
  });

  test("has its pages of MDX, whatever wrote them", async () => {
    const { tree, text } = await planProject({
      "a.mdx":
        'export const x = {\n  a: 1,\n};\n\n# A\n\n<Callout type="error">No.</Callout>\n\n[b](./b.mdx)\n',
      "b.mdx": "# B\n",
    });
    expect(tree).toEqual(["a: A", "b: B"]);
    expect(text("a")).toBe('{% hint style="danger" %}\nNo.\n{% endhint %}\n\n[b](./b.mdx)');
  });
});
