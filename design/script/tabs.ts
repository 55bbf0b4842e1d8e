import { linkedElement, onClick } from "./element.ts";
import { recall, remember } from "./memory.ts";
import { base } from "./words.ts";

const KEY = `lectern:tabs:${base}`;
const KEPT = 40;

function titleOf(tab: HTMLElement): string {
  return tab.dataset["tabTitle"] ?? tab.textContent;
}

/** Titles chosen before, the latest first. */
function chosenTitles(): string[] {
  try {
    const kept: unknown = JSON.parse(recall("local", KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((title) => typeof title === "string") : [];
  } catch {
    return [];
  }
}

function tabsOf(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[role=tab]")];
}

function select(tab: HTMLElement): void {
  const list = tab.closest("[role=tablist]");
  if (list === null) return;
  for (const other of tabsOf(list)) {
    const chosen = other === tab;
    other.setAttribute("aria-selected", String(chosen));
    other.tabIndex = chosen ? 0 : -1;
    const panel = document.getElementById(other.getAttribute("aria-controls") ?? "");
    panel?.toggleAttribute("data-selected", chosen);
  }
}

function selectTitle(list: Element, title: string): boolean {
  const tab = tabsOf(list).find((candidate) => titleOf(candidate) === title);
  if (tab === undefined) return false;
  select(tab);
  return true;
}

/** A reader's choice: every group with a tab of this title follows, here and on the next pages. */
function choose(tab: HTMLElement): void {
  const title = titleOf(tab);
  const top = tab.getBoundingClientRect().top;
  select(tab);
  for (const list of document.querySelectorAll("[role=tablist]")) {
    if (!list.contains(tab)) selectTitle(list, title);
  }
  // Groups above may have changed their height; what is being read stays where it is.
  scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: "instant" });
  const titles = [title, ...chosenTitles().filter((other) => other !== title)].slice(0, KEPT);
  remember("local", KEY, JSON.stringify(titles));
}

function moveFocus(event: KeyboardEvent): void {
  const tab = event.target instanceof Element ? event.target.closest<HTMLElement>("[role=tab]") : null;
  const list = tab?.closest("[role=tablist]");
  if (!tab || !list) return;
  const tabs = tabsOf(list);
  const at = tabs.indexOf(tab);
  const onwards = getComputedStyle(list).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const back = onwards === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
  const places: Record<string, number> = {
    [onwards]: at + 1,
    [back]: at - 1 + tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  const place = places[event.key];
  const next = place === undefined ? undefined : tabs[place % tabs.length];
  if (next === undefined) return;
  event.preventDefault();
  choose(next);
  next.focus();
}

/** A link into a hidden panel opens the panel. */
function revealTarget(): void {
  const target = linkedElement();
  for (
    let panel = target?.closest("[role=tabpanel]");
    panel;
    panel = panel.parentElement?.closest("[role=tabpanel]")
  ) {
    const tab = document.querySelector<HTMLElement>(`[role=tab][aria-controls="${CSS.escape(panel.id)}"]`);
    if (tab !== null) select(tab);
  }
  const fold = target?.closest("details");
  if (fold) fold.open = true;
  if (target?.closest("[role=tabpanel], details")) target.scrollIntoView();
}

/** Real tabs: roving focus, arrows, Home and End, and a memory of what was chosen. */
export function watchTabs(): void {
  const chosen = chosenTitles();
  for (const list of document.querySelectorAll("[role=tablist]")) {
    if (chosen.some((title) => selectTitle(list, title))) continue;
    const tabs = tabsOf(list);
    const first = tabs.find((tab) => tab.getAttribute("aria-selected") === "true") ?? tabs[0];
    if (first !== undefined) select(first);
  }
  onClick("[role=tab]", choose);
  document.addEventListener("keydown", moveFocus);
  addEventListener("hashchange", revealTarget);
  revealTarget();
}
