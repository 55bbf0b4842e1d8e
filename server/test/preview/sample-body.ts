import { renderIcon } from "../../../engine/markdown/html/icons.ts";

/** A page body with most of what authors write, in the markup the engine prints. */
const ICON = `${renderIcon("circle-info")}`;

function heading(level: number, id: string, text: string): string {
  return `<h${level} id="${id}">${text}<a class="anchor" href="#${id}" aria-label="Link to ${text}"><span aria-hidden="true">#</span></a></h${level}>`;
}

function code(id: string, lang: string, lines: readonly string[], options = "", title = ""): string {
  const name = title ? `<span class="code-title">${title}</span>` : "";
  const body = lines.map((line) => `<span class="line">${line}</span>`).join("\n");
  return `<figure class="code" data-copy-root${options}><figcaption class="code-bar">${name}<span class="code-lang">${lang}</span><button type="button" class="copy" data-copy data-copied="Copied">Copy</button></figcaption><pre class="code-body" tabindex="0" role="region" aria-label="${lang} ${id}"><code>${body}</code></pre></figure>`;
}

function hint(kind: string, word: string, text: string): string {
  return `<aside class="hint hint-${kind}" role="note"><p class="hint-label">${ICON}${word}</p><div class="hint-body"><p>${text}</p></div></aside>`;
}

function tabs(): string {
  const names = ["npm", "pnpm", "From source"];
  const buttons = names.map(
    (name, at) =>
      `<button type="button" role="tab" class="tab" id="tab-1-${at}" aria-controls="panel-1-${at}" aria-selected="${at === 0}" data-tab-title="${name}">${name}</button>`,
  );
  const bodies = [
    code("npm", "Bash", ['<span class="tok-function">npm</span> install lectern']),
    code("pnpm", "Bash", ['<span class="tok-function">pnpm</span> add lectern']),
    "<p>Clone the repository, then build it:</p><ol><li>Install Node 20 or newer.</li><li>Run <code>npm ci</code>, then <code>npm start</code>.</li></ol>",
  ];
  const panels = names.map(
    (name, at) =>
      `<div role="tabpanel" class="tab-panel" id="panel-1-${at}" aria-labelledby="tab-1-${at}"${at === 0 ? " data-selected" : ""}><p class="tab-panel-title">${name}</p>${bodies[at]}</div>`,
  );
  return `<div class="tabs" data-tabs><div class="tab-list" role="tablist">${buttons.join("")}</div>${panels.join("")}</div>`;
}

