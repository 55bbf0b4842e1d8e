import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documentViolations } from "../../server/test/documentContract.ts";
import { canonicalJson } from "../json.ts";
import { blocks } from "../markdown/blockIds.ts";
import { page } from "../markdown/dialect.fixture.ts";
import type { Block } from "../markdown/document.ts";
import { splitPage } from "../markdown/frontMatter.ts";
import { renderHtml } from "../markdown/html/render.ts";
import { parse } from "../markdown/parse.ts";
import { shape } from "../markdown/tree.fixture.ts";
import { documents, MADE } from "./documents.fixture.ts";
import { fromDocument } from "./fromDocument.ts";
import { OWN_BLOCKS } from "./nodeTypes.ts";
import { MAX_DEPTH } from "./reader.ts";
import { toDocument } from "./toDocument.ts";

const numRuns = process.env["LECTERN_TEST_TIER"] === "full" ? 20_000 : 80;

const written = (markdown: string) => JSON.parse(JSON.stringify(toDocument(parse(markdown).document)));
const html = (markdown: string) => renderHtml(parse(markdown).document).html;

/** Without keys, which name the text, and what follows from it. */
const content = (document: unknown): string =>
  canonicalJson(
    JSON.parse(
      JSON.stringify(document, (key, value) => (key === "key" || key === "meta" ? undefined : value)),
    ),
  );

function again(markdown: string): string {
  const { markdown: back, problems } = fromDocument(written(markdown));
  expect(problems).toEqual([]);
  return back;
}

/** Footnotes are told where they are used first, and come last. */
const footnotesLast = (list: readonly Block[]) =>
  shape([
    ...list.filter(({ type }) => type !== "footnote"),
    ...list.filter(({ type }) => type === "footnote"),
  ]);

const root = new URL("../../", import.meta.url);
const read = (path: string) => splitPage(readFileSync(new URL(path, root), "utf8")).body;
const docs = readdirSync(new URL("docs/", root), { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".md"),
);
const pages = ["engine/markdown/html/fixtures/kitchen-sink.md", ...docs.map((path) => `docs/${path}`)];

describe.each(pages)("%s", (path) => {
  const body = read(path);

  test("is the same tree after the way there and back, and looks the same", () => {
    const back = again(body);
    expect(footnotesLast(parse(back).document.children)).toEqual(
      footnotesLast(parse(body).document.children),
    );
    expect(html(back)).toBe(html(body));
    expect(again(back)).toBe(back);
  });

  test("is a document of the public API", () => {
    expect(documentViolations(written(body))).toEqual([]);
  });
});

test("the keys of blocks are the ids by which comments and changes name them", () => {
  const body = "# One\n\n- a\n- b\n\n> a\n\n- a\n- b";
  const ids = blocks(parse(body).document).map(({ id }) => id);
  const keys: string[] = [];
  JSON.stringify(written(body), (name, value: unknown) => {
    if (name === "key") keys.push(value as string);
    return value;
  });
  expect(keys).toEqual(ids);
});

test.each([
  ["after a list", " - <div>\n  <p>raw</p>\n  </div>"],
  ["in an item, before text", "- <div>\n\n  text"],
  ["in an item, before HTML", "- <div>\n\n  <p>raw</p>\n  </div>"],
])("HTML ends where it ended: %s", (_, markdown) => {
  expect(content(written(again(markdown)))).toBe(content(written(markdown)).replace('"  <p>', '"<p>'));
});

test("a formula that has $$ inside a line is the same after the way there and back", () => {
  for (const markdown of ["$$\nx\n$$ more\n$$", "- a\n  $$\n  x\n  $$ b\n  $$"])
    expect(content(written(again(markdown)))).toBe(content(written(markdown)));
});

test("emojis with a word between them are two, in HTML too", () => {
  const markdown = "<sub>{</sub>:rocket:a:rocket:<br>";
  expect(content(written(again(markdown)))).toBe(content(written(markdown)));
});

