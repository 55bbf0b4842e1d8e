import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "../parse.ts";
import { CLASSES } from "./classes.ts";
import type { Inclusion, RenderContext } from "./context.ts";
import { prepareRendering } from "./prepare.ts";
import { renderHtml } from "./render.ts";
import { auditHtml } from "./audit.fixture.ts";
import { ENGLISH } from "./words.ts";
import { wordsIn } from "./wordsByLanguage.ts";

const FILES = new Map([
  [
    "/files/file1",
    { href: "/f/1.png", name: "one.png", size: 2048, contentType: "image/png", width: 1200, height: 800 },
  ],
  ["/files/file2", { href: "/f/2.png", name: "two.png", size: 10, contentType: "image/png" }],
  ["/files/file3", { href: "/f/3", name: "manual.pdf", size: 1_234_567, contentType: "application/pdf" }],
]);

const CONTEXT: RenderContext = {
  resolveLink: (url) => {
    if (url === "/pages/page2")
      return { href: "/setup", title: "Setup", emoji: "📘", description: "How to." };
    return url === "missing.md" ? { href: url, broken: true } : undefined;
  },
  resolveFile: (url) => FILES.get(url),
  resolveInclude: (path) =>
    path.startsWith("/spaces/")
      ? "unavailable"
      : path === "self"
        ? { document: parse('{% include "self" %}\n\nAgain.').document }
        : INCLUDES.get(path),
  evaluate: (expression) => VALUES.get(expression),
};
const INCLUDES = new Map<string, Inclusion>([
  ["reused.md", { document: parse("## Reused\n\nText[^1].\n\n[^1]: of the included").document }],
]);
const VALUES = new Map<string, string | boolean>([
  ["yes", true],
  ["no", false],
  ["text", "true"],
  ["version", "<1.2>"],
]);

const render = (source: string, context = CONTEXT) => renderHtml(parse(source).document, context);
const html = (source: string, context = CONTEXT) => render(source, context).html;