function table(rows: number): string {
  const names = ["port", "host", "a_very_long_option_name_without_a_break", "log_level"];
  const body = Array.from(
    { length: rows },
    (_, at) =>
      `<tr><td><code>${names[at % names.length]}${at > 3 ? at : ""}</code></td><td class="align-center">string</td><td class="align-right">${8000 + at}</td><td>What it does, in a sentence that is long enough to wrap in a narrow column.</td></tr>`,
  );
  return `<div class="table" role="region" tabindex="0" aria-label="Table of ${rows} rows"><table><thead><tr><th scope="col">Name</th><th scope="col" class="align-center">Type</th><th scope="col" class="align-right">Default</th><th scope="col">What it does</th></tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

const JAVASCRIPT = [
  '<span class="tok-comment">// Reads a file, and tries again when the disk is slow.</span>',
  '<span class="tok-keyword">import</span> { readFile } <span class="tok-keyword">from</span> <span class="tok-string">"node:fs/promises"</span>;',
  "",
  '<span class="tok-keyword">export async function</span> <span class="tok-function">load</span>(path, { retries = <span class="tok-number">3</span> } = {}) {',
  '  <span class="tok-keyword">for</span> (<span class="tok-keyword">let</span> i = <span class="tok-number">0</span>; i &lt; retries; i++) {',
  '    <span class="tok-keyword">return await</span> <span class="tok-function">readFile</span>(path, <span class="tok-string">"utf8"</span>);',
  "  }",
  '  <span class="tok-keyword">return</span> <span class="tok-constant">null</span>;',
  "}",
];

const CURL = [
  'curl --request POST <span class="tok-string">"https://example.com/v1/spaces/some-space/content"</span> --header <span class="tok-string">"Authorization: Bearer $TOKEN"</span> --header <span class="tok-string">"Content-Type: application/json"</span>',
];

const STEPS = `<ol class="steps"><li class="step">${heading(3, "install", "Install")}<p>Run the installer. It needs nothing but Node.</p>${code("step", "Bash", ['<span class="tok-function">npx</span> lectern start'])}</li><li class="step">${heading(3, "configure", "Configure")}<p>Set the address that readers will use.</p></li><li class="step"><p>A step without a heading.</p></li></ol>`;

const CARDS = `<ul class="cards"><li class="card card-linked"><div class="card-body"><p class="card-title"><a class="card-link" href="#install">Get started</a></p><p class="card-cell">Install it and write the first page.</p></div></li><li class="card card-linked"><div class="card-body"><p class="card-title"><a class="card-link" href="#tables">Guides</a></p><p class="card-cell">How the parts fit together.</p></div></li><li class="card"><div class="card-body"><p class="card-title">No target</p><p class="card-cell">A card that leads nowhere.</p></div></li></ul>`;

/** Its headings, as the engine would report them. */
export const SAMPLE_HEADINGS = [
  { level: 2, id: "hints", text: "Hints" },
  { level: 2, id: "code", text: "Code" },
  { level: 3, id: "tabs", text: "Tabs" },
  { level: 2, id: "steps", text: "Steps" },
  { level: 3, id: "install", text: "Install" },
  { level: 3, id: "configure", text: "Configure" },
  { level: 2, id: "tables", text: "Tables with_one_very_long_word_that_has_no_place_to_break" },
  { level: 2, id: "lists", text: "Lists and quotes" },
  { level: 2, id: "more", text: "Where to go from here" },
];

/** The body; `rows` sets how long its table is. */
export function sampleBody(rows = 4): string {
  return [
    '<p>The lead paragraph has <strong>strong</strong>, <em>emphasis</em>, <code>inline code</code>, a <a class="link" href="#hints">link to a page</a>, an <a class="link external" href="https://example.com/docs">external link</a>, a <span class="broken">broken link</span>, keys such as <kbd>Ctrl</kbd> <kbd>K</kbd>, <mark class="mark mark-text-red">red text</mark>, <mark class="mark mark-back-yellow">on yellow</mark> and a footnote<sup class="footnote-ref"><a href="#fn-1" id="ref-1">1</a></sup>.</p>',
    heading(2, "hints", "Hints"),
    "<p>Four kinds, each with a word and an icon.</p>",
    hint(
      "info",
      "Note",
      'An <strong>info</strong> hint with a <a class="link" href="#code">link</a> and <code>code</code>.',
    ),
    hint("success", "Success", "The page was published."),
    hint("warning", "Warning", "A published page is public at once."),
    hint("danger", "Danger", "Deleting a site cannot be undone."),
    heading(2, "code", "Code"),
    "<p>With a title, numbers and marked lines where they are asked for.</p>",
    code("load", "JavaScript", JAVASCRIPT, " data-line-numbers", "load.js"),
    code("curl", "Bash", CURL),
    heading(3, "tabs", "Tabs"),
    tabs(),
    heading(2, "steps", "Steps"),
    STEPS,
    heading(2, "tables", "Tables with_one_very_long_word_that_has_no_place_to_break"),
    table(rows),
    heading(2, "lists", "Lists and quotes"),
    '<ul><li>First</li><li>Second, with a nested list<ul><li>Nested one</li><li>Nested two</li></ul></li><li>Third</li></ul><blockquote><p>A quotation that is worth a second line on narrow screens.</p></blockquote><ul class="tasks"><li class="task"><label class="task-label"><input type="checkbox" disabled> <span>To do</span></label></li><li class="task"><label class="task-label"><input type="checkbox" disabled checked> <span>Done</span></label></li></ul>',
    '<details class="expandable"><summary>A closed one</summary><div class="expandable-body"><p>Its body.</p></div></details><details class="expandable" open><summary>An open one</summary><div class="expandable-body"><p>Visible from the start.</p></div></details>',
    heading(2, "more", "Where to go from here"),
    CARDS,
    '<a class="ref" href="#install"><span class="ref-icon">📘</span><span class="ref-text"><span class="ref-title">Setup</span><span class="ref-description">How to install it, in five minutes.</span></span></a>',
    '<section class="footnotes" aria-label="Footnotes"><ol><li id="fn-1"><p>The first footnote. <a class="footnote-back" href="#ref-1" aria-label="Back to the text">↩</a></p></li></ol></section>',
  ].join("\n");
}
