/** What generators and other tools make of blocks, and the Markdown that becomes of each. */
import { expect, test } from "vitest";
import { readHtmlPage } from "./readPage.ts";

const FIRST = "The first line of a page that has more.";

function markdown(html: string): string {
  const page = readHtmlPage({ bytes: Buffer.from(`<main><p>${FIRST}</p>${html}</main>`) });
  if ("refused" in page) throw new Error(page.refused);
  return page.markdown.replace(`${FIRST}\n\n`, "").replace(FIRST, "");
}

type Case = [name: string, html: string, expected: string];

test.each<Case>([
  [
    "an expander",
    '<div class="expand-container"><div class="expand-control"><span class="expand-control-icon"><img></span><span class="expand-control-text">Show more</span></div><div class="expand-content expand-hidden" style="display: none"><p>inside</p></div></div>',
    "<details>\n\n<summary>Show more</summary>\n\ninside\n\n</details>",
  ],
  [
    "a panel",
    '<div class="panel"><div class="panelHeader"><b>Mine</b></div><div class="panelContent"><p>inside</p></div></div>',
    '{% hint style="info" %}\n**Mine**\n\ninside\n{% endhint %}',
  ],
  [
    "code with a title",
    '<div class="code panel pdl"><div class="codeHeader panelHeader pdl"><b>App.java</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">int x;</pre></div></div>',
    '{% code title="App.java" %}\n```java\nint x;\n```\n{% endcode %}',
  ],
  [
    "text without format",
    '<div class="preformatted panel"><div class="preformattedContent panelContent"><pre>raw</pre></div></div>',
    "```\nraw\n```",
  ],
  ["its table of contents", '<div class="toc-macro"><ul><li><a href="#x">X</a></li></ul></div>', ""],
  [
    "an issue of Jira",
    '<p><span class="jira-issue" data-jira-key="AB-1"><a href="https://j.example/browse/AB-1" class="jira-issue-key"><img class="icon" src="https://j.example/i.png">AB-1</a> - <span class="summary">Broken</span></span></p>',
    "[AB-1](https://j.example/browse/AB-1) - Broken",
  ],
  ["people", '<p><a class="confluence-userlink user-mention" href="/display/~wanda">Wanda</a></p>', "Wanda"],
  [
    "tasks",
    '<ul class="inline-task-list"><li class="checked" data-inline-task-id="1">done</li><li>open</li></ul>',
    "- [x] done\n- [ ] open",
  ],
  [
    "columns, and one alone",
    '<div class="columnLayout two-equal"><div class="cell normal"><div class="innerCell"><p>a</p></div></div><div class="cell normal"><div class="innerCell"><p>b</p></div></div></div><div class="columnLayout single"><div class="cell"><p>c</p></div></div>',
    "{% columns %}\n{% column %}\na\n{% endcolumn %}\n\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}\n\nc",
  ],
  [
    "states and dates",
    '<p><span class="status-macro aui-lozenge aui-lozenge-visual-refresh aui-lozenge-success">DONE</span> <span class="status-macro aui-lozenge">TO DO</span> <time datetime="2026-05-04" class="date-past">04 May 2026</time></p>',
    '<mark style="background-color:green;">DONE</mark> <mark style="background-color:gray;">TO DO</mark> 04 May 2026',
  ],
  [
    "a small copy of a picture",
    '<p><img class="confluence-embedded-image confluence-thumbnail" src="attachments/thumbnails/1/2" data-image-src="attachments/1/2.png"></p>',
    "![](attachments/1/2.png)",
  ],
  ["emojis", '<p>x <img class="emoticon" data-emoji-fallback="🙂" src="s.svg" alt="(smile)"></p>', "x 🙂"],
  [
    "an image and an attachment",
    '<p><img class="confluence-embedded-image" src="attachments/1/2.png"> <a href="attachments/1/3.pdf" data-linked-resource-type="attachment">spec.pdf</a></p>',
    "![](attachments/1/2.png) [spec.pdf](attachments/1/3.pdf)",
  ],
])("Confluence: %s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test.each<Case>([
  [
    "a toggle",
    '<ul class="toggle"><li><details open=""><summary>More <code>x</code></summary><p>inside</p></details></li></ul>',
    "<details open>\n\n<summary>More <code>x</code></summary>\n\ninside\n\n</details>",
  ],
  [
    "a callout",
    '<figure class="callout" style="display:flex"><div><span class="icon">💡</span></div><div><p>Mind it</p></div></figure>',
    '{% hint style="info" %}\nMind it\n{% endhint %}',
  ],
  [
    "tasks",
    '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>done</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>open</span></li></ul>',
    "- [x] done\n- [ ] open",
  ],
  [
    "lists, each of one item",
    '<ul class="bulleted-list"><li>a</li></ul><ul class="bulleted-list"><li>b</li></ul><ol class="numbered-list" start="1"><li>x</li></ol><ol class="numbered-list" start="2"><li>y</li></ol>',
    "- a\n- b\n\n1. x\n2. y",
  ],
  [
    "a bookmark",
    '<figure><a href="https://x.example/" class="bookmark source"><div class="bookmark-title">X</div></a></figure>',
    '{% embed url="https://x.example/" %}',
  ],
])("Notion: %s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test.each<Case>([
  [
    "cells over several rows and columns",
    "<table><tr><th rowspan=2>A</th><th colspan=2>B</th></tr><tr><th>b</th><th>c</th></tr><tr><td>1</td><td colspan=2>2</td></tr></table>",
    "| A | B | |\n| - | - | - |\n| | b | c |\n| 1 | 2 | |",
  ],
  [
    "a table within",
    "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>in<table><tr><th>x</th><th>y</th></tr><tr><td>p</td><td>q|r</td></tr></table></td></tr></table>",
    "| A | B |\n| - | - |\n| 1 | in<br>x · y<br>p · q\\|r |",
  ],
  [
    "a caption, and columns that CSS aligns",
    '<table><caption>Sizes</caption><tr><th>A</th><th style="text-align: right">B</th></tr><tr><td>1</td><td>2</td></tr></table>',
    "**Sizes**\n\n| A | B |\n| - | -: |\n| 1 | 2 |",
  ],
  [
    "headings of rows",
    "<table><tr><th>a</th><td>1</td></tr><tr><th>b</th><td>2</td></tr></table>",
    "| | |\n| - | - |\n| **a** | 1 |\n| **b** | 2 |",
  ],
  [
    "an empty corner",
    "<table><tr><td></td><th>B</th></tr><tr><th>a</th><td>1</td></tr></table>",
    "| | B |\n| - | - |\n| **a** | 1 |",
  ],
])("a table with %s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test.each<Case>([
  [
    "several terms, and definitions within",
    "<dl><dt>-n</dt><dt>--dry</dt><dd><p>x</p><dl><dt>a</dt><dd>one</dd><dt>b</dt><dd>two</dd></dl><p>after</p></dd></dl>",
    "**-n**, **--dry**\n\nx\n\n- **a**\n\n  one\n\n- **b**\n\n  two\n\nafter",
  ],
  [
    "signatures",
    '<dl class="py"><dt class="sig" id="m.f">f(<em>x</em>)</dt><dd><p>Does.</p><dl class="field-list"><dt>Returns:</dt><dd>it</dd></dl></dd></dl>',
    '## `f(x)` <a href="#m.f" id="m.f"></a>\n\nDoes.\n\n**Returns:**\n\nit',
  ],
])("definitions: %s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test.each<Case>([
  [
    "AsciiDoc",
    '<div class="imageblock"><div class="content"><img src="a.png" alt="A"></div><div class="title">Figure 1. Cap</div></div>',
    "Figure 1. Cap",
  ],
  [
    "DocBook",
    '<div class="figure"><p class="title"><b>Cap</b></p><div class="mediaobject"><img src="a.png" alt="A"></div></div><br class="figure-break">',
    "<strong>Cap</strong>",
  ],
  [
    "Sphinx",
    '<div class="figure"><img alt="A" src="a.png"><p class="caption"><span>Fig. 1 </span><span>Cap</span><a class="headerlink" href="#id1">¶</a></p></div>',
    "Fig. 1 Cap",
  ],
  [
    "a link",
    '<figure><a href="big.png"><img src="a.png" alt="A"></a><figcaption>See <a href="x.html">this &amp; that</a></figcaption></figure>',
    'See <a href="x.html">this &amp; that</a>',
  ],
])("a figure of %s keeps its caption", (_name, html, caption) => {
  expect(markdown(html)).toBe(
    `<figure><img src="a.png" alt="A"><figcaption><p>${caption}</p></figcaption></figure>`,
  );
});