describe("renderHtml", () => {
  test.each<[string, string, string]>([
    ["nothing", "", ""],
    [
      "marks",
      "*a* **b** ~~c~~ `<d>`",
      "<p><em>a</em> <strong>b</strong> <s>c</s> <code>&lt;d&gt;</code></p>",
    ],
    ["a hard break", "a  \nb", "<p>a<br>\nb</p>"],
    ["emoji, known and not", ":rocket: :nosuchemoji:", "<p>🚀 :nosuchemoji:</p>"],
    ["keys", "<kbd>K</kbd> H<sub>2</sub>O", "<p><kbd>K</kbd> H<sub>2</sub>O</p>"],
    ["a page link", "[a](/pages/page2)", '<p><a class="link" href="/setup">a</a></p>'],
    [
      "an outer link",
      '[a](https://x.example/ "t")',
      '<p><a class="link external" href="https://x.example/" rel="noopener" title="t">a</a></p>',
    ],
    [
      "a broken link",
      "[a](missing.md)",
      '<p><span class="broken" title="This target does not exist">a</span></p>',
    ],
    [
      "an unsafe link",
      "[a](javascript:x)",
      '<p><span class="broken" title="This target does not exist">a</span></p>',
    ],
    [
      "an address that leads nowhere from a page, standing for itself",
      "<irc://a.example> ftp://b.example",
      "<p>irc://a.example ftp://b.example</p>",
    ],
    [
      "code around a link",
      "<code>[a](/pages/page2)</code> <code>*b</code>",
      '<p><code><a class="link" href="/setup">a</a></code> <code>*b</code></p>',
    ],
    [
      "a mention",
      '[x](/pages/page2 "mention")',
      '<p><a class="link mention" href="/setup"><span class="mention-icon" aria-hidden="true">📘</span>Setup</a></p>',
    ],
    [
      "colours",
      '<mark style="color:#e11;background-color:gold">a</mark>',
      '<p><mark class="mark mark-text-red mark-back-yellow">a</mark></p>',
    ],
    [
      "a value",
      'a <code class="expression">version</code>',
      '<p>a <span class="expression">&lt;1.2&gt;</span></p>',
    ],
    ["a quote", "> a", '<blockquote class="quote"><p>a</p></blockquote>'],
    ["a tight list", "- a\n- b", "<ul><li>a</li><li>b</li></ul>"],
    ["a loose list from 3", "3. a\n\n4. b", '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
    [
      "tasks",
      "- [x] a",
      '<ul class="tasks"><li class="task"><label class="task-label"><input type="checkbox" disabled checked><span>a</span></label></li></ul>',
    ],
    [
      "an image alone",
      '![a](/files/file1 "c")',
      '<figure class="image"><img src="/f/1.png" width="1200" height="800" loading="lazy" decoding="async" alt="a" data-zoom="/f/1.png"><figcaption class="caption">c</figcaption></figure>',
    ],
    [
      "a missing image",
      "![a](/files/x)",
      '<figure class="image"><span class="broken" title="This target does not exist">a</span></figure>',
    ],
    [
      "an outer image in text",
      "a ![](https://x.example/a.png)",
      '<p>a <img class="inline-image" src="https://x.example/a.png" loading="lazy" decoding="async" alt=""></p>',
    ],
    ["a condition that holds", "{% if yes %}\na\n{% endif %}", "<p>a</p>"],
    ["a condition that fails", "{% if no %}\na\n{% endif %}", ""],
    ["a condition that is not boolean", "{% if text %}\na\n{% endif %}", ""],
    ["a condition nobody knows", "{% if what %}\na\n{% endif %}", ""],
    ["an absent inclusion", '{% include "absent.md" %}', ""],
    [
      "an inclusion that is not shown",
      '{% include "/spaces/x/reusable/y" %}',
      '<p class="unavailable">This content is not available.</p>',
    ],
    [
      "columns",
      '{% columns %}\n{% column width="30%" %}\na\n{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
      '<div class="columns"><div class="column column-w-33"><p>a</p></div><div class="column"><p>b</p></div></div>',
    ],
    [
      "steps",
      "{% stepper %}\n{% step %}\na\n{% endstep %}\n{% endstepper %}",
      '<ol class="steps"><li class="step"><p>a</p></li></ol>',
    ],
    [
      "details",
      "<details open>\n\n<summary>s</summary>\n\na\n\n</details>",
      '<details class="expandable" open><summary>s</summary><div class="expandable-body"><p>a</p></div></details>',
    ],
    [
      "a diagram",
      "```mermaid\na-->b\n```",
      '<figure class="diagram diagram-source" data-diagram="mermaid" aria-label="Diagram"><figcaption class="caption">Diagram (source)</figcaption><pre tabindex="0"><code>a--&gt;b</code></pre></figure>',
    ],
    [
      "maths without a typesetter",
      "$$\na<b\n$$",
      '<div class="math-block"><code class="math-error">a&lt;b</code></div>',
    ],
    ["unknown tags", "{% nonsense %}", "<p>{% nonsense %}</p>"],
    ["raw HTML around Markdown", "<div onclick=x>\n\n*a*\n\n</div>", "<div>\n<p><em>a</em></p></div>\n"],
    ["raw tags within a line", "a <s onclick=x>b *c*</s> <div>d</div>", "<p>a <s>b <em>c</em></s> d</p>"],
  ])("%s", (_name, source, expected) => {
    expect(html(source).replaceAll(/\n(?=<|$)/g, "")).toBe(expected.replaceAll(/\n(?=<|$)/g, ""));
  });

  test("code carries its title, language, options and marked lines", () => {
    const source =
      '{% code title="a.ts" overflow="wrap" lineNumbers="true" expandable="true" %}\n```ts {2}\na\n<b>\n```\n{% endcode %}';
    expect(html(source)).toBe(
      '<figure class="code" data-copy-root data-wrap data-line-numbers data-expandable><figcaption class="code-bar">' +
        '<span class="code-title">a.ts</span><span class="code-lang">TypeScript</span>' +
        '<button type="button" class="copy" data-copy data-copied="Copied">Copy</button></figcaption>' +
        '<pre class="code-body" tabindex="0"><code><span class="line">a</span>\n<span class="line line-marked">&lt;b&gt;</span></code></pre>' +
        '<button type="button" class="code-expand" data-expand aria-expanded="false">Show all 2 lines</button></figure>',
    );
  });

  test("tabs are tied to their panels, and ids differ between groups", () => {
    const group =
      '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}';
    const out = html(`${group}\n\n${group}`);
    expect(out).toContain(
      'role="tab" id="tab-1-1" aria-controls="panel-1-1" aria-selected="true" tabindex="0" data-tab-title="A"',
    );
    expect(out).toContain(
      'role="tabpanel" id="panel-2-2" aria-labelledby="tab-2-2" tabindex="0"><p class="tab-panel-title">B</p><p>b</p>',
    );
    expect(auditHtml(out)).toEqual([]);
  });

  test("a hint has an icon and a word", () => {
    const out = html('{% hint style="danger" %}\na\n{% endhint %}');
    expect(out).toMatch(
      /^<aside class="hint hint-danger" role="note"><p class="hint-label"><svg [^>]*>.*<\/svg>Danger<\/p>/,
    );
  });

  test("a hint's title is seen in place of the word, which is heard", () => {
    const hint = (text: string) => html(`{% hint style="warning" %}\n${text}\n{% endhint %}`);
    const out = hint("**Take `care`**\n\nb");
    expect(out).toContain(
      '</svg><span class="visually-hidden">Warning: </span><span>Take <code>care</code></span></p><div class="hint-body"><p>b</p></div>',
    );
    expect(auditHtml(out)).toEqual([]);
    for (const text of ["**a**", "**a** b\n\nc", "a\n\nb"]) {
      expect(hint(text)).toContain("</svg>Warning</p>");
      expect(hint(text)).not.toContain("visually-hidden");
    }
  });

  test("two or four cards stand by two, other numbers in the columns there are", () => {
    const cards = (count: number) =>
      html(
        `<table data-view="cards"><thead><tr><th></th></tr></thead><tbody>${"<tr><td>a</td></tr>".repeat(count)}</tbody></table>`,
      );
    expect([1, 2, 3, 4, 5].map((count) => /<ul class="([^"]*)"/.exec(cards(count))?.[1])).toEqual([
      "cards",
      "cards cards-by-two",
      "cards",
      "cards cards-by-two",
      "cards",
    ]);
  });

  test("paragraphs find their own direction, lists that of their first letter, cells that of their table", () => {
    const out = html(
      "مرحبا\n\nHello\n\n* **أول**\n* Second\n\n1. One\n2. ثان\n\n| قيمة |\n| --- |\n| `PORT` |\n",
    );
    expect(out.match(/<(?:p|ul|ol|li|th|td)\b[^>]*>/g)).toEqual([
      '<p dir="auto">',
      '<p dir="auto">',
      '<ul dir="rtl">',
      "<li>",
      "<li>",
      '<ol dir="ltr">',
      "<li>",
      "<li>",
      '<th scope="col">',
      "<td>",
    ]);
    expect(html("Hello\n\n* One")).not.toContain("dir=");
  });

  test.each([
    ["[!NOTE]\n> a", "info", "Note", "<p>a</p>"],
    ["[!tip]  \n> a", "success", "Tip", "<p>a</p>"],
    ["[!IMPORTANT]\n>\n> - a", "info", "Important", "<ul><li>a</li></ul>"],
    ["[!WARNING]\n> a\n> b", "warning", "Warning", "<p>a\nb</p>"],
    ["[!CAUTION]\n> a", "danger", "Danger", "<p>a</p>"],
  ])("a quotation that begins with the line %j is a hint", (quoted, style, word, body) => {
    const out = html(`> ${quoted}`);
    expect(out).toMatch(new RegExp(`^<aside class="hint hint-${style}" role="note">.*</svg>${word}</p>`));
    expect(out).toContain(`<div class="hint-body">${body}</div></aside>`);
    expect(auditHtml(out)).toEqual([]);
  });

  test.each(["[!NOTE]", "[!NOTE] a", "[!OTHER]\n> a", "a\n> [!NOTE]", "**[!NOTE]**\n> a"])(
    "a quotation of %j stays one",
    (quoted) => expect(html(`> ${quoted}`)).toMatch(/^<blockquote class="quote"><p>.*!/s),
  );

  test("a card with a target is one link, whose words are its title", () => {
    const source =
      '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead>' +
      '<tbody><tr><td><a href="https://x.example">T</a></td><td>D</td><td><a href="/pages/page2">x</a></td></tr></tbody></table>';
    expect(html(source)).toBe(
      '<ul class="cards"><li class="card card-linked"><div class="card-body"><div class="card-title"><a class="card-link" href="/setup">T</a></div>' +
        '<div class="card-cell">D</div></div></li></ul>',
    );
  });

  test("header cells have a scope, rows as many cells as columns, and the region a name", () => {
    expect(html("| a | b |\n|:-:|---|\n| 1 |")).toBe(
      '<div class="table" role="region" tabindex="0" aria-label="Table 1"><table><thead><tr><th scope="col" class="align-center">a</th><th scope="col">b</th></tr></thead>' +
        '<tbody><tr><td class="align-center">1</td><td></td></tr></tbody></table></div>',
    );
  });

  test("files show name, type and size in the page's locale", () => {
    const out = html('{% file src="/files/file3" %}', { ...CONTEXT, locale: "de" });
    expect(out).toContain('<a class="ref" href="/f/3" download="manual.pdf">');
    expect(out).toContain("PDF · 1,2 MB");
  });

  test("what the renderer adds is said in the page's language, be it English where we know no other", () => {
    const text = 'a[^1] [b](/pages/none)\n\n{% file src="/files/none" %}\n\n| a |\n|---|\n| b |\n\n[^1]: c';
    const said = (locale: string): string[] =>
      [...html(text, { ...CONTEXT, locale }).matchAll(/(?:aria-label|title)="([^"]+)"/g)].map(
        ([, word = ""]) => word,
      );
    const english = [
      "Footnote 1",
      "This target does not exist",
      "Table 1",
      "Footnotes",
      "Back to reference 1",
    ];
    const german = [
      "Fußnote 1",
      "Dieses Ziel gibt es nicht",
      "Tabelle 1",
      "Fußnoten",
      "Zurück zum Verweis 1",
    ];
    expect([...new Set(said("de-AT"))]).toEqual(german);
    expect([...new Set(said("fi"))]).toEqual(english);
  });

  test.each("ar cs da de es fr he it ja ko nl nb nn no pl pt-BR ru sv tr uk zh-Hans".split(" "))(
    "the words of %s have a place for every value, and none for others",
    (locale) => {
      const places = (word: string) => word.match(/\{\w+\}/g) ?? [];
      for (const [name, word] of Object.entries(wordsIn(locale))) {
        expect(places(word), word).toEqual(places(ENGLISH[name as keyof typeof ENGLISH]));
      }
      expect(wordsIn(locale)).not.toBe(ENGLISH);
    },
  );

  test("updates are dated in the page's locale and can be linked to", () => {
    const out = html(
      '{% updates %}\n{% update date="2026-03-01" tags="a, b" %}\nx\n{% endupdate %}\n{% update date="soon" %}\ny\n{% endupdate %}\n{% endupdates %}',
      { ...CONTEXT, locale: "fr" },
    );
    expect(out).toContain('<article class="update" id="update-2026-03-01">');
    expect(out).toContain(
      '<time class="update-date" datetime="2026-03-01">1 mars 2026</time><ul class="tags"><li class="tag">a</li><li class="tag">b</li></ul>',
    );
    expect(out).toContain('<time class="update-date">soon</time>');
  });

  test("footnotes are numbered by first reference; unknown labels stay text; inclusions have labels of their own", () => {
    const out = html(
      'a[^b] c[^a] d[^b] e[^x]\n\n{% include "reused.md" %}\n\n[^a]: A\n[^b]: B [^a]\n[^1]: never cited',
    );
    const notes = out.slice(out.indexOf("<ol>"));
    expect(
      [...notes.matchAll(/<li id="user-content-fn-(\d)"><p>(\w+)/g)].map(
        (found) => `${found[1]} ${found[2]}`,
      ),
    ).toEqual(["1 B", "2 A", "3 of"]);
    expect(out).toContain("e[^x]");
    expect(auditHtml(out)).toEqual([]);
  });

  test("headings begin at h2, have ids, and are listed as a reader sees them", () => {
    const { html, headings } = render("# One :rocket:\n\n## Two `x`\n\n## Two `x`\n\n<p id=two-x>");
    expect(headings).toEqual([
      { level: 2, id: expect.any(String), text: "One 🚀" },
      { level: 2, id: "two-x", text: "Two x" },
      { level: 2, id: "two-x-1", text: "Two x" },
    ]);
    expect(html).toContain('<p id="two-x-2">');
    expect(auditHtml(html)).toEqual([]);
  });

  test("a page that includes itself ends", () => {
    expect(html('{% include "self" %}').match(/Again/g)).toHaveLength(5);
  });

  test("what was evaluated is told, once each, without what is inside hidden parts", () => {
    const source =
      '{% if yes %}\n<code class="expression">version</code>\n{% endif %}\n\n{% if yes %}\na\n{% endif %}\n\n{% if no %}\n{% if text %}\na\n{% endif %}\n{% endif %}';
    expect(render(source).evaluated).toEqual([
      { expression: "yes", kind: "condition", value: true },
      { expression: "version", kind: "value", value: "<1.2>" },
      { expression: "no", kind: "condition", value: false },
    ]);
  });

  test("what the page needs is told", () => {
    const source =
      '{% embed url="https://vimeo.com/1234" %}\n\n$$x$$\n\n```mermaid\na\n```\n\n{% embed url="https://youtu.be/abcdefg" %}';
    expect(render(source).uses).toEqual({
      math: true,
      diagrams: [{ kind: "mermaid", text: "a" }],
      drawnByReaders: true,
      frames: ["https://player.vimeo.com", "https://www.youtube-nocookie.com"],
    });
    expect(render("a").uses).toEqual({});
  });
});

