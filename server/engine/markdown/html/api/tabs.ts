/** Alternatives beside one another, as tabs of a page. */
import { type Child, h, type Html } from "../element.ts";
import type { Page } from "../page.ts";

export interface TabView {
  readonly title: string;
  readonly content: Child;
}

/** Tabs that read well stacked, and turn into real ones by a script; one alone stands without its tab. */
export function tabbed(page: Page, label: string, views: readonly TabView[]): Html {
  const [only] = views;
  if (only !== undefined && views.length === 1) return h("div", { class: "op-sample" }, only.content);
  page.uses.tabs = true;
  const group = page.count("tabs");
  const tabs: Html[] = [];
  const panels: Html[] = [];
  views.forEach(({ title, content }, index) => {
    const id = page.claimId(`tab-${group}-${index + 1}`);
    const panel = page.claimId(`panel-${group}-${index + 1}`);
    const isFirst = index === 0;
    const button = {
      type: "button",
      class: "tab",
      role: "tab",
      id,
      "aria-controls": panel,
      "aria-selected": isFirst ? "true" : "false",
      tabindex: isFirst ? 0 : -1,
      "data-tab-title": title,
    };
    const region = {
      class: "tab-panel",
      role: "tabpanel",
      id: panel,
      "aria-labelledby": id,
      tabindex: 0,
      "data-selected": isFirst,
    };
    tabs.push(h("button", button, title));
    panels.push(h("div", region, h("p", { class: "tab-panel-title" }, title), content));
  });
  const list = { class: "tab-list", role: "tablist", "aria-label": label };
  return h("div", { class: "tabs code-group", "data-tabs": true }, h("div", list, tabs), panels);
}
