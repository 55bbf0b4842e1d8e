/** Tables of rows and tables shown as cards. */
import type { Card, Cards, Cell, Column, Table } from "../document.ts";
import { type Child, h, type SafeHtml, NOTHING } from "./element.ts";
import type { PageHtml } from "./page.ts";
import { imageAttributes, resolveImage, resolveTarget, type HrefTarget } from "./targets.ts";
import { readText } from "./text.ts";
import { fill } from "./words.ts";

/** Renders a table inside a region that scrolls by itself. */
export function renderTable(page: PageHtml, table: Table): SafeHtml {
  const shown = table.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => column.hidden !== true);
  const cells = (row: readonly Cell[], tag: "th" | "td") =>
    shown.map(({ column, index }) => renderCell(page, tag, column, row[index]));
  const titled = table.header.some((cell) => cell.children.length > 0);
  const sized = shown.some(({ column }) => column.width !== undefined);
  const label = fill(page.words.table, { number: page.count("table") });
  return h(
    "div",
    { class: "table", role: "region", tabindex: 0, "aria-label": label },
    h(
      "table",
      {},
      sized &&
        h(
          "colgroup",
          {},
          shown.map(({ column }) => h("col", { width: column.width })),
        ),
      titled && h("thead", {}, h("tr", {}, cells(table.header, "th"))),
      h(
        "tbody",
        {},
        table.rows.map((row) => h("tr", {}, cells(row, "td"))),
      ),
    ),
  );
}

function renderCell(page: PageHtml, tag: "th" | "td", column: Column, cell: Cell | undefined): SafeHtml {
  const attributes = {
    scope: tag === "th" && "col",
    class: column.align === undefined ? undefined : `align-${column.align}`,
  };
  return h(tag, attributes, cell === undefined ? undefined : renderContent(page, tag, column, cell));
}

/** What a column is of says what its values are; its heading is words. */
function renderContent(page: PageHtml, tag: "th" | "td", column: Column, cell: Cell): Child {
  return tag === "th" ? page.inlines(cell.children) : renderValue(page, column, cell, false);
}

/** A cell's content by its column's kind. */
function renderValue(page: PageHtml, column: Column | undefined, cell: Cell, inLink: boolean): Child {
  if (column?.kind === "rating") return renderRating(readText(page, cell.children));
  if (column?.kind === "select") return renderOptions(readText(page, cell.children));
  if (column?.kind === "checkbox") return renderBox(readText(page, cell.children));
  return page.inlines(cell.children, { inLink });
}

const MOST_STARS = 5;

function renderRating(text: string): Child {
  const value = Number(text);
  if (text === "" || !Number.isFinite(value)) return text;
  const full = Math.max(0, Math.min(MOST_STARS, Math.round(value)));
  const label = `${full} / ${MOST_STARS}`;
  return h(
    "span",
    { class: "rating", role: "img", "aria-label": label },
    "★".repeat(full) + "☆".repeat(MOST_STARS - full),
  );
}

function renderOptions(text: string): Child {
  const options = text.split(",").map((option) => option.trim());
  return options.filter((option) => option !== "").map((option) => h("span", { class: "tag" }, option));
}

function renderBox(text: string): Child {
  if (/^(?:true|yes|1|x|☑|✓)$/i.test(text)) return "✓";
  return /^(?:false|no|0|☐|)$/i.test(text) ? "–" : text;
}

/** Renders a table of cards as a list; a card with a target is one link. */
export function renderCards(page: PageHtml, cards: Cards): SafeHtml {
  if (cards.cards.length === 0) return NOTHING;
  const columns = cards.columns.filter((column) => column.hidden !== true);
  const look = cards.size === "large" ? "cards cards-large" : "cards";
  return h(
    "ul",
    { class: look },
    cards.cards.map((card) => renderCard(page, card, columns)),
  );
}

function renderCard(page: PageHtml, card: Card, columns: readonly Column[]): SafeHtml {
  const target = card.target === undefined ? undefined : resolveTarget(page.context, card.target.url);
  const linked = target?.href !== undefined;
  const filled = card.cells
    .map((cell, index) => ({ cell, column: columns[index] }))
    .filter(({ cell }) => cell.children.length > 0);
  const [first, ...others] = filled;
  const name = first === undefined ? target?.title : renderValue(page, first.column, first.cell, linked);
  const silent = first === undefined || readText(page, first.cell.children) === "";
  const title = linked ? cardLink(target, name ?? card.target?.url, silent) : name;
  return h(
    "li",
    { class: linked ? "card card-linked" : "card" },
    renderCover(page, card),
    h(
      "div",
      { class: "card-body" },
      title !== undefined && h("div", { class: "card-title" }, title),
      others.map(({ cell, column }) =>
        h("div", { class: "card-cell" }, renderValue(page, column, cell, false)),
      ),
    ),
  );
}

function cardLink(target: HrefTarget, content: Child, silent: boolean): SafeHtml {
  const label = silent ? (target.title ?? target.href) : undefined;
  return h(
    "a",
    { class: "card-link", href: target.href, rel: target.external && "noopener", "aria-label": label },
    content,
  );
}

// Covers repeat what the card says, so they have no words of their own.
function renderCover(page: PageHtml, card: Card): SafeHtml | undefined {
  const own = card.cover === undefined ? undefined : resolveImage(page.context, card.cover.url);
  const other = card.coverDark === undefined ? undefined : resolveImage(page.context, card.coverDark.url);
  // One alone is that of both themes.
  const light = own ?? other;
  if (light === undefined) return undefined;
  const dark = own === undefined ? undefined : other;
  const classOf = (theme: string) => (dark === undefined ? undefined : theme);
  return h(
    "div",
    { class: "card-cover" },
    h("img", { class: classOf("light-only"), ...imageAttributes(light, {}), alt: "" }),
    dark !== undefined && h("img", { class: classOf("dark-only"), ...imageAttributes(dark, {}), alt: "" }),
  );
}