describe("the kitchen sink", async () => {
  const source = readFileSync(new URL("fixtures/kitchen-sink.md", import.meta.url), "utf8").replace(
    /^---\n[\s\S]*?\n---\n/,
    "",
  );
  const { document } = parse(source);
  const context = {
    ...CONTEXT,
    ...(await prepareRendering(document)),
    evaluate: (expression: string) => expression.endsWith("beta") || "1.2.3",
    drawing: ({ kind }: { kind: string }) =>
      kind === "graphviz" ? '<svg viewBox="0 0 9 9"><rect fill="red"/></svg>' : undefined,
  };
  const { html } = renderHtml(document, context);

  test("is allowed, balanced HTML of listed classes", () => {
    expect(auditHtml(html)).toEqual([]);
  });

  test("uses nearly every class of the contract", () => {
    const used = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap((found) => found[1]?.split(" ")));
    const unused = Object.keys(CLASSES).filter(
      (name) => !used.has(name) && !/^(?:mark|tag|image-w|column-w|align|api|kit|tok)-/.test(name),
    );
    expect(unused).toEqual([]);
  });

  test("comes out the same every time", () => {
    expect(renderHtml(document, context).html).toBe(html);
  });
});

test("a column's heading is words, whatever its values are; a cover that is alone is that of both themes", () => {
  const table =
    '<table><thead><tr><th data-type="select">State</th></tr></thead><tbody><tr><td>Open, Late</td></tr></tbody></table>';
  expect(renderHtml(parse(table).document).html).toContain(
    '<th scope="col">State</th></tr></thead><tbody><tr><td><span class="tag">Open</span><span class="tag">Late</span>',
  );
  const cards =
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover-dark></th></tr></thead><tbody><tr><td>A</td><td><a href="d.png">d</a></td></tr></tbody></table>';
  expect(renderHtml(parse(cards).document).html).toContain('<div class="card-cover"><img src="d.png"');
});

