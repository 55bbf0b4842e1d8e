/** Alternatives beside one another, as tabs of a page. */
import { type Child, h, type SafeHtml } from "./element.ts";
import { renderIcon } from "./icons.ts";
import type { PageHtml } from "./page.ts";

export interface TabView {
  readonly title: string;
  readonly icon?: string | undefined;
  /** Called once, when the tab has its number: tabs within it come after. */
  readonly content: () => Child;
}

/** Tabs that read well stacked, and turn into real ones by a script. @param isCode each is a block of code alone */
export function tabbed(page: PageHtml, label: string, views: readonly TabView[], isCode: boolean): SafeHtml {
  page.uses.tabs = true;
  const group = page.count("tabs");
  const tabs: SafeHtml[] = [];
  const panels: SafeHtml[] = [];
  views.forEach(({ title, icon: name, content }, index) => {
    const id = page.claimId(`tab-${group}-${index + 1}`);
    const panel = page.claimId(`panel-${group}-${index + 1}`);
    const icon = name !== undefined && renderIcon(name);
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
    tabs.push(h("button", button, icon, title));
    panels.push(h("div", region, h("p", { class: "tab-panel-title" }, icon, title), content()));
  });
  const list = { class: "tab-list", role: "tablist", "aria-label": label };
  const all = { class: isCode ? "tabs code-group" : "tabs", "data-tabs": true };
  return h("div", all, h("div", list, tabs), panels);
}
