import { describe, expect, test } from "vitest";
import { readHtmlPage, type ReadPage } from "./readPage.ts";

function read(html: string, url?: string): ReadPage {
  const page = readHtmlPage({ bytes: new TextEncoder().encode(html), url });
  if ("refused" in page) throw new Error(page.refused);
  return page;
}

const markdown = (html: string, url?: string): string =>
  read(`<main>${html}<p>And a line that ends the page.</p></main>`, url).markdown.replace(
    /\n\nAnd a line that ends the page\.(?=\n|$)/,
    "",
  );

describe("the page", () => {
  const page = read(
    `<html><head><title>Install | Acme</title><meta name="description" content="How  to">
     <link rel="canonical" href="/docs/install"><link rel="next" href="run"></head><body>
     <header><h1>Acme</h1></header><nav><ul><li><a href="/docs/">Start</a><ul><li><a href="install">Install</a></li></ul></li></ul></nav>
     <main><div class="breadcrumbs">Docs / Install</div><article><header><h1>Install it <a class="hash-link" href="#x">#</a></h1></header>
     <p>Read <a href="run#fast">how to run</a> it, or <a href="#below">below</a>, or <a href="javascript:x()">not</a>.</p>
     <h2 id="below">Below<a class="headerlink" href="#below">¶</a></h2><p>text</p><h2 id="other">By another name</h2></article></main>
     <footer><a href="https://else.where/x">Else</a></footer></body></html>`,
    "https://acme.io/docs/install?utm=1#top",
  );

  test("has its title, its description and its neighbours, and nothing of what stands around it", () => {
    expect(page).toMatchObject({
      title: "Install it",
      description: "How to",
      canonical: "https://acme.io/docs/install",
      next: "https://acme.io/docs/run",
      nav: [
        { href: "https://acme.io/docs/", title: "Start", depth: 0 },
        { href: "https://acme.io/docs/install", title: "Install", depth: 1 },
      ],
    });
    expect(page.links).toContain("https://else.where/x");
    expect(page.markdown).toBe(
      "Read [how to run](https://acme.io/docs/run#fast) it, or [below](#below), or not.\n\n## Below\n\ntext\n\n" +
        '## By another name <a href="#other" id="other"></a>',
    );
  });

  test("of an archive keeps its relative destinations", () => {
    expect(markdown('<p><a href="a%20b.html#c">x</a> <img src="img/a.png" alt="A"></p>')).toBe(
      "[x](a%20b.html#c) ![A](img/a.png)",
    );
  });

  test("has one title: what is as high becomes lower", () => {
    const { title, markdown: text } = read("<h1>One</h1><p>a</p><h1>Two</h1><h2>Three</h2>");
    expect([title, text]).toEqual(["One", "a\n\n## Two\n\n### Three"]);
  });

  test("may be in another encoding", () => {
    const bytes = Buffer.from(
      '<meta charset="windows-1252"><h1>Gr\u00fc\u00dfe</h1><p>caf\u00e9</p>',
      "latin1",
    );
    expect(readHtmlPage({ bytes })).toMatchObject({ title: "Grüße", markdown: "café" });
    const russian = Buffer.from([0x3c, 0x70, 0x3e, 0xcf, 0xf0, 0xe8]);
    expect(readHtmlPage({ bytes: russian, charset: "windows-1251" })).toMatchObject({ markdown: "При" });
  });

  test("gives images that it holds itself as files", () => {
    const { files, markdown: text } = read(
      '<p>x <img alt="dot" src="data:image/png;base64,iVBORw0KGgo="></p>',
    );
    expect(files).toEqual([
      {
        name: expect.stringMatching(/^[0-9a-f]{16}\.png$/),
        bytes: new Uint8Array(Buffer.from("iVBORw0KGgo=", "base64")),
      },
    ]);
    expect(text).toBe(`x ![dot](https://embedded.invalid/${files[0]?.name})`);
  });
});