describe("for any", () => {
  test("kind of block there are documents with it", () => {
    const kinds = new Set<string>();
    const note = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      const { object, type, data } = value as Record<string, unknown>;
      const { integration, block } = (data ?? {}) as Record<string, unknown>;
      if (object === "block") kinds.add(integration === OWN_BLOCKS ? `${OWN_BLOCKS}/${block}` : String(type));
      Object.values(value).forEach(note);
    };
    note(fc.sample(documents, { numRuns: 1500, seed: 1 }));
    expect(MADE.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  test("page, the second time changes nothing", () => {
    fc.assert(
      fc.property(page, (markdown) => {
        const once = again(markdown);
        expect(content(written(again(once)))).toBe(content(written(once)));
      }),
      { numRuns },
    );
  });

  test("document, the Markdown says just that, and the answer is valid", () => {
    fc.assert(
      fc.property(documents, (document) => {
        const { markdown, problems } = fromDocument(JSON.parse(JSON.stringify(document)));
        expect(problems).toEqual([]);
        expect(content(written(markdown))).toBe(content(document));
      }),
      { numRuns },
    );
    fc.assert(
      fc.property(documents, (document) => {
        expect(documentViolations(document)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test("JSON, there are problems with places, and never an error", () => {
    const names = [
      "object",
      "type",
      "nodes",
      "leaves",
      "data",
      "fragments",
      "marks",
      "text",
      "ref",
      "view",
      "records",
      "definition",
      "props",
      "__proto__",
      "constructor",
      "toString",
    ];
    const types = [
      "paragraph",
      "text",
      "table",
      "integration",
      "images",
      "image",
      "list-tasks",
      "list-item",
      "link",
      "code",
      "expandable",
      "annotation",
      "lectern",
      "html",
      "hasOwnProperty",
    ];
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<unknown>(...types, null, 1, true, "document"),
        fc.array(tie("value"), { maxLength: 4 }),
        fc
          .uniqueArray(fc.tuple(fc.constantFrom(...names), tie("value")), {
            maxLength: 5,
            selector: ([name]) => name,
          })
          .map((entries) =>
            JSON.parse(
              `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`).join(",")}}`,
            ),
          ),
      ),
    }));
    fc.assert(
      fc.property(value, (nodes) => {
        const { markdown, problems } = fromDocument({ object: "document", nodes: [nodes] });
        expect(typeof markdown).toBe("string");
        for (const { path, message } of problems)
          expect([path.startsWith("/"), message.endsWith(".")]).toEqual([true, true]);
      }),
      { numRuns: numRuns * 4 },
    );
  });
});

const paragraph = (...nodes: object[]) => ({ object: "block", type: "paragraph", nodes });
const words = (text: string, ...marks: object[]) => ({
  object: "text",
  leaves: [{ object: "leaf", text, marks }],
});
const documentOf = (...nodes: unknown[]) => ({ object: "document", data: {}, nodes });
const link = (address: string) => ({
  object: "inline",
  type: "link",
  data: { ref: { kind: "url", url: address } },
  nodes: [words("x")],
});

describe("what the text says with care", () => {
  const animal = (...nodes: object[]) => ({
    object: "block",
    isVoid: true,
    type: "integration",
    data: { integration: "zoo", block: "animal", props: {} },
    ...(nodes.length === 0
      ? {}
      : { fragments: [{ object: "fragment", fragment: "body", type: "body", nodes }] }),
  });
  const holding = (type: string, data: object, ...nodes: object[]) => ({
    object: "block",
    isVoid: false,
    type,
    data,
    nodes,
  });
  const said = (...nodes: object[]) => ({ object: "block", isVoid: false, type: "paragraph", nodes });
  const definition = {
    object: "block",
    isVoid: true,
    type: "integration",
    data: { integration: "lectern", block: "definition", props: { label: "R", url: "https://example.com/" } },
  };

  test.each<[string, object]>([
    ["blocks in an integration's block", animal(said(words("a")))],
    ["one of an integration in another", animal(animal(), said(words("a")))],
    [
      "a definition behind text in a list without blank lines",
      holding("list-ordered", {}, holding("list-item", {}, said(words("a")), definition)),
    ],
    [
      "marks in a heading that would be none to Markdown",
      holding(
        "heading-3",
        {},
        {
          object: "text",
          leaves: [
            { object: "leaf", text: "a", marks: [] },
            // A sign beyond 16 bits.
            { object: "leaf", text: "\u{10137}", marks: [{ object: "mark", type: "bold" }] },
          ],
        },
      ),
    ],
    ["colons around what would be an emoji", said(words(":-:*"))],
  ])("%s", (_, node) => {
    const { markdown, problems } = fromDocument(documentOf(node));
    expect(problems).toEqual([]);
    expect(content(written(markdown))).toBe(content(documentOf(node)));
  });
});

describe("what is refused", () => {
  const deep = Array.from({ length: MAX_DEPTH + 3 }).reduce<object>(
    (inside) => ({ object: "block", type: "blockquote", nodes: [inside] }),
    paragraph(words("x")),
  );
  const bottomless = JSON.parse(
    `${'{"object":"block","type":"blockquote","nodes":['.repeat(50_000)}${"]}".repeat(50_000)}`,
  );

  test.each<[string, unknown, string]>([
    ["no object", [], ""],
    ["another object", { object: "block", nodes: [] }, "/object"],
    ["no nodes", { object: "document" }, "/nodes"],
    ["a block of no known type", documentOf({ object: "block", type: "constructor" }), "/nodes/0/type"],
    ["text where a block belongs", documentOf("x"), "/nodes/0"],
    [
      "a mark that is none",
      documentOf(paragraph(words("x", { type: "__proto__" }))),
      "/nodes/0/nodes/0/leaves/0/marks/0/type",
    ],
    [
      "an address that runs code",
      documentOf(paragraph(link("javascript:alert(1)"))),
      "/nodes/0/nodes/0/data/ref",
    ],
    [
      "one that hides it",
      documentOf(paragraph(link(" JAVA\tscript\u200b:alert(1)"))),
      "/nodes/0/nodes/0/data/ref",
    ],
    ["a page of data", documentOf(paragraph(link("data:text/html,x"))), "/nodes/0/nodes/0/data/ref"],
    [
      "a page by no id",
      documentOf({ object: "block", type: "content-ref", data: { ref: { kind: "page", page: "../x" } } }),
      "/nodes/0/data/ref",
    ],
    ["blocks too deep", documentOf(deep), `/nodes/0${"/nodes/0".repeat(MAX_DEPTH + 1)}`],
    ["blocks without end", documentOf(bottomless), `/nodes/0${"/nodes/0".repeat(MAX_DEPTH + 1)}`],
    [
      "a tag that would end early",
      documentOf({ object: "block", type: "if", data: { expression: "a %}{% b" }, nodes: [] }),
      "/nodes/0",
    ],
  ])("%s", (_, sent, path) => {
    const { problems } = fromDocument(sent);
    expect(problems[0]?.path).toBe(path);
  });

  test("addresses that run code are in no answer either", () => {
    const body =
      '[a](javascript:alert(1)) ![b](data:text/html,x) <a href="vbscript:x" class="button primary">c</a>\n\n{% embed url="javascript:x" %}';
    expect(JSON.stringify(written(body))).not.toMatch(/javascript|vbscript|text\/html/);
  });
});

describe("what does not come back as it was written", () => {
  /** All of it: what is not named here is the same tree and looks the same after the way there and back. */
  const LOSSES: readonly (readonly [what: string, markdown: string, back: string])[] = [
    ["links that run code", "[a](javascript:alert(1))", "a"],
    ["links with data in them", "[a](data:text/html,x)", "a"],
    ["pictures that run code", "![a](javascript:x)", "a"],
    ["embeds that run code", '{% embed url="javascript:x" %}', '{% embed url="" %}'],
    [
      "links by reference, which become links",
      "[a][r]\n\n[r]: https://x.com",
      "[a](https://x.com)\n\n[R]: <https://x.com>",
    ],
  ];

  test.each(LOSSES)("%s", (_, markdown, back) => {
    expect(again(markdown).trim()).toBe(back);
    expect(again(back)).toBe(again(again(back)));
  });

  test.each([
    [
      "addresses of any other kind",
      "[a](tel:+491234) [b](ftp://x.com/a) [c](vscode://file/x) [d](sms:1) [e](//x.com) [f](?x=1) [g]() [h](#top)",
    ],
    [
      "code within marks and links",
      "**a `x` b** *`x`* [`x`](https://a.com) `` a`b `` ` a ` <code>**a**</code>",
    ],
    ["all levels of headings", "# a\n\n## b `x`\n\n##### c\n\n###### d\n\ne\n==="],
    ["how lists begin", "5. a\n6. b\n\n- \n- a\n\n<!-- -->\n\n- [ ] a\n- b"],
    ["breaks and entities", "a  \nb\\\nc\nd<br>e&nbsp;f &copy; \\*g\\*"],
    ["includes of other spaces", '{% include "/spaces/abcdefghijklmnopqrst/reusable/x1" %}'],
  ])("is not among them: %s", (_, markdown) => {
    expect(html(again(markdown))).toBe(html(markdown));
  });
});

describe("what other programs write", () => {
  test.each<[string, unknown[], string]>([
    [
      "marks in any order",
      [paragraph(words("a", { type: "bold" }, { type: "italic" }), words("b", { type: "bold" }))],
      "<strong><em>a</em>b</strong>",
    ],
    [
      "tasks without a state",
      [
        {
          object: "block",
          type: "list-tasks",
          nodes: [{ object: "block", type: "list-item", nodes: [paragraph(words("a"))] }],
        },
      ],
      "- [ ] a",
    ],
    [
      "lines that are highlighted",
      [
        {
          object: "block",
          type: "code",
          data: { syntax: "js" },
          nodes: [1, 2, 3].map((line) => ({
            object: "block",
            type: "code-line",
            data: { highlighted: line > 1 },
            nodes: [words(`l${line}`)],
          })),
        },
      ],
      "```js {2-3}\nl1\nl2\nl3\n```",
    ],
    [
      "an annotation",
      [
        paragraph(words("see "), {
          object: "inline",
          type: "annotation",
          nodes: [words("this")],
          fragments: [{ object: "fragment", type: "annotation-body", nodes: [paragraph(words("that"))] }],
        }),
      ],
      "see [this](#user-content-fn-1)[^1]\n\n[^1]: that",
    ],
    [
      "an emoji without a name",
      [paragraph({ object: "inline", type: "emoji", data: { code: "1f680" } })],
      ":rocket:",
    ],
    ["empty paragraphs", [paragraph(), paragraph(words("")), paragraph(words("a"))], "a"],
  ])("%s", (_, nodes, markdown) => {
    expect(fromDocument(documentOf(...nodes))).toEqual({ markdown, problems: [] });
  });

  test("values of cells that were changed win over what was said beside them", () => {
    const body =
      '<table><thead><tr><th data-type="files">F</th><th data-type="number">N</th></tr></thead><tbody><tr><td><a href="/files/a">a.png</a></td><td>1</td></tr></tbody></table>';
    const document = written(body);
    expect(document.nodes[0].data.records.r0.values).toEqual({ c0: ["a"], c1: 1 });
    Object.assign(document.nodes[0].data.records.r0.values, { c0: ["b"], c1: 2 });
    expect(fromDocument(document).markdown).toContain('<td><a href="/files/b">/files/b</a></td><td>2</td>');
  });

  test("options keep their words and colours, which a document may change", () => {
    const cell = (...options: string[]) => `<td>${options.join(" ")}</td>`;
    const open = '<span data-option="a" data-color="green">Open</span>';
    const late = '<span data-option="b">Late</span>';
    const body = `<table><thead><tr><th data-type="select">State</th></tr></thead><tbody><tr>${cell(open)}</tr><tr>${cell(open, late)}</tr></tbody></table>`;
    expect(again(body)).toBe(body);
    const document = written(body);
    const { data, fragments } = document.nodes[0];
    expect([data.definition.c0.options, fragments]).toEqual([
      [
        { value: "a", label: "Open", color: "green" },
        { value: "b", label: "Late", color: "default" },
      ],
      [],
    ]);
    Object.assign(data.definition.c0.options[0], { color: "default" });
    Object.assign(data.definition.c0.options[1], { label: "Too late", color: "#fd0" });
    data.records.r0.values.c0 = ["b"];
    const { markdown, problems } = fromDocument(document);
    const tooLate = '<span data-option="b" data-color="#fd0">Too late</span>';
    expect(problems).toEqual([]);
    expect(markdown).toContain(cell(tooLate));
    expect(markdown).toContain(cell('<span data-option="a">Open</span>', tooLate));
  });

  test("a colour that would be more than one is left out", () => {
    const option = { value: "a", label: "A", color: 'red" onclick="x()' };
    const body =
      '<table><thead><tr><th data-type="select">S</th></tr></thead><tbody><tr><td><span data-option="a">A</span></td></tr></tbody></table>';
    const document = written(body);
    document.nodes[0].data.definition.c0.options = [option];
    expect(fromDocument(document)).toEqual({ markdown: body, problems: [] });
  });
});