test.each<[string, string]>([
  [
    "Docutils",
    '<p>x <a class="footnote-reference brackets" href="#id7" id="id6">2</a></p><dl class="footnote brackets"><dt class="label" id="id7"><span class="brackets"><a class="fn-backref" href="#id6">2</a></span></dt><dd><p>The note</p></dd></dl>',
  ],
  [
    "newer Docutils",
    '<p>x <a class="footnote-reference brackets" href="#id7" id="id6" role="doc-noteref"><span class="fn-bracket">[</span>2<span class="fn-bracket">]</span></a></p><aside class="footnote-list brackets"><aside class="footnote brackets" id="id7" role="note"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id6">2</a><span class="fn-bracket">]</span></span><p>The note</p></aside></aside>',
  ],
  [
    "AsciiDoc",
    '<p>x <sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1">1</a>]</sup></p><div id="footnotes"><hr><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. The note</div></div>',
  ],
  [
    "Pandoc",
    '<p>x<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p><section class="footnotes" role="doc-endnotes"><hr><ol><li id="fn1"><p>The note<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>',
  ],
])("a footnote of %s is one", (_name, html) => {
  expect(markdown(html)).toBe("x[^1]\n\n[^1]: The note");
});

test.each<Case>([
  [
    "a title of code",
    '<div class="listingblock"><div class="title">app.rb</div><div class="content"><pre class="rouge highlight"><code data-lang="ruby">puts 1</code></pre></div></div>',
    '{% code title="app.rb" %}\n```ruby\nputs 1\n```\n{% endcode %}',
  ],
  [
    "what numbers in code mean",
    '<div class="colist arabic"><table><tr><td><b>1</b></td><td>prints</td></tr></table></div>',
    "1. prints",
  ],
  [
    "terms in a table",
    '<div class="hdlist"><table><tr><td class="hdlist1">term</td><td class="hdlist2"><p>what</p></td></tr><tr><td>t</td><td>w</td></tr></table></div>',
    "**term**\n\nwhat\n\n**t**\n\nw",
  ],
  [
    "a sidebar",
    '<div class="sidebarblock"><div class="content"><div class="title">Aside</div><p>text</p></div></div>',
    '{% hint style="info" %}\n**Aside**\n\ntext\n{% endhint %}',
  ],
  [
    "an example",
    '<div class="exampleblock"><div class="title">Example 1. T</div><div class="content"><p>text</p></div></div>',
    "**Example 1. T**\n\ntext",
  ],
  [
    "an important box",
    '<div class="admonitionblock important"><table><tr><td class="icon"><div class="title">Important</div></td><td class="content">Hot</td></tr></table></div>',
    '{% hint style="info" %}\n**Important**\n\nHot\n{% endhint %}',
  ],
])("AsciiDoc: %s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test.each<Case>([
  [
    "VitePress's tabs of code",
    '<div class="vp-code-group"><div class="tabs"><input type="radio" checked><label>npm</label><input type="radio"><label>yarn</label></div><div class="blocks"><div class="language-sh active"><button class="copy"></button><span class="lang">sh</span><pre><code>a</code></pre></div><div class="language-sh"><pre><code>b</code></pre></div></div></div>',
    '{% tabs %}\n{% tab title="npm" %}\n```sh\na\n```\n{% endtab %}\n\n{% tab title="yarn" %}\n```sh\nb\n```\n{% endtab %}\n{% endtabs %}',
  ],
  ["a heading that leads to itself", '<h2><a href="#foo">Foo</a></h2><h3></h3>', "## Foo"],
  [
    "boxes that are drawn",
    "<ul><li>☒ done</li><li><p>☐ open <b>now</b></p></li></ul>",
    "- [x] done\n\n- [ ] open **now**",
  ],
  ["breaks between blocks", "<p>a<br>b<br></p><br><br><p>c</p><p><br></p>", "a\\\nb\n\nc"],
  [
    "films",
    '<video controls><source src="https://x.example/v.mp4"></video><audio src="s/a.mp3"></audio>',
    '{% embed url="https://x.example/v.mp4" %}\n\n[a.mp3](s/a.mp3)',
  ],
  ["MathML without TeX", "<p>so <math><mi>a</mi><mo>+</mo><mi>b</mi></math> is</p>", "so a+b is"],
  ["a formula in a line", '<p>and <span class="math">\\(x\\)</span> too</p>', "and $$x$$ too"],
])("takes over %s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test.each([
  ["an anchor", '<span id="x"></span>'],
  ["an empty place", '<div class="titlepage"></div><a name="x"></a>'],
])("the title is found behind %s, which leads to the first words then", (_name, before) => {
  const html = `<title>App</title><main>${before}<div><h2>App</h2></div><p>${FIRST}</p></main>`;
  expect(readHtmlPage({ bytes: Buffer.from(html) })).toMatchObject({
    title: "App",
    markdown: `<a href="#x" id="x"></a>${FIRST}`,
  });
});

test("a short page of Confluence is its text alone, without the crumbs above it", () => {
  const html =
    '<div id="main"><div id="main-header"><div id="breadcrumb-section"><ol id="breadcrumbs"><li><a href="index.html">Space</a></li></ol></div><h1 id="title-heading">It</h1></div><div id="content"><div class="page-metadata">Created by Wanda</div><div id="main-content" class="wiki-content group"><p>Short.</p></div></div></div>';
  expect(readHtmlPage({ bytes: Buffer.from(html) })).toMatchObject({ markdown: "Short." });
});