test.each<[string, string, string]>([
  [
    "Sphinx",
    '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot</p></div>',
    "warning",
  ],
  [
    "Docusaurus",
    '<div class="theme-admonition theme-admonition-tip admonition_x"><div class="admonitionHeading_y">tip</div><div class="admonitionContent_z"><p>Hot</p></div></div>',
    "success",
  ],
  [
    "VitePress",
    '<div class="danger custom-block"><p class="custom-block-title">DANGER</p><p>Hot</p></div>',
    "danger",
  ],
  [
    "GitHub",
    '<div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title">Caution</p><p>Hot</p></div>',
    "warning",
  ],
  [
    "Starlight",
    '<aside class="starlight-aside starlight-aside--note" role="note"><p class="starlight-aside__title">Note</p><div><p>Hot</p></div></aside>',
    "info",
  ],
  ["Bootstrap", '<div class="alert alert-success" role="alert">Hot</div>', "success"],
  [
    "Confluence",
    '<div class="confluence-information-macro confluence-information-macro-note"><span class="aui-icon">i</span><div class="confluence-information-macro-body"><p>Hot</p></div></div>',
    "info",
  ],
  [
    "Asciidoctor",
    '<div class="admonitionblock note"><table><tr><td class="icon"><div class="title">Note</div></td><td class="content"><p>Hot</p></td></tr></table></div>',
    "info",
  ],
  ["DocBook", '<div class="caution"><h3 class="title">Caution</h3><p>Hot</p></div>', "warning"],
])("a box of %s is a hint", (_name, html, style) => {
  expect(markdown(html)).toBe(`{% hint style="${style}" %}\nHot\n{% endhint %}`);
});

test("a box with a title of its own keeps it", () => {
  expect(
    markdown('<div class="admonition note"><p class="admonition-title">By the way</p><p>Hot</p></div>'),
  ).toBe('{% hint style="info" %}\n**By the way**\n\nHot\n{% endhint %}');
});

const TABS =
  '{% tabs %}\n{% tab title="npm" %}\none\n{% endtab %}\n\n{% tab title="yarn" %}\ntwo\n{% endtab %}\n{% endtabs %}';
test.each([
  [
    "roles",
    '<div><ul role="tablist"><li role="tab">npm</li><li role="tab">yarn</li></ul><div><div role="tabpanel">one</div><div role="tabpanel" hidden>two</div></div></div>',
  ],
  [
    "Sphinx",
    '<div class="sd-tab-set"><input type="radio"><label class="sd-tab-label">npm</label><div class="sd-tab-content">one</div><input type="radio"><label>yarn</label><div class="sd-tab-content">two</div></div>',
  ],
  [
    "MkDocs",
    '<div class="tabbed-set"><input type="radio"><div class="tabbed-labels"><label>npm</label><label>yarn</label></div><div class="tabbed-content"><div class="tabbed-block">one</div><div class="tabbed-block">two</div></div></div>',
  ],
])("tabs by %s are tabs", (_name, html) => {
  expect(markdown(html)).toBe(TABS);
});

