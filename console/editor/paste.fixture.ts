/** What people paste, by where they copied it, and the Markdown that it has to become. */

export interface PasteCase {
  readonly name: string;
  readonly data: { readonly "text/html"?: string; readonly "text/plain": string };
  /** Of a page where it was pasted into an empty paragraph. */
  readonly markdown: string;
}

const html = (name: string, source: string, markdown: string): PasteCase => ({
  name,
  data: { "text/html": source, "text/plain": "the same as plain text" },
  markdown,
});

const plain = (name: string, text: string, markdown: string): PasteCase => ({
  name,
  data: { "text/plain": text },
  markdown,
});

const docs = (inside: string) =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f">${inside}</b>`;
const span = (style: string, text: string) =>
  `<span style="font-size:11pt;font-family:Arial;color:#000000;${style}">${text}</span>`;

const GOOGLE_DOCS: readonly PasteCase[] = [
  html(
    "Google Docs: a heading and words",
    docs(
      `<h2 dir="ltr">${span("font-weight:400;", "Title")}</h2><p dir="ltr">${span("font-weight:700;", "Bold")}${span("font-weight:400;", " and ")}${span("font-style:italic;", "slanted")}</p>`,
    ),
    "## Title\n\n**Bold** and *slanted*\n",
  ),
  html(
    "Google Docs: a list in a list",
    docs(
      `<ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${span("", "one")}</p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation">${span("", "inner")}</p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${span("", "two")}</p></li></ul>`,
    ),
    "- one\n  - inner\n- two\n",
  ),
  html(
    "Google Docs: a link",
    docs(
      `<p dir="ltr">${span("", "See ")}<a href="https://example.com/a" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">this</span></a>${span("", ".")}</p>`,
    ),
    "See [this](https://example.com/a).\n",
  ),
  html(
    "Google Docs: a table",
    docs(
      `<div dir="ltr"><table><colgroup><col width="300"/><col width="300"/></colgroup><tbody><tr><td><p dir="ltr">${span("", "Name")}</p></td><td><p dir="ltr">${span("", "Value")}</p></td></tr><tr><td><p dir="ltr">${span("", "a")}</p></td><td><p dir="ltr">${span("", "1")}</p></td></tr></tbody></table></div>`,
    ),
    "| Name | Value |\n| --- | --- |\n| a | 1 |\n",
  ),
  html(
    "Google Docs: crossed out",
    docs(`<p dir="ltr">${span("text-decoration:line-through;", "old")}${span("", " new")}</p>`),
    "~~old~~ new\n",
  ),
];

