/** Languages and shortcodes of projects of Hugo. */
import { describe, expect, test } from "vitest";
import { planProject } from "./project.fixture.ts";

const page = (title: string): string => `---\ntitle: ${title}\n---\n`;

describe("of several languages", () => {
  test("the first is imported, by the endings of its files", async () => {
    const { tree, problems, text } = await planProject({
      "hugo.toml": "defaultContentLanguage='de'\n[languages.de]\nweight=1\n[languages.en]\nweight=2\n",
      "content/docs/_index.de.md": page("Handbuch"),
      "content/docs/_index.en.md": page("Manual"),
      "content/docs/a.de.md": `${page("Eins")}{{< ref "b" >}} [zwei]({{< ref path="b.md" lang="de" >}})\n`,
      "content/docs/a.en.md": page("One"),
      "content/docs/b.de.md": page("Zwei"),
      "content/docs/node.js.md": page("Node"),
    });
    expect(tree).toEqual(["docs: Handbuch", "docs/a: Eins", "docs/b: Zwei", "docs/node.js: Node"]);
    expect(text("docs/a")).toContain("[zwei](/docs/b.de.md)");
    expect(problems.filter((one) => one.includes("left out"))).toEqual([
      "hugo.toml: en: translations are left out; import them into spaces of their own",
    ]);
  });

  test("the first is imported, by its folder", async () => {
    const { tree } = await planProject({
      "hugo.toml":
        "[languages.en]\ncontentDir='content/english'\n[languages.fr]\ncontentDir='content/french'\n",
      "content/english/a.md": page("One"),
      "content/french/a.md": page("Un"),
    });
    expect(tree).toEqual(["a: One"]);
  });
});

test("a language is found however its capitals are written", async () => {
  const { tree } = await planProject({
    "hugo.toml": "defaultContentLanguage='zh-cn'\n[languages.zh-CN]\nweight=1\n[languages.en]\nweight=2\n",
    "content/zh-CN/a.md": page("Eins"),
    "content/en/a.md": page("One"),
  });
  expect(tree).toEqual(["a: Eins"]);
  const own = await planProject({
    "hugo.toml": "defaultContentLanguage='pt-br'\n[languages.pt-BR]\ncontentDir='content/portuguese'\n",
    "content/portuguese/a.md": page("Um"),
    "content/english/a.md": page("One"),
  });
  expect(own.tree).toEqual(["a: Um"]);
});

test("without languages in the settings an ending is one where the page is there in another, too", async () => {
  const { tree, problems } = await planProject({
    "hugo.toml": "title = 'x'\n",
    "content/node.js.md": page("Node"),
    "content/a.md": page("One"),
    "content/a.de.md": page("Eins"),
  });
  expect(tree.toSorted()).toEqual(["a: One", "node.js: Node"]);
  expect(problems.filter((one) => one.includes("left out"))).toEqual([
    "hugo.toml: de: translations are left out; import them into spaces of their own",
  ]);
});

test("a tab of Docsy is code in the language of its pane, unless it is text", async () => {
  const { text } = await planProject({
    "hugo.toml": "",
    "content/a.md": `${page("A")}{{< tabpane lang="bash" >}}
{{< tab header="Linux" >}}
# Install
{{< /tab >}}
{{< tab header="JSON" lang="json" >}}
{}
{{< /tab >}}
{{< tab header="Words" text=true >}}
Some **words**
{{< /tab >}}
{{< /tabpane >}}

{{< tabpane text=true >}}
{{< tab header="One" >}}
More *words*
{{< /tab >}}
{{< /tabpane >}}

{{< tabpane >}}
{{% tab header="Two" %}}
Read **this**
{{% /tab %}}
{{< /tabpane >}}
`,
  });
  const made = text("a");
  expect(made).toContain('{% tab title="Linux" %}\n```bash\n# Install\n```\n{% endtab %}');
  expect(made).toContain('{% tab title="JSON" %}\n```json\n{}\n```\n{% endtab %}');
  expect(made).toContain('{% tab title="Words" %}\nSome **words**\n{% endtab %}');
  expect(made).toContain('{% tab title="One" %}\nMore *words*\n{% endtab %}');
  expect(made).toContain('{% tab title="Two" %}\nRead **this**\n{% endtab %}');
});
