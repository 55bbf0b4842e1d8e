/** Blocks that hold other blocks. */
import type { Block, Blockquote, Columns, Details, Hint, If, Paragraph, Stepper, Tabs } from "../document.ts";
import { titledContent } from "../hintTitle.ts";
import { h, type SafeHtml, join, NOTHING } from "./element.ts";
import { renderIcon } from "./icons.ts";
import type { PageHtml } from "./page.ts";
import { tabbed } from "./tabs.ts";
import { nearestShare, percent } from "./targets.ts";
import type { RendererWords } from "./words.ts";

const HINT_ICONS = {
  info: "circle-info",
  success: "circle-check",
  warning: "triangle-exclamation",
  danger: "circle-exclamation",
} as const;

type HintParts = Pick<Hint, "style" | "icon" | "children"> & { readonly word?: keyof RendererWords };

/** The quotations that GitHub shows as alerts: how each looks here, by the word in its first line. */
const ALERTS: ReadonlyMap<string, Omit<HintParts, "children">> = new Map([
  ["[!note]", { style: "info" }],
  ["[!tip]", { style: "success", icon: "lightbulb", word: "tip" }],
  ["[!important]", { style: "info", word: "important" }],
  ["[!warning]", { style: "warning" }],
  ["[!caution]", { style: "danger" }],
]);

/** Renders a hint: an icon and a word, in whose place its title is seen where it has one, then its content. */
export function renderHint(page: PageHtml, { style, icon, word, ...hint }: HintParts): SafeHtml {
  const { title, children } = titledContent(hint.children);
  const kind = page.words[word ?? style];
  const label = h(
    "p",
    { class: "hint-label" },
    renderIcon(icon ?? HINT_ICONS[style]),
    title === undefined ? kind : h("span", { class: "visually-hidden" }, `${kind}: `),
    title !== undefined && h("span", {}, page.inlines(title)),
  );
  const body = h("div", { class: "hint-body" }, page.blocks(children));
  return h("aside", { class: `hint hint-${style}`, role: "note" }, label, body);
}

/** Renders a quotation; one that begins with a line such as `[!NOTE]` and goes on is a hint. */
export function renderQuote(page: PageHtml, { children }: Blockquote): SafeHtml {
  const [first, ...rest] = children;
  const [mark, lineEnd, ...words] = first?.type === "paragraph" ? first.children : [];
  const alert = mark?.type === "text" ? ALERTS.get(mark.text.trim().toLowerCase()) : undefined;
  const isAlone = lineEnd === undefined || lineEnd.type === "break";
  const said: readonly Block[] =
    words.length === 0 ? rest : [{ ...(first as Paragraph), children: words }, ...rest];
  if (alert !== undefined && isAlone && said.length > 0)
    return renderHint(page, { ...alert, children: said });
  return h("blockquote", { class: "quote" }, page.blocks(children));
}

/** Renders tabs; those of nothing but code look like one block of it. */
export function renderTabs(page: PageHtml, tabs: Tabs): SafeHtml {
  if (tabs.children.length === 0) return NOTHING;
  const views = tabs.children.map(({ title, icon, children }) => ({
    title,
    icon,
    content: () => page.blocks(children),
  }));
  const isCode = tabs.children.every(({ children }) => children.length === 1 && children[0]?.type === "code");
  return tabbed(page, page.words.tabs, views, isCode);
}

/** Renders a stepper as a numbered list. */
export function renderStepper(page: PageHtml, stepper: Stepper): SafeHtml {
  if (stepper.children.length === 0) return NOTHING;
  return h(
    "ol",
    { class: "steps" },
    stepper.children.map((step) => h("li", { class: "step" }, page.blocks(step.children))),
  );
}

/** Renders columns side by side. */
export function renderColumns(page: PageHtml, columns: Columns): SafeHtml {
  const rendered = columns.children.map((column) => {
    const share = percent(column.width);
    const look = share === undefined ? "column" : `column column-w-${nearestShare(share)}`;
    return h("div", { class: look }, page.blocks(column.children));
  });
  return h("div", { class: "columns" }, rendered);
}

/** Renders what opens and closes. */
export function renderDetails(page: PageHtml, details: Details): SafeHtml {
  return h(
    "details",
    { class: "expandable", open: details.open },
    h("summary", {}, page.inlines(details.summary)),
    h("div", { class: "expandable-body" }, page.blocks(details.children)),
  );
}

/** Renders what a condition allows. */
export function renderIf(page: PageHtml, block: If): SafeHtml {
  return page.evaluate(block.expression, "condition") === true
    ? join([page.blocks(block.children)])
    : NOTHING;
}
