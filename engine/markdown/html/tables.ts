/** Tables of rows and tables shown as cards. */
import type { Card, Cards, Cell, Column, Inline, Table } from "../document.ts";
import { colorName } from "./colors.ts";
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
  const titled = table.header.some((cell) => cell.children.length > 0);
  const lengths = table.columns.map((_, index) => longestOf(page, table, index));
  const cells = (row: readonly Cell[], tag: "th" | "td", isFirst: boolean) =>
    shown.map(({ column, index }) => {
      const cell = row[index] ?? NO_CELL;
      const room = isFirst && ROOMS.find(([most]) => (lengths[index] ?? 0) <= most)?.[1];
      const line =
        tag === "td" &&
        column.kind !== "select" &&
        (lengths[index] ?? 0) <= LONGEST_LINE &&
        isBreakable(page, cell);
      const align = column.align !== undefined && `align-${column.align}`;
      const classes = [align, line && "cell-line", room].filter(
        (name) => name !== false && name !== undefined,
      );
      return h(
        tag,
        { scope: tag === "th" && "col", class: classes.length > 0 && classes.join(" ") },
        renderContent(page, tag, column, cell),
      );
    });
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
      titled && h("thead", {}, h("tr", {}, cells(table.header, "th", true))),
      h(
        "tbody",
        {},
        table.rows.map((row, place) => h("tr", {}, cells(row, "td", !titled && place === 0))),
      ),
    ),
  );
}

/** The longest text of a column that stays on one line, in characters. */
const LONGEST_LINE = 16;
/** The longest text, in characters, of the columns of each room; what is longer has the widest. */
const ROOMS = [
  [LONGEST_LINE, undefined],
  [60, "room-narrow"],
  [160, "room"],
  [Infinity, "room-wide"],
] as const;
const NO_CELL: Pick<Cell, "children"> = { children: [] };

function longestOf(page: PageHtml, { rows }: Table, index: number): number {
  return rows.reduce((most, row) => Math.max(most, readText(page, row[index]?.children ?? []).length), 0);
}

/** Whether a browser would find a place in it to go on in the next line. */
function isBreakable(page: PageHtml, cell: Pick<Cell, "children">): boolean {
  return /[\s\-/]/.test(readText(page, cell.children));
}

/** What a column is of says what its values are; its heading is words. */
function renderContent(
  page: PageHtml,
  tag: "th" | "td",
  column: Column,
  cell: Pick<Cell, "children">,
): Child {
  return tag === "th" ? page.inlines(cell.children) : renderValue(page, column, cell, false);
}

/** A cell's content by its column's kind. */
function renderValue(
  page: PageHtml,
  column: Column | undefined,
  cell: Pick<Cell, "children">,
  inLink: boolean,
): Child {
  if (column?.kind === "rating") return renderRating(readText(page, cell.children));
  if (column?.kind === "select") return renderOptions(page, cell.children);
  if (column?.kind === "checkbox") return renderBox(readText(page, cell.children));
  return page.inlines(cell.children, { inLink, inCell: true });
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

const OPTION = /^<span data-option="[^"]*"(?: data-color="([^"]*)")?/;

/** Options are spans, which may hold commas, or stand between commas. */
function renderOptions(page: PageHtml, inlines: readonly Inline[]): Child {
  const options: (readonly [text: string, look: string])[] = [];
  let inside: string | undefined;
  let held: Inline[] = [];
  const end = (): void => {
    const text = readText(page, held);
    const texts = inside === undefined ? text.split(",").map((option) => option.trim()) : [text];
    options.push(...texts.map((one) => [one, inside ?? "tag"] as const));
    held = [];
  };
  for (const node of inlines) {
    const opens = node.type === "html" ? OPTION.exec(node.raw) : null;
    const closes = inside !== undefined && node.type === "html" && node.raw === "</span>";
    if (opens !== null || closes) {
      end();
      inside = opens === null ? undefined : tagLook(opens[1]);
    } else held.push(node);
  }
  end();
  return options.filter(([text]) => text !== "").map(([text, look]) => h("span", { class: look }, text));
}

/** The classes of a tag in a colour that a writer gave it. */
function tagLook(written: string | undefined): string {
  const color = written === undefined ? undefined : colorName(written);
  return color === undefined ? "tag" : `tag tag-${color}`;
}

function renderBox(text: string): Child {
  if (/^(?:true|yes|1|x|\u2611|\u2713)$/i.test(text)) return "✓";
  return /^(?:false|no|0|\u2610|)$/i.test(text) ? "–" : text;
}

/** Renders a table of cards as a list; a card with a target is one link. */
export function renderCards(page: PageHtml, cards: Cards): SafeHtml {
  if (cards.cards.length === 0) return NOTHING;
  const columns = cards.columns.filter((column) => column.hidden !== true);
  const byTwo = cards.cards.length === 2 || cards.cards.length === 4;
  const look = cards.size === "large" ? "cards cards-large" : byTwo ? "cards cards-by-two" : "cards";
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
