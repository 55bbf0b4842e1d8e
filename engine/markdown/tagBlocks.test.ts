import { expect, test } from "vitest";
import { parse } from "./parse.ts";
import { blocksOf, paragraph, text, words } from "./tree.fixture.ts";

/** Blocks that Markdown doesn't have, as they are written in every form that is found in the wild. */
const cases: [name: string, source: string, expected: unknown[]][] = [
  [
    "hint",
    '{% hint style="warning" icon="bolt" %}\na\n{% endhint %}',
    [{ type: "hint", style: "warning", icon: "bolt", children: [words("a")] }],
  ],
  [
    "hint in one line",
    "{% hint %} a {% endhint %}",
    [{ type: "hint", style: "info", children: [words("a")] }],
  ],
  [
    "hint closed after its text",
    "{% hint %}\na\nb {% endhint %}\nc",
    [
      {
        type: "hint",
        style: "info",
        children: [paragraph(text("a"), { type: "break", hard: false }, text("b"))],
      },
      words("c"),
    ],
  ],
  [
    "hint opened before its text",
    "{% hint %} a\nb\n{% endhint %}",
    [
      {
        type: "hint",
        style: "info",
        children: [paragraph(text("a"), { type: "break", hard: false }, text("b"))],
      },
    ],
  ],
  [
    "hint around text, on two lines",
    "{% hint %} a\nb {% endhint %}\nc",
    [
      {
        type: "hint",
        style: "info",
        children: [paragraph(text("a"), { type: "break", hard: false }, text("b"))],
      },
      words("c"),
    ],
  ],
  [
    "attributes over lines, quotes and escapes",
    '{% hint\n  style=\'danger\'\n  icon="a \\"b\\" %}"\n%}\na\n{% endhint %}',
    [{ type: "hint", style: "danger", icon: 'a "b" %}', children: [words("a")] }],
  ],
  [
    "hint in a list",
    "- a\n\n  {% hint %}\n  b\n  {% endhint %}",
    [
      {
        type: "list",
        ordered: false,
        first: 1,
        tight: false,
        children: [
          {
            type: "listItem",
            children: [words("a"), { type: "hint", style: "info", children: [words("b")] }],
          },
        ],
      },
    ],
  ],
  [
    "tabs",
    '{% tabs %}\n{% tab title="A" icon="x" %}\na\n{% endtab %}\n\n{% tab title="B" %}\n- b\n{% endtab %}\n{% endtabs %}',
    [
      {
        type: "tabs",
        children: [
          { type: "tab", title: "A", icon: "x", children: [words("a")] },
          {
            type: "tab",
            title: "B",
            children: [
              {
                type: "list",
                ordered: false,
                first: 1,
                tight: true,
                children: [{ type: "listItem", children: [words("b")] }],
              },
            ],
          },
        ],
      },
    ],
  ],
  [
    "text astray between tabs",
    '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\nb\n{% endtabs %}',
    [{ type: "tabs", children: [{ type: "tab", title: "A", children: [words("a"), words("b")] }] }],
  ],
  [
    "stepper",
    "{% stepper %}\n{% step %}\n### A\n{% endstep %}\n{% endstepper %}",
    [
      {
        type: "stepper",
        children: [{ type: "step", children: [{ type: "heading", level: 3, children: [text("A")] }] }],
      },
    ],
  ],
  [
    "columns",
    '{% columns %}\n{% column width="50%" %}\na\n{% endcolumn %}\n{% endcolumns %}',
    [{ type: "columns", children: [{ type: "column", width: "50%", children: [words("a")] }] }],
  ],
  [
    "details",
    "<details open>\n\n<summary>A *b*</summary>\n\nc\n\n</details>",
    [
      {
        type: "details",
        open: true,
        summary: [text("A "), { type: "emphasis", children: [text("b")] }],
        children: [words("c")],
      },
    ],
  ],
  [
    "details in few lines",
    "<details><summary>A</summary>\nb</details>",
    [{ type: "details", open: false, summary: [text("A")], children: [words("b")] }],
  ],
  [
    "nested details",
    "<details>\n<details>\na\n</details>\n</details>",
    [
      {
        type: "details",
        open: false,
        summary: [],
        children: [{ type: "details", open: false, summary: [], children: [words("a")] }],
      },
    ],
  ],
  ["embed", '{% embed url="https://x.y" %}', [{ type: "embed", url: "https://x.y", caption: [] }]],
  [
    "embed with caption",
    '{% embed url="https://x.y" %}\na\n{% endembed %}',
    [{ type: "embed", url: "https://x.y", caption: [text("a")] }],
  ],
  [
    "two embeds without ends",
    '{% embed url="a" %}\n\nx\n\n{% embed url="b" %}',
    [{ type: "embed", url: "a", caption: [] }, words("x"), { type: "embed", url: "b", caption: [] }],
  ],
  [
    "content reference",
    '{% content-ref url="a.md" %}[A](a.md){% endcontent-ref %}',
    [
      {
        type: "contentRef",
        url: "a.md",
        children: [{ type: "link", url: "a.md", mention: false, children: [text("A")] }],
      },
    ],
  ],
  [
    "file",
    '{% file src="/files/f" %}\nA\n{% endfile %}',
    [{ type: "file", src: "/files/f", caption: [text("A")] }],
  ],
  ["include", '{% include "../x.md" %}', [{ type: "include", path: "../x.md" }]],
  [
    "updates",
    '{% updates format="full" %}\n{% update date="2026-01-02" tags="a, b" %}\nc\n{% endupdate %}\n{% endupdates %}',
    [
      {
        type: "updates",
        format: "full",
        children: [{ type: "update", date: "2026-01-02", tags: ["a", "b"], children: [words("c")] }],
      },
    ],
  ],
  [
    "prompt",
    '{% prompt description="d" icon="i" openInAIProviders="true" defaultExpanded="true" %}\n```\nSay\n```\n{% endprompt %}',
    [
      {
        type: "prompt",
        description: "d",
        icon: "i",
        openInAIProviders: "true",
        defaultExpanded: true,
        text: "Say",
        children: [{ type: "code", lang: "", info: "", text: "Say" }],
      },
    ],
  ],
  [
    "condition",
    '{% if visitor.claims.plan == "pro" && !x %}\na\n{% endif %}',
    [{ type: "if", expression: 'visitor.claims.plan == "pro" && !x', children: [words("a")] }],
  ],
  [
    "condition with an apostrophe",
    "{% if it's %}\na\n{% endif %}",
    [{ type: "if", expression: "it's", children: [words("a")] }],
  ],
  [
    "old openapi",
    '{% openapi src="a.yaml" path="/p" method="post" %}[a.yaml](a.yaml){% endopenapi %}',
    [
      {
        type: "openapiOperation",
        src: "a.yaml",
        path: "/p",
        method: "post",
        children: [paragraph({ type: "link", url: "a.yaml", mention: false, children: [text("a.yaml")] })],
      },
    ],
  ],
  [
    "openapi operation",
    '{% openapi-operation spec="s" path="/p/{id}" method="get" %}{% endopenapi-operation %}',
    [{ type: "openapiOperation", spec: "s", path: "/p/{id}", method: "get", children: [] }],
  ],
  [
    "openapi webhook",
    '{% openapi-webhook spec="s" name="paid" method="post" %}',
    [{ type: "openapiOperation", spec: "s", path: "paid", method: "post", isWebhook: true, children: [] }],
  ],
  [
    "openapi schemas",
    '{% openapi-schemas spec="s" schemas="A,B" grouped="true" %}',
    [{ type: "openapiSchemas", spec: "s", schemas: ["A", "B"], grouped: true, children: [] }],
  ],
  [
    "integration",
    '{% @jira/issue id="1" %}',
    [{ type: "integration", name: "jira/issue", props: { id: "1" }, children: [] }],
  ],
  [
    "what an integration's block holds",
    "{% @jira/issue %}\n***\n{% end@jira/issue %}",
    [{ type: "integration", name: "jira/issue", props: {}, children: [{ type: "thematicBreak" }] }],
  ],
];

test.each(cases)("%s", (_, source, expected) => {
  expect(parse(source).problems).toEqual([]);
  expect(blocksOf(source)).toEqual(expected);
});
