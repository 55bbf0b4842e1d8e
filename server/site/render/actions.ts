/** What a reader can do with a page, in one menu beside its title. */
import { html, type Raw } from "../../../design/html.ts";
import { icon, type IconName } from "../../../design/icon.ts";
import { fill, type Words } from "../../../design/words.ts";
import type { PageView } from "./view.ts";

const ASSISTANTS = [
  { name: "ChatGPT", address: "https://chatgpt.com/?q=" },
  { name: "Claude", address: "https://claude.ai/new?q=" },
];

/** The menu; null where there is nothing that could be done. */
export function renderPageActions(view: PageView, words: Words): Raw | null {
  if (view.page.layout?.metadata === false) return null;
  const entries = [
    ...markdownActions(view, words),
    ...linkActions(view, words),
    ...assistantActions(view, words),
    ...agentActions(view, words),
  ];
  if (entries.length === 0) return null;
  const copy =
    view.site.withMarkdown === false
      ? null
      : html`<button
          type="button"
          class="button-quiet script-only"
          data-copy-page="${view.page.markdownHref}"
        >
          ${icon("copy")}<span data-label>${words.copyPage}</span>
        </button>`;
  return html`<div class="page-actions">
    ${copy}
    <details class="menu">
      <summary class="button-quiet" aria-label="${words.pageActions}" title="${words.pageActions}">
        ${icon("chevron")}
      </summary>
      <ul class="menu-list">
        ${entries}
      </ul>
    </details>
  </div>`;
}

interface MenuLink {
  readonly href: string;
  readonly picture: IconName;
  readonly title: string;
  readonly type?: string;
  /** It leads away from the site. */
  readonly isElsewhere?: true;
}

function entry({ href, picture, title, type, isElsewhere }: MenuLink): Raw {
  const label = html`${icon(picture)}<span class="menu-title">${title}</span>`;
  if (isElsewhere) {
    return html`<li>
      <a class="menu-link" href="${href}" target="_blank" rel="noopener nofollow">${label}</a>
    </li>`;
  }
  return type === undefined
    ? html`<li><a class="menu-link" href="${href}" rel="nofollow">${label}</a></li>`
    : html`<li><a class="menu-link" href="${href}" type="${type}">${label}</a></li>`;
}

/** An entry that copies a text; without a script it isn't there. */
function copied(text: string, title: string): Raw {
  return html`<li class="script-only">
    <button type="button" class="menu-link" data-copy-text="${text}">
      ${icon("copy")}<span class="menu-title" data-label>${title}</span>
    </button>
  </li>`;
}

function markdownActions({ page, site }: PageView, words: Words): Raw[] {
  if (site.withMarkdown === false) return [];
  const { markdownHref: href } = page;
  return [entry({ href, picture: "markdown", title: words.viewMarkdown, type: "text/markdown" })];
}

function linkActions({ page }: PageView, words: Words): Raw[] {
  const { edit, feedHref, pdfHref } = page;
  const links: (MenuLink | undefined)[] = [
    pdfHref === undefined ? undefined : { href: pdfHref, picture: "pdf", title: words.downloadPdf },
    feedHref === undefined
      ? undefined
      : { href: feedHref, picture: "feed", title: words.feed, type: "application/rss+xml" },
    edit === undefined
      ? undefined
      : { href: edit.href, picture: "edit", title: fill(words.editOn, { name: edit.host }) },
  ];
  return links.flatMap((link) => (link === undefined ? [] : [entry(link)]));
}

/** Links that hand a question about the page to an assistant elsewhere; nothing is sent before one is followed. */
function assistantActions({ canonicalUrl, site }: PageView, words: Words): Raw[] {
  if (site.withAssistants !== true) return [];
  const question = encodeURIComponent(fill(words.askAssistant, { url: canonicalUrl }));
  return ASSISTANTS.map(({ name, address }) =>
    entry({
      href: address + question,
      picture: "external",
      title: fill(words.openIn, { name }),
      isElsewhere: true,
    }),
  );
}

/** Ways to give the reader's own tools the site to search and to read. */
function agentActions({ site }: PageView, words: Words): Raw[] {
  const { mcpUrl: url } = site;
  if (url === undefined) return [];
  const name = agentName(site.title);
  const cursor = btoa(JSON.stringify({ url }));
  const code = JSON.stringify({ type: "http", url });
  const tools = [
    ["Cursor", `https://cursor.com/en/install-mcp?name=${name}&config=${encodeURIComponent(cursor)}`],
    ["VS Code", `https://vscode.dev/redirect/mcp/install?name=${name}&config=${encodeURIComponent(code)}`],
  ] as const;
  return [
    ...tools.map(([tool, href]) =>
      entry({ href, picture: "external", title: fill(words.addTo, { name: tool }), isElsewhere: true }),
    ),
    copied(
      `claude mcp add --transport http ${name} ${url}`,
      fill(words.copyCommandFor, { name: "Claude Code" }),
    ),
    copied(url, words.copyMcp),
  ];
}

/** A name that every such tool takes: letters, digits and hyphens. */
function agentName(title: string): string {
  const plain = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return plain.slice(0, 40) || "docs";
}