test.each([
  [
    "Prism",
    '<pre class="language-js"><code><span class="token-line">a();<br></span><span class="token-line">  b();<br></span></code></pre>',
    "```js\na();\n  b();\n```",
  ],
  [
    "Sphinx",
    '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span>def f():\n    pass\n</pre></div></div>',
    "```python\ndef f():\n    pass\n```",
  ],
  ["GitHub", '<div class="highlight highlight-source-shell"><pre>ls</pre></div>', "```bash\nls\n```"],
  [
    "line numbers",
    '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><div class="highlight"><pre>a\nb</pre></div></td></tr></table>',
    "```\na\nb\n```",
  ],
  [
    "a title",
    '<div class="codeBlockContainer_x language-ts"><div class="codeBlockTitle_y">a.ts</div><div><pre class="language-ts"><code>x</code></pre></div></div>',
    '{% code title="a.ts" %}\n```ts\nx\n```\n{% endcode %}',
  ],
  ["fences in it", "<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"],
  [
    "Confluence",
    '<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">int x;</pre>',
    "```java\nint x;\n```",
  ],
])("code with %s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test.each([
  [
    "details",
    "<details><summary>More &lt;b&gt;</summary><p>in</p></details>",
    "<details>\n\n<summary>More &lt;b&gt;</summary>\n\nin\n\n</details>",
  ],
  [
    "a figure",
    '<figure><img src="a.png" alt="A"><figcaption>B &amp; c</figcaption></figure>',
    '<figure><img src="a.png" alt="A"><figcaption><p>B &amp; c</p></figcaption></figure>',
  ],
  [
    "tasks",
    '<ul><li><input type="checkbox" checked> done</li><li><label><input type="checkbox"> open</label></li></ul>',
    "- [x] done\n- [ ] open",
  ],
  [
    "a table",
    "<table><tr><th>A</th><th>B</th></tr><tr><td><p>1</p><p>2</p></td><td><ul><li>x</li><li>y|z</li></ul></td></tr></table>",
    "| A | B |\n| - | - |\n| 1<br>2 | • x<br>• y\\|z |",
  ],
  ["a table that lays out", "<table><tr><td><p>Alone</p></td></tr></table>", "Alone"],
  ["definitions", "<dl><dt>Term</dt><dd>Meaning</dd></dl>", "**Term**\n\nMeaning"],
  [
    "contents",
    '<dl><dt><a href="a">A</a></dt><dd><dl><dt><a href="b">B</a></dt></dl></dd></dl>',
    "- [A](a)\n- - [B](b)",
  ],
  [
    "formulas",
    '<p><span class="katex"><math><annotation encoding="application/x-tex">a^2</annotation></math></span></p>',
    "$$a^2$$",
  ],
  [
    "footnotes",
    '<p>x<sup><a href="#f1" id="r1">1</a></sup></p><ol><li id="f1">Note <a href="#r1">↑</a></li></ol>',
    "x[^1]\n\n[^1]: Note",
  ],
  ["keys", "<p>H<sub>2</sub>O <kbd>K</kbd></p>", "H<sub>2</sub>O <kbd>K</kbd>"],
  [
    "a video",
    '<iframe src="https://www.youtube.com/embed/x"></iframe>',
    '{% embed url="https://www.youtube.com/embed/x" %}',
  ],
  [
    "Google's redirects",
    '<a href="https://www.google.com/url?q=https://x.org/a%3Fb&amp;sa=D">x</a>',
    "[x](https://x.org/a?b)",
  ],
  [
    "what the dialect would read",
    "<p>{% hint %} $$x$$ :rocket: 10:30:45 &lt;b&gt; [^1]</p>",
    "\\{% hint %} \\$$x\\$$ \\:rocket: 10:30:45 \\<b> \\[^1]",
  ],
])("takes over %s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test("a document of Google's gets its elements back", () => {
  const html =
    '<style>.c1{font-weight:700}.c2{font-style:italic}.lst-kix_a-0{}</style><p class="title">Plan</p><p><span class="c1">bold</span> <span class="c2">slant</span></p>' +
    '<ul class="lst-kix_a-0"><li>one</li></ul><ul class="lst-kix_a-1"><li>inner</li></ul><ul class="lst-kix_a-0"><li>two</li></ul>';
  const page = readHtmlPage({ bytes: Buffer.from(html), isBare: true });
  expect(page).toMatchObject({ title: "Plan", markdown: "**bold** *slant*\n\n- one\n  - inner\n- two" });
});

test.each([
  ["deep", "<div>".repeat(100_000)],
  ["deep lists", "<ul><li>".repeat(3_000)],
  ["many attributes", `<p ${Array.from({ length: 20_000 }, (_, at) => `a${at}=1`).join(" ")}>x</p>`],
  ["many formatting elements", "<b><i>".repeat(2_000)],
  ["tables in tables", "<table><tr><td>".repeat(200)],
  ["broken", "<<<p <a href='\u0000</p>&#xFFFFFFFF;<table><div></p></table><svg><math><title>"],
  ["nothing", ""],
])("%s HTML gives a page or a reason", (_name, html) => {
  const page = readHtmlPage({ bytes: Buffer.from(html) });
  expect("refused" in page ? page.refused : page.markdown).toEqual(expect.any(String));
});
