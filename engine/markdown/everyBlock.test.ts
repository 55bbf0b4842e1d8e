/** One of every block through all that is made of blocks. */
import { expect, test } from "vitest";
import { fromDocument } from "../document/fromDocument.ts";
import { toDocument } from "../document/toDocument.ts";
import { printPages } from "../print/print.ts";
import type { Block, ReferenceKind } from "./document.ts";
import { renderHtml } from "./html/render.ts";
import { mergeBody } from "./mergeBody.ts";
import { parse } from "./parse.ts";
import { references } from "./references.ts";
import { sections } from "./sections.ts";
import { shape } from "./tree.fixture.ts";
import { walkBlocks } from "./walk.ts";

interface Sample {
  readonly markdown: string;
  /** What its HTML has; undefined: it shows nothing. */
  readonly html: string | undefined;
  /** As what it is printed; undefined: as what stands inside alone, or not at all. */
  readonly printed: string | undefined;
  /** The node of the format. */
  readonly node: string;
  /** What a search finds it by. */
  readonly words: string;
  readonly references?: readonly ReferenceKind[];
}

const cards = `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target></th></tr></thead><tbody><tr><td>zebra</td><td><a href="a.md">a</a></td></tr></tbody></table>`;

const SAMPLES: Readonly<Record<Block["type"], Sample>> = {
  paragraph: { markdown: "zebra", html: "<p>zebra</p>", printed: "p", node: "paragraph", words: "zebra" },
  heading: { markdown: "## zebra", html: "<h2", printed: "h", node: "heading-1", words: "zebra" },
  list: { markdown: "- zebra", html: "<ul>", printed: "ul", node: "list-unordered", words: "zebra" },
  listItem: { markdown: "1. zebra", html: "<li>", printed: "item", node: "list-item", words: "zebra" },
  blockquote: {
    markdown: "> zebra",
    html: "<blockquote",
    printed: "quote",
    node: "blockquote",
    words: "zebra",
  },
  code: { markdown: "```js\nzebra\n```", html: "<code", printed: "pre", node: "code", words: "zebra" },
  math: { markdown: "$$\nx\n$$", html: "math-block", printed: "pre", node: "math", words: "x" },
  thematicBreak: { markdown: "a\n\n---", html: "<hr>", printed: "hr", node: "divider", words: "a" },
  table: {
    markdown: "| zebra | b |\n| --- | --- |\n| c | d |",
    html: "<table",
    printed: "table",
    node: "table",
    words: "zebra b\nc d",
  },
  cards: {
    markdown: cards,
    html: 'class="cards',
    printed: "cards",
    node: "table",
    words: "zebra",
    references: ["card"],
  },
  hint: {
    markdown: '{% hint style="info" %}\nzebra\n{% endhint %}',
    html: "hint-info",
    printed: "hint",
    node: "hint",
    words: "zebra",
  },
  tabs: {
    markdown: '{% tabs %}\n{% tab title="T" %}\nzebra\n{% endtab %}\n{% endtabs %}',
    html: 'class="tabs',
    printed: "tabs",
    node: "tabs",
    words: "T\nzebra",
  },
  tab: {
    markdown: '{% tabs %}\n{% tab title="zebra" %}\nb\n{% endtab %}\n{% endtabs %}',
    html: "tab-panel",
    printed: "tab",
    node: "tabs-item",
    words: "zebra\nb",
  },
  stepper: {
    markdown: "{% stepper %}\n{% step %}\nzebra\n{% endstep %}\n{% endstepper %}",
    html: 'class="steps"',
    printed: "steps",
    node: "stepper",
    words: "zebra",
  },
  step: {
    markdown: "{% stepper %}\n{% step %}\nzebra\n{% endstep %}\n{% endstepper %}",
    html: 'class="step"',
    printed: "step",
    node: "stepper-step",
    words: "zebra",
  },
  columns: {
    markdown: "{% columns %}\n{% column %}\nzebra\n{% endcolumn %}\n{% endcolumns %}",
    html: 'class="columns"',
    printed: "columns",
    node: "columns",
    words: "zebra",
  },
  column: {
    markdown: '{% columns %}\n{% column width="50%" %}\nzebra\n{% endcolumn %}\n{% endcolumns %}',
    html: "column-w-50",
    printed: "column",
    node: "column",
    words: "zebra",
  },
  details: {
    markdown: "<details>\n\n<summary>zebra</summary>\n\nb\n\n</details>",
    html: "<details",
    printed: "details",
    node: "expandable",
    words: "zebra\nb",
  },
  embed: {
    markdown: '{% embed url="https://example.com/" %}\nzebra\n{% endembed %}',
    html: "zebra",
    printed: "ref",
    node: "embed",
    words: "zebra",
    references: ["embed"],
  },
  contentRef: {
    markdown: '{% content-ref url="a.md" %}\n[zebra](a.md)\n{% endcontent-ref %}',
    html: 'class="ref',
    printed: "ref",
    node: "content-ref",
    words: "",
    references: ["contentRef", "link"],
  },
  file: {
    markdown: '{% file src="/files/f" %}\nzebra\n{% endfile %}',
    html: "zebra",
    printed: "ref",
    node: "file",
    words: "zebra",
    references: ["file"],
  },
  include: {
    markdown: '{% include "/reusable/r" %}',
    html: undefined,
    printed: undefined,
    node: "reusable-content",
    words: "",
    references: ["include"],
  },
  updates: {
    markdown: '{% updates %}\n{% update date="2026-01-02" %}\nzebra\n{% endupdate %}\n{% endupdates %}',
    html: 'class="updates ',
    printed: "update",
    node: "updates",
    words: "zebra",
  },
  update: {
    markdown: '{% updates %}\n{% update date="2026-01-02" %}\nzebra\n{% endupdate %}\n{% endupdates %}',
    html: "update-body",
    printed: "update",
    node: "update",
    words: "zebra",
  },
  prompt: {
    markdown: '{% prompt description="zebra" %}\nb\n{% endprompt %}',
    html: 'class="prompt',
    printed: undefined,
    node: "prompt",
    words: "zebra\nb",
  },
  if: { markdown: "{% if a %}\nzebra\n{% endif %}", html: "zebra", printed: "p", node: "if", words: "zebra" },
  openapiOperation: {
    markdown: '{% openapi-operation spec="pets" path="/zebra" method="get" %}\n\n{% endopenapi-operation %}',
    html: "/zebra",
    printed: undefined,
    node: "openapi-operation",
    words: "GET /zebra",
  },
  openapiSchemas: {
    markdown: '{% openapi-schemas spec="pets" schemas="zebra" %}\n\n{% endopenapi-schemas %}',
    html: "zebra",
    printed: undefined,
    node: "openapi-schemas",
    words: "zebra",
  },
  integration: {
    markdown: '{% @zoo/animal kind="zebra" %}',
    html: "zoo/animal",
    printed: undefined,
    node: "integration",
    words: "",
  },
  figure: {
    markdown: '<figure><img src="/files/f" alt="a"><figcaption><p>zebra</p></figcaption></figure>',
    html: "<figcaption",
    // Nobody knows its picture here.
    printed: "missing",
    node: "images",
    words: "a zebra",
    references: ["image"],
  },
  html: {
    markdown: '<div>\n<a href="a.md">zebra</a>\n</div>',
    html: ">zebra</a>",
    printed: "p",
    node: "integration",
    words: "",
    references: ["link"],
  },
  definition: {
    markdown: "[zebra]: <a.md>",
    html: undefined,
    printed: undefined,
    node: "integration",
    words: "",
    references: ["link"],
  },
  footnote: {
    markdown: "a[^n]\n\n[^n]: zebra",
    html: "footnotes",
    printed: "fn",
    node: "paragraph",
    words: "a\nzebra",
  },
};

