/** Blocks that hold other blocks. */
import type { Columns, Details, Hint, If, Stepper, Tabs } from "../document.ts";
import { h, type Html, join, NOTHING } from "./element.ts";
import { renderIcon } from "./icons.ts";
import type { Page } from "./page.ts";
import { tabbed } from "./tabs.ts";
import { nearestShare, percent } from "./targets.ts";

const HINT_ICONS = {
  info: "circle-info",
  success: "circle-check",
  warning: "triangle-exclamation",
  danger: "octagon-exclamation",
} as const;

/** Renders a hint: an icon and a word, then its content. */
export function renderHint(page: Page, hint: Hint): Html {
  const label = h(
    "p",
    { class: "hint-label" },
    renderIcon(hint.icon ?? HINT_ICONS[hint.style]),
    page.words[hint.style],
  );
  const body = h("div", { class: "hint-body" }, page.blocks(hint.children));
  return h("aside", { class: `hint hint-${hint.style}`, role: "note" }, label, body);
}

/** Renders tabs; those of nothing but code look like one block of it. */
export function renderTabs(page: Page, tabs: Tabs): Html {
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
export function renderStepper(page: Page, stepper: Stepper): Html {
  if (stepper.children.length === 0) return NOTHING;
  return h(
    "ol",
    { class: "steps" },
    stepper.children.map((step) => h("li", { class: "step" }, page.blocks(step.children))),
  );
}

/** Renders columns side by side. */
export function renderColumns(page: Page, columns: Columns): Html {
  const rendered = columns.children.map((column) => {
    const share = percent(column.width);
    const look = share === undefined ? "column" : `column column-w-${nearestShare(share)}`;
    return h("div", { class: look }, page.blocks(column.children));
  });
  return h("div", { class: "columns" }, rendered);
}

/** Renders what opens and closes. */
export function renderDetails(page: Page, details: Details): Html {
  return h(
    "details",
    { class: "expandable", open: details.open },
    h("summary", {}, page.inlines(details.summary)),
    h("div", { class: "expandable-body" }, page.blocks(details.children)),
  );
}

/** Renders what a condition allows. */
export function renderIf(page: Page, block: If): Html {
  return page.evaluate(block.expression, "condition") === true
    ? join([page.blocks(block.children)])
    : NOTHING;
}