const word = (inside: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-US><!--StartFragment-->${inside}<!--EndFragment--></body></html>`;

/** An item of a list as the desktop's program writes it. */
const item = (list: string, sign: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:${list}'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

const WORD: readonly PasteCase[] = [
  html(
    "Word: a paragraph",
    word("<p class=MsoNormal>A <b>bold</b> and <i>slanted</i> word.<o:p></o:p></p>"),
    "A **bold** and *slanted* word.\n",
  ),
  html(
    "Word: headings",
    word("<h1>First<o:p></o:p></h1><h2>Second<o:p></o:p></h2><p class=MsoNormal>Text.<o:p></o:p></p>"),
    "# First\n\n## Second\n\nText.\n",
  ),
  html(
    "Word: a table",
    word(
      "<table class=MsoTableGrid border=1><tr><td width=200><p class=MsoNormal>a<o:p></o:p></p></td><td width=200><p class=MsoNormal>b<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>c<o:p></o:p></p></td><td><p class=MsoNormal>d<o:p></o:p></p></td></tr></table>",
    ),
    "| a | b |\n| --- | --- |\n| c | d |\n",
  ),
  html(
    "Word: lists, one in another, and words between them",
    word(
      `${item("l0 level1 lfo1", "·", "one")}${item("l0 level2 lfo1", "o", "inner")}${item("l0 level1 lfo1", "·", "two")}<p class=MsoNormal>Then:<o:p></o:p></p>${item("l1 level1 lfo2", "1.", "first")}${item("l1 level2 lfo2", "a.", "under it")}${item("l1 level1 lfo2", "2.", "second")}`,
    ),
    "- one\n  - inner\n- two\n\nThen:\n\n1. first\n\n   1. under it\n2. second\n",
  ),
  html(
    "Word: a list that goes on behind a paragraph",
    word(
      `${item("l1 level1 lfo2", "1.", "first")}<p class=MsoNormal>Between.<o:p></o:p></p>${item("l1 level1 lfo2", "2.", "second")}${item("l1 level2 lfo2", "2.3.", "under it")}${item("l1 level1 lfo2", "3.", "third")}`,
    ),
    "1. first\n\nBetween.\n\n2. second\n\n   3. under it\n3. third\n",
  ),
  html(
    "Word: a row with more cells than a page has columns",
    word(
      `<table class=MsoTableGrid><tr>${Array.from({ length: 300 }, (_, at) => `<td>c${at + 1}</td>`).join("")}</tr><tr><td>d</td></tr></table>`,
    ),
    `|${Array.from({ length: 199 }, (_, at) => ` c${at + 1} |`).join("")} ${Array.from({ length: 101 }, (_, at) => `c${at + 200}`).join(" ")} |\n|${" --- |".repeat(200)}\n| d |${"  |".repeat(199)}\n`,
  ),
  html(
    "Word: a table with cells over several columns and rows",
    word(
      "<table class=MsoTableGrid border=1><tr><td>a</td><td>b</td><td>c</td></tr><tr><td colspan=2>d</td><td rowspan=2>e</td></tr><tr><td rowspan=2>f</td><td>g</td></tr><tr><td>h</td><td>i</td></tr></table>",
    ),
    "| a | b | c |\n| --- | --- | --- |\n| d |  | e |\n| f | g |  |\n|  | h | i |\n",
  ),
  html(
    "Word: a link and a comment of its program",
    word(
      '<p class=MsoNormal><!--[if supportFields]><![endif]--><a href="https://example.com">here</a><o:p></o:p></p>',
    ),
    "[here](https://example.com)\n",
  ),
  html(
    "Word: a list of its web view",
    word("<ul type=disc><li class=MsoNormal>one</li><li class=MsoNormal>two</li></ul>"),
    "- one\n- two\n",
  ),
];

const EXCEL: readonly PasteCase[] = [
  html(
    "Excel: cells",
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table border=0><!--StartFragment--><col width=87 span=2><tr height=20><td height=20 class=xl65>a</td><td align=right>1</td></tr><tr><td>b</td><td align=right>2.5</td></tr><!--EndFragment--></table></body></html>',
    "| a | 1 |\n| --- | --- |\n| b | 2.5 |\n",
  ),
  html(
    "Excel: rows that are not equally long",
    "<table><tr><td>a</td><td>b</td><td>c</td></tr><tr><td>d</td></tr></table>",
    "| a | b | c |\n| --- | --- | --- |\n| d |  |  |\n",
  ),
  html(
    "Google Sheets: cells",
    '<meta charset="utf-8"><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody><tr><td data-sheets-value="{}">x</td><td>y</td></tr></tbody></table></google-sheets-html-origin>',
    "| x | y |\n| --- | --- |\n",
  ),
];

const NOTION: readonly PasteCase[] = [
  html("Notion: a heading", "<meta charset='utf-8'><h2>Plan</h2>\n<p>Words.</p>", "## Plan\n\nWords.\n"),
  html(
    "Notion: tasks",
    "<ul>\n<li><p>[ ] open</p>\n</li>\n<li><p>[x] done</p>\n</li>\n</ul>",
    "- [ ] open\n- [x] done\n",
  ),
  html(
    "Notion: code",
    '<pre><code class="language-javascript">const a = 1;\nconst b = 2;\n</code></pre>',
    "```javascript\nconst a = 1;\nconst b = 2;\n```\n",
  ),
  html("Notion: a quote", "<blockquote>\n<p>Said.</p>\n</blockquote>", "> Said.\n"),
  html(
    "Notion: a numbered list",
    "<ol>\n<li>first</li>\n<li>second<ul>\n<li>inner</li>\n</ul>\n</li>\n</ol>",
    "1. first\n2. second\n   - inner\n",
  ),
];

const CONFLUENCE: readonly PasteCase[] = [
  html(
    "Confluence: a paragraph of its renderer",
    '<p data-renderer-start-pos="3" local-id="x">Press <code class="code" data-renderer-mark="true">Enter</code>.</p>',
    "Press `Enter`.\n",
  ),
  html(
    "Confluence: a table with heads",
    '<div class="pm-table-container"><table data-number-column="false"><tbody><tr><th rowspan="1" colspan="1"><p>Key</p></th><th><p>Does</p></th></tr><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table></div>',
    "| Key | Does |\n| --- | --- |\n| a | b |\n",
  ),
  html("Confluence: a rule", "<p>A</p><hr /><p>B</p>", "A\n\n---\n\nB\n"),
  html(
    "Confluence: underlined and raised",
    "<p><u>under</u>, x<sup>2</sup> and H<sub>2</sub>O</p>",
    "<u>under</u>, x<sup>2</sup> and H<sub>2</sub>O\n",
  ),
];

const GITHUB: readonly PasteCase[] = [
  html(
    "GitHub: code of an issue",
    '<div class="highlight highlight-source-js"><pre class="notranslate"><span class="pl-k">let</span> a;\nlet b;</pre></div>',
    "```js\nlet a;\nlet b;\n```\n",
  ),
  html(
    "GitHub: a heading with its anchor",
    '<div class="markdown-heading"><h2 tabindex="-1" class="heading-element">Usage</h2><a id="user-content-usage" class="anchor" aria-label="Permalink: Usage" href="#usage"></a></div><p>Text.</p>',
    "## Usage\n\nText.\n",
  ),
  html(
    "GitHub: tasks",
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled> open</li><li class="task-list-item"><input type="checkbox" checked disabled> done</li></ul>',
    "- [ ] open\n- [x] done\n",
  ),
  html(
    "GitHub: a mention",
    '<p>By <a class="user-mention" href="https://github.com/octocat">@octocat</a></p>',
    "By [@octocat](https://github.com/octocat)\n",
  ),
  html(
    "GitHub: a table",
    '<table role="table"><thead><tr><th align="left">A</th><th>B</th></tr></thead><tbody><tr><td align="left">1</td><td>2</td></tr></tbody></table>',
    "| A | B |\n| --- | --- |\n| 1 | 2 |\n",
  ),
];

const SLACK: readonly PasteCase[] = [
  html(
    "Slack: a message",
    '<meta charset=\'utf-8\'><span style="color: rgb(29, 28, 29);">Ship it </span><b data-stringify-type="bold">today</b>',
    "Ship it **today**\n",
  ),
  html(
    "Slack: a list",
    '<ul data-stringify-type="unordered-list" class="p-rich_text_list"><li data-stringify-indent="0">one</li><li data-stringify-indent="0">two</li></ul>',
    "- one\n- two\n",
  ),
  html(
    "Slack: code in a line",
    'Run <code data-stringify-type="code" class="c-mrkdwn__code">npm start</code>',
    "Run `npm start`\n",
  ),
];

const MAIL: readonly PasteCase[] = [
  html(
    "Gmail: lines",
    '<div dir="ltr">First<div>Second</div><div>Third</div></div>',
    "First\n\nSecond\n\nThird\n",
  ),
  html("Gmail: a quote", '<blockquote class="gmail_quote"><div>Quoted</div></blockquote>', "> Quoted\n"),
  html(
    "Outlook: a paragraph",
    '<p class="MsoNormal"><span style="font-size:11.0pt">Dear all<o:p></o:p></span></p>',
    "Dear all\n",
  ),
  html("mail: a picture as text is left out", '<p>A<img src="data:image/png;base64,AAAA">B</p>', "AB\n"),
];

const EDITORS: readonly PasteCase[] = [
  plain("VS Code: Markdown as plain text", "# T\n\n* a\n* b", "# T\n\n- a\n- b\n"),
  html(
    "VS Code: lines of code in colours",
    '<div style="color: #d4d4d4;font-family: Consolas, \'Courier New\', monospace;white-space: pre;"><div><span style="color: #569cd6;">const</span> a = 1;</div><div>const b = 2;</div></div>',
    "```\nconst a = 1;\nconst b = 2;\n```\n",
  ),
  html(
    "a program: text before and after what was copied",
    "<html><body><!--StartFragment-->x<!--EndFragment--></body></html>",
    "x\n",
  ),
];

const TEXT: readonly PasteCase[] = [
  plain("text: words", "word and word", "word and word\n"),
  plain("text: two paragraphs", "one\n\ntwo", "one\n\ntwo\n"),
  plain("text: a table", "| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n| --- | --- |\n| 1 | 2 |\n"),
  plain("text: a fence", "```js\nlet a;\n```", "```js\nlet a;\n```\n"),
  plain(
    "text: a hint",
    '{% hint style="info" %}\nA.\n{% endhint %}',
    '{% hint style="info" %}\nA.\n{% endhint %}\n',
  ),
  plain("text: an unknown tag is kept as it is", "{% odd a=1 %}", "{% odd a=1 %}\n"),
  plain("text: lines of Windows", "one\r\n\r\ntwo", "one\n\ntwo\n"),
  html("a link that runs code", '<p><a href="javascript:alert(1)">x</a></p>', "x\n"),
  html("a script", "<p>y<script>alert(1)</script></p>", "y\n"),
];

export const PASTED: readonly PasteCase[] = [
  ...GOOGLE_DOCS,
  ...WORD,
  ...EXCEL,
  ...NOTION,
  ...CONFLUENCE,
  ...GITHUB,
  ...SLACK,
  ...MAIL,
  ...EDITORS,
  ...TEXT,
];