test.each([
  ['<span data-option="open">Open</span> <span data-option="late">Late</span>', ["Open", "Late"]],
  [
    '<span data-option="a">Open, or late</span>, <span data-option="b">Late</span>',
    ["Open, or late", "Late"],
  ],
  ['<span data-option="a">Open', ["Open"]],
  ['Early, <span data-option="a">Open</span>', ["Early", "Open"]],
  ['<span data-option="a"></span>', []],
])("each option of a cell is a tag, as documents write them: %s", (cell, tags) => {
  const table = `<table><thead><tr><th data-type="select">State</th></tr></thead><tbody><tr><td>${cell}</td></tr></tbody></table>`;
  const { html } = renderHtml(parse(table).document);
  expect([...html.matchAll(/<span class="tag">([^<]*)<\/span>/g)].map(([, tag]) => tag)).toEqual(tags);
});

test("options have the colours that a writer gave them, as near as the palette has them", () => {
  const options = [
    '<span data-option="a" data-color="teal">A</span>',
    '<span data-option="b" data-color="#d33">B</span>',
    '<span data-option="c" data-color="nonsense">C</span>',
    '<span data-option="d" data-color="default">D</span>',
    '<span data-option="e" data-color="red" onclick="x()">E</span>',
  ];
  const table = `<table><thead><tr><th data-type="select">State</th></tr></thead><tbody><tr><td>${options.join(" ")}</td></tr></tbody></table>`;
  const { html } = renderHtml(parse(table).document);
  expect([...html.matchAll(/<span class="(tag[^"]*)">([^<]*)<\/span>/g)].map(([, ...said]) => said)).toEqual([
    ["tag tag-green", "A"],
    ["tag tag-red", "B"],
    ["tag", "C"],
    ["tag", "D"],
    ["tag tag-red", "E"],
  ]);
  expect(html).not.toContain("onclick");
});

test("covers for light and dark pages are both there, each shown in its theme", () => {
  const cards =
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover></th><th data-hidden data-card-cover-dark></th></tr></thead><tbody><tr><td>A</td><td><a href="l.png">l</a></td><td><a href="d.png">d</a></td></tr></tbody></table>';
  const cover = /<div class="card-cover">.*?<\/div>/.exec(renderHtml(parse(cards).document).html)?.[0] ?? "";
  expect([...cover.matchAll(/<img class="([^"]*)" src="([^"]*)"/g)].map(([, ...said]) => said)).toEqual([
    ["light-only", "l.png"],
    ["dark-only", "d.png"],
  ]);
});