test.each(Object.entries(SAMPLES))("%s", (type, { markdown, html, printed, node, words, ...sample }) => {
  const { document, problems } = parse(markdown);
  expect(problems).toEqual([]);
  expect([...walkBlocks(document)].map(({ block }) => block.type)).toContain(type);
  expect(references(document).map(({ kind }) => kind)).toEqual(sample.references ?? []);

  const section = sections(document)[0];
  expect([section?.title, section?.text].filter((text) => text).join("\n")).toBe(words);

  const rendered = renderHtml(document, { evaluate: () => true }).html;
  if (html === undefined) expect(rendered).toBe("");
  else expect(rendered).toContain(html);
  const page = { title: "T", depth: 0, isGroup: false, href: "/", html: rendered };
  const printing = {
    paper: "a4",
    imageOf: () => undefined,
    farOf: () => undefined,
    addressOf: (href: string) => href,
  } as const;
  const paper = JSON.stringify(printPages([page], printing).pages[0]?.body);
  if (printed !== undefined) expect(paper).toContain(`"k":"${printed}"`);

  const sent = toDocument(document);
  expect(JSON.stringify(sent)).toContain(`"type":"${node}"`);
  const read = fromDocument(sent);
  expect(read.problems).toEqual([]);
  expect(shape(parse(read.markdown).document.children)).toEqual(shape(document.children));

  const before = `${markdown}\n\nlast`;
  const changed = before.includes("zebra") ? before.replace("zebra", "giraffe") : `first\n\n${before}`;
  const merged = mergeBody({ base: before, ours: changed, theirs: before.replace("last", "end") });
  expect(merged).toEqual([changed.replace("last", "end")]);
});
