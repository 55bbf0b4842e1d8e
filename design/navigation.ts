/** The tree of pages beside the content. */
import type { BarLinkView } from "./bar.ts";
import { attribute, html, type Raw } from "./html.ts";
import { emoji, icon, pagePicture } from "./icon.ts";
import { renderMethod } from "./method.ts";
import { renderTag, type TagView } from "./tag.ts";
import type { Words } from "./words.ts";

export interface NavigationItem {
  /** `earlier` and `later` lead to the siblings of a level too long to show; their titles are the templates' own. */
  readonly kind: "group" | "page" | "link" | "earlier" | "later";
  /** Names the branch in `~/nav/<id>`. */
  readonly id: string;
  readonly title: string;
  /** Absent on open groups, which are labels; a folded group leads to its first page. */
  readonly href?: string;
  readonly emoji?: string;
  /** The name of an icon of the engine's set. */
  readonly icon?: string;
  /** What the page is marked with. */
  readonly tag?: TagView;
  /** Of an operation. */
  readonly method?: string;
  readonly current: boolean;
  /** Its children are in `children`; a closed branch has none here even when it has some. */
  readonly open: boolean;
  readonly hasChildren: boolean;
  readonly children: readonly NavigationItem[];
}

function renderLink(item: NavigationItem, words: Words): Raw {
  const outside = item.kind === "link" && /^https?:/i.test(item.href ?? "");
  return html`<a
    class="nav-link"
    href="${item.href ?? "#"}"
    ${attribute("aria-current", item.current ? "page" : undefined)}
    >${pagePicture(item)}${item.method === undefined ? null : renderMethod(item.method)}<span
      class="nav-title"
      >${titleOf(item, words)}</span
    >${item.tag === undefined ? null : renderTag(item.tag)}${outside ? icon("external") : null}</a
  >`;
}

function titleOf(item: NavigationItem, words: Words): string {
  if (item.kind === "earlier") return words.earlierPages;
  return item.kind === "later" ? words.laterPages : item.title;
}

function renderGroup(item: NavigationItem, words: Words): Raw {
  return html`<li class="nav-group">
    <span class="nav-label" id="~nav-${item.id}">${pagePicture(item)}${item.title}</span
    >${renderBranch(item.children, words, `~nav-${item.id}`)}
  </li>`;
}

/**
 * The mark beside a page with pages below it. Readers without the script follow the link, which opens the
 * branch; the script turns the mark into a button that opens it in place.
 */
function branchMark(item: NavigationItem): Raw {
  return html`<span class="nav-mark" data-branch="${item.id}" ${attribute("data-open", item.open)}
    >${icon("chevron")}</span
  >`;
}

function renderItem(item: NavigationItem, words: Words): Raw {
  if (item.kind === "group" && item.open) return renderGroup(item, words);
  if (item.kind === "earlier" || item.kind === "later") {
    return html`<li class="nav-more">${renderLink(item, words)}</li>`;
  }
  if (!item.hasChildren) return html`<li>${renderLink(item, words)}</li>`;
  const children = item.open ? renderBranch(item.children, words) : null;
  return html`<li>
    <div class="nav-row">${renderLink(item, words)}${branchMark(item)}</div>
    ${children}
  </li>`;
}

/** One level of the tree as a list; also what `~/nav/<id>` answers. */
export function renderBranch(items: readonly NavigationItem[], words: Words, labelledBy?: string): Raw {
  if (items.length === 0) return html``;
  return html`<ul class="nav-list" ${attribute("aria-labelledby", labelledBy)}>
    ${items.map((item) => renderItem(item, words))}
  </ul>`;
}

function renderSheetLink({ href, emoji: picture, title, button }: BarLinkView): Raw {
  const look = button === undefined ? "nav-link" : `button button-${button} side-button`;
  return html`<li>
    <a class="${look}" href="${href}">${emoji(picture)}<span class="nav-title">${title}</span></a>
  </li>`;
}

/** The header's links, which have no room there on phones; what a menu holds stands under its name. */
function renderSheetLinks(header: readonly BarLinkView[]): Raw | null {
  if (header.length === 0) return null;
  const entries = header.map((link) => {
    if (link.links === undefined) return renderSheetLink(link);
    const own = link.href === "" ? [] : [{ title: link.title, href: link.href }];
    return html`<li class="nav-group">
      <p class="nav-label">${link.title}</p>
      <ul class="nav-list">
        ${[...own, ...link.links].map(renderSheetLink)}
      </ul>
    </li>`;
  });
  return html`<ul class="nav-list side-links">
    ${entries}
  </ul>`;
}

interface ColumnParts {
  /** What stands over the pages, such as a choice of versions. */
  readonly above?: Raw | null;
  /** The bar's links, which have no room there on phones. */
  readonly links?: readonly BarLinkView[] | undefined;
}

/**
 * The column of pages. It is a popover so that phones open it as a sheet without any script;
 * wider screens show it in place. `nav-position` puts the scroll position back before the first paint.
 */
export function renderColumn(
  items: readonly NavigationItem[],
  words: Words,
  { above = null, links = [] }: ColumnParts = {},
): Raw {
  return html`<nav class="side" id="~navigation" popover aria-label="${words.pages}">
    <div class="side-top">
      <span class="side-title" aria-hidden="true">${words.pages}</span
      ><button
        type="button"
        class="icon-button"
        popovertarget="~navigation"
        popovertargetaction="hide"
        aria-label="${words.close}"
      >
        ${icon("close")}
      </button>
    </div>
    ${above}${renderBranch(items, words)}${renderSheetLinks(links)}
    <nav-position></nav-position>
  </nav>`;
}
